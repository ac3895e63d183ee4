import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkRegions
import WaymarkThreads

@Suite struct RecommenderTests {
    private func distance(_ places: RecommendedPlaces, _ place: Int, _ stop: RecommendedPlace) -> Meters {
        Sphere.earth.distance(from: places.places[place].coordinate, to: stop.coordinate)
    }

    /// The same places, each with a name of its own.
    private func distinct(_ places: RecommendedPlaces) -> RecommendedPlaces {
        RecommendedPlaces(
            places.places.map {
                var place = $0
                place.name = "Q" + place.id
                return place
            })
    }

    /// Up to 10 000 places are held in another form than more.
    @Test(
        "a list holds the best of all places in reach",
        arguments: (1...8).map { (UInt64($0), 150) } + [(2, 10_000), (3, 10_001), (4, 12_000)])
    func listEqualsScan(seed: UInt64, count: Int) {
        var generator = SplitMix64(seed: seed)
        let places = MadeTrips.places(count, using: &generator)
        let stops = MadeTrips.query(places, using: &generator).stops
        var recommender = Recommender(places)
        recommender.lists.quota = .max
        let radius = Meters.kilometers(Double(seed) * 4)
        let visited: Set = ["p1", "p7"]
        let known = stops.count > 1 ? stops.map { places.completed($0) } : stops
        let scorer = TripScorer(known, places: places, weights: .standard)
        var expected: [(score: Double, place: Int)] = []
        for number in places.places.indices {
            let place = places.places[number]
            if visited.contains(place.id) { continue }
            guard stops.contains(where: { distance(places, number, $0) <= radius }) else { continue }
            if let parts = scorer.parts(of: number) { expected.append((scorer.score(parts), number)) }
        }
        // Facilities come last.
        func rank(_ place: Int) -> Int { places.isFacility(place) ? 0 : 1 }
        expected.sort { (rank($0.place), $0.score, $1.place) > (rank($1.place), $1.score, $0.place) }
        // No place comes twice under two names.
        var kept: [Int] = []
        for (_, place) in expected where kept.count < 200 {
            let isTaken = kept.contains { other in
                let distance = Sphere.earth.distance(
                    from: places.places[other].coordinate, to: places.places[place].coordinate)
                return PlaceName(places.places[other].name).reason(
                    PlaceName(places.places[place].name), at: distance.value)
                    != nil
            }
            if !isTaken { kept.append(place) }
        }
        expected = expected.filter { kept.contains($0.place) }
        for count in [1, 7, 200] {
            let list = recommender.recommendations(into: stops, within: radius, count: count, visited: visited)
            #expect(list.map(\.place) == expected.prefix(count).map(\.place))
            #expect(list.map(\.score) == expected.prefix(count).map(\.score))
            for recommendation in list {
                #expect(abs(recommendation.contributions.sum - recommendation.score) < 1e-12)
                let distances = stops.map { distance(places, recommendation.place, $0) }
                #expect(recommendation.distance == distances.min())
                #expect(recommendation.nearestStop == distances.firstIndex(of: recommendation.distance))
            }
        }
    }

    @Test("interests share a list out: four of five places by their numbers, one to the best of all")
    func interests() throws {
        // Nature is near, history farther, and camping farthest.
        let themes =
            Array(repeating: "자연/힐링", count: 20) + Array(repeating: "종교/역사/전통", count: 15)
            + Array(repeating: "캠핑/스포츠", count: 3)
        let made: [RecommendedPlace] = try themes.enumerated().map { number, theme in
            let coordinate = try Coordinate(latitude: 37 + Double(number) / 1000, longitude: 127)
            return RecommendedPlace(id: "\(number)", name: "Q\(number)", coordinate: coordinate, theme: theme)
        }
        let places = RecommendedPlaces(made)
        let stop = RecommendedPlace(id: "s", name: "", coordinate: try Coordinate(latitude: 37, longitude: 127))
        func counts(_ text: String, _ count: Int) throws -> [String: Int] {
            let list = Recommender(places).recommendations(
                around: stop, within: .kilometers(9), count: count,
                interests: try Interests(text: text, among: places.themes))
            #expect(list.count == count && Set(list.map(\.place)).count == count)
            var found: [String: Int] = [:]
            for one in list { found[places.places[one.place].theme ?? "", default: 0] += 1 }
            return found
        }
        #expect(try counts("캠핑:1", 5) == ["캠핑/스포츠": 3, "자연/힐링": 2])
        #expect(try counts("history", 5) == ["종교/역사/전통": 4, "자연/힐링": 1])
        #expect(try counts("역사:1,캠핑:0.5", 10) == ["종교/역사/전통": 5, "캠핑/스포츠": 3, "자연/힐링": 2])
        #expect(try counts("역사:3,자연:1", 10) == ["종교/역사/전통": 6, "자연/힐링": 4])
    }

