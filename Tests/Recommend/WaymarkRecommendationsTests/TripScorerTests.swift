import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRecommendations

/// The parts of a score by their formulas, one after the other, and nothing prepared.
private struct SlowScorer {
    let query: RecommendationQuery
    let places: RecommendedPlaces
    let trips: [[Int]]?

    private func distance(_ a: RecommendedPlace, _ b: RecommendedPlace) -> Double {
        Sphere.earth.distance(from: a.coordinate, to: b.coordinate).value
    }

    private func neighbours(of place: RecommendedPlace) -> [Double] {
        places.places.filter { $0.id != place.id }.map { distance($0, place) }.sorted()
    }

    var spacing: Double {
        let each = query.stops.map { stop in neighbours(of: stop).prefix(4).last ?? 0 }
        return max(100, each.reduce(0, +) / Double(each.count))
    }

    private func pairs(_ name: String) -> Set<String> {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }.map(String.init)
        return letters.count == 1 ? Set(letters) : Set(zip(letters, letters.dropFirst()).map { $0 + $1 })
    }

    private func common(_ a: RecommendedPlace, _ b: RecommendedPlace) -> Double {
        let (x, y) = (pairs(a.name), pairs(b.name))
        return x.isEmpty || y.isEmpty ? 0 : Double(x.intersection(y).count) / Double(min(x.count, y.count))
    }

    func parts(_ number: Int) -> [ScorePart: Double]? {
        let (place, stops, s) = (places.places[number], query.stops, spacing)
        let near = stops.filter { distance($0, place) < 30_000 }
        if stops.contains(where: { $0.id == place.id }) { return nil }
        if near.contains(where: { common($0, place) >= 0.7 && distance($0, place) < 1000 }) { return nil }
        var parts: [ScorePart: Double] = [:]
        func mean(_ value: (RecommendedPlace) -> Double) -> Double {
            stops.reduce(0) { $0 + value($1) } / Double(stops.count)
        }
        parts[.nearness] = 1 - min(1, mean { log(1 + distance($0, place) / s) } / log(101))
        let own = neighbours(of: place)
        parts[.kinship] =
            mean { stop in
                let d = distance(stop, place)
                let shares = [1, 2, 4, 8, 16, 32].map { k in
                    if k > own.count || d == 0 { return 1.0 }
                    return 1 - d * d / (own[k - 1] * own[k - 1] + d * d)
                }
                return shares.reduce(0, +) / 6
            }
        var gaps = zip(stops, stops.dropFirst()).map { a, b in
            let extra = distance(a, place) + distance(place, b) - distance(a, b)
            return (distance(a, b) + s) / (distance(a, b) + s + max(0, extra))
        }
        if !query.isBetween || stops.count == 1 {
            gaps += [stops.first!, stops.last!].map { s / (s + distance($0, place)) }
        }
        parts[.detour] = gaps.max()
        let named = stops.filter { $0.municipality != nil }
        parts[.municipality] =
            place.municipality == nil || named.isEmpty
            ? 0.5 : Double(named.count { $0.municipality == place.municipality }) / Double(named.count)
        let known = places.places.filter { $0.theme != nil }
        let themed = stops.filter { stop in known.contains { $0.theme == stop.theme } }
        if let theme = place.theme {
            let share = Double(known.count { $0.theme == theme }) / Double(known.count)
            let lift = (Double(themed.count { $0.theme == theme }) + 2 * share) / (Double(themed.count) + 2) / share
            parts[.theme] = lift / (1 + lift)
        } else {
            parts[.theme] = 0.5
        }
        parts[.novelty] = 1 - (near.map { common($0, place) }.max() ?? 0)
        parts[.interests] = place.theme.flatMap { query.interests?.byTheme[$0] } ?? 0
        parts[.worth] = place.worth ?? 0.5
        if let trips {
            let sets = trips.map { Set($0) }
            let total = Double(sets.reduce(0) { $0 + $1.count } + places.places.count)
            let popularity = Double(sets.count { $0.contains(number) } + 1) / total
            let visited = stops.compactMap { places.position(of: $0) }
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
    @Test("hundreds of stops far away do not make all places equally far")
    func manyStops() throws {
        var generator = SplitMix64(seed: 260)
        let places = MadeTrips.places(100, using: &generator)
        let stops = (0..<1000).map { number in
            RecommendedPlace(id: "s\(number)", name: "", coordinate: places.places[number % 2].coordinate)
        }
        let scorer = TripScorer(RecommendationQuery(stops: stops), places: places, weights: .visited)
        let near = (0..<100).compactMap { scorer.parts(of: $0)?[ScorePart.nearness.lane] }
        // Each by a logarithm of its own.
        for (place, value) in near.enumerated() {
            let sum = stops.reduce(0.0) {
                $0
                    + Elementary.logarithm(
                        1 + Sphere.earth.distance(from: $1.coordinate, to: places.places[place].coordinate).value
                            / scorer.spacing)
            }
            let expected = 1 - min(1, sum / 1000 / Elementary.logarithm(101))
            #expect(abs(value - expected) < 1e-12)
        }
        #expect(near.count == 100 && near.contains { $0 > 0 })
    }

    @Test("parts equal their formulas", arguments: 1...24 as ClosedRange<UInt64>)
    func partsEqualFormulas(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = MadeTrips.places([3, 12, 90][Int(seed) % 3], using: &generator)
        let query = MadeTrips.query(places, using: &generator)
        let trips = seed % 2 == 0 ? MadeTrips.visits(places, using: &generator) : nil
        let visits = trips.map { VisitCounts($0, placeCount: places.places.count) }
        let scorer = TripScorer(query, places: places, weights: .standard, visits: visits)
        let slow = SlowScorer(query: query, places: places, trips: trips)
        #expect(abs(scorer.spacing - slow.spacing) < 1e-6)
        for place in places.places.indices {
            let (fast, slow) = (scorer.parts(of: place), slow.parts(place))
            #expect((fast == nil) == (slow == nil), "\(place)")
            guard let fast, let slow else { continue }
            for (part, value) in slow {
                // Distances of neighbours are kept in single precision.
                let error = part == .kinship ? 1e-6 : 1e-9
                #expect(abs(fast[part.lane] - value) < error, "\(part) of \(place)")
                #expect(0...1 ~= fast[part.lane])
            }
            #expect(0...1 ~= scorer.score(fast))
        }
    }

    @Test("the best places equal a sort of all", arguments: 1...24 as ClosedRange<UInt64>)
    func bestEqualSort(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 50)
        let places = MadeTrips.places(120, using: &generator)
        let query = MadeTrips.query(places, using: &generator)
        let weights = [ScoreWeights.standard, .visited, try! ScoreWeights([.novelty: 1])][Int(seed) % 3]
        let visits = VisitCounts(MadeTrips.visits(places, using: &generator), placeCount: places.places.count)
        let scorer = TripScorer(query, places: places, weights: weights, visits: visits)
        let all = places.places.indices.compactMap { place in
            scorer.parts(of: place).map { (score: scorer.score($0), place: place) }
        }.sorted { ($0.score, $1.place) > ($1.score, $0.place) }
        for count in [0, 1, 3, 10, 200] {
            let best = DiverseList(strength: 0).best(count, of: places.places.indices, by: scorer)
            #expect(best.map(\.place) == all.prefix(count).map(\.place))
        }
    }

    @Test("around one stop the best places equal a sort of all", arguments: 1...24 as ClosedRange<UInt64>)
    func bestAroundOneEqualSort(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed &+ 700)
        let places = MadeTrips.places(400, using: &generator)
        let made = MadeTrips.query(places, using: &generator)
        let query = RecommendationQuery(stops: [made.stops[0]], interests: seed % 2 == 0 ? made.interests : nil)
        let weights = [
            ScoreWeights.standard, try ScoreWeights([.detour: 1, .worth: 2]), try ScoreWeights([.municipality: 1]),
        ][Int(seed) % 3]
        let scorer = TripScorer(query, places: places, weights: weights)
        let all = places.places.indices.compactMap { place in
            scorer.parts(of: place).map { (score: scorer.score($0), place: place) }
        }.sorted { ($0.score, $1.place) > ($1.score, $0.place) }
        for count in [1, 5, 60] {
            let best = DiverseList(strength: 0).best(count, of: places.places.indices, by: scorer)
            #expect(best.map(\.place) == all.prefix(count).map(\.place))
        }
    }

    @Test("a list equals the obvious maximal marginal relevance", arguments: 1...48 as ClosedRange<UInt64>)
    func diverseEqualsScan(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 90)
        // The last ones leave pools of any size, empty ones too.
        let size = [150, 63, 9, 4][Int(seed / 3) % 4]
        let places = MadeTrips.places(size, using: &generator)
        let query = MadeTrips.query(places, using: &generator)
        let scorer = TripScorer(query, places: places, weights: .standard)
        let (strength, quota) = ([0, 0.3, 1][Int(seed) % 3], seed % 2 == 0 ? 2 : nil)
        let radius: Meters? = seed % 4 == 1 ? .kilometers(3) : nil
        let list = DiverseList(strength: strength, quota: quota, clusterRadius: radius).best(
            10, of: places.places.indices, by: scorer)
        let pool = DiverseList(strength: 0).best(60, of: places.places.indices, by: scorer)
        let (most, least) = (pool.first?.score ?? 0, pool.last?.score ?? 0)
        let range = most > least ? most - least : 1
        var chosen: [ScoredPlace] = []
        while chosen.count < 10 {
            let open = pool.filter { candidate in
                let theme = places.places[candidate.place].theme
                let same = chosen.count { theme != nil && places.places[$0.place].theme == theme }
                let isOfCluster = chosen.contains { other in
                    radius.map { places.areOneCluster(other.place, candidate.place, within: $0) } ?? false
                }
                return !chosen.contains { $0.place == candidate.place } && same < quota ?? .max && !isOfCluster
            }
            func value(_ candidate: ScoredPlace) -> Double {
                (1 - strength) * (candidate.score - least) / range
                    - strength * (chosen.map { places.similarity($0.place, candidate.place) }.max() ?? 0)
            }
            let first = open.min { pool.firstIndex(of: $0)! < pool.firstIndex(of: $1)! }
            let best = first?.score ?? 0
            func distance(_ candidate: ScoredPlace) -> Meters {
                let place = places.places[candidate.place].coordinate
                return query.stops.map { Sphere.earth.distance(from: $0.coordinate, to: place) }.min()!
            }
            let farthest = first.map { max(Meters(2000), Meters(2 * distance($0).value)) } ?? .zero
            let worthy = open.filter {
                $0.score >= best * (1 - strength * 2 / 3) && distance($0) <= farthest
            }
            guard
                var next = worthy.max(by: {
                    (value($0), pool.firstIndex(of: $1)!) < (value($1), pool.firstIndex(of: $0)!)
                })
            else { break }
            next.isForVariety = next.score < best
            chosen.append(next)
        }
        #expect(list == chosen)
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
                    let share = all.share(of: a, with: b, excluding: .init(places: Set(trip)))
                    #expect(abs(share - without.share(of: a, with: b, excluding: nil)) < 1e-15)
                }
            }
        }
    }
}
