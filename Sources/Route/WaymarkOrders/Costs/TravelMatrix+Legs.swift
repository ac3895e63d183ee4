import WaymarkGeodesy
public import WaymarkRoutes

/// The cost of legs in a matrix.
public enum LegCost: Hashable, Sendable {
    /// The duration of the leg, in seconds.
    case duration
    /// The length of the leg, in metres.
    case distance

    /// The cost of a leg; nil if its source gives none.
    func value(of leg: Leg) -> Double? {
        switch self {
        case .duration: leg.duration.map { $0 / .seconds(1) }
        case .distance: leg.distance.value
        }
    }
}

/// The cost between two stops is missing: there is no leg, or it has no duration.
public struct MissingCost: Error, Hashable, Sendable {
    /// The first stop of the leg, from 0.
    public let from: Int
    /// The second stop of the leg, from 0.
    public let to: Int
    /// The reason.
    public let reason: LegError

    /// Why the cost from one stop to another is missing.
    public init(from: Int, to: Int, reason: LegError) { (self.from, self.to, self.reason) = (from, to, reason) }
}

extension MissingCost: CustomStringConvertible {
    /// The stops, numbered from 1, and the reason: `no cost from stop 1 to stop 3: no way found: sea`.
    public var description: String { "no cost from stop \(from + 1) to stop \(to + 1): \(reason)" }
}

extension TravelMatrix {
    /// A matrix of the costs of a source's legs between all stops, in both directions.
    ///
    /// ```swift
    /// let seconds = try await TravelMatrix(between: stops, by: source) { _ in 86_400 }
    /// ```
    ///
    /// - Parameters:
    ///   - stops: Stops, any number.
    ///   - source: The source of legs, called once for each pair and direction, *n*(*n* - 1) times.
    ///   - cost: Durations in seconds, or distances in metres.
    ///   - width: The maximum number of simultaneous requests.
    ///   - missing: Returns the cost of a missing leg; by default it throws the error.
    /// - Throws: The error of `missing`, by default ``MissingCost``; `StopOrderError.invalidCost` for an invalid cost;
    ///   `CancellationError` if the task was cancelled. No more legs are requested then.
    /// - Precondition: `width` is above zero.
    /// - Complexity: *n*² legs and O(*n*²) memory.
    public init(
        between stops: [Stop], by source: any LegSource, cost: LegCost = .duration, width: Int = 8,
        missing: @escaping @Sendable (MissingCost) throws -> Double = { throw $0 }
    ) async throws {
        precondition(width > 0, "the width is below 1: \(width)")
        let count = stops.count
        var costs = [Double](repeating: 0, count: count * count)
        try await withThrowingTaskGroup(of: (pair: Int, cost: Double).self) { group in
            var next = 0
            /// Requests the next pair of different stops, if there is one.
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
                        reason = .invalidAnswer(reason: "the leg has no duration")
                    } catch {
                        switch LegOutcome(error) {
                        case .cancelled: throw CancellationError()
                        case .notFound(let why): reason = .notFound(reason: why)
                        case .failed(let why): reason = why
                        case .found: preconditionFailure("an error became a leg")
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
