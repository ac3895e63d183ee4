import WaymarkThreads

/// What all requests share: the data, the limits, the counts.
final class Service: Sendable {
    let store = DataStore()
    let metrics = ServiceMetrics()
    let limits: Limits
    let legs: LegService
    let tokens: Tokens?
    let rate: RateLimit?
    /// Origins whose pages may ask; `*` is any.
    let origins: [String]
    /// How long answers may be kept without asking again; nil asks every time.
    let maxAge: Duration?
    /// Whether a client's address is the last of `X-Forwarded-For`, as behind a proxy.
    let isForwarded: Bool
    let log: RequestLog
    let page: MapPage
    /// Work that blocks or takes long.
    let threads: WorkThreads
    let batches: Guarded<Int>
    private let draining = Guarded(false)

    init(
        limits: Limits, legs: LegService, tokens: Tokens?, origins: [String], maxAge: Duration?, isForwarded: Bool,
        log: RequestLog, page: MapPage = MapPage()
    ) {
        (self.limits, self.legs, self.tokens, self.origins) = (limits, legs, tokens, origins)
        (self.maxAge, self.isForwarded, self.log, self.page) = (maxAge, isForwarded, log, page)
        rate = limits.rate.map { RateLimit($0) }
        threads = WorkThreads(limits.batches + 2)
        batches = Guarded(limits.batches)
    }

    var isDraining: Bool { draining.withLock { $0 } }
    func drain() { draining.withLock { $0 = true } }
}
