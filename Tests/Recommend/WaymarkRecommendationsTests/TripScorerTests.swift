import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRecommendations

/// The parts of a score by their formulas, one after the other, and nothing prepared.
private struct SlowScorer {
    let query: (stops: [RecommendedPlace], isBetween: Bool)
    let places: RecommendedPlaces
    let trips: [[Int]]?

    private func distance(_ a: RecommendedPlace, _ b: RecommendedPlace) -> Double {
        Sphere.earth.distance(from: a.coordinate, to: b.coordinate).value
    }

    private func neighbours(of place: RecommendedPlace) -> [Double] {
        places.places.filter { $0.id != place.id }.map { distance($0, place) }.sorted()
    }

    var spacing: Double {
        if query.stops.count == 1 { return 1000 }
        let each = query.stops.map { stop in neighbours(of: stop).prefix(4).last ?? 0 }
        return max(100, each.reduce(0, +) / Double(each.count))
    }

    func parts(_ number: Int) -> [ScorePart: Double]? {
        let (place, stops, s) = (places.places[number], query.stops, spacing)
        if stops.contains(where: { $0.id == place.id && distance($0, place) <= 100 }) { return nil }
        if stops.contains(where: { stop in
            PlaceName(stop.name).reason(PlaceName(place.name), at: distance(stop, place)) != nil
        }) {
            return nil
        }
        var parts: [ScorePart: Double] = [:]
        var gaps = zip(stops, stops.dropFirst()).map { a, b in
            let extra = distance(a, place) + distance(place, b) - distance(a, b)
            return (distance(a, b) + s) / (distance(a, b) + s + max(0, extra))
        }
        if !query.isBetween || stops.count == 1 {
            gaps += [stops.first!, stops.last!].map { s / (s + distance($0, place)) }
        }
        parts[.way] = gaps.max()
        let own = neighbours(of: place)
        let shares = stops.flatMap { stop in
            let d = distance(stop, place)
            return [1, 4, 16].map { k in
                k > own.count || d == 0 ? 1.0 : own[k - 1] * own[k - 1] / (own[k - 1] * own[k - 1] + d * d)
            }
        }
        parts[.neighbours] = stops.count == 1 ? 0 : shares.reduce(0, +) / Double(shares.count)
        let known = places.places.filter { $0.theme != nil && (!$0.isFacility || $0.worth != nil) }
        let themed = stops.filter { stop in places.themes.contains { $0 == stop.theme } }
        let share = Double(known.count { $0.theme == place.theme }) / Double(max(1, known.count))
        if stops.count == 1 {
            parts[.theme] = 0
        } else if let theme = place.theme, !place.isFacility || place.worth != nil, share > 0 {
            let others = Double(stops.count - themed.count + 2) * share
            let lift = (Double(themed.count { $0.theme == theme }) + others) / Double(stops.count + 2) / share
            parts[.theme] = lift / (1 + lift)
        } else {
            parts[.theme] = 0.5
        }
        let isRated = places.places.contains { $0.worth != nil }
        parts[.worth] = isRated ? place.worth.map { 0.25 + $0 / 2 } ?? 0.5 : 0.5 + log(places.worth(of: number)) / 4
        if stops.count == 1 {
            parts[.near] = 1 - log(1 + distance(stops[0], place) / 300) / log(1 + .pi * 6_371_008.8 / 300)
            (parts[.way], parts[.apart]) = (0, 0)
        } else {
            parts[.near] = 0
            let gaps = stops.indices.map { stop in
                stops.indices.filter { $0 != stop }.map { distance(stops[stop], stops[$0]) }.min()!
            }.sorted()
            let usual = min(1000, max(300, (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2))
            let nearest = stops.map { distance($0, place) }.min()!
            parts[.apart] = nearest >= usual ? 1 : exp(-pow(log((nearest + 100) / (usual + 100)), 2) / 2)
        }
        if let trips {
            let sets = trips.map { Set($0) }
            let total = Double(sets.reduce(0) { $0 + $1.count } + places.places.count)
            let popularity = Double(sets.count { $0.contains(number) } + 1) / total
            let visited = stops.compactMap { stop in
                places.places.indices.first {
                    places.places[$0].id == stop.id && distance(places.places[$0], stop) <= 100
                }
            }
            let shares = visited.map { stop in
                let with = sets.filter { $0.contains(stop) }
                let both = Double(with.count { $0.contains(number) })
                let all = Double(with.reduce(0) { $0 + $1.count - 1 })
                return ((both + 10 * popularity) / (all + 10)).squareRoot()
            }
            parts[.together] = shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
        }
        return parts
    }
}

@Suite struct TripScorerTests {
    private static let all = try! ScoreWeights([
        .way: 1, .neighbours: 1, .theme: 1, .worth: 1, .together: 1, .near: 1, .apart: 1,
    ])

