/// Points to visit, with equal ones combined: moving between equal points costs nothing, so a best order visits them
/// consecutively.
///
/// Otherwise the nearest neighbours of a stop among thousands at one place would all be at that place, and a search
/// through neighbours could not leave it.
struct DistinctPlaces {
    /// The costs between the places.
    let costs: PointCosts
    /// The ends, as places.
    let ends: RouteEnds
    /// The stops, grouped by place.
    private let stops: [Int]
    /// The start of each place's stops in `stops`, followed by the end.
    private let starts: [Int]

    /// Stops that must be first or last stay separate. Stops are combined only on the sphere, where the triangle
    /// inequality holds; rounded lengths may violate it.
    ///
    /// - Complexity: O(*n*).
    init(_ costs: PointCosts, ends: RouteEnds) {
        var placeOf: [Int] = []
        placeOf.reserveCapacity(costs.count)
        var firsts: [Int] = []
        var known: [SIMD3<Double>: Int] = [:]
        for (stop, point) in costs.points.enumerated() {
            let isAlone = costs.metric != .greatCircle || stop == ends.first || stop == ends.last
            let place = isAlone ? firsts.count : known[point] ?? firsts.count
            if place == firsts.count { firsts.append(stop) }
            if !isAlone { known[point] = place }
            placeOf.append(place)
        }
        var starts = Array(repeating: 0, count: firsts.count + 1)
        for place in placeOf { starts[place + 1] += 1 }
        for place in firsts.indices { starts[place + 1] += starts[place] }
        var next = starts
        var stops = placeOf
        for (stop, place) in placeOf.enumerated() {
            stops[next[place]] = stop
            next[place] += 1
        }
        (self.stops, self.starts) = (stops, starts)
        self.ends =
            switch ends {
            case _ where placeOf.isEmpty: ends
            case .free: .free
            case .start(let stop): .start(placeOf[stop])
            case .end(let stop): .end(placeOf[stop])
            case .startAndEnd(let start, let end): .startAndEnd(placeOf[start], placeOf[end])
            case .roundTrip(from: let stop): .roundTrip(from: placeOf[stop])
            }
        self.costs =
            firsts.count == costs.count
            ? costs : PointCosts(metric: costs.metric, points: ContiguousArray(firsts.map { costs.points[$0] }))
    }

    /// An order of places as an order of stops.
    func order(_ answer: StopOrder) -> StopOrder {
        if costs.count == stops.count { return answer }
        return StopOrder(
            order: answer.order.flatMap { stops[starts[$0]..<starts[$0 + 1]] }, length: answer.length,
            lowerBound: answer.lowerBound, isProven: answer.isProven, missed: [], iterations: answer.iterations)
    }
}
