import WaymarkC
import WaymarkText

/// Standard error: messages for people, never data.
package enum Console {
    /// Whether standard error is a terminal.
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes a line; control characters, which a cell or a path may contain, become spaces.
    package static func say(_ line: String) {
        write(PrintableText.of(line) + "\n")
    }

    /// Writes text unchanged. Errors are ignored: a closed or full standard error does not stop the run.
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let result = unsafe WaymarkC.write(STDERR_FILENO, bytes.baseAddress! + written, bytes.count - written)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return }
                written += result
            }
        }
    }
}

/// Standard input, output and error: descriptors 0, 1 and 2.
enum StandardStreams {
    /// Occupies those of the three that are closed, as in a daemon: otherwise the next opened file would get the
    /// descriptor, and messages for standard error would end up in it.
    ///
    /// Closed streams stay unusable: reading and writing fail as before, except that messages to a closed standard
    /// error are dropped. Call before opening anything.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one.
            if unsafe open("/dev/null", mode) < 0 { _ = unsafe open("/", O_RDONLY) }
        }
    }
}
