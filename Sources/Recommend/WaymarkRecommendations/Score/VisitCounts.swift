internal import WaymarkText

/// The number of visits to each place, and to each pair of places on the same trip.
public struct VisitCounts: Sendable {
    private let visits: ContiguousArray<UInt32>
    /// For each place, the number of visits to other places on its trips.
    private let others: ContiguousArray<Double>
    /// The places on trips with each place, ascending, and the number of these trips: a row for each place, which ends
    /// where the next begins.
    private let companions: ContiguousArray<UInt32>
    private let together: ContiguousArray<UInt32>
    private let starts: ContiguousArray<Int>
    /// The weight of a place's popularity relative to joint visits.
    private static let smoothing = 10.0
    /// The number of places up to which a trip joins each two of them. Longer ones, such as lists of everything in a
    /// country, say nothing of pairs, and would take memory by the square of their length.
    public static let maxJoined = 100

    /// Counts trips, each a list of positions of places; a place counts once per trip.
    ///
    /// - Precondition: Positions are below `placeCount`, and that is below 2³².
    /// - Complexity: O(the sum of the squares of the trips' lengths), of trips of at most ``maxJoined`` places.
    public init(_ trips: some Sequence<[Int]>, placeCount: Int) {
        var visits = ContiguousArray<UInt32>(repeating: 0, count: placeCount)
        var others = ContiguousArray<Double>(repeating: 0, count: placeCount)
        // The places of all trips one after another, and the trips of each place.
        var places: ContiguousArray<UInt32> = []
        var ends: ContiguousArray<Int> = [0]
        for trip in trips {
            let distinct = Set(trip)
            let isJoined = distinct.count <= Self.maxJoined
            for place in distinct {
                visits[place] += 1
                if isJoined { others[place] += Double(distinct.count - 1) }
            }
            if isJoined, distinct.count > 1 {
                places += distinct.map { UInt32($0) }
                ends.append(places.count)
            }
        }
        (companions, together, starts) = Self.rows(places, ends, placeCount: placeCount)
        (self.visits, self.others) = (visits, others)
        total = visits.reduce(0) { $0 + Double($1) } + Double(placeCount)
    }

    /// The rows of all places, made one by one, so that no list of all pairs with repetitions is held.
    private static func rows(
        _ places: ContiguousArray<UInt32>, _ ends: ContiguousArray<Int>, placeCount: Int
    ) -> (ContiguousArray<UInt32>, ContiguousArray<UInt32>, ContiguousArray<Int>) {
        var tripStarts = ContiguousArray<Int>(repeating: 0, count: placeCount + 1)
        for place in places { tripStarts[Int(place) + 1] += 1 }
        for place in 0..<placeCount { tripStarts[place + 1] += tripStarts[place] }
        var trips = ContiguousArray<UInt32>(repeating: 0, count: places.count)
        var next = tripStarts
        for trip in 0..<ends.count - 1 {
            for i in ends[trip]..<ends[trip + 1] {
                trips[next[Int(places[i])]] = UInt32(trip)
                next[Int(places[i])] += 1
            }
        }
        var companions: ContiguousArray<UInt32> = []
        var together: ContiguousArray<UInt32> = []
        var starts: ContiguousArray<Int> = [0]
        var seen: ContiguousArray<UInt32> = []
        for place in 0..<placeCount {
            seen.removeAll(keepingCapacity: true)
            for trip in trips[tripStarts[place]..<tripStarts[place + 1]] {
                for other in places[ends[Int(trip)]..<ends[Int(trip) + 1]] where other != place { seen.append(other) }
            }
            seen.sort()
            for other in seen {
                if companions.count > starts[place], companions[companions.count - 1] == other {
                    together[together.count - 1] += 1
                } else {
                    companions.append(other)
                    together.append(1)
                }
            }
            starts.append(companions.count)
        }
        return (companions, together, starts)
    }

    /// The number of all visits, plus one for each place.
    private let total: Double

    /// A hash that is equal for the same visits to the same places.
    package var hash: String {
        var hash = XXH64()
        for place in visits.indices where visits[place] > 0 {
            let row = starts[place]..<starts[place + 1]
            let pairs = row.map { "\(companions[$0]):\(together[$0])" }.joined(separator: ",")
            hash.update(ContiguousArray("\(place) \(visits[place]) \(pairs)\n".utf8).span)
        }
        return hash.text
    }

    /// The number of trips to a place, without one trip.
    package func visits(of place: Int, excluding trip: Set<Int>) -> Double {
        Double(visits[place]) - (trip.contains(place) ? 1 : 0)
    }

    /// The number of trips to both of two places.
    private func joint(_ place: Int, _ stop: Int) -> Double {
        let row = starts[stop]..<starts[stop + 1]
        let at = companions[row].partitioningIndex { Int($0) >= place }
        return row.contains(at) && companions[at] == place ? Double(together[at]) : 0
    }

    /// The share of a place in what visitors of a stop also visit, smoothed towards the place's popularity.
    ///
    /// The share of a stop with itself is 0. The visits of one trip may be left out.
    package func share(of place: Int, with stop: Int, excluding trip: Set<Int>?) -> Double {
        if place == stop { return 0 }
        var (both, all, own, sum) = (joint(place, stop), others[stop], Double(visits[place]), total)
        if let trip {
            sum -= Double(trip.count)
            if trip.contains(place) { own -= 1 }
            if trip.contains(stop), trip.count <= Self.maxJoined {
                all -= Double(trip.count - 1)
                if trip.contains(place) { both -= 1 }
            }
        }
        return (both + Self.smoothing * (own + 1) / sum) / (all + Self.smoothing)
    }
}
