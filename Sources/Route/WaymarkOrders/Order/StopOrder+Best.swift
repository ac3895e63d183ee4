public import WaymarkGeodesy

extension StopOrder {
    /// Returns the best order found of visits to places, by great-circle distance in metres.
    ///
    /// Up to 13 stops are solved exactly. More are searched until the effort is spent or the order is proved: nearest pairs
    /// joined, 2-opt, Or-opt, and local perturbations. The order is never longer than that of the input with its fixed ends
    /// put in place. Works on the calling thread, and ends soon with the best so far when its task is cancelled.
    ///
    /// - Parameters:
    ///   - coordinates: Places, any number; the same place may come any number of times, and is then visited once, but for
    ///     fixed ends.
    ///   - ends: Where to begin and to end.
    ///   - effort: How long to search.
    /// - Returns: A permutation of the places, its length and a lower bound.
    /// - Precondition: The ends are among the places.
    /// - Complexity: O(*n*² 2ⁿ) up to 13 stops; beyond, the effort and O(*n*²) time and memory; above 2 000 stops
    ///   O(*n* log *n*) and O(*n*).
    public static func bestBlocking(
        visiting coordinates: [Coordinate], ends: RouteEnds = .free, effort: SearchEffort = SearchEffort()
    ) -> StopOrder {
        bestBlocking(visiting: PointCosts(coordinates), ends: ends, effort: effort)
    }

    /// Returns the best order found of visits to stops, by what the ways between them cost.
    ///
    /// As by coordinates; where there and back differ, parts of the order change places without being turned round.
    ///
    /// - Parameters:
    ///   - matrix: Costs from each stop to each other.
    ///   - ends: Where to begin and to end.
    ///   - effort: How long to search.
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
        return OrderSearch(matrix, closed: closed, whole: whole, seed: seed, limit: limit) { members, width in
            NeighborLists(costs: whole, members: members, width: width)
        }.run()
    }

    static func bestBlocking(visiting costs: PointCosts, ends: RouteEnds, effort: SearchEffort) -> StopOrder {
        // From the first line on, time counts.
        let limit = SearchLimit(effort)
        ends.validate(count: costs.count)
        let places = DistinctPlaces(costs, ends: ends)
        return places.order(bestBlocking(among: places.costs, ends: places.ends, seed: effort.seed, limit: limit))
    }

    private static func bestBlocking(among costs: PointCosts, ends: RouteEnds, seed: UInt64, limit: SearchLimit)
        -> StopOrder
    {
        // Beyond, the matrix would take more memory than caches hold, and in the end more than there is.
        if costs.count <= 2000 { return bestBlocking(by: TravelMatrix(costs), ends: ends, seed: seed, limit: limit) }
        let closed = ClosedCosts(costs, ends: ends, largest: costs.largest)
        return OrderSearch(costs, closed: closed, whole: closed, seed: seed, limit: limit) { members, width in
            // A node that costs nothing to reach may lie anywhere.
            PointTree(ContiguousArray(members.map { costs.points[min($0, costs.count - 1)] })).nearest(width)
        }.run()
    }

    private static func exact(_ matrix: TravelMatrix, ends: RouteEnds) -> StopOrder {
        let order = HeldKarp.order(costs: matrix, ends: ends)
        let length = matrix.length(of: order, isClosed: ends.isClosed)
        return StopOrder(order: order, length: length, lowerBound: length, isProven: true, missed: [], iterations: 0)
    }
}
