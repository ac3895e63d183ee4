import WaymarkC
import WaymarkThreads

/// The terminal in raw mode: keys are read one by one from standard input, and lines are drawn on standard error, so
/// that standard output has only the answer.
///
/// ``leave()`` restores the terminal, however the process ends, except by SIGKILL.
enum RawTerminal {
    /// The previous mode of the terminal; nil outside raw mode.
    private static let before = Guarded<termios?>(nil)

    /// Whether standard input and standard error are a terminal.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Begins raw mode on the alternate screen.
    ///
    /// - Returns: Whether the terminal supports it.
    static func enter() -> Bool {
        before.withLock { before in
            var mode = termios()
            guard before == nil, unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
            let old = mode
            unsafe cfmakeraw(&mode)
            guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) == 0 else { return false }
            before = old
            Console.write("\u{1B}[?1049h\u{1B}[2J")
            return true
        }
    }

    /// Ends raw mode; no effect outside it.
    static func leave() {
        before.withLock { before in
            guard var mode = before else { return }
            before = nil
            Console.write("\u{1B}[?1049l\u{1B}[?25h")
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
        }
    }

    /// Columns and rows of the screen; 80 and 24 if unknown.
    static var size: (width: Int, height: Int) {
        var size = winsize()
        #if canImport(Darwin)
            let request = UInt(0x4008_7468)  // TIOCGWINSZ, a macro that Swift cannot see
        #else
            let request = UInt(TIOCGWINSZ)
        #endif
        guard unsafe ioctl(STDERR_FILENO, request, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Waits for keys, with a time limit.
    ///
    /// - Returns: The typed bytes; empty after the time limit, nil at the end of the input.
    static func keys(within milliseconds: Int32) -> [UInt8]? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&input, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes.prefix(count))
    }
}

/// Replaces the lines drawn before: only the changes are written, all at once.
package struct ScreenDrawing {
    private var drawn: [String] = []
    private var size = (width: 0, height: 0)

    package init() {}

    /// The bytes that make the screen show these lines, with the cursor in the first one.
    package mutating func changes(to lines: [String], cursor: Int, size: (width: Int, height: Int)) -> String {
        var text = ""
        if size != self.size {
            (self.size, drawn) = (size, [])
            text += "\u{1B}[2J"
        }
        for row in 0..<max(lines.count, drawn.count) {
            let line = row < lines.count ? lines[row] : ""
            if row < drawn.count, drawn[row] == line { continue }
            text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        drawn = lines
        return text.isEmpty ? "" : "\u{1B}[?25l\(text)\u{1B}[1;\(cursor + 1)H\u{1B}[?25h"
    }
}
