internal import WaymarkText

/// The number of visits to each place, and to each pair of places on the same trip.
public struct VisitCounts: Sendable {
    /// A trip whose visits are left out, since the question is about it.
    package struct Excluded {
        let places: Set<Int>

        package init(places: Set<Int>) { self.places = places }
    }

    private let visits: [Double]
    private let together: [[Int: Double]]
    /// For each place, the number of visits to other places on its trips.
    private let others: [Double]
    /// The weight of a place's popularity relative to joint visits.
    private static let smoothing = 10.0

    /// Counts trips, each a list of positions of places; a place counts once per trip.
    ///
    /// - Precondition: Positions are below `placeCount`.
    /// - Complexity: O(the sum of the squares of the trips' lengths).
    public init(_ trips: some Sequence<[Int]>, placeCount: Int) {
        var visits = [Double](repeating: 0, count: placeCount)
        var together = [[Int: Double]](repeating: [:], count: placeCount)
        var others = visits
        for trip in trips {
            let places = Set(trip)
            for place in places {
                visits[place] += 1
                others[place] += Double(places.count - 1)
                for other in places where other != place { together[place][other, default: 0] += 1 }
            }
        }
        (self.visits, self.together, self.others) = (visits, together, others)
        total = visits.reduce(0, +) + Double(placeCount)
    }

    /// The number of all visits, plus one for each place.
    private let total: Double

    /// A hash that is equal for the same visits to the same places.
    package var hash: String {
        var text = ""
        for place in visits.indices where visits[place] > 0 {
            let pairs = together[place].sorted { $0.key < $1.key }.map { "\($0.key):\(Int($0.value))" }
            text += "\(place) \(Int(visits[place])) \(pairs.joined(separator: ","))\n"
        }
        var hash = XXH64()
        hash.update(ContiguousArray(text.utf8).span)
        return hash.text
    }

    /// The number of trips to a place, without one trip.
    func visits(of place: Int, excluding trip: Set<Int>) -> Double { visits[place] - (trip.contains(place) ? 1 : 0) }

    /// The share of all visits that went to a place, with one visit added to each place.
    func popularity(of place: Int) -> Double { (visits[place] + 1) / total }

    /// The share of a place in what visitors of a stop also visit, smoothed towards the place's popularity.
    ///
    /// The share of a stop with itself is 0.
    package func share(of place: Int, with stop: Int, excluding trip: Excluded?) -> Double {
        if place == stop { return 0 }
        var (both, all, own, sum) = (together[stop][place] ?? 0, others[stop], visits[place], total)
        if let trip {
            sum -= Double(trip.places.count)
            if trip.places.contains(place) { own -= 1 }
            if trip.places.contains(stop) {
                all -= Double(trip.places.count - 1)
                if trip.places.contains(place) { both -= 1 }
            }
        }
        return (both + Self.smoothing * (own + 1) / sum) / (all + Self.smoothing)
    }
}
