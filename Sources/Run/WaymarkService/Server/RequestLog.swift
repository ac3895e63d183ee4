import Hummingbird
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

    /// Writes the line of a request and its answer; `route` is `-` for none.
    func add(_ request: Request, route: String, status: Int, time: Duration, client: String) {
        if detail == .none { return }
        let method = PrintableText.of(String(request.method.rawValue.prefix(16)))
        var line = "method=\(method) route=\(route) status=\(status)"
        line += " seconds=\(NumberText.fixed(time / .seconds(1), decimals: 6)) client=\(client)"
        if let trace = request.headers[.traceParent], Self.isTrace(trace) { line += " traceparent=\(trace)" }
        // Path and query as the client sent them.
        if detail == .targets { line += " target=\(JSONText.of(PrintableText.of(request.head.path ?? "")))" }
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
