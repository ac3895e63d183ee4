public import WaymarkTables

/// Why a table of places could not be read.
///
/// A single invalid row is not an error but a ``WaymarkTables/Rejection``. `file` is the path or "standard input".
public enum PlaceTableError: Error, Equatable, Sendable {
    /// The input could not be opened, read or decoded.
    case table(TableError)
    /// The input is empty, but a header is needed.
    case empty(file: String)
    /// The header has invalid bytes in its encoding, or an unclosed quote.
    case unreadableHeader(file: String, Rejection)
    /// No column is recognised as latitude, or as longitude; `seen` are the existing columns.
    case noCoordinateColumns(file: String, seen: [String])
    /// No column is recognised as x, or as y, of a projected system.
    case noProjectedColumns(file: String, system: String, seen: [String])
    /// Several columns match.
    case ambiguousColumns(file: String, names: [String])
    /// Latitude and longitude are given as the same column.
    case oneColumnForBoth(file: String, column: String)
    /// No column has the requested name or `#` number.
    case columnNotFound(file: String, name: String, seen: [String])
}

extension PlaceTableError: CustomStringConvertible {
    /// One line with the fault, the file and a remedy.
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
            "\(prefix(file))\(names.joined(separator: " and ")) both match"
        case .oneColumnForBoth(let file, let column):
            "\(prefix(file))column \(column) cannot be both latitude and longitude"
        case .columnNotFound(let file, let name, let seen):
            "\(prefix(file))the column \(name) is missing; \(Self.list(seen))"
        }
    }

    private func prefix(_ file: String) -> String { file.isEmpty ? "" : "\(file): " }

    /// The columns of a table in words, at most 40.
    package static func list(_ columns: [String]) -> String {
        if columns.isEmpty { return "the input has no columns" }
        let named = columns.enumerated().prefix(40).map { $1.isEmpty ? "#\($0 + 1) (no name)" : $1 }
        return "the columns are: " + named.joined(separator: ", ") + (columns.count > 40 ? ", ..." : "")
    }
}
