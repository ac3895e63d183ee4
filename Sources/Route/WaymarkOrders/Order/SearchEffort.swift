import WaymarkThreads

/// The limits of a search for a better order.
///
/// The search follows a sequence of orders, each at least as good as the previous one, that depends only on the stops
/// and the seed. A limit of iterations ends it at the same point on every machine; a time budget ends it at a point
/// that depends on the machine's speed.
public struct SearchEffort: Sendable {
    /// The search time, beyond that of the first order; up to 13 stops are solved regardless of it.
    public var budget: Duration
    /// The maximum number of iterations; nil is unlimited.
    public var iterations: Int?
    /// The seed of the random numbers; equal seeds give equal sequences.
    public var seed: UInt64
    /// The clock for the budget.
    public var clock: any Clock<Duration>

    /// The limits of a search for a better order.
    ///
    /// - Parameters:
    ///   - budget: Search time; zero gives only the first order.
    ///   - iterations: The maximum number of iterations. Combine it with a long budget if every machine must find the
    ///     same order.
    ///   - seed: The seed of the random numbers.
    ///   - clock: The clock for `budget`.
    /// - Precondition: Neither `budget` nor `iterations` is negative.
    public init(
        budget: Duration = .milliseconds(500), iterations: Int? = nil, seed: UInt64 = 0,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        precondition(budget >= .zero, "the budget is negative: \(budget)")
        precondition((iterations ?? 0) >= 0, "the number of iterations is negative")
        self.budget = budget
        self.iterations = iterations
        self.seed = seed
        self.clock = clock
    }

    /// A limit of iterations without a time limit.
    public static func iterations(_ count: Int, seed: UInt64 = 0) -> SearchEffort {
        SearchEffort(budget: .seconds(Int64.max / 4), iterations: count, seed: seed)
    }
}

/// The end of a search: a number of iterations, a time, or the cancellation of its task.
package struct SearchLimit {
    private let elapsed: () -> Duration
    private let budget: Duration
    private let maximum: Int
    package private(set) var iterations = 0
    private var nextLook = 1

    package init(_ effort: SearchEffort) {
        elapsed = effort.clock.stopwatch()
        budget = effort.budget
        maximum = effort.iterations ?? .max
    }

    /// Counts an iteration; false at the maximum number, or if a share of the budget is spent. Checks the clock every
    /// `stride` iterations.
    package mutating func next(stride: Int = 1, share: Double = 1) -> Bool {
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
    package func isOver(share: Double) -> Bool { elapsed() >= budget * share || Task.isCancelled }
}
