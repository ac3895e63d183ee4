import WaymarkGeodesy
public import WaymarkRoutes

/// What a matrix of legs is made of.
public enum LegCost: Hashable, Sendable {
    /// How long the leg takes, in seconds.
    case duration
    /// How long the leg is, in metres.
    case distance

    /// The cost of a leg; nil where its source does not say.
    func value(of leg: Leg) -> Double? {
        switch self {
        case .duration: leg.duration.map { $0 / .seconds(1) }
        case .distance: leg.distance.value
        }
    }
}

/// Between two stops there is no cost: no leg, or one that does not say how long it takes.
public struct MissingCost: Error, Hashable, Sendable {
    /// Where the leg begins, from 0.
    public let from: Int
    /// Where it ends, from 0.
    public let to: Int
    /// Why there is none.
    public let reason: LegError

    /// Why the cost from one stop to another is missing.
    public init(from: Int, to: Int, reason: LegError) { (self.from, self.to, self.reason) = (from, to, reason) }
}

extension MissingCost: CustomStringConvertible {
    /// Between which stops and why, by the numbers a person sees: `no cost from stop 1 to stop 3: no way found: sea`.
    public var description: String { "no cost from stop \(from + 1) to stop \(to + 1): \(reason)" }
}

extension TravelMatrix {
    /// A matrix of what the legs of a source cost between all stops, there and back.
    ///
    /// ```swift
    /// let seconds = try await TravelMatrix(between: stops, by: source) { _ in 86_400 }
    /// ```
    ///
    /// - Parameters:
    ///   - stops: Stops, any number.
    ///   - source: Where legs come from; it is asked once for each pair and direction, *n*(*n* - 1) times.
    ///   - cost: Durations in seconds, or distances in metres.
    ///   - width: The maximum number of legs asked for at once.
    ///   - missing: The cost where there is none; by default the error is thrown.
    /// - Throws: What `missing` throws, ``MissingCost`` by default; `StopOrderError.invalidCost` for a cost that a matrix does not
    ///   take; `CancellationError` where the task was cancelled. No leg is asked for any more then.
    /// - Precondition: `width` is above zero.
    /// - Complexity: *n*² legs and O(*n*²) memory.
    public init(
        between stops: [Stop], by source: any LegSource, cost: LegCost = .duration, width: Int = 8,
        missing: @escaping @Sendable (MissingCost) throws -> Double = { throw $0 }
    ) async throws {
        precondition(width > 0, "at least one leg is asked for at a time")
        let count = stops.count
        var costs = [Double](repeating: 0, count: count * count)
        try await withThrowingTaskGroup(of: (pair: Int, cost: Double).self) { group in
            var next = 0
            /// Asks for the next pair of different stops, if there is one.
            func ask() {
                while next < count * count, next / count == next % count { next += 1 }
                guard next < count * count else { return }
                let (pair, from, to) = (next, next / count, next % count)
                next += 1
                group.addTask {
                    try Task.checkCancellation()
                    let reason: LegError
                    do {
                        let leg = try await source.leg(from: stops[from], to: stops[to])
                        if let value = cost.value(of: leg) { return (pair, value) }
                        reason = .invalidAnswer(reason: "the leg does not say how long it takes")
                    } catch {
                        switch LegOutcome(error) {
                        case .cancelled: throw CancellationError()
                        case .notFound(let why): reason = .notFound(reason: why)
                        case .failed(let why): reason = why
                        case .found: preconditionFailure("an error is no leg")
                        }
                    }
                    return (pair, try missing(MissingCost(from: from, to: to, reason: reason)))
                }
            }
            for _ in 0..<width { ask() }
            while let answer = try await group.next() {
                costs[answer.pair] = answer.cost
                ask()
            }
        }
        try self.init(count: count) { costs[$0 * count + $1] }
    }
}
