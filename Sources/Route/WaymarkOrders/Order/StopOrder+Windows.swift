extension StopOrder {
    /// Returns the best order found of visits within their windows.
    ///
    /// Windows come first: an order that meets them all is looked for, then a short one among those. Its length is that of
    /// the ways alone; waiting and stays cost nothing. Where none is found that meets all windows, ``missed`` names those
    /// that the order misses, and by how much. Where the windows themselves show that no order meets all, ``conflicts``
    /// says why, and no more than a short search is spent on missing them by little.
    ///
    /// - Parameters:
    ///   - matrix: Times from each stop to each other, in the unit of the windows.
    ///   - visits: When each stop may be visited, and how long that takes. The first stop's window holds for the return of a
    ///     round trip too.
    ///   - departure: When the first stop is reached.
    ///   - ends: Where to begin and to end.
    ///   - effort: How long to search.
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
        precondition(departure.isFinite, "a departure is a time")
        guard matrix.count > 0 else { return bestBlocking(by: matrix, ends: ends, effort: effort) }

        let problem = WindowProblem(matrix, visits: visits, departure: departure, ends: ends)
        let found = WindowOrder(problem).run(effort)
        let order = found.order.filter { $0 < matrix.count }
        let schedule = VisitSchedule(
            of: order, by: matrix, visits: visits, departure: departure, isClosed: ends.isClosed)
        let length = matrix.length(of: order, isClosed: ends.isClosed)
        // What the search counts holds the stays too.
        let bound = max(0, min(length, length - (found.cost - found.bound)))
        let whole = matrix.isIntegral ? max(0, bound - 1e-6).rounded(.up) : bound
        let isProven = found.isProven || (schedule.missed.isEmpty && whole >= length - 1e-9 * length)
        var answer = StopOrder(
            order: order, length: length, lowerBound: isProven ? length : whole, isProven: isProven,
            missed: schedule.missed, iterations: found.iterations)
        // What rounding alone would miss is met.
        if !schedule.missed.isEmpty { answer.conflicts = problem.conflicts }
        return answer
    }
}
