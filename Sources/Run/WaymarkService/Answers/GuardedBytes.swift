import WaymarkC
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// Bytes that one thread appends and another takes.
final class GuardedBytes: Sendable {
    private let state: Guarded<(bytes: ContiguousArray<UInt8>, rest: Int)>

    /// - Parameter most: The maximum number of line ends.
    init(most: Int) { state = Guarded(([], most)) }

    /// Appends bytes; returns `EFBIG` once there are more lines than allowed.
    func append(_ bytes: Span<UInt8>) -> Int32 {
        state.withLock { state in
            if state.rest < .max {
                var lines = 0
                for index in bytes.indices where bytes[index] == Byte.lineFeed { lines += 1 }
                state.rest -= lines
                if state.rest < 0 { return EFBIG }
            }
            state.bytes.append(utf8: bytes)
            return 0
        }
    }

    var bytes: ContiguousArray<UInt8> { state.withLock { $0.bytes } }
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
