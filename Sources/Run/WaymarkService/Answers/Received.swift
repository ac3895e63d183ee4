import WaymarkC
import WaymarkFiles
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// The bytes of an output in memory.
final class Received: Sendable {
    private let state: Guarded<(bytes: ContiguousArray<UInt8>, rest: Int)>

    /// Nothing yet; `most` is the maximum number of line ends, that is of results: with more, writing fails.
    init(most: Int = .max) { state = Guarded(([], most)) }

    /// An output that appends its bytes.
    func output() -> OutputFile { OutputFile(named: "the answer") { self.append($0) } }

    private func append(_ bytes: Span<UInt8>) -> Int32 {
        state.withLock { state in
            if state.rest < .max {
                for index in bytes.indices where bytes[index] == Byte.lineFeed { state.rest -= 1 }
                if state.rest < 0 { return EFBIG }
            }
            state.bytes.append(utf8: bytes)
            return 0
        }
    }

    var bytes: ContiguousArray<UInt8> { state.withLock { $0.bytes } }
    /// Whether there were more results than allowed.
    var isCut: Bool { state.withLock { $0.rest < 0 } }
}

/// The rejected rows of a request: all are counted, the first are kept.
final class Rejections: Sendable {
    private let state = Guarded<[Rejection]>([])
    private static let most = 100

    func add(_ rejection: Rejection) {
        state.withLock { if $0.count < Self.most { $0.append(rejection) } }
    }

    var all: [Rejection] { state.withLock { $0 } }
    var first: Rejection? { state.withLock { $0.first } }
}

extension Rejection {
    /// The number of the place in a list of a request, from 0: the table has one line for each, after its header.
    var place: Int { line - 2 }

    /// The rejection as the problem of a request about a single list of places.
    func problem(of list: String) -> Problem {
        .bad("\(list)[\(place)]" + (columnName.map { ".\($0)" } ?? ""), "\(list)[\(place)]: \(reason)")
    }
}
