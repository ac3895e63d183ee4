/// How long to look for a better order.
///
/// The search runs through one sequence of orders, each at least as good as the one before, that depends on the stops and
/// the seed alone. A limit of iterations ends it at the same place on every machine; a time budget ends it wherever the
/// machine has come to by then.
public struct SearchEffort: Sendable {
    /// How long to search, beyond what the first order takes; up to 13 stops are solved whatever it says.
    public var budget: Duration
    /// How many changes to try at most; nil leaves it to the budget.
    public var iterations: Int?
    /// Where the sequence of changes starts; equal seeds give equal sequences.
    public var seed: UInt64
    /// What measures the budget.
    public var clock: any Clock<Duration>

    /// How long to look for a better order.
    ///
    /// - Parameters:
    ///   - budget: Time to search; zero gives the first order alone.
    ///   - iterations: Changes to try at most. Give it with a long budget where every machine must find the same order.
    ///   - seed: Start of the random numbers.
    ///   - clock: What measures `budget`.
    /// - Precondition: Neither `budget` nor `iterations` is negative.
    public init(
        budget: Duration = .milliseconds(500), iterations: Int? = nil, seed: UInt64 = 0,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        precondition(budget >= .zero, "a budget is not negative")
        precondition((iterations ?? 0) >= 0, "a number of iterations is not negative")
        self.budget = budget
        self.iterations = iterations
        self.seed = seed
        self.clock = clock
    }

    /// A limit of iterations, however long they take.
    public static func iterations(_ count: Int, seed: UInt64 = 0) -> SearchEffort {
        SearchEffort(budget: .seconds(Int64.max / 4), iterations: count, seed: seed)
    }
}
