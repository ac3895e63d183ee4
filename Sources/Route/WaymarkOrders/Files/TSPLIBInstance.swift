/// A round trip of TSPLIB: a `.tsp` or `.atsp` file, with distances rounded as its published optima are.
///
/// Reads the types TSP and ATSP with EUC_2D, ATT and GEO coordinates and with EXPLICIT matrices in rows, full or triangular;
/// what only serves display is ignored. Source: Reinelt, TSPLIB 95.
public struct TSPLIBInstance: Hashable, Sendable {
    /// Its name in the file; may be empty.
    public let name: String
    /// The number of nodes. Node `i` of an order is number `i + 1` in the file.
    public var count: Int {
        switch costs {
        case .matrix(let matrix): matrix.count
        case .points(let points): points.count
        }
    }

    enum Costs: Hashable, Sendable {
        case matrix(TravelMatrix)
        case points(PointCosts)
    }

    let costs: Costs

    init(name: String, costs: Costs) {
        self.name = name
        self.costs = costs
    }

    /// The distance between two nodes, with the instance's own rounding.
    ///
    /// - Precondition: Both are its nodes, from 0.
    public func distance(from start: Int, to end: Int) -> Double {
        precondition(start >= 0 && start < count && end >= 0 && end < count, "no such node")
        return switch costs {
        case .matrix(let matrix): matrix.cost(start, end)
        case .points(let points): points.cost(start, end)
        }
    }
}

extension StopOrder {
    /// Returns the best order found for an instance's nodes: a round trip from its first, unless other ends are given.
    ///
    /// As for a matrix or coordinates; lengths have the instance's own rounding.
    ///
    /// - Precondition: The ends are among the nodes.
    public static func bestBlocking(
        solving instance: TSPLIBInstance, ends: RouteEnds = .roundTrip, effort: SearchEffort = SearchEffort()
    ) -> StopOrder {
        switch instance.costs {
        case .matrix(let matrix): bestBlocking(by: matrix, ends: ends, effort: effort)
        case .points(let points): bestBlocking(visiting: points, ends: ends, effort: effort)
        }
    }
}
