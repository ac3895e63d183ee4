/// When a search is to stop: at a number of iterations, at a time, or when its task is cancelled.
struct SearchLimit {
    private let elapsed: () -> Duration
    private let budget: Duration
    private let maximum: Int
    private(set) var iterations = 0
    private var nextLook = 1

    init(_ effort: SearchEffort) {
        func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
        elapsed = stopwatch(effort.clock)
        budget = effort.budget
        maximum = effort.iterations ?? .max
    }

    /// Counts an iteration, or says that there is to be none, at a number or when a share of the budget is spent. Looks at the
    /// clock each `stride` iterations.
    mutating func next(stride: Int = 1, share: Double = 1) -> Bool {
        if iterations >= maximum { return false }
        nextLook -= 1
        if nextLook <= 0 {
            if isOver(share: share) { return false }
            nextLook = stride
        }
        iterations += 1
        return true
    }

    /// Whether this share of the budget is spent, or nobody waits for the answer.
    func isOver(share: Double) -> Bool { elapsed() >= budget * share || Task.isCancelled }
}
