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
    ///   - source: The source of legs. It is asked once for each pair and direction, for as many legs at a time as it
    ///     answers together (`LegSource.maxLegsPerRequest`): along a path that goes back and forth between the stops.
    ///   - cost: Durations in seconds, or distances in metres.
    ///   - width: The maximum number of simultaneous requests.
    ///   - missing: Returns the cost of a missing leg; by default it throws the error.
    /// - Throws: The error of `missing`, by default ``MissingCost``; `StopOrderError.invalidCost` for an invalid cost;
    ///   `CancellationError` if the task was cancelled. No more legs are requested then.
    /// - Precondition: `width` is above zero.
    /// - Complexity: *n*(*n* - 1) legs, in *n*(*n* - 1)/*m* requests for *m* legs each, and O(*n*²) memory.
    public init(
        between stops: [Stop], by source: any LegSource, cost: LegCost = .duration, width: Int = 8,
        missing: @escaping @Sendable (MissingCost) throws -> Double = { throw $0 }
    ) async throws {
        precondition(width > 0, "the width is below 1: \(width)")
        let count = stops.count
        let path = Self.circuit(count)
        // No request waits for a formula.
        let maxLegs = source.isImmediate ? 4096 : max(1, source.maxLegsPerRequest)
        var costs = [Double](repeating: 0, count: count * count)
        try await withThrowingTaskGroup(of: (first: Int, costs: [Double]).self) { group in
            var next = 0
            /// Requests the next legs of the path, if there are any.
            func ask() {
                guard next < path.count - 1 else { return }
                let (first, places) = (next, Array(path[next...min(next + maxLegs, path.count - 1)]))
                next += places.count - 1
                group.addTask {
                    try Task.checkCancellation()
                    let outcomes = await source.everyOutcome(through: places.map { stops[$0] })
                    let values = try outcomes.enumerated().map { leg, outcome in
                        let reason: LegError
                        switch outcome {
                        case .found(let leg):
                            if let value = cost.value(of: leg) { return value }
                            reason = .invalidAnswer(reason: "the leg has no duration")
                        case .cancelled: throw CancellationError()
                        case .notFound(let why): reason = .notFound(reason: why)
                        case .failed(let why): reason = why
                        }
                        return try missing(MissingCost(from: places[leg], to: places[leg + 1], reason: reason))
                    }
                    return (first, values)
                }
            }
            for _ in 0..<width { ask() }
            while let answer = try await group.next() {
                for (leg, cost) in answer.costs.enumerated() {
                    costs[path[answer.first + leg] * count + path[answer.first + leg + 1]] = cost
                }
                ask()
            }
        }
        try self.init(count: count) { costs[$0 * count + $1] }
    }

    /// A round trip that goes from each of `count` stops to each other once: 0 1 0 2 0 3, 1 2 1 3, 2 3, 0 for four. Empty
    /// for fewer than two.
    static func circuit(_ count: Int) -> [Int] {
        let pairs = (0..<count).flatMap { from in (from..<count).dropFirst().flatMap { [from, $0] } }
        return pairs.isEmpty ? [] : pairs + [0]
    }
}
