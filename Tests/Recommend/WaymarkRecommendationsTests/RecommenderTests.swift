import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkRegions

@Suite struct RecommenderTests {
    private func distance(_ places: RecommendedPlaces, _ place: Int, _ stop: RecommendedPlace) -> Meters {
        Sphere.earth.distance(from: places.places[place].coordinate, to: stop.coordinate)
    }

    @Test("a list holds the best of all places in reach", arguments: 1...8 as ClosedRange<UInt64>)
    func listEqualsScan(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = MadeTrips.places(150, using: &generator)
        var query = MadeTrips.query(places, using: &generator)
        query.stops = query.stops.map { places.completed($0) }
        var recommender = Recommender(places)
        recommender.lists = DiverseList(strength: 0)
        let radius = Meters.kilometers(Double(seed) * 4)
        let visited: Set = ["p1", "p7"]
        let scorer = TripScorer(
            RecommendationQuery(stops: query.stops, interests: query.interests), places: places, weights: .standard)
        let all = places.places.indices.filter { place in
            !visited.contains(places.places[place].id)
                && query.stops.contains { distance(places, place, $0) <= radius }
        }
        let list = recommender.recommendations(
            into: query.stops, within: radius, count: 7, interests: query.interests, visited: visited)
        #expect(list.map(\.place) == recommender.lists.best(7, of: all, by: scorer).map(\.place))
        for recommendation in list {
            #expect(abs(recommendation.contributions.sum - recommendation.score) < 1e-12)
            let distances = query.stops.map { distance(places, recommendation.place, $0) }
            #expect(recommendation.distance == distances.min())
            #expect(recommendation.nearestStop == distances.firstIndex(of: recommendation.distance))
        }
    }

