import Foundation
import Waymark

/// Standard error: words for people. Data never goes here.
enum Console {
    /// Whether standard error is a terminal.
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes a line; control characters, which a cell or a path may bring, as spaces.
    static func say(_ line: String) {
        write(PrintableText.of(line) + "\n")
    }

    /// Writes text as it is. A standard error that is closed or full is no reason to stop.
    static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

/// Standard output: what was asked for, and nothing else.
enum StandardOutput {
    /// Writes text; throws a ``Failure``, a quiet one where the reader has gone.
    static func write(_ text: String) throws {
        do {
            let output = try OutputFile(path: "-")
            try output.write(ContiguousArray(text.utf8).span)
            try output.commit()
        } catch {
            throw Failure(error)
        }
    }
}
