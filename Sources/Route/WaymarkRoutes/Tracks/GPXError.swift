/// Why a GPX file was refused. Lines and columns count from 1, columns in characters.
public enum GPXError: Error, Hashable, Sendable {
    /// The bytes are not well-formed XML, or use an unsupported feature.
    case notWellFormed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
    /// The document is of another kind: its element is `root`, not `gpx`.
    case notGPX(root: String, line: Int, column: Int)
    /// A value of the element that begins there is invalid.
    case invalidValue(reason: String, line: Int, column: Int)
}

extension GPXError: CustomStringConvertible {
    /// The error and its position, as in `line 3, column 7: latitude 91.0 is outside -90...90`.
    public var description: String {
        switch self {
        case .notWellFormed(let reason, let line, let column): "line \(line), column \(column): \(reason)"
        case .unsupportedEncoding(let name): "the text is in \(name), but only UTF-8 is supported"
        case .notGPX(let root, let line, let column):
            "line \(line), column \(column): the document is <\(root)>, not <gpx>"
        case .invalidValue(let reason, let line, let column): "line \(line), column \(column): \(reason)"
        }
    }
}
