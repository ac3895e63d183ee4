public import WaymarkGeodesy

extension StopOrder {
    /// Returns the best order found of visits to places, by great-circle distance in metres.
    ///
    /// Up to 13 stops are solved exactly. For more, the search continues until the effort is spent or the order is
    /// proven: greedy edges, 2-opt, Or-opt, and local perturbations. The order is never longer than the input order
    /// with its fixed ends moved into place. Runs on the calling thread; if its task is cancelled, it soon returns the
    /// best order so far.
    ///
    /// - Parameters:
    ///   - coordinates: Any number of places; a repeated place is visited once, except for fixed ends.
    ///   - ends: The ends of the order.
    ///   - effort: The limits of the search.
    /// - Returns: A permutation of the places, its length and a lower bound.
    /// - Precondition: The ends are among the places.
    /// - Complexity: O(*n*² 2ⁿ) up to 13 stops; beyond, the effort and O(*n*²) time and memory; above 2 000 stops
    ///   O(*n* log *n*) and O(*n*).
    public static func bestBlocking(
        visiting coordinates: [Coordinate], ends: RouteEnds = .free, effort: SearchEffort = SearchEffort()
    ) -> StopOrder {
        bestBlocking(visiting: PointCosts(coordinates), ends: ends, effort: effort)
    }

    /// Returns the best order found of visits to stops, by the costs between them.
    ///
    /// As for coordinates; with asymmetric costs, parts of the order are exchanged without reversal.
    ///
    /// - Parameters:
    ///   - matrix: Costs between all stops.
    ///   - ends: The ends of the order.
    ///   - effort: The limits of the search.
    /// - Returns: A permutation of the stops, its length and a lower bound.
    /// - Precondition: The ends are among the stops.
    /// - Complexity: O(*n*² 2ⁿ) up to 13 stops; beyond, the effort and O(*n*²).
    public static func bestBlocking(
        by matrix: TravelMatrix, ends: RouteEnds = .free, effort: SearchEffort = SearchEffort()
    ) -> StopOrder {
        bestBlocking(by: matrix, ends: ends, seed: effort.seed, limit: SearchLimit(effort))
    }

    private static func bestBlocking(
        by matrix: TravelMatrix, ends: RouteEnds, seed: UInt64, limit: SearchLimit
    ) -> StopOrder {
        ends.validate(count: matrix.count)
        if matrix.count <= HeldKarp.limit { return exact(matrix, ends: ends) }
        let closed = ClosedCosts(matrix, ends: ends, largest: matrix.values.max() ?? 0)
        let whole = TravelMatrix(materializing: closed)
        return OrderSearch(base: matrix, closed: closed, whole: whole, seed: seed, limit: limit) { members, width in
            NeighborLists(costs: whole, members: members, width: width)
        }.run()
    }

    package static func bestBlocking(visiting costs: PointCosts, ends: RouteEnds, effort: SearchEffort) -> StopOrder {
        // The budget starts here.
        let limit = SearchLimit(effort)
        ends.validate(count: costs.count)
        let places = DistinctPlaces(costs, ends: ends)
        var answer = bestBlocking(among: places.costs, ends: places.ends, seed: effort.seed, limit: limit)
        answer.order = places.order(answer.order)
        return answer
    }

    private static func bestBlocking(among costs: PointCosts, ends: RouteEnds, seed: UInt64, limit: SearchLimit)
        -> StopOrder
    {
        // Beyond, the matrix would exceed the caches and finally the memory.
        if costs.count <= 2000 { return bestBlocking(by: TravelMatrix(costs), ends: ends, seed: seed, limit: limit) }
        let closed = ClosedCosts(costs, ends: ends, largest: costs.largest)
        return OrderSearch(base: costs, closed: closed, whole: closed, seed: seed, limit: limit) { members, width in
            // A node of cost zero may lie anywhere.
            PointTree(ContiguousArray(members.map { costs.points[min($0, costs.count - 1)] })).nearest(width)
        }.run()
    }

    private static func exact(_ matrix: TravelMatrix, ends: RouteEnds) -> StopOrder {
        let order = HeldKarp.order(costs: matrix, ends: ends)
        let length = matrix.length(of: order, isClosed: ends.isClosed)
        return StopOrder(order: order, length: length, lowerBound: length, isProven: true)
    }
}
