import WaymarkTables

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        var text = text
        text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let result = unsafe systemWrite(STDERR_FILENO, bytes.baseAddress! + written, bytes.count - written)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return }
                written += result
            }
        }
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

/// `write(2)`, out of the way of the methods of that name.
@unsafe
private func systemWrite(_ descriptor: Int32, _ address: UnsafePointer<UInt8>, _ count: Int) -> Int {
    unsafe write(descriptor, address, count)
}
