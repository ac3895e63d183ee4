extension StopOrder {
    /// Returns the best order found of visits within their windows.
    ///
    /// Windows have priority: the search looks for an order that meets them all, then for a short one among those. The
    /// length is that of travel only; waiting and stays cost nothing. If no order that meets all windows is found,
    /// ``missed`` lists those that the order misses, and by how much. If the windows themselves show that no order
    /// meets all, ``conflicts`` says why, and only a short search tries to keep the lateness small.
    ///
    /// - Parameters:
    ///   - matrix: Travel times between all stops, in the unit of the windows.
    ///   - visits: The window and the stay of each stop. The first stop's window also applies to the return of a round
    ///     trip.
    ///   - departure: The arrival at the first stop.
    ///   - ends: The ends of the order.
    ///   - effort: The limits of the search.
    /// - Returns: A permutation of the stops, its length, a lower bound, and the windows it misses.
    /// - Throws: ``StopOrderError/visitCount(_:stops:)``, ``StopOrderError/invalidVisit(stop:reason:)``.
    /// - Precondition: The ends are among the stops; `departure` is finite.
    /// - Complexity: The effort, O(*n*³) time and O(*n*²) memory.
    public static func bestBlocking(
        by matrix: TravelMatrix, visits: [StopVisit], departure: Double = 0, ends: RouteEnds = .free,
        effort: SearchEffort = SearchEffort()
    ) throws(StopOrderError) -> StopOrder {
        try StopVisit.validate(visits, stops: matrix.count)
        ends.validate(count: matrix.count)
        precondition(departure.isFinite, "the departure is not a finite number: \(departure)")
        guard matrix.count > 0 else { return bestBlocking(by: matrix, ends: ends, effort: effort) }

        let problem = WindowProblem(matrix, visits: visits, departure: departure, ends: ends)
        let found = WindowOrder(problem: problem).run(effort)
        let order = found.order.filter { $0 < matrix.count }
        let schedule = VisitSchedule(
            of: order, by: matrix, visits: visits, departure: departure, isClosed: ends.isClosed)
        let length = matrix.length(of: order, isClosed: ends.isClosed)
        // The times of the search include the stays.
        let bound = max(0, min(length, length - (found.cost - found.bound)))
        let whole = matrix.isIntegral ? max(0, bound - 1e-6).rounded(.up) : bound
        let isProven = found.isProven || (schedule.missed.isEmpty && whole >= length - 1e-9 * length)
        return StopOrder(
            order: order, length: length, lowerBound: isProven ? length : whole, isProven: isProven,
            missed: schedule.missed,
            // Misses due to rounding alone count as met.
            conflicts: schedule.missed.isEmpty ? [] : problem.conflicts, iterations: found.iterations)
    }
}

/// Why no order of stops meets all windows; times are in the unit of the windows.
public enum WindowConflict: Hashable, Sendable {
    /// The stop closes before it can be reached.
    case unreachable(stop: Int, earliest: Double)
    /// The stop, the first of a round trip, closes before the return.
    case noReturn(stop: Int, earliest: Double)
    /// Neither of the two can be reached in time from the other.
    case exclusive(Int, Int)
    /// The stops that must come before and after the stop leave no time for it.
    case blocked(stop: Int)
}
