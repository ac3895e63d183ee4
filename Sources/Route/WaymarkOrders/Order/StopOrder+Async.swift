public import WaymarkGeodesy

// The search never waits, so it occupies one thread of Swift's pool. On your own threads, use `bestBlocking`.
extension StopOrder {
    /// Returns the best order found of visits to places, by great-circle distance in metres, without blocking the
    /// caller's actor.
    ///
    /// The order equals that of ``bestBlocking(visiting:ends:effort:)``; a cancelled task soon gets the best so far.
    ///
    /// - Precondition: The ends are among the places.
    /// - Complexity: That of ``bestBlocking(visiting:ends:effort:)``.
    @concurrent
    public static func best(
        visiting coordinates: [Coordinate], ends: RouteEnds = .free, effort: SearchEffort = SearchEffort()
    ) async -> StopOrder {
        bestBlocking(visiting: coordinates, ends: ends, effort: effort)
    }

    /// Returns the best order found of visits to stops, by the costs between them, without blocking the caller's actor.
    ///
    /// The order equals that of ``bestBlocking(by:ends:effort:)``; a cancelled task soon gets the best so far.
    ///
    /// - Precondition: The ends are among the stops.
    /// - Complexity: That of ``bestBlocking(by:ends:effort:)``.
    @concurrent
    public static func best(
        by matrix: TravelMatrix, ends: RouteEnds = .free, effort: SearchEffort = SearchEffort()
    ) async -> StopOrder {
        bestBlocking(by: matrix, ends: ends, effort: effort)
    }

    /// Returns the best order found of visits within their windows, without blocking the caller's actor.
    ///
    /// The order equals that of ``bestBlocking(by:visits:departure:ends:effort:)``; a cancelled task soon gets the best
    /// so far.
    ///
    /// - Throws: ``StopOrderError/visitCount(_:stops:)``, ``StopOrderError/invalidVisit(stop:reason:)``.
    /// - Precondition: The ends are among the stops; `departure` is finite.
    /// - Complexity: That of ``bestBlocking(by:visits:departure:ends:effort:)``.
    @concurrent
    public static func best(
        by matrix: TravelMatrix, visits: [StopVisit], departure: Double = 0, ends: RouteEnds = .free,
        effort: SearchEffort = SearchEffort()
    ) async throws(StopOrderError) -> StopOrder {
        try bestBlocking(by: matrix, visits: visits, departure: departure, ends: ends, effort: effort)
    }
}
