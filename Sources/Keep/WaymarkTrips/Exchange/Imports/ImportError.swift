public import WaymarkPlaces
public import WaymarkTables

/// Why nothing of a file is imported. Lines and columns count from 1, columns in characters.
public enum ImportError: Error, Equatable, Sendable {
    /// The file could not be opened or read.
    case file(TableError)
    /// A table has no columns for places, or its header cannot be read.
    case table(PlaceTableError)
    /// The text is not well-formed, is cut off, or exceeds a limit.
    case malformed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
    /// The file is compressed: `zip`, as KMZ is, or `gzip` more than once.
    case compressed(kind: String)
    /// The document is of another kind: what was expected, and what was found there.
    case otherKind(expected: String, found: String, line: Int, column: Int)
    /// The trip in the file was written by a newer version.
    case newerVersion(String, known: Int)
    /// So much of the file is refused that it is probably of another kind; the last refusal.
    case tooManyRejections(last: Rejection)
}

extension ImportError: CustomStringConvertible {
    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .table(let error): "\(error)"
        case .malformed(let reason, let line, let column): "line \(line), column \(column): \(reason)"
        case .unsupportedEncoding(let name): "the text is in \(name), but only UTF-8 is supported"
        case .compressed("zip"): "the file is a ZIP archive: unpack it, and import the file in it"
        case .compressed(let kind): "the file is compressed by \(kind): unpack it first"
        case .otherKind(let expected, let found, let line, let column):
            "line \(line), column \(column): \(found) was found where \(expected) was expected"
        case .newerVersion(let version, let known):
            "the trip was written by version \(version), this program reads up to version \(known)"
        case .tooManyRejections(let last):
            "more than \(TripImport.maxRejections) parts are refused, the last one on line \(last.line): \(last.reason)"
        }
    }
}
