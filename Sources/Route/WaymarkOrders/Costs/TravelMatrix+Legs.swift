import WaymarkGeodesy
public import WaymarkRoutes

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
    /// A source with tables (`LegSource.maxPlacesPerTable`) is asked for them: one for all places if they are few enough,
    /// otherwise parts of the table. Others are asked once for each pair and direction, for as many legs at a time as they
    /// answer together (`LegSource.maxLegsPerRequest`): along a path that goes back and forth between the stops. Stops at
    /// one place cost nothing from one to another, and are asked for once. A fallback leg counts as missing.
    ///
    /// ```swift
    /// let matrix = try await TravelMatrix(between: stops, by: legs) { missing in
    ///     if case .notFound = missing.reason { return 1e6 }  // an island: last
    ///     throw missing
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - stops: Any stops.
    ///   - source: The source of legs.
    ///   - cost: Durations in seconds, or distances in metres.
    ///   - width: The maximum number of simultaneous requests.
    ///   - missing: Returns the cost of a missing leg; by default it throws the error.
    /// - Throws: The error of `missing`, by default ``MissingCost``; `StopOrderError.invalidCost` for an invalid cost;
    ///   `CancellationError` if the task was cancelled. Nothing more is requested then.
    /// - Precondition: `width` is above zero.
    /// - Complexity: *n*(*n* - 1) legs, in *n*(*n* - 1)/*m* requests for *m* legs each, or (2*n*/*m*)² tables of *m*
    ///   places, and O(*n*²) memory.
    public init(
        between stops: [Stop], by source: any LegSource, cost: LegCost = .duration, width: Int = 8,
        missing: @escaping @Sendable (MissingCost) throws -> Double = { throw $0 }
    ) async throws {
        precondition(width > 0, "the width is below 1: \(width)")
        var firsts: [Int] = []
        var placeOf: [Int] = []
        var known: [Coordinate: Int] = [:]
        for (stop, coordinate) in stops.map(\.coordinate).enumerated() {
            let place = known[coordinate] ?? firsts.count
            if place == firsts.count {
                known[coordinate] = place
                firsts.append(stop)
            }
            placeOf.append(place)
        }
        let costs = LegCosts(stops: firsts.map { stops[$0] }, source: source, cost: cost) { [firsts] absent in
            try missing(MissingCost(from: firsts[absent.from], to: firsts[absent.to], reason: absent.reason))
        }
        let values = try await costs.values(width: width)
        try self.init(count: stops.count) { from, to in
            placeOf[from] == placeOf[to] ? 0 : values[placeOf[from] * firsts.count + placeOf[to]]
        }
    }
}
