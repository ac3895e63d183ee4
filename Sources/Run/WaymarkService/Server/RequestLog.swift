import WaymarkC
import WaymarkText

/// A line for each request on standard error: no coordinates, texts or tokens, unless asked for.
struct RequestLog: Sendable {
    /// What is written.
    enum Detail: String, Sendable, CaseIterable {
        case none, requests, targets
    }

    var detail = Detail.requests
    /// Takes the lines; tests look at them.
    var write: @Sendable (String) -> Void = { say($0) }

    /// A request and its answer.
    struct Entry: Sendable {
        var method: String
        /// The route, or `-` for none.
        var route: String
        /// Path and query as the client sent them.
        var target: String
        var status: Int
        var time: Duration
        var client: String
        var trace: String?
    }

    func add(_ entry: Entry) {
        if detail == .none { return }
        var line =
            "method=\(PrintableText.of(String(entry.method.prefix(16)))) route=\(entry.route) status=\(entry.status)"
        line += " seconds=\(NumberText.fixed(entry.time / .seconds(1), decimals: 6)) client=\(entry.client)"
        if let trace = entry.trace, Self.isTrace(trace) { line += " traceparent=\(trace)" }
        if detail == .targets { line += " target=\(JSONText.of(PrintableText.of(entry.target)))" }
        write(line)
    }

    /// Whether a text has the form that W3C's Trace Context gives it, so that no line of a client's making gets into the log.
    static func isTrace(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [2, 32, 16, 2]
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }

    /// Writes a line to standard error.
    static func say(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in _ = unsafe WaymarkC.write(STDERR_FILENO, bytes.baseAddress!, bytes.count) }
    }
}
