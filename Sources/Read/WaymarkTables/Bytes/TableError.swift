import WaymarkText

/// What can go wrong with a table as a whole.
///
/// A single bad row is no error: it is a `Rejection`, and reading goes on.
public enum TableError: Error, Equatable, Sendable {
    /// There is no file at `path`.
    case notFound(path: String)
    /// `path` is a folder, where a file is needed.
    case isDirectory(path: String)
    /// The input at `path` exists but cannot be opened.
    case cannotOpen(path: String, reason: String)
    /// Reading stopped half-way.
    case readFailed(path: String, reason: String)
    /// The output at `path` cannot be made.
    case cannotCreate(path: String, reason: String)
    /// Writing stopped half-way, or the finished file could not be put in place.
    case writeFailed(path: String, reason: String)
    /// Whoever read the output has gone: the usual end of `waymark ... | head`.
    case closedPipe
    /// The input is in an encoding that cannot be read; `name` says which.
    case unsupportedEncoding(name: String, path: String)
    /// The input is compressed by gzip.
    case compressed(path: String)
    /// A delimiter that could be part of a field or of a line end.
    case unusableDelimiter(UInt8)
    /// So many quotes are opened and never closed that reading on would take too long; `line` is where it stopped.
    case tooManyUnclosedQuotes(line: Int)
    /// A whole text holds bytes that are invalid in its encoding; `line` and `byte` (in the line) count from 1.
    case invalidText(encoding: TextEncoding, line: Int, byte: Int)
    /// Another of these errors, which may pass: the system is short of memory, descriptors or the like, or a file on the
    /// network did not answer. The same thing may go well later, or on another machine.
    indirect case tryAgain(TableError)
}

extension TableError {
    /// `error`, as one that may pass where the system's error number `code` says so.
    static func of(_ error: TableError, _ code: Int32) -> TableError {
        System.mayPass(code) ? .tryAgain(error) : error
    }

    /// The file that the error names; nil where it is about no file, or leaves it to others to say which.
    package var path: String? {
        switch self {
        case .notFound(let path), .isDirectory(let path), .cannotOpen(let path, _), .readFailed(let path, _),
            .cannotCreate(let path, _), .writeFailed(let path, _), .unsupportedEncoding(_, let path),
            .compressed(let path):
            path
        case .tryAgain(let error): error.path
        case .closedPipe, .unusableDelimiter, .tooManyUnclosedQuotes, .invalidText: nil
        }
    }
}

extension TableError: CustomStringConvertible {
    /// One line that says what happened, to which file, and why.
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
        case .compressed(let path): "cannot read \(path): it is \(Gzip.advice)"
        case .unusableDelimiter(let byte):
            "byte \(Hexadecimal.byte(byte)) cannot be a delimiter: use a tab or ASCII punctuation other than a quote"
        case .tooManyUnclosedQuotes(let line): "too many quotes that never close, the last on line \(line)"
        case .invalidText(let encoding, let line, let byte):
            "invalid \(encoding.name) on line \(line), byte \(byte)"
        case .tryAgain(let error): "\(error); it may go well later"
        }
    }
}
