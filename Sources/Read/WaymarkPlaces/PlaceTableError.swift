public import WaymarkTables

/// Why a table of places could not be used at all.
///
/// A single bad row is no error: it is a ``WaymarkTables/Rejection``. `file` is the path or "standard input".
public enum PlaceTableError: Error, Equatable, Sendable {
    /// The input could not be opened, read or decoded.
    case table(TableError)
    /// There is nothing in the input, where a header is needed.
    case empty(file: String)
    /// The header holds bytes that are invalid in the encoding, or a quote that never closes.
    case unreadableHeader(file: String, Rejection)
    /// No column is known to hold the latitude, or the longitude; `seen` are the columns there are.
    case noCoordinateColumns(file: String, seen: [String])
    /// No column is known to hold the x, or the y, of a projected system.
    case noProjectedColumns(file: String, system: String, seen: [String])
    /// More than one column could be meant.
    case ambiguousColumns(file: String, names: [String])
    /// Latitude and longitude are to come from one column.
    case oneColumnForBoth(file: String, column: String)
    /// There is no column of the name, or `#` number, that was asked for.
    case columnNotFound(file: String, name: String, seen: [String])
}

extension PlaceTableError: CustomStringConvertible {
    /// One line that says what is wrong, in which file, and what can be done.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .empty(let file): "\(file) is empty: a header line and rows are needed"
        case .unreadableHeader(let file, let rejection):
            "\(prefix(file))line \(rejection.line): the header cannot be read: \(rejection.reason)"
        case .noCoordinateColumns(let file, let seen):
            "\(prefix(file))no columns for latitude and longitude were found; \(Self.list(seen))"
        case .noProjectedColumns(let file, let system, let seen):
            "\(prefix(file))no columns for the x and y of \(system) were found; \(Self.list(seen))"
        case .ambiguousColumns(let file, let names):
            "\(prefix(file))\(names.joined(separator: " and ")) could both be meant"
        case .oneColumnForBoth(let file, let column):
            "\(prefix(file))column \(column) cannot be both latitude and longitude"
        case .columnNotFound(let file, let name, let seen):
            "\(prefix(file))there is no column \(name); \(Self.list(seen))"
        }
    }

    private func prefix(_ file: String) -> String { file.isEmpty ? "" : "\(file): " }

    /// The columns of a table in words, 40 at most.
    package static func list(_ columns: [String]) -> String {
        if columns.isEmpty { return "the input has no columns" }
        let named = columns.enumerated().prefix(40).map { $1.isEmpty ? "#\($0 + 1) (no name)" : $1 }
        return "the columns are: " + named.joined(separator: ", ") + (columns.count > 40 ? ", ..." : "")
    }
}
