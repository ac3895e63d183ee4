import WaymarkC
import WaymarkFiles
import WaymarkText
import WaymarkThreads

/// What the service counts, in Prometheus' text form.
final class ServiceMetrics: Sendable {
    private struct Counts {
        /// Answers, by route and status.
        var requests: [String: [Int: Int]] = [:]
        /// The number of answers in each bucket of time, and the sum of seconds.
        var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count + 1)
        var seconds = 0.0
        var inFlight = 0
        /// Requests that a limit refused, by limit.
        var rejected: [String: Int] = [:]
        var swaps = 0
        var failedSwaps = 0
        var rejectedRows = 0
    }

    private let counts = Guarded(Counts())
    private static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    func begin() { counts.withLock { $0.inFlight += 1 } }
    /// Ends what was begun and is no answer of its own: the rest of a stream, after its head.
    func release() { counts.withLock { $0.inFlight -= 1 } }

    func end(_ route: String, _ status: Int, _ time: Duration) {
        let seconds = time / .seconds(1)
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.requests[route, default: [:]][status, default: 0] += 1
            counts.buckets[bucket] += 1
            counts.seconds += seconds
        }
    }

    func reject(_ limit: String) { counts.withLock { $0.rejected[limit, default: 0] += 1 } }
    func rejectRows(_ count: Int) { counts.withLock { $0.rejectedRows += count } }
    func swap(isDone: Bool) { counts.withLock { if isDone { $0.swaps += 1 } else { $0.failedSwaps += 1 } } }

    /// The counts as text.
    func text(_ data: ServiceData?) -> String {
        let counts = counts.withLock { $0 }
        var text = ""
        func add(_ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: String)]) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
            for (labels, value) in samples { text += "\(name)\(labels) \(value)\n" }
        }
        add(
            "waymark_requests_total", "counter", "Answered requests.",
            counts.requests.sorted { $0.key < $1.key }.flatMap { route, statuses in
                statuses.sorted { $0.key < $1.key }.map { ("{route=\"\(route)\",status=\"\($0.key)\"}", "\($0.value)") }
            })
        var sum = 0
        var samples: [(labels: String, value: String)] = counts.buckets.enumerated().map { number, count in
            sum += count
            let bound = number < Self.bounds.count ? NumberText.shortest(Self.bounds[number]) : "+Inf"
            return ("_bucket{le=\"\(bound)\"}", "\(sum)")
        }
        samples += [("_sum", NumberText.shortest(counts.seconds)), ("_count", "\(sum)")]
        add("waymark_request_seconds", "histogram", "Time from request to answer.", samples)
        add("waymark_requests_in_flight", "gauge", "Requests being answered.", [("", "\(counts.inFlight)")])
        add(
            "waymark_requests_rejected_total", "counter", "Requests that a limit refused.",
            counts.rejected.sorted { $0.key < $1.key }.map { ("{limit=\"\($0.key)\"}", "\($0.value)") })
        add(
            "waymark_rows_rejected_total", "counter", "Rows of batches that could not be answered.",
            [("", "\(counts.rejectedRows)")])
        add(
            "waymark_swaps_total", "counter", "Readings of changed files.",
            [("{result=\"done\"}", "\(counts.swaps)"), ("{result=\"failed\"}", "\(counts.failedSwaps)")])
        if let data {
            add(
                "waymark_data_info", "gauge", "The data that are answered from.",
                [("{version=\"\(data.version)\"}", "1")])
            add("waymark_attractions", "gauge", "Attractions.", [("", "\(data.count)")])
        }
        if let resident = Self.residentBytes {
            add("process_resident_memory_bytes", "gauge", "Resident memory.", [("", "\(resident)")])
        }
        return text
    }

    /// The resident memory of the process; nil where the system does not say so in a file.
    private static var residentBytes: Int? {
        var bytes: ContiguousArray<UInt8> = []
        guard let file = try? FileSource(path: "/proc/self/statm"), (try? file.read(upTo: 256, into: &bytes)) != nil
        else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }
}
