import WaymarkTables

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

    /// The maximum number of missing parts in a message.
    static let named = 10
}
