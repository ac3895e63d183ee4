import WaymarkText

/// The errors of a table as a whole.
///
/// A single invalid row is not an error but a `Rejection`, and reading continues.
public enum TableError: Error, Equatable, Sendable {
    /// The file at `path` is missing.
    case notFound(path: String)
    /// `path` is a folder instead of a file.
    case isDirectory(path: String)
    /// The input at `path` exists but cannot be opened.
    case cannotOpen(path: String, reason: String)
    /// Reading failed half-way.
    case readFailed(path: String, reason: String)
    /// The output at `path` cannot be created.
    case cannotCreate(path: String, reason: String)
    /// Writing failed half-way, or the complete file could not be put in place.
    case writeFailed(path: String, reason: String)
    /// The reader of the output has closed it: the usual end of `waymark ... | head`.
    case closedPipe
    /// The input is in an unsupported encoding, `name`.
    case unsupportedEncoding(name: String, path: String)
    /// The input is compressed by gzip more than once.
    case compressed(path: String)
    /// The gzip file at `path` is damaged, or cut off; where it is damaged is not known, since other bytes unpack too.
    case damagedGzip(path: String, reason: String)
    /// A delimiter that could be part of a field or of a line end.
    case unusableDelimiter(UInt8)
    /// Too many quotes are never closed for reading to continue in reasonable time; it stopped at `line`.
    case tooManyUnclosedQuotes(line: Int)
    /// A text has bytes that are invalid in its encoding; `line` and `byte` (in the line) count from 1.
    case invalidText(encoding: TextEncoding, line: Int, byte: Int)
    /// Another of these errors, which may be temporary: the system is short of memory, descriptors or similar, or a
    /// network file system did not answer. The same may succeed later, or on another machine.
    indirect case tryAgain(TableError)
}

extension TableError {
    /// `error`, as a temporary one if the system's error number `code` says so.
    static func of(_ error: TableError, _ code: Int32) -> TableError {
        System.mayPass(code) ? .tryAgain(error) : error
    }

    /// The file of the error; nil if there is none, or the caller adds it.
    package var path: String? {
        switch self {
        case .notFound(let path), .isDirectory(let path), .cannotOpen(let path, _), .readFailed(let path, _),
            .cannotCreate(let path, _), .writeFailed(let path, _), .unsupportedEncoding(_, let path),
            .compressed(let path), .damagedGzip(let path, _):
            path
        case .tryAgain(let error): error.path
        case .closedPipe, .unusableDelimiter, .tooManyUnclosedQuotes, .invalidText: nil
        }
    }
}

extension TableError: CustomStringConvertible {
    /// One line with the error, the file and the reason.
    public var description: String {
        switch self {
        case .notFound(let path): "no such file: \(path)"
        case .isDirectory(let path): "cannot open \(path): it is a folder, not a file"
        case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
        case .readFailed(let path, let reason): "cannot read \(path): \(reason)"
        case .cannotCreate(let path, let reason): "cannot create \(path): \(reason)"
        case .writeFailed(let path, let reason): "cannot write \(path): \(reason)"
        case .closedPipe: "the output was closed by its reader"
        case .unsupportedEncoding(let name, let path): "cannot read \(path): \(name) is not supported"
        case .compressed(let path): "cannot read \(path): it is gzip within gzip: unpack it once"
        case .damagedGzip(let path, let reason): "cannot read \(path): damaged gzip: \(reason)"
        case .unusableDelimiter(let byte):
            "byte \(Hexadecimal.byte(byte)) cannot be a delimiter: use a tab or ASCII punctuation other than a quote"
        case .tooManyUnclosedQuotes(let line): "too many unclosed quotes, the last on line \(line)"
        case .invalidText(let encoding, let line, let byte):
            "invalid \(encoding.name) on line \(line), byte \(byte)"
        case .tryAgain(let error): "\(error); try again later"
        }
    }
}