    @Test("each stop gets its own, no place comes twice, and none is a stop", arguments: 1...8 as ClosedRange<UInt64>)
    func forEachStop(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 20)
        let places = MadeTrips.places(150, using: &generator)
        let stops = MadeTrips.query(places, using: &generator).stops
        let lists = Recommender(places).recommendations(forEach: stops, within: .kilometers(15), count: 3)
        #expect(lists.count == stops.count)
        let all = lists.flatMap { $0 }
        #expect(Set(all.map(\.place)).count == all.count)
        #expect(!all.contains { one in stops.contains { $0.id == places.places[one.place].id } })
        for (stop, list) in lists.enumerated() {
            #expect(list.count <= 3)
            #expect(list.allSatisfy { $0.nearestStop == stop && $0.distance <= .kilometers(15) })
        }
    }

    @Test("threads that share a recommender get what one gets")
    func threads() async {
        var generator = SplitMix64(seed: 5)
        let places = MadeTrips.places(150, using: &generator)
        let recommender = Recommender(places)
        let trips = (0..<8).map { _ in MadeTrips.query(places, using: &generator).stops }
        let expected = trips.map { recommender.recommendations(into: $0, within: .kilometers(15), count: 5) }
        let isEqual = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    trips.indices.map { ($0 + number) % trips.count }.allSatisfy {
                        recommender.recommendations(into: trips[$0], within: .kilometers(15), count: 5) == expected[$0]
                    }
                }
            }
            return await group.reduce(true) { $0 && $1 }
        }
        #expect(isEqual)
    }

    @Test("nothing in reach, nothing asked, no stops: empty lists")
    func empty() throws {
        var generator = SplitMix64(seed: 3)
        let recommender = Recommender(MadeTrips.places(20, using: &generator))
        let far = RecommendedPlace(id: "x", name: "", coordinate: try Coordinate(latitude: 89.9, longitude: 10))
        #expect(recommender.recommendations(around: far, within: .kilometers(1), count: 5).isEmpty)
        #expect(recommender.recommendations(around: far, within: .kilometers(30_000), count: 0).isEmpty)
        #expect(recommender.recommendations(into: [], count: 5).isEmpty)
        #expect(recommender.recommendations(forEach: [], within: .kilometers(1), count: 5).isEmpty)
        let none = Recommender(RecommendedPlaces([]))
        #expect(none.recommendations(around: far, within: .kilometers(30_000), count: 5).isEmpty)
    }

    @Test("a stop under another id and nearly the same name is not recommended")
    func nearDuplicate() throws {
        func place(_ id: String, _ name: String, _ longitude: Double) throws -> RecommendedPlace {
            RecommendedPlace(id: id, name: name, coordinate: try Coordinate(latitude: 35.8, longitude: longitude))
        }
        let places = RecommendedPlaces([
            try place("a", "경주 불국사", 129.33), try place("b", "불국사", 129.332), try place("c", "석굴암", 129.34),
            try place("d", "불국사", 129.5),
        ])
        let stop = try place("hotel", "불국사", 129.331)
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(50), count: 9)
        #expect(Set(list.map { places.places[$0.place].id }) == ["c", "d"])
    }

    @Test("of a cluster at most one is recommended, of one place under two names too")
    func clusters() throws {
        func place(_ id: String, _ name: String, _ longitude: Double) throws -> RecommendedPlace {
            RecommendedPlace(id: id, name: name, coordinate: try Coordinate(latitude: 35.8, longitude: longitude))
        }
        let places = RecommendedPlaces([
            try place("a", "첨성대", 129.22), try place("b", "경주 첨성대", 129.221), try place("c", "계림", 129.225),
            try place("d", "불국사", 129.33),
        ])
        let stop = try place("hotel", "호텔", 129.2)
        func ids(_ lists: DiverseList) -> Set<String> {
            var recommender = Recommender(places)
            recommender.lists = lists
            let list = recommender.recommendations(around: stop, within: .kilometers(50), count: 9)
            return Set(list.map { places.places[$0.place].id })
        }
        #expect(ids(DiverseList()) == ["a", "b", "c", "d"])
        let names = ids(DiverseList(clusterRadius: .zero))
        #expect(names.isSuperset(of: ["c", "d"]) && names.count == 3)
        let apart = ids(DiverseList(clusterRadius: .kilometers(2)))
        #expect(apart.count == 2 && apart.contains("d"))
    }

    @Test("a stop of another file with the id of a place far away is not that place")
    func foreignIDs() throws {
        let places = RecommendedPlaces([
            RecommendedPlace(id: "1", name: "불국사", coordinate: try Coordinate(latitude: 35.79, longitude: 129.33)),
            RecommendedPlace(
                id: "2", name: "석굴암", coordinate: try Coordinate(latitude: 35.795, longitude: 129.35),
                municipality: "경주시", theme: "역사"),
        ])
        let stop = places.completed(
            RecommendedPlace(id: "1", name: "호텔", coordinate: try Coordinate(latitude: 35.8, longitude: 129.2)))
        #expect(stop.municipality == nil)
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(50), count: 9)
        #expect(list.count == 2)
        let same = places.completed(
            RecommendedPlace(id: "2", name: "", coordinate: try Coordinate(latitude: 35.7951, longitude: 129.35)))
        #expect(same.theme == "역사" && same.municipality == "경주시")
        #expect(
            Recommender(places).recommendations(around: same, within: .kilometers(50), count: 9).map(\.place) == [0])
        // A visit to the car park is none to the temple.
        #expect(places.ids(like: RecommendedPlace(id: "x", name: "석굴암 주차장", coordinate: same.coordinate)) == [])
        #expect(places.ids(like: RecommendedPlace(id: "x", name: "경주 석굴암", coordinate: same.coordinate)) == ["2"])
    }

    @Test("a sentence says how far, what about, and why")
    func explanation() throws {
        let stop = RecommendedPlace(
            id: "s", name: "대릉원", coordinate: try Coordinate(latitude: 35.8381, longitude: 129.2107),
            municipality: "경주시", theme: "역사")
        let places = RecommendedPlaces([
            RecommendedPlace(
                id: "a", name: "첨성대", coordinate: try Coordinate(latitude: 35.8347, longitude: 129.219),
                municipality: "경주시", theme: "역사"),
            RecommendedPlace(id: "b", name: "먼 곳", coordinate: try Coordinate(latitude: 36.1, longitude: 129.3)),
        ])
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(50), count: 2)
        #expect(
            list.map { $0.explanation(places: places, stops: [stop]) } == [
                "대릉원에서 걸어서 약 15분, 역사 명소", "대릉원에서 30.2 km",
            ])
        #expect(
            list[0].explanation(places: places, stops: [stop], in: .english)
                == "about 15 min on foot from 대릉원, 역사")
        let trip = [stop, RecommendedPlace(id: "t", name: "황남빵", coordinate: stop.coordinate, theme: "역사")]
        let into = Recommender(places).recommendations(into: trip, within: .kilometers(5), count: 1)
        #expect(
            into.map { $0.explanation(places: places, stops: trip) } == [
                "대릉원에서 걸어서 약 15분, 돌아가는 길 838 m, 역사 명소"
            ])
        #expect(
            into[0].explanation(places: places, stops: trip, detour: Meters(1240), in: .english).hasPrefix(
                "about 15 min on foot from 대릉원, "))
    }

    @Test("next door is within some minutes on foot, and lengths are written as on maps")
    func lengths() throws {
        func place(_ id: String, metresNorth: Double) throws -> RecommendedPlace {
            let degrees = metresNorth / Sphere.earth.radius.value * 180 / .pi
            return RecommendedPlace(
                id: id, name: id, coordinate: try Coordinate(latitude: 36 + degrees, longitude: 128))
        }
        let stop = try place("s", metresNorth: 0)
        let places = RecommendedPlaces([
            try place("a", metresNorth: 200), try place("b", metresNorth: -2000), try place("c", metresNorth: 120_400),
        ])
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(200), count: 3)
        #expect(
            list.sorted { $0.place < $1.place }.map { $0.explanation(places: places, stops: [stop]) }
                == ["s에서 걸어서 약 4분, 바로 근처", "s에서 2 km", "s에서 120 km"])
    }

    @Test("a municipality is taken from boundaries or from next door, never from afar")
    func municipality() throws {
        func place(_ id: String, _ north: Double, _ municipality: String? = nil) throws -> RecommendedPlace {
            RecommendedPlace(
                id: id, name: "", coordinate: try Coordinate(latitude: 37 + north, longitude: 127),
                municipality: municipality)
        }
        let near = try place("a", 0.0026, "가군")
        let stop = try place("s", 0)
        #expect(RecommendedPlaces([near]).completed(stop).municipality == "가군")
        #expect(RecommendedPlaces([try place("a", 0.0028, "가군")]).completed(stop).municipality == nil)
        #expect(RecommendedPlaces([near]).completed(try place("s", 0, "나군")).municipality == "나군")
        let bounded = RecommendedPlaces([near], municipalityAt: { $0.latitude < 37.001 ? "다군" : "라군" })
        #expect(bounded.completed(stop).municipality == "다군" && bounded.places[0].municipality == "라군")
    }

    @Test("a stop of a name and a coordinate gets the list of one whose theme and municipality are given")
    func completedStops() throws {
        let places = RecommendedPlaces([
            RecommendedPlace(
                id: "a", name: "첨성대", coordinate: try Coordinate(latitude: 35.8347, longitude: 129.219),
                municipality: "경주시", theme: "종교/역사/전통"),
            RecommendedPlace(
                id: "b", name: "보문호", coordinate: try Coordinate(latitude: 35.845, longitude: 129.28),
                municipality: "경주시",
                theme: "자연/힐링"),
        ])
        let bare = RecommendedPlace(
            id: "s", name: "불국사", coordinate: try Coordinate(latitude: 35.8348, longitude: 129.2191))
        let recommender = Recommender(places)
        let list = recommender.recommendations(around: bare, within: .kilometers(50), count: 2)
        #expect(
            list == recommender.recommendations(around: places.completed(bare), within: .kilometers(50), count: 2))
        #expect(places.completed(bare).theme == "종교/역사/전통" && places.completed(bare).municipality == "경주시")
        #expect(list[0].parts[.municipality] == 1)
    }

    @Test("variety does not fetch what scores far below the best one left")
    func varietyHasALimit() throws {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<20 {
            let places = MadeTrips.places(150, using: &generator)
            let stop = RecommendedPlace(id: "s", name: "", coordinate: places.places[0].coordinate)
            for strength in [0, 0.3, 1] {
                var recommender = Recommender(places)
                recommender.lists = DiverseList(strength: strength)
                let list = recommender.recommendations(around: stop, within: .kilometers(200), count: 12)
                recommender.lists = DiverseList(strength: 0)
                var open = recommender.recommendations(around: stop, within: .kilometers(200), count: 150)
                for one in list {
                    let best = open.first!
                    #expect(
                        one.score >= best.score * (1 - strength * 2 / 3) && one.isForVariety == (one.score < best.score)
                    )
                    #expect(one.distance <= max(Meters(2000), Meters(2 * best.distance.value)))
                    open.removeAll { $0.place == one.place }
                }
            }
        }
    }

    @Test("what is left out is what the stops are, with the reason")
    func leftOut() throws {
        func place(_ id: String, _ name: String, _ east: Double) throws -> RecommendedPlace {
            RecommendedPlace(id: id, name: name, coordinate: try Coordinate(latitude: 35, longitude: 129 + east))
        }
        let places = RecommendedPlaces([
            try place("a", "해운대해수욕장", 0), try place("b", "해운대시장", 0.004), try place("c", "부산 해운대", 0.005),
            try place("d", "영도", 0.0005), try place("e", "해운대", 0.02),
        ])
        let stops = [try place("s", "해운대", 0), try place("d", "항구", 0.0006)]
        let recommender = Recommender(places)
        let left = recommender.leftOut(for: stops)
        #expect(
            left.map(\.place) == [0, 2, 3] && left.map(\.stop) == [0, 0, 1]
                && left.map(\.reason) == [.part, .name, .id])
        #expect(left[0].explanation(stops: stops) == "경유지(해운대)와 같은 곳: 한 이름이 다른 이름의 일부, 100 m 안")
        let listed = recommender.recommendations(into: stops, count: 9).map(\.place)
        #expect(Set(listed) == [1, 4] && Set(listed).isDisjoint(with: left.map(\.place)))
    }

    @Test("along a route: what a scan over all legs finds", arguments: 1...8 as ClosedRange<UInt64>)
    func along(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed &+ 60)
        let places = MadeTrips.places(200, using: &generator)
        let stops = (0..<4).map { _ in places.places.randomElement(using: &generator)! }
        let lines = zip(stops, stops.dropFirst()).map { [$0.coordinate, $1.coordinate] }
        let width = Meters.kilometers(20)
        let recommender = Recommender(places)
        let corridor = Corridor(alongEach: lines, width: width)
        let list = recommender.recommendations(along: corridor, stops: stops, count: 500)
        let scorer = TripScorer(RecommendationQuery(stops: stops), places: places, weights: .standard)
        let expected = places.places.indices.filter { place in
            scorer.parts(of: place) != nil
                && lines.contains {
                    Sphere.earth.distance(from: places.places[place].coordinate, toSegmentFrom: $0[0], to: $0[1])
                        <= width
                }
        }
        #expect(list.map(\.recommendation.place).sorted() == expected)
        for one in list {
            let line = lines[one.match.line]
            let place = places.places[one.recommendation.place].coordinate
            let extra =
                Sphere.earth.distance(from: line[0], to: place) + Sphere.earth.distance(from: place, to: line[1])
                - Sphere.earth.distance(from: line[0], to: line[1])
            #expect(abs(one.detour.value - max(0, extra.value)) < 1e-6)
            // The way out and back is never longer than this.
            #expect(one.detour.value <= 2 * one.match.aside.value + 1e-6)
            #expect(abs(one.routeScore - one.recommendation.score * 20_000 / (20_000 + one.detour.value)) < 1e-12)
        }
        #expect(list.map(\.routeScore) == list.map(\.routeScore).sorted(by: >))
        #expect(recommender.recommendations(along: corridor, stops: stops, count: 7) == Array(list.prefix(7)))
        let middle = Meters(100_000)
        let ahead = recommender.recommendations(along: corridor, stops: stops, count: 500, ahead: middle)
        #expect(ahead == list.filter { $0.match.along >= middle })
        let spread = recommender.recommendations(along: corridor, stops: stops, count: 5, isSpread: true)
        #expect(spread.count == min(5, list.count))
        #expect(spread.map(\.match.along) == spread.map(\.match.along).sorted())
        if let best = list.first { #expect(spread.contains(best)) }
    }

    @Test("records that stand for a day cover it in place and time")
    func dayRecords() throws {
        func record(_ longitude: Double, _ time: Double) throws -> PlacedRecord {
            PlacedRecord(coordinate: try Coordinate(latitude: 37, longitude: longitude), time: time)
        }
        // A morning in one place, photo after photo, then noon and evening elsewhere.
        let records = try [
            record(127, 60), record(127, 0), record(127, 30), record(127.5, 4 * 3600), record(127, 9 * 3600),
            record(127.5, 4 * 3600), record(127.0001, 90),
        ]
        #expect(PlacedRecord.representatives(of: records, count: 3) == [1, 3, 4])
        #expect(PlacedRecord.representatives(of: records, count: 1) == [1])
        #expect(PlacedRecord.representatives(of: records, count: 0) == [])
        #expect(PlacedRecord.representatives(of: records, count: 99).count == 6)
        #expect(PlacedRecord.representatives(of: []) == [])
        #expect(PlacedRecord.representatives(of: [try record(1, 5), try record(1, 5)]) == [0])
        var generator = SplitMix64(seed: 5)
        let many = try (0..<60).map { _ in
            try record(
                Double.random(in: 126...128, using: &generator), Double.random(in: 0...86_400, using: &generator))
        }
        let four = PlacedRecord.representatives(of: many)
        #expect(four.count == 4)
        #expect(four.map { many[$0].time } == four.map { many[$0].time }.sorted())
    }

    @Test("an attraction becomes a place with theme and municipality")
    func attraction() throws {
        var attraction = Attraction(
            id: "1", name: "불국사", category: "관광지", coordinate: try Coordinate(latitude: 35.79, longitude: 129.33))
        attraction.roadAddress = "경상북도 경주시 불국로 385"
        attraction.publicFacilities = ["주차장"]
        attraction.parkingSpaces = 100
        let place = RecommendedPlace(attraction)
        #expect(place.theme == "종교/역사/전통")
        #expect(place.municipality == "경주시")
        attraction.name = "QX"
        attraction.introduction = "해수욕장"
        #expect(RecommendedPlace(attraction).theme == "자연/힐링")
    }

    @Test(
        "real attractions get themes; few stay unknown",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"),
        arguments: [
            "attractions-2019-10.portal.json", "attractions-2021-09-blanks.cp949.csv",
            "attractions-2022-02-noheader.cp949.csv", "attractions-2024-04-dups.cp949.csv",
        ])
    func realAttractions(file: String) throws {
        let path = SharedData.folder.appending(path: "attractions/\(file)").path
        let places = try AttractionCatalog(contentsOf: path).attractions.map { RecommendedPlace($0) }
        let unknown = Double(places.count { $0.theme == nil }) / Double(places.count)
        #expect(unknown < 0.05)
        #expect(Double(places.count { $0.municipality == nil }) / Double(places.count) < 0.05)
    }

    @Test(
        "around one stop the places are those of a trip of one stop, scores included",
        arguments: 1...24 as ClosedRange<UInt64>)
    func aroundEqualsTrip(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed &+ 700)
        let hasWorth = seed % 3 == 0
        let places = RecommendedPlaces(
            MadeTrips.places(400, using: &generator).places.map {
                var place = $0
                if !hasWorth { place.worth = nil }
                return place
            })
        let made = MadeTrips.query(places, using: &generator)
        let interests = seed % 2 == 0 ? made.interests : nil
        var recommender = Recommender(places)
        recommender.lists = DiverseList(strength: 0)
        recommender.weights =
            [
                .standard, try ScoreWeights([.nearness: 1, .theme: 0.3]), try ScoreWeights([.detour: 1, .worth: 2]),
                try ScoreWeights([.municipality: 1]), try ScoreWeights([.interests: 1, .novelty: 0.5, .kinship: 0.1]),
            ][Int(seed) % 5]
        for stop in made.stops.map({ places.completed($0) }) {
            let scorer = TripScorer(
                RecommendationQuery(stops: [stop], interests: interests), places: places, weights: recommender.weights)
            let visited: Set = ["p3", "p4", "p5"]
            let inReach = places.places.indices.filter { distance(places, $0, stop) <= .kilometers(40) }
                .sorted { (distance(places, $0, stop), $0) < (distance(places, $1, stop), $1) }
            func ranked(_ candidates: some Sequence<Int>) -> [(score: Double, place: Int)] {
                candidates.compactMap { place -> (score: Double, place: Int)? in
                    if visited.contains(places.places[place].id) { return nil }
                    return scorer.parts(of: place).map { (scorer.score($0), place) }
                }.sorted { ($0.score, $1.place) > ($1.score, $0.place) }
            }
            for count in [1, 5, 60, 500] {
                // Of more than 100 places the nearest are ranked; all if these do not fill the list, or with interests or worth.
                let nearest = ranked(inReach.prefix(interests == nil && !hasWorth ? 100 : .max))
                let all = nearest.count < count ? ranked(inReach) : nearest
                let found = recommender.recommendations(
                    around: stop, within: .kilometers(40), count: count, interests: interests, visited: visited)
                #expect(found.map(\.place) == all.prefix(count).map(\.place))
                #expect(found.map(\.score) == all.prefix(count).map(\.score))
                #expect(found.allSatisfy { $0.distance == distance(places, $0.place, stop) })
            }
        }
    }

    @Test("what is recommended briefly is what is recommended", arguments: 1...20 as ClosedRange<UInt64>)
    func briefEqualsWhole(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed &+ 300)
        let places = MadeTrips.places([5, 150, 700][Int(seed) % 3], using: &generator)
        var recommender = Recommender(places)
        recommender.lists =
            [
                DiverseList(), DiverseList(strength: 0), DiverseList(quota: 1),
                DiverseList(strength: 0.7, clusterRadius: .kilometers(1)),
            ][Int(seed) % 4]
        if seed % 5 == 0 {
            recommender.weights = .visited
            recommender.visits = VisitCounts(
                MadeTrips.visits(places, using: &generator), placeCount: places.places.count)
        }
        let radius = Meters.kilometers(Double(seed) * 5)
        let visited: Set = seed % 2 == 0 ? ["p2", "p3"] : []
        let interests = seed % 3 == 0 ? try Interests(["역사": 1], among: ["종교/역사/전통"]) : nil
        let count = seed == 20 ? 0 : 5
        let recommending = StopRecommender(
            recommender, within: radius, count: count, interests: interests, visited: visited)
        var stops = (1...30).flatMap { _ in MadeTrips.query(places, using: &generator).stops }
        stops.append(RecommendedPlace(id: "far", name: "", coordinate: try Coordinate(latitude: -80, longitude: 0)))
        var buffer = StopBuffer()
        for part in [stops[..<1], stops[1...], []] {
            for stop in part {
                let (id, name) = (ContiguousArray(stop.id.utf8), ContiguousArray(stop.name.utf8))
                buffer.hold(id: id.span, name: name.span, at: stop.coordinate)
            }
            var answered = part[...]
            recommending.recommend(&buffer) { id, list in
                let stop = answered.removeFirst()
                let place = places.completed(stop)
                let whole = recommender.recommendations(
                    around: place, within: radius, count: count, interests: interests, visited: visited)
                #expect(String(decoding: id.indices.map { id[$0] }, as: UTF8.self) == stop.id)
                #expect(list == ContiguousArray(whole.map(\.brief)))
            }
            #expect(answered.isEmpty)
        }
    }

    @Test("names have the pairs of their letters and digits in lower case, each once")
    func namePairs() {
        func share(_ a: String, _ b: String) -> Double { NamePairs(a).containment(in: NamePairs(b)) }
        #expect(NamePairs("경복궁 A1-동") == NamePairs("경복궁(a1)동"))
        #expect(NamePairs("É콜") == NamePairs("é콜"))
        #expect(NamePairs("가가가가") == NamePairs("가가"))
        #expect(share("불국사", "경주 불국사") == 1)
        #expect(share("첨성대", "첨성대앞") == 1 && share("abcd", "bcé") == 0.5 && share("É콜", "e콜") == 1)
        #expect(share("역", "역") == 1 && share("역", "역사") == 0 && share("", "역") == 0 && share("…", "…") == 0)
        #expect(share("Lotte월드 7", "lotte월드７") == 1 && share("Lotte월드", "LOTTE월드·") == 1)
    }

    @Test("shares of common pairs equal those of sets, for short and for long names")
    func sharesEqualSets() {
        var generator = SplitMix64(seed: 61)
        func letters() -> [Character] {
            // Few letters repeat pairs; with many, long names have more pairs than are left unsorted.
            let alphabet: UInt32 = [2, 6, 300].randomElement(using: &generator)!
            let count = Int.random(in: 0...[6, 100].randomElement(using: &generator)!, using: &generator)
            return (0..<count).map { _ in
                Character(UnicodeScalar(0xAC00 + UInt32.random(in: 0..<alphabet, using: &generator))!)
            }
        }
        var counts: [Bool: Int] = [:]
        for _ in 0..<4000 {
            let (a, b) = (letters(), letters())
            // Often a part of one name is in the other.
            let other = Bool.random(using: &generator) ? b + a.suffix(a.count / 2) : b
            func pairs(_ name: [Character]) -> Set<String> {
                name.count == 1 ? [String(name)] : Set(zip(name, name.dropFirst()).map { "\($0)\($1)" })
            }
            let (one, two) = (pairs(a), pairs(other))
            let least = min(one.count, two.count)
            let share = least == 0 ? 0 : Double(one.intersection(two).count) / Double(least)
            #expect(NamePairs(String(a)).containment(in: NamePairs(String(other))) == share)
            #expect(NamePairs(String(other)).containment(in: NamePairs(String(a))) == share)
            counts[share > 0, default: 0] += 1
        }
        #expect(counts[true]! > 500 && counts[false]! > 500)
    }
}