    @Test("parts equal their formulas", arguments: 1...24 as ClosedRange<UInt64>)
    func partsEqualFormulas(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = MadeTrips.places([3, 12, 90][Int(seed) % 3], using: &generator)
        let query = MadeTrips.query(places, using: &generator)
        let trips = seed % 2 == 0 ? MadeTrips.visits(places, using: &generator) : nil
        let visits = trips.map { VisitCounts($0, placeCount: places.places.count) }
        let scorer = TripScorer(
            query.stops, isBetween: query.isBetween, places: places, weights: Self.all, visits: visits)
        let slow = SlowScorer(query: query, places: places, trips: trips)
        #expect(abs(scorer.spacing - slow.spacing) < 1e-6)
        for place in places.places.indices {
            let (fast, slow) = (scorer.parts(of: place), slow.parts(place))
            #expect((fast == nil) == (slow == nil), "\(place)")
            guard let fast, let slow else { continue }
            for (part, value) in slow where scorer.weights[part.lane] > 0 {
                #expect(abs(fast[part.lane] - value) < 1e-9, "\(part) of \(place)")
            }
            #expect(0...1 ~= scorer.score(fast))
        }
    }

    @Test("around one stop only the way, worth and visits count: without them the nearest place is first")
    func aroundOne() {
        var generator = SplitMix64(seed: 11)
        let places = RecommendedPlaces(
            MadeTrips.places(200, using: &generator).places.map {
                var place = $0
                place.worth = nil
                return place
            })
        for stop in places.places.prefix(40) {
            let scorer = TripScorer([stop], places: places, weights: .standard)
            #expect(scorer.weights[ScorePart.near.lane] > scorer.weights[ScorePart.worth.lane])
            #expect(scorer.weights[ScorePart.way.lane] == 0)
            let list = Recommender(places).recommendations(around: stop, within: .kilometers(60), count: 20)
            let isLast = list.map { places.isFacility($0.place) }
            #expect(isLast == isLast.filter { !$0 } + isLast.filter(\.self))
            for rank in [false, true] {
                let distances = zip(list, isLast).filter { $0.1 == rank }.map(\.0.distance)
                #expect(distances == distances.sorted())
            }
        }
    }

    @Test("one trip's visits are left out as if it had never been")
    func excluded() {
        var generator = SplitMix64(seed: 7)
        let places = MadeTrips.places(15, using: &generator)
        let trips = MadeTrips.visits(places, using: &generator)
        let all = VisitCounts(trips, placeCount: 15)
        for (number, trip) in trips.enumerated() {
            var others = trips
            others.remove(at: number)
            let without = VisitCounts(others, placeCount: 15)
            for a in 0..<15 {
                for b in 0..<15 {
                    let share = all.share(of: a, with: b, excluding: Set(trip))
                    #expect(abs(share - without.share(of: a, with: b, excluding: nil)) < 1e-15)
                }
            }
        }
    }
}
