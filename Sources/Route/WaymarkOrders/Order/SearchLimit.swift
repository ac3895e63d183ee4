/// The end of a search: a number of iterations, a time, or the cancellation of its task.
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

    /// Counts an iteration; false at the maximum number, or if a share of the budget is spent. Checks the clock every
    /// `stride` iterations.
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

    /// Whether this share of the budget is spent, or the task is cancelled.
    func isOver(share: Double) -> Bool { elapsed() >= budget * share || Task.isCancelled }
}
