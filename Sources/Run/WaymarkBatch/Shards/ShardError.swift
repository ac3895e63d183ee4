import WaymarkTables

/// Why parts could not be put together. Paths are those of the parts as they were given.
public enum ShardError: Error, Equatable, Sendable {
    /// Beside the part there is no manifest, so that it is not known to be complete.
    case noManifest(part: String)
    /// The manifest at `path` cannot be used.
    case unreadableManifest(path: String, reason: String)
    /// The same part was given twice.
    case doubled(Shard, first: String, second: String)
    /// Parts were not given: the numbers of the first few of them.
    case missing([Int], of: Int)
    /// The part, or its rejects, at `path` is shorter than when it was written.
    case incomplete(path: String, size: Int, expected: Int)
    /// The part, or its rejects, at `path` does not hold the bytes that were written.
    case altered(path: String)
    /// The part belongs to another run than `other`: `difference` says what is not the same.
    case foreign(part: String, other: String, difference: String)
    /// Rejects were asked for, and the part was made without a file of them.
    case noRejects(part: String)
    /// Reading or writing failed.
    case table(TableError)
}

extension ShardError: CustomStringConvertible {
    /// One line that says what is wrong with which part.
    public var description: String {
        switch self {
        case .noManifest(let part):
            "\(part): there is no \(ShardManifest.path(of: part)): the part is not complete, or not one of a sharded run"
        case .unreadableManifest(let path, let reason): "\(path) cannot be used: \(reason)"
        case .doubled(let shard, let first, let second): "\(second): the part \(shard) was given before: \(first)"
        case .missing(let numbers, let count):
            (numbers.count == 1 ? "a part is missing: " : "parts are missing: ")
                + numbers.prefix(Self.named).map { "\($0)/\(count)" }.joined(separator: ", ")
                + (numbers.count > Self.named ? ", ..." : "")
        case .incomplete(let path, let size, let expected):
            "\(path): \(size) bytes, where \(expected) were written"
        case .altered(let path): "\(path): the bytes are not those that were written"
        case .foreign(let part, let other, let difference):
            "\(part) is of another run than \(other): \(difference)"
        case .noRejects(let part): "\(part): there are no rejects: it was made without a file of rejects"
        case .table(let error): "\(error)"
        }
    }

    /// How many missing parts a message names.
    static let named = 10
}
