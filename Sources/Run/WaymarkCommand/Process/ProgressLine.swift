import WaymarkBatch
import WaymarkTables

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One line on a terminal that says how far a batch is: share, rate, time left. Silent where there is no terminal.
struct ProgressLine {
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private var shown = ContinuousClock.now
    private var isShown = false
    private let isEnabled: Bool

    /// - Parameter output: Where the rows go: on a terminal they are progress enough.
    init(output: String) {
        isEnabled = Console.isTerminal && !(OpenDescriptor.number(of: output).map { isatty($0) == 1 } ?? false)
    }

    /// Shows how far the batch is, five times a second at most.
    mutating func show(_ progress: BatchProgress) {
        let now = clock.now
        guard isEnabled, now - shown > .milliseconds(200) else { return }
        (shown, isShown) = (now, true)
        let seconds = (now - start) / .seconds(1)
        Console.write("\r\u{1B}[K" + Self.text(progress, seconds: seconds))
    }

    /// Takes the line away.
    mutating func clear() {
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