    @Test("a radius of 0 has what is at the stop, and ends")
    func nothingAround() throws {
        let stop = RecommendedPlace(id: "s", name: "호텔", coordinate: try Coordinate(latitude: 35.8, longitude: 129.2))
        let here = RecommendedPlace(id: "a", name: "곳", coordinate: stop.coordinate)
        let recommender = Recommender(
            RecommendedPlaces([
                here,
                RecommendedPlace(
                    id: "b", name: "다른 곳", coordinate: try Coordinate(latitude: 35.9, longitude: 129.2)),
            ]))
        #expect(recommender.recommendations(around: stop, within: .zero, count: 3).map(\.place) == [0])
        let lists = recommender.recommendations(forEach: [stop, stop], reach: .within(.zero), count: 3)
        #expect(lists.flatMap(\.recommendations).map(\.place) == [0])
    }

    @Test("two of three places are of one theme at most, and more only where others are too few")
    func spread() throws {
        let stop = RecommendedPlace(id: "s", name: "호텔", coordinate: try Coordinate(latitude: 35.8, longitude: 129.2))
        func list(_ themes: [String], _ count: Int, _ lists: DiverseList = DiverseList()) throws -> [Recommendation] {
            let places = try themes.enumerated().map { number, theme in
                RecommendedPlace(
                    id: "\(number)", name: "곳 \(number)",
                    coordinate: try Coordinate(latitude: 35.8 + Double(number + 1) / 200, longitude: 129.2),
                    theme: theme)
            }
            var recommender = Recommender(RecommendedPlaces(places))
            recommender.lists = lists
            return recommender.recommendations(around: stop, within: .kilometers(9), count: count)
        }
        let themes = ["역사", "역사", "역사", "역사", "역사", "자연", "역사"]
        let usual = try list(themes, 5)
        #expect(
            usual.map(\.place) == [0, 1, 2, 3, 5] && usual.map(\.isForVariety) == [false, false, false, false, true])
        // Asked for otherwise, and where others are too few: by score, and nothing is there for variety.
        let asked = try list(themes, 5, DiverseList(quota: 5))
        #expect(asked.map(\.place) == [0, 1, 2, 3, 4] && !asked.contains(where: \.isForVariety))
        let short = try list(themes, 7)
        #expect(short.map(\.place) == [0, 1, 2, 3, 4, 5, 6] && !short.contains(where: \.isForVariety))
    }

    @Test("what nobody goes to see comes last and is named, unless it is asked for")
    func facilities() throws {
        let places = RecommendedPlaces(
            try ["경주역", "대릉원", "경주시청", "공중화장실", "첨성대"].enumerated().map { number, name in
                RecommendedPlace(
                    Attraction(
                        id: "\(number)", name: name,
                        coordinate: try Coordinate(latitude: 35.8 + Double(number) / 100, longitude: 129.2)))
            })
        let stop = RecommendedPlace(id: "s", name: "호텔", coordinate: try Coordinate(latitude: 35.8, longitude: 129.2))
        var recommender = Recommender(places)
        let met = Guarded<Set<Int>>([])
        recommender.onFacilities = { places in met.withLock { $0.formUnion(places) } }
        let list = recommender.recommendations(around: stop, within: .kilometers(9), count: 9)
        #expect(list.map(\.place) == [1, 4, 0, 2, 3] && met.withLock { $0 } == [0, 2, 3])
        #expect(
            list.map { $0.explanation(places: places, stops: [stop]).contains("시설로 봄") } == [
                false, false, true, true, true,
            ])
        #expect(recommender.recommendations(around: stop, within: .kilometers(9), count: 2).map(\.place) == [1, 4])
        let other = RecommendedPlace(id: "t", name: "집", coordinate: try Coordinate(latitude: 35.9, longitude: 129.2))
        let lists = recommender.recommendations(forEach: [stop, other], reach: .within(.kilometers(20)), count: 3)
        #expect(lists.map { $0.recommendations.map(\.place) } == [[1, 4, 3], [2, 0]])
        let corridor = Corridor(along: [stop.coordinate, other.coordinate], width: .kilometers(3))
        for isSpread in [false, true] {
            let along = recommender.recommendations(
                along: corridor, stops: [stop, other], count: 9, isSpread: isSpread)
            #expect(Set(along.prefix(2).map(\.recommendation.place)) == [1, 4] && along.count == 5)
        }
        #expect(
            recommender.recommendations(along: corridor, stops: [stop, other], count: 1, isSpread: false)
                .map(\.recommendation.place)
                == [1])
        recommender.includesFacilities = true
        #expect(
            recommender.recommendations(around: stop, within: .kilometers(9), count: 9).map(\.place) == [0, 1, 2, 3, 4])
    }

    @Test("a place whose worth is given is no facility")
    func worthIsGiven() throws {
        let stop = RecommendedPlace(id: "s", name: "", coordinate: try Coordinate(latitude: 35.8, longitude: 129.2))
        let made = try ["경주역", "부산역", "대릉원"].enumerated().map { number, name in
            var place = RecommendedPlace(
                Attraction(
                    id: "\(number)", name: name,
                    coordinate: try Coordinate(latitude: 35.8 + Double(number) / 100, longitude: 129.2)))
            if number == 1 { place.worth = 1 }
            return place
        }
        let places = RecommendedPlaces(made)
        #expect(places.places.indices.map(places.isFacility) == [true, false, false])
        #expect(
            Recommender(places).recommendations(around: stop, within: .kilometers(9), count: 9).last?.place == 0)
    }

    @Test("each stop gets its own, no place comes twice, and none is a stop", arguments: 1...8 as ClosedRange<UInt64>)
    func forEachStop(seed: UInt64) {
        var generator = SplitMix64(seed: seed &+ 20)
        let places = MadeTrips.places(150, using: &generator)
        let stops = MadeTrips.query(places, using: &generator).stops
        let lists = Recommender(places).recommendations(
            forEach: stops, reach: .within(.kilometers(15)), count: 3
        ).map(\.recommendations)
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
        #expect(recommender.recommendations(forEach: [], reach: .usual, count: 5).isEmpty)
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
        // One place under two names never comes twice.
        #expect(ids(DiverseList()) == ["a", "c", "d"] && ids(DiverseList(clusterRadius: .zero)) == ["a", "c", "d"])
        let apart = ids(DiverseList(clusterRadius: .kilometers(2)))
        #expect(apart.count == 2 && apart.contains("d"))
    }

    @Test("a stop of another file with the id of a place far away is not that place")
    func foreignIDs() throws {
        let places = RecommendedPlaces([
            RecommendedPlace(id: "1", name: "불국사", coordinate: try Coordinate(latitude: 35.79, longitude: 129.33)),
            RecommendedPlace(
                id: "2", name: "석굴암", coordinate: try Coordinate(latitude: 35.795, longitude: 129.35),
                theme: "역사"),
        ])
        let stop = places.completed(
            RecommendedPlace(id: "1", name: "호텔", coordinate: try Coordinate(latitude: 35.8, longitude: 129.2)))
        #expect(stop.theme == nil)
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(50), count: 9)
        #expect(list.count == 2)
        let same = places.completed(
            RecommendedPlace(id: "2", name: "", coordinate: try Coordinate(latitude: 35.7951, longitude: 129.35)))
        #expect(same.theme == "역사")
        #expect(
            Recommender(places).recommendations(around: same, within: .kilometers(50), count: 9).map(\.place) == [0])
        // A visit to the car park is none to the temple.
        #expect(places.ids(like: RecommendedPlace(id: "x", name: "석굴암 주차장", coordinate: same.coordinate)) == [])
        #expect(places.ids(like: RecommendedPlace(id: "x", name: "경주 석굴암", coordinate: same.coordinate)) == ["2"])
    }

    @Test("a sentence says the way, what the place is, and why it is in the list")
    func explanation() throws {
        func place(
            _ id: String, _ name: String, north: Double, _ introduction: String? = nil, theme: String? = nil,
            worth: Double? = nil
        ) throws -> RecommendedPlace {
            let degrees = north / Sphere.earth.radius.value * 180 / .pi
            return RecommendedPlace(
                id: id, name: name, coordinate: try Coordinate(latitude: 36 + degrees, longitude: 128), theme: theme,
                introduction: introduction, worth: worth)
        }
        let long = "조선 초에 세운 누각으로 " + String(repeating: "긴 이야기가 ", count: 12) + "있다."
        let places = RecommendedPlaces(
            [
                try place("a", "첨성대", north: 700, "신라 때 별을 보던 돌탑이다. 국보이다.", theme: "종교/역사/전통"),
                try place("b", "영남루", north: -2000, long), try place("c", "먼 곳", north: 120_400, worth: 1),
                try place("d", "Tower", north: 30, "The tower of the town. It is old.", worth: 0.2),
            ], worthName: "별점")
        let stop = try place("s", "대릉원", north: 0)
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(200), count: 4)
        func sentences(_ language: ExplanationLanguage) -> [String] {
            list.sorted { $0.place < $1.place }.map { $0.explanation(places: places, stops: [stop], in: language) }
        }
        let korean = sentences(.korean)
        #expect(korean[0] == "걸어서 13분 · 신라 때 별을 보던 돌탑이다")
        #expect(korean[1].hasPrefix("2 km · 조선 초에 세운 누각으로 긴") && korean[1].hasSuffix("긴…"))
        #expect(korean[1].count < 72 && korean[2] == "120 km · 별점 상위 1%" && korean[3] == "바로 옆")
        #expect(
            sentences(.english) == [
                "13 min on foot · Silla kingdom, National Treasure", "2 km away · Joseon dynasty",
                "120 km away · top 1% by Byeoljeom (별점)",
                "right next door · The tower of the town",
            ])
        let trip = [stop, try place("t", "숙소", north: 1500)]
        let into = try #require(
            Recommender(places).recommendations(into: trip, within: .kilometers(1), count: 2).first { $0.place == 0 })
        #expect(
            into.explanation(places: places, stops: trip) == "대릉원에서 걸어서 13분 · 신라 때 별을 보던 돌탑이다 · 가는 길에 있음")
        #expect(
            into.explanation(places: places, stops: trip, detour: Meters(1240), in: .english)
                == "13 min on foot from Daereungwon (대릉원) · Silla kingdom, National Treasure · 1.2 km detour")
        let liked = Recommender(places).recommendations(
            around: stop, within: .kilometers(5), count: 1, interests: try Interests(text: "역사", among: places.themes))
        #expect(liked[0].explanation(places: places, stops: [stop]).hasSuffix("돌탑이다 · 관심 분야: 종교·역사·전통"))
        #expect(
            liked[0].explanation(places: places, stops: [stop], in: .english)
                == "13 min on foot · Silla kingdom, National Treasure · for your interest in history and tradition")
    }

    @Test(
        "the first sentence ends at a full stop, also without a blank behind it, and is cut behind a late comma",
        arguments: [
            ("둘만의 공간이 있는 곳.증기기관차와 함께", "둘만의 공간이 있는 곳"), ("6.25 전쟁의 한이 서린 곳이다. 넓다.", "6.25 전쟁의 한이 서린 곳이다"),
            (
                "아미산 정상 부근에 자리 잡고 있는 천 년이 넘은 사찰로, 대한불교조계종에 속하며 그 교구의 본사인 화엄사의 말사로 "
                    + "되어 있다",
                "아미산 정상 부근에 자리 잡고 있는 천 년이 넘은 사찰로…"
            ),
        ])
    func firstSentence(text: String, shown: String) throws {
        let coordinate = try Coordinate(latitude: 36, longitude: 127)
        let places = RecommendedPlaces([
            RecommendedPlace(id: "a", name: "가", coordinate: coordinate, introduction: text)
        ])
        let stop = RecommendedPlace(id: "s", name: "나", coordinate: coordinate)
        let list = Recommender(places).recommendations(around: stop, within: .kilometers(1), count: 1)
        #expect(list.map { $0.explanation(places: places, stops: [stop]) } == ["바로 옆 · \(shown)"])
    }

    @Test(
        "Korean in Latin letters, by the Revised Romanization",
        arguments: [
            ("경복궁", "Gyeongbokgung"), ("불국사", "Bulguksa"), ("한라산", "Hallasan"), ("종로", "Jongno"), ("신라", "Silla"),
            ("독립문", "Dongnimmun"), ("설악산", "Seoraksan"), ("해운대 해수욕장", "Haeundae Haesuyokjang"),
            ("KTX역 2관", "KTXyeok 2gwan"),
            ("왕십리", "Wangsimni"), ("별내", "Byeollae"), ("첨성대", "Cheomseongdae"), ("월영교", "Woryeonggyo"),
        ])
    func romanized(name: String, latin: String) {
        #expect(Romanization.romanized(name) == latin)
    }

    @Test("the theme of a stop is that of the place that it is, else what a word of its name says")
    func completedStops() throws {
        let places = RecommendedPlaces([
            RecommendedPlace(
                id: "a", name: "경주 첨성대", coordinate: try Coordinate(latitude: 35.8347, longitude: 129.219),
                theme: "자연/힐링")
        ])
        func theme(_ name: String, _ east: Double = 0) throws -> String? {
            places.completed(
                RecommendedPlace(
                    id: "s", name: name, coordinate: try Coordinate(latitude: 35.8347, longitude: 129.219 + east))
            ).theme
        }
        #expect(try theme("첨성대") == "자연/힐링" && theme("첨성대", 0.1) == nil)
        #expect(try theme("해운대해수욕장") == "자연/힐링" && theme("국립박물관") == "종교/역사/전통")
        for name in ["숙소", "회사", "저녁 식사", "성심당", "서울역", ""] { #expect(try theme(name) == nil, "\(name)") }
    }

    @Test("variety does not fetch what scores far below the best one left")
    func varietyHasALimit() throws {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<20 {
            let places = distinct(MadeTrips.places(150, using: &generator))
            let stop = RecommendedPlace(id: "s", name: "", coordinate: places.places[0].coordinate)
            for strength in [0, 0.3, 1] {
                var recommender = Recommender(places)
                recommender.lists = DiverseList(strength: strength)
                let list = recommender.recommendations(around: stop, within: .kilometers(200), count: 12)
                recommender.lists = DiverseList(strength: 0)
                var open = recommender.recommendations(around: stop, within: .kilometers(200), count: 150)
                for one in list {
                    // What is the same as one of the list is not in the other list, in which that comes first.
                    guard let best = open.first else { break }
                    #expect(one.score >= best.score * (1 - strength * 2 / 3) - 1e-12)
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
                && left.map(\.reason) == [.kind, .name, .id])
        #expect(left[0].explanation(stops: stops) == "이미 들르는 곳(해운대)")
        #expect(left[0].explanation(stops: stops, in: .english) == "already a stop: Haeundae (해운대)")
        let listed = recommender.recommendations(into: stops, count: 9).map(\.place)
        #expect(Set(listed) == [1, 4] && Set(listed).isDisjoint(with: left.map(\.place)))
    }

    @Test("along a route: what a scan over all legs finds", arguments: 1...8 as ClosedRange<UInt64>)
    func along(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed &+ 60)
        let places = distinct(MadeTrips.places(200, using: &generator))
        let stops = (0..<4).map { _ in places.places.randomElement(using: &generator)! }
        let lines = zip(stops, stops.dropFirst()).map { [$0.coordinate, $1.coordinate] }
        let width = Meters.kilometers(20)
        let recommender = Recommender(places)
        let corridor = Corridor(alongEach: lines, width: width)
        let list = recommender.recommendations(along: corridor, stops: stops, count: 500, isSpread: false)
        let scorer = TripScorer(stops, places: places, weights: .standard)
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
        // Facilities come last.
        let (sights, facilities) = (
            list.prefix { !places.isFacility($0.recommendation.place) },
            list.filter { places.isFacility($0.recommendation.place) }
        )
        #expect(Array(sights) + facilities == list)
        for part in [Array(sights), facilities] {
            #expect(part.map(\.routeScore) == part.map(\.routeScore).sorted(by: >))
        }
        #expect(
            recommender.recommendations(along: corridor, stops: stops, count: 7, isSpread: false)
                == Array(list.prefix(7)))
        let middle = Meters(100_000)
        let ahead = recommender.recommendations(
            along: corridor, stops: stops, count: 500, ahead: middle, isSpread: false)
        #expect(ahead == list.filter { $0.match.along >= middle })
        let spread = recommender.recommendations(along: corridor, stops: stops, count: 5)
        #expect(spread.count == min(5, list.count))
        let spreadSights = spread.filter { !places.isFacility($0.recommendation.place) }
        #expect(spreadSights.map(\.match.along) == spreadSights.map(\.match.along).sorted())
        if let best = list.first { #expect(spread.map(\.recommendation.place).contains(best.recommendation.place)) }
    }

    @Test("an attraction becomes a place with theme and introduction")
    func attraction() throws {
        var attraction = Attraction(
            id: "1", name: "불국사", category: "관광지", coordinate: try Coordinate(latitude: 35.79, longitude: 129.33))
        attraction.publicFacilities = ["주차장"]
        attraction.parkingSpaces = 100
        let place = RecommendedPlace(attraction)
        #expect(place.theme == "종교/역사/전통")
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
        let unknown = Double(places.count { $0.theme == nil && !$0.isFacility }) / Double(places.count)
        #expect(unknown < 0.05)
        #expect(places.count(where: \.isFacility) < places.count / 20)
    }
}
