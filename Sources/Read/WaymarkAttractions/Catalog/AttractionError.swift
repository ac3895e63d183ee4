public import WaymarkIndex
public import WaymarkPlaces
public import WaymarkTables

/// Why a file of attractions could not be used at all.
///
/// A single bad row is no error: it is a rejection in the ``QualityReport``. `file` is the path or "standard input".
public enum AttractionError: Error, Equatable, Sendable {
    /// There is nothing in the input.
    case emptyInput(file: String)
    /// The input holds the names of the columns and not one row.
    case onlyHeader(file: String, columns: [String])
    /// The header cannot be read, or its columns are not those of places.
    case places(PlaceTableError)
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
            "\(prefix(file))only a header, no rows; \(PlaceTableError.list(columns))"
        case .places(let error): "\(error)"
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

    /// An error of the places in a table of attractions.
    init(_ error: PlaceTableError, file: String) {
        switch error {
        case .table(let error): self = .table(file: file, error)
        case .empty: self = .emptyInput(file: file)
        default: self = .places(error)
        }
    }
}
