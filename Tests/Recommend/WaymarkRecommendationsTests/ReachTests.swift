import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkThreads

/// How far a question looks that states no radius.
@Suite struct ReachTests {
    /// Places on a meridian, north of 35 degrees, at distances in kilometres: sights, or facilities.
    private func places(_ sights: [Double], facilities: [Double] = []) throws -> RecommendedPlaces {
        let all = sights.map { ($0, false) } + facilities.map { ($0, true) }
        return RecommendedPlaces(
            try all.enumerated().map { number, place in
                RecommendedPlace(
                    id: "\(number)", name: "Q\(number)", coordinate: try north(place.0), isFacility: place.1)
            })
    }

    private func north(_ kilometers: Double) throws -> Coordinate {
        let degrees = Meters.kilometers(kilometers) / Sphere.earth.radius * 180 / .pi
        return try Coordinate(latitude: 35 + degrees, longitude: 128)
    }

    private func hotel(_ kilometers: Double = 0, id: String = "s") throws -> RecommendedPlace {
        RecommendedPlace(id: id, name: "", coordinate: try north(kilometers))
    }

    @Test(
        "the usual radius is doubled until the list is full, to 80 km; to 320 km where there is nothing",
        arguments: [
            // Full at 10 km: what is farther is not looked for.
            (sights: [1, 9, 11], count: 2, list: [0, 1], radius: 10),
            (sights: [1, 9, 11, 12], count: 3, list: [0, 1, 2], radius: 20),
            (sights: [1, 9, 75], count: 3, list: [0, 1, 2], radius: 80),
            // The third is not worth the way, since there are two.
            (sights: [1, 9, 81], count: 3, list: [0, 1], radius: 80),
            (sights: [217, 230, 330], count: 3, list: [0, 1], radius: 320),
            (sights: [90, 170], count: 3, list: [0], radius: 160),
            (sights: [321], count: 3, list: [], radius: 320),
        ])
    func widened(_ one: (sights: [Double], count: Int, list: [Int], radius: Double)) throws {
        let recommender = Recommender(try places(one.sights + [5000, 5001, 5002]))
        let stop = try hotel()
        let found = recommender.recommendations(into: [stop], reach: .usual, count: one.count)
        #expect(found.recommendations.map(\.place) == one.list)
        #expect(found.reach.radius == .kilometers(one.radius) && found.reach.isWidened == (one.radius > 10))
        // The list is that of the radius, as if it had been stated.
        #expect(
            found.recommendations
                == recommender.recommendations(into: [stop], within: .kilometers(one.radius), count: one.count))
        for stated in [1.0, 10, 100] {
            let kept = recommender.recommendations(into: [stop], reach: .within(.kilometers(stated)), count: one.count)
            #expect(kept.reach.radius == .kilometers(stated) && !kept.reach.isWidened)
            #expect(kept.recommendations.allSatisfy { $0.distance <= .kilometers(stated) })
        }
    }

    @Test("facilities fill up only what sights farther away do not")
    func facilities() throws {
        var recommender = Recommender(try places([15, 18], facilities: [1, 2, 15, 30]))
        let stop = try hotel()
        func list(_ reach: Reach, _ count: Int) -> [Int] {
            recommender.recommendations(into: [stop], reach: reach, count: count).recommendations.map(\.place)
        }
        #expect(list(.usual, 2) == [0, 1] && list(.usual, 4) == [0, 1, 2, 3])
        // Those near the stop are named, and farther away those that are listed.
        let met = Guarded<Set<Int>>([])
        recommender.onFacilities = { places in met.withLock { $0.formUnion(places) } }
        _ = list(.usual, 5)
        #expect(met.withLock { $0 } == [2, 3, 4])
        #expect(list(.within(Reach.usualRadius), 9) == [2, 3])
        // Of a trip, each stop for itself.
        let lists = recommender.recommendations(forEach: [stop, try hotel(400, id: "t")], reach: .usual, count: 3)
        let first = lists[0].recommendations.map(\.place)
        #expect(Set(first.prefix(2)) == [0, 1] && first.dropFirst(2) == [2] && lists[1].recommendations.isEmpty)
        #expect(lists.map(\.reach.radius) == [.kilometers(80), .kilometers(320)])
    }

    @Test("only the stops of a trip that are short look farther, in lists that share no place")
    func eachStop() throws {
        let recommender = Recommender(try places([1, 2, 3, 4, 101, 115, 117, 130]))
        let stops = [try hotel(), try hotel(100, id: "t"), try hotel(102, id: "u")]
        let lists = recommender.recommendations(forEach: stops, reach: .usual, count: 2)
        // 101 is nearest to both stops there, and the first has it.
        #expect(lists.map { $0.recommendations.map(\.place) } == [[0, 1], [4, 5], [6, 7]])
        #expect(lists.map(\.reach.isWidened) == [false, true, true])
        for (number, list) in lists.enumerated() {
            #expect(list.recommendations.allSatisfy { $0.nearestStop == number && $0.distance <= list.reach.radius! })
        }
    }

    @Test("a wide list is the best of all within its radius", arguments: 1...8 as ClosedRange<UInt64>)
    func anyPlaces(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed &+ 90)
        let all = MadeTrips.places(60, using: &generator)
        let recommender = Recommender(all)
        for stops in [[all.places[3]], MadeTrips.query(all, using: &generator).stops] {
            for count in [1, 5, 40] {
                let found = recommender.recommendations(into: stops, reach: .usual, count: count)
                #expect(
                    found.recommendations
                        == recommender.recommendations(into: stops, within: found.reach.radius, count: count))
            }
        }
    }

    @Test("places are excluded by name, by id and by theme; what is none of them is named")
    func excluded() throws {
        func place(_ id: String, _ name: String, _ theme: String, _ latitude: Double) throws -> RecommendedPlace {
            RecommendedPlace(
                id: id, name: name, coordinate: try Coordinate(latitude: latitude, longitude: 129), theme: theme)
        }
        let places = RecommendedPlaces([
            try place("a", "경주 불국사", "종교/역사/전통", 35.8), try place("b", "불국사", "종교/역사/전통", 37),
            try place("c", "불국사역", "쇼핑/놀이", 35.8), try place("d", "근린공원", "자연/힐링", 36),
            try place("e", "중앙시장", "쇼핑/놀이", 36), try place("불국사", "석굴암", "종교/역사/전통", 35.9),
        ])
        func ids(_ texts: String...) throws -> Set<String> { try places.ids(excludedBy: texts).ids }
        #expect(try ids("불국사") == ["a", "b", "불국사"])
        #expect(try ids("경주 불국사") == ["a", "b"] && ids("c") == ["c"] && ids("근린공원") == ["d"])
        #expect(try ids("theme:쇼핑") == ["c", "e"] && ids("theme:shopping", "a") == ["a", "c", "e"])
        let (none, unknown) = try places.ids(excludedBy: ["없는곳", "e", "불국"])
        #expect(none == ["e"] && unknown == ["없는곳", "불국"])
        #expect(throws: InterestsError.self) { try places.ids(excludedBy: ["theme:공룡"]) }
        // What is the same beside it goes with it.
        let towers = RecommendedPlaces([
            try place("t", "남산서울타워", "자연/힐링", 37.5512), try place("u", "남산&N서울타워", "자연/힐링", 37.5513),
        ])
        for name in ["남산서울타워", "남산&N서울타워"] { #expect(try towers.ids(excludedBy: [name]).ids == ["t", "u"]) }
    }
}
