import WaymarkIndex
import WaymarkTables

/// Why a file of attractions could not be used at all.
///
/// A single bad row is no error: it is a rejection in the ``QualityReport``. `file` is the path or "standard input".
public enum AttractionError: Error, Equatable, Sendable {
    /// There is nothing in the input.
    case emptyInput(file: String)
    /// The input holds the names of the columns and not one row.
    case onlyHeader(file: String, columns: [String])
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
    /// The header holds bytes that are invalid in the encoding.
    case unreadableHeader(file: String, Rejection)
    /// The text is not JSON from here on; line and column count from 1, the column in characters.
    case malformedJSON(file: String, line: Int, column: Int, reason: String)
    /// A JSON document of a shape that is not known; `seen` are its keys.
    case unknownJSONShape(file: String, seen: [String])
    /// GeoJSON of another type than FeatureCollection.
    case notFeatureCollection(file: String, type: String)
    /// The answer of a service that reports an error.
    case serviceError(file: String, code: String, message: String)
    /// The input is neither CSV nor JSON.
    case unrecognised(file: String, reason: String)
    /// The input could not be opened, read or decoded.
    case table(file: String, TableError)
    /// The input is an index file that cannot be used.
    case indexFile(IndexFileError)
}

extension AttractionError: CustomStringConvertible {
    /// One line that says what is wrong, in which file, and what can be done.
    public var description: String {
        switch self {
        case .emptyInput(let file): "\(prefix(file))there is nothing in it"
        case .onlyHeader(let file, let columns):
            "\(prefix(file))only a header, no rows; \(columnList(columns))"
        case .noCoordinateColumns(let file, let seen):
            "\(prefix(file))no columns for latitude and longitude were found; \(columnList(seen))"
        case .noProjectedColumns(let file, let system, let seen):
            "\(prefix(file))no columns for the x and y of \(system) were found; \(columnList(seen))"
        case .ambiguousColumns(let file, let names):
            "\(prefix(file))\(names.joined(separator: " and ")) could both be meant"
        case .oneColumnForBoth(let file, let column):
            "\(prefix(file))column \(column) cannot be both latitude and longitude"
        case .columnNotFound(let file, let name, let seen):
            "\(prefix(file))there is no column \(name); \(columnList(seen))"
        case .unreadableHeader(let file, let rejection):
            "\(prefix(file))line \(rejection.line): the header cannot be read: \(rejection.reason)"
        case .malformedJSON(let file, let line, let column, let reason):
            "\(prefix(file))line \(line), column \(column): not JSON: \(reason)"
        case .unknownJSONShape(let file, let seen):
            """
            \(prefix(file))JSON of an unknown shape; expected `records`, `response`, `data`, a GeoJSON \
            FeatureCollection or a list of objects, found \(seen.isEmpty ? "none of them" : seen.joined(separator: ", "))
            """
        case .notFeatureCollection(let file, let type):
            "\(prefix(file))GeoJSON of type \(type), where a FeatureCollection is needed"
        case .serviceError(let file, let code, let message):
            "\(prefix(file))the answer of a service that failed with code \(code): \(message)"
        case .unrecognised(let file, let reason): "\(prefix(file))\(reason)"
        case .indexFile(let error): error.description
        case .table(let file, let error):
            error.path == nil ? "\(prefix(file))\(error)" : error.description
        }
    }

    private func prefix(_ file: String) -> String { file.isEmpty ? "" : "\(file): " }

    private func columnList(_ columns: [String]) -> String {
        if columns.isEmpty { return "the input has no columns" }
        let named = columns.enumerated().prefix(40).map { $1.isEmpty ? "#\($0 + 1) (no name)" : $1 }
        return "the columns are: " + named.joined(separator: ", ") + (columns.count > 40 ? ", ..." : "")
    }
}
