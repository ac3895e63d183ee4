/// Why bytes are not XML that is read. Lines and columns count from 1, columns in characters.
public enum XMLError: Error {
    /// They are not well-formed, or of a kind that is not read.
    case notWellFormed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
}
