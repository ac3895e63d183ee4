import WaymarkTables

/// One of *n* parts of a file of stops, to be answered separately, perhaps on another machine.
///
/// Parts are cut by size: a record belongs to the part that contains its first byte. This depends only on the file and
/// *n*, so machines need not communicate; a part may have no records. The concatenated outputs of parts 1 to *n* equal
/// the output of the whole file byte for byte: the header is only in the first part, the end of a GeoJSON document only
/// in the last, and record numbers and lines are those of the whole file.
public struct Shard: Sendable, Hashable {
    /// The number of the part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// The part `number` of `count`.
    ///
    /// - Precondition: `number` is 1 to `count`.
    public init(_ number: Int, of count: Int) {
        precondition(1 <= number && number <= count, "there is no part \(number) of \(count)")
        (self.number, self.count) = (number, count)
    }

    /// The part in `text`, such as `2/4`; nil if it is not a part.
    public init?(text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int(numbers[0]), let count = Int(numbers[1]), 1 <= number, number <= count
        else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Whether it is the first part.
    public var isFirst: Bool { number == 1 }
    /// Whether it is the last part.
    public var isLast: Bool { number == count }

    /// The offsets in a file of `size` bytes at which its records begin: byte `size * (number - 1) / count` to byte
    /// `size * number / count`, rounded down.
    public func range(ofSize size: Int) -> Range<Int> {
        border(number - 1, size)..<border(number, size)
    }

    private func border(_ parts: Int, _ size: Int) -> Int {
        let product = UInt(size).multipliedFullWidth(by: UInt(parts))
        return Int(UInt(count).dividingFullWidth(product).quotient)
    }
}

extension Shard: CustomStringConvertible {
    /// `2/4`.
    public var description: String { "\(number)/\(count)" }
}

/// Why parts could not be joined. Paths are those of the parts as given.
public enum ShardError: Error, Equatable, Sendable {
    /// The part's manifest is missing, so the part may be incomplete.
    case noManifest(part: String)
    /// The manifest at `path` cannot be used.
    case unreadableManifest(path: String, reason: String)
    /// The same part was given twice.
    case doubled(Shard, first: String, second: String)
    /// Parts are missing: the numbers of the first few.
    case missing([Int], of: Int)
    /// The part, or its rejects, at `path` is truncated.
    case incomplete(path: String, size: Int, expected: Int)
    /// The part, or its rejects, at `path` was altered.
    case altered(path: String)
    /// The part belongs to another run than `other`; `difference` says how they differ.
    case foreign(part: String, other: String, difference: String)
    /// Rejects were requested, but the part was written without a file of rejects.
    case noRejects(part: String)
    /// Reading or writing failed.
    case table(TableError)
}

extension ShardError: CustomStringConvertible {
    /// One line with the part and its fault.
    public var description: String {
        switch self {
        case .noManifest(let part):
            "\(part): \(ShardManifest.path(of: part)) is missing: the part is not complete, or not one of a sharded run"
        case .unreadableManifest(let path, let reason): "\(path) cannot be used: \(reason)"
        case .doubled(let shard, let first, let second):
            "\(second): part \(shard) is given twice: \(first) is the same part"
        case .missing(let numbers, let count):
            (numbers.count == 1 ? "a part is missing: " : "parts are missing: ")
                + numbers.prefix(Self.named).map { "\($0)/\(count)" }.joined(separator: ", ")
                + (numbers.count > Self.named ? ", ..." : "")
        case .incomplete(let path, let size, let expected):
            "\(path): \(size) bytes, where \(expected) were written"
        case .altered(let path): "\(path): the file was altered after it was written"
        case .foreign(let part, let other, let difference):
            "\(part) is from another run than \(other): \(difference)"
        case .noRejects(let part): "\(part): the rejects are missing: it was written without a file of rejects"
        case .table(let error): "\(error)"
        }
    }

    static let named = 10
}
