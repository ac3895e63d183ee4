import WaymarkBatch
import WaymarkC
import WaymarkTables

/// A progress line on a terminal: share, rate, time left. Silent without a terminal.
package struct ProgressLine {
    private let start = ContinuousClock.now
    private var shown = ContinuousClock.now
    private var isShown = false
    private let isEnabled: Bool

    /// - Parameter output: The output of rows; if it is a terminal, no progress is shown.
    package init(output: String) {
        isEnabled = Console.isTerminal && !(OpenDescriptor.number(of: output).map { isatty($0) == 1 } ?? false)
    }

    /// Shows the progress, at most five times a second.
    mutating func show(_ progress: BatchProgress) {
        let start = start
        show(Self.text(progress, seconds: (ContinuousClock.now - start) / .seconds(1)))
    }

    /// Shows a share of some work, at most five times a second.
    package mutating func show(share: Double, of what: String) {
        show("\(what): \(Int(100 * min(1, max(0, share)))) %")
    }

    private mutating func show(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard isEnabled, now - shown > .milliseconds(200) else { return }
        (shown, isShown) = (now, true)
        Console.write("\r\u{1B}[K" + text())
    }

    /// Removes the line.
    package mutating func clear() {
        if isShown { Console.write("\r\u{1B}[K") }
        isShown = false
    }

    static func text(_ progress: BatchProgress, seconds: Double) -> String {
        let rate = Double(progress.rows) / max(seconds, 1e-3)
        var text = "\(progress.rows) rows, \(Int(rate)) rows/s"
        if let size = progress.size, size > 0, progress.bytesRead > 0 {
            let share = min(1, Double(progress.bytesRead) / Double(size))
            let left = seconds / share * (1 - share)
            text = "\(Int(share * 100)) %, " + text + ", \(Int(left.rounded(.up))) s left"
        }
        return text
    }
}
