/// Why bytes are not supported XML. Lines and columns count from 1, columns in characters.
public enum XMLError: Error {
    /// They are not well-formed, or use an unsupported feature.
    case notWellFormed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
}
