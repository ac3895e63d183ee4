public import WaymarkIndex
public import WaymarkPlaces
public import WaymarkTables

/// Why a file of attractions could not be read.
///
/// A single invalid row is not an error but a rejection in the ``QualityReport``. `file` is the path or "standard
/// input".
public enum AttractionError: Error, Equatable, Sendable {
    /// The input is empty.
    case emptyInput(file: String)
    /// The input has a header but no rows.
    case onlyHeader(file: String, columns: [String])
    /// The header cannot be read, or its columns are not those of places.
    case places(PlaceTableError)
    /// The text is not JSON from here on; line and column count from 1, the column in characters.
    case malformedJSON(file: String, line: Int, column: Int, reason: String)
    /// A JSON document of an unknown form; `seen` are its keys.
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
    /// One line with the fault, the file and a remedy.
    public var description: String {
        switch self {
        case .emptyInput(let file): "\(prefix(file))the input is empty"
        case .onlyHeader(let file, let columns):
            "\(prefix(file))there is a header but no rows; \(PlaceTableError.list(columns))"
        case .places(let error): "\(error)"
        case .malformedJSON(let file, let line, let column, let reason):
            "\(prefix(file))line \(line), column \(column): not JSON: \(reason)"
        case .unknownJSONShape(let file, let seen):
            """
            \(prefix(file))JSON of an unknown shape; expected `records`, `response`, `data`, a GeoJSON \
            FeatureCollection or a list of objects, found \(seen.isEmpty ? "none of them" : seen.joined(separator: ", "))
            """
        case .notFeatureCollection(let file, let type):
            "\(prefix(file))GeoJSON of type \(type), but a FeatureCollection is needed"
        case .serviceError(let file, let code, let message):
            "\(prefix(file))the answer of a service that failed with code \(code): \(message)"
        case .unrecognised(let file, let reason): "\(prefix(file))\(reason)"
        case .indexFile(let error): error.description
        case .table(let file, let error):
            error.path == nil ? "\(prefix(file))\(error)" : error.description
        }
    }

    private func prefix(_ file: String) -> String { file.isEmpty ? "" : "\(file): " }

    init(_ error: PlaceTableError, file: String) {
        switch error {
        case .table(let error): self = .table(file: file, error)
        case .empty: self = .emptyInput(file: file)
        default: self = .places(error)
        }
    }
}
