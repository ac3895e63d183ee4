/// Points to visit, with equal ones combined: moving between equal points costs nothing, so a best order visits them
/// consecutively.
///
/// Otherwise the nearest neighbours of a stop among thousands at one place would all be at that place, and a search
/// through neighbours could not leave it.
struct DistinctPlaces {
    let costs: PointCosts
    let ends: RouteEnds
    /// The stops at each place.
    private let stops: [[Int]]

    /// Stops that must be first or last stay separate. Stops are combined only on the sphere, where the triangle
    /// inequality holds; rounded lengths may violate it.
    ///
    /// - Complexity: O(*n*).
    init(_ costs: PointCosts, ends: RouteEnds) {
        var stops: [[Int]] = []
        var known: [SIMD3<Double>: Int] = [:]
        for (stop, point) in costs.points.enumerated() {
            let isAlone = costs.isPlane || stop == ends.first || stop == ends.last
            if !isAlone, let place = known[point] {
                stops[place].append(stop)
                continue
            }
            if !isAlone { known[point] = stops.count }
            stops.append([stop])
        }
        self.stops = stops
        // Ends of no stops stay as they are.
        func place(_ stop: Int) -> Int { stops.firstIndex { $0[0] == stop } ?? stop }
        if case .roundTrip(from: let stop) = ends {
            self.ends = .roundTrip(from: place(stop))
        } else {
            self.ends = RouteEnds(first: ends.first.map(place), last: ends.last.map(place))
        }
        self.costs =
            stops.count == costs.count
            ? costs : PointCosts(ContiguousArray(stops.map { costs.points[$0[0]] }), isPlane: costs.isPlane)
    }

    /// An order of places as an order of stops.
    func order(_ places: [Int]) -> [Int] { places.flatMap { stops[$0] } }
}
