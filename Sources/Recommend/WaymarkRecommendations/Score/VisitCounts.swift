import WaymarkText

/// How often places were visited, and how often on the same trip.
public struct VisitCounts: Sendable {
    /// A trip whose visits are left out, since they are what is asked about.
    package struct Excluded {
        let places: Set<Int>

        package init(places: Set<Int>) { self.places = places }
    }

    private let visits: [Double]
    private let together: [[Int: Double]]
    /// For each place the number of visits to others on its trips.
    private let others: [Double]
    /// How much the popularity of a place counts against what was seen together.
    private static let smoothing = 10.0

    /// Counts of trips, each a list of positions of places; a place counts once a trip.
    ///
    /// - Precondition: positions are below `placeCount`.
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

    /// All visits, and one more for each place.
    private let total: Double

    /// Identifies the counts: equal for the same visits on the same places.
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

    /// How many trips came to a place, but for one trip.
    func visits(of place: Int, excluding trip: Set<Int>) -> Double { visits[place] - (trip.contains(place) ? 1 : 0) }

    /// The share of all visits that fall on a place, one visit added to each.
    func popularity(of place: Int) -> Double { (visits[place] + 1) / total }

    /// The share of what visitors of a stop also visit that falls on a place, drawn towards the place's popularity.
    ///
    /// A stop shares nothing with itself.
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
