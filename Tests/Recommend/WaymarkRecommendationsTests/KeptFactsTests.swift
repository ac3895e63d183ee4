import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRecommendations

/// What recommendations need of attractions, as sections of a `.waymark` file.
@Suite struct KeptFactsTests {
    /// Attractions close together and far apart, of equal names and ids, with and without address, on both sides of 180°.
    private static func attractions(_ count: Int, seed: UInt64) -> [Attraction] {
        var generator = SplitMix64(seed: seed)
        let heads = ["한라", "경주", "A", "金", "솔", ""]
        let tails = ["해수욕장", "박물관", "시장", "역", "사", "타워"]
        return (0..<count).map { number in
            let east = [126.9, 179.95, -179.95].randomElement(using: &generator)!
            var attraction = Attraction(
                id: "a\(number % 7 == 3 ? 3 : number)",
                name: heads.randomElement(using: &generator)! + tails.randomElement(using: &generator)!,
                category: [nil, "관광지", "공원"].randomElement(using: &generator)!,
                coordinate: try! Coordinate(
                    latitude: 37 + Double(Int.random(in: -60...60, using: &generator)) / 2000,
                    longitude: east + Double(Int.random(in: -60...60, using: &generator)) / 2000))
            attraction.roadAddress = [nil, "서울특별시 종로구 사직로 1", "부산광역시 해운대구 우동 2"]
                .randomElement(using: &generator)!
            if number % 4 == 1 { attraction.capacity = number * 7 }
            if number % 4 > 1 { attraction.parkingSpaces = number % 50 }
            attraction.introduction = [nil, "바다가 보이는 모래밭", "오래된 절"].randomElement(using: &generator)!
            return attraction
        }
    }

    private static func places(
        _ attractions: [Attraction], worths: [Double?] = [], worthName: String? = nil
    ) -> RecommendedPlaces {
        RecommendedPlaces(
            AttractionTable(AttractionCatalog(attractions), fields: RecommendedPlaces.fields), worths: worths,
            worthName: worthName)
    }

    private static func bytes(_ attractions: [Attraction]) -> ContiguousArray<UInt8> {
        let catalog = AttractionCatalog(attractions)
        var bytes = ContiguousArray<UInt8>()
        catalog.writeFile(sections: Self.places(attractions).sections) { piece in
            for index in piece.indices { bytes.append(piece[index]) }
        }
        return bytes
    }

    private static func stops(_ attractions: [Attraction], _ count: Int, seed: UInt64) -> [RecommendedPlace] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).compactMap { number in
            attractions.randomElement(using: &generator).map {
                RecommendedPlace(
                    id: number % 2 == 0 ? $0.id : "s\(number)", name: number % 3 == 0 ? "호텔" : $0.name,
                    coordinate: $0.coordinate)
            }
        }
    }

    @Test("places of a file get the answers of places in memory, bit for bit", arguments: [0, 1, 33, 900])
    func answersEqual(count: Int) throws {
        let attractions = Self.attractions(count, seed: UInt64(count))
        let file = try AttractionFile(IndexFile(bytes: Self.bytes(attractions).span, name: "made"))
        #expect(RecommendedPlaces.isStored(in: file.file))
        try file.verify()
        try RecommendedPlaces.verify(file)
        let kept = try #require(try RecommendedPlaces(file))
        let held = Self.places(attractions)
        #expect(Array(kept.places) == Array(held.places))
        #expect(kept.themes == held.themes)
        var (one, other) = (Recommender(kept), Recommender(held))
        for lists in [DiverseList(), DiverseList(strength: 0.4, quota: 2, clusterRadius: .kilometers(1))] {
            (one.lists, other.lists) = (lists, lists)
            for stop in Self.stops(attractions, 30, seed: 5) {
                let trip = [stop] + Self.stops(attractions, 2, seed: 6)
                #expect(kept.completed(stop) == held.completed(stop))
                #expect(one.leftOut(for: trip) == other.leftOut(for: trip))
                for visited: Set<String> in [[], ["a3", "a5"]] {
                    #expect(
                        one.recommendations(into: [stop], within: .kilometers(8), count: 5, visited: visited)
                            == other.recommendations(into: [stop], within: .kilometers(8), count: 5, visited: visited))
                    #expect(
                        one.recommendations(into: trip, count: 9, visited: visited)
                            == other.recommendations(into: trip, count: 9, visited: visited))
                }
            }
        }
    }

    @Test("a file keeps the worth of its places, and what it is called")
    func worth() throws {
        let attractions = Self.attractions(40, seed: 2)
        let worths = attractions.indices.map { $0 % 3 == 0 ? nil : Double($0) / 40 }
        let held = Self.places(attractions, worths: worths, worthName: "별점")
        var bytes = ContiguousArray<UInt8>()
        AttractionCatalog(attractions).writeFile(sections: held.sections) { piece in
            for i in piece.indices { bytes.append(piece[i]) }
        }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "made"))
        let kept = try #require(try RecommendedPlaces(file))
        try RecommendedPlaces.verify(file)
        #expect(kept.worthName == "별점" && Array(kept.places) == Array(held.places))
        #expect(kept.places.map(\.worth) == worths)
    }

    @Test("a file without sections, or with those of another lexicon, has none; one with half of them is damaged")
    func otherSections() throws {
        let attractions = Self.attractions(20, seed: 1)
        let catalog = AttractionCatalog(attractions)
        let sections = Self.places(attractions).sections
        func open(_ sections: [IndexFileExtra]) throws -> RecommendedPlaces? {
            var bytes = ContiguousArray<UInt8>()
            catalog.writeFile(sections: sections) { piece in for i in piece.indices { bytes.append(piece[i]) } }
            return try RecommendedPlaces(AttractionFile(IndexFile(bytes: bytes.span, name: "made")))
        }
        #expect(try open([]) == nil)
        #expect(try open(sections) != nil)
        let text = try #require(sections.last)
        var other = text.bytes
        other[0] = other[0] == 48 ? 49 : 48
        #expect(try open(sections.dropLast() + [IndexFileExtra(name: text.name, bytes: other)]) == nil)
        for missing in sections.indices {
            var rest = sections
            rest.remove(at: missing)
            #expect(throws: IndexFileError.self) { try open(rest) }
        }
        let cut = IndexFileExtra(name: text.name, bytes: ContiguousArray(text.bytes.prefix(20)))
        #expect(throws: IndexFileError.self) { try open(sections.dropLast() + [cut]) }
    }

    @Test(
        "damaged sections give answers or an error, never a trap, and are found by verifying",
        arguments: 1...40 as ClosedRange<UInt64>)
    func damagedSections(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let attractions = Self.attractions(200, seed: 4)
        var bytes = Self.bytes(attractions)
        let whole = try IndexFile(bytes: bytes.span, name: "made")
        for section in whole.sections where section.name.hasPrefix("recommend.") && section.size > 0 {
            for _ in 0..<Int.random(in: 1...max(1, section.size / 2), using: &generator) {
                // The first bytes of the texts say of which version they are.
                let first = section.name == "recommend.text" ? 17 : 0
                let at = section.offset + Int.random(in: first..<section.size, using: &generator)
                bytes[at] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "damaged"))
        #expect(throws: IndexFileError.self) { try file.verify() }
        guard let kept = try? RecommendedPlaces(file) else { return }
        let recommender = Recommender(kept)
        for stop in Self.stops(attractions, 20, seed: seed) {
            let list = recommender.recommendations(around: stop, within: .kilometers(9), count: 5)
            #expect(list.allSatisfy { $0.distance <= .kilometers(9) })
            _ = list.map { $0.explanation(places: kept, stops: [stop]) }
        }
    }

    @Test("facts that belong to other attractions are found by verifying")
    func otherFacts() throws {
        let attractions = Self.attractions(50, seed: 8)
        var renamed = attractions
        for number in 0..<10 { (renamed[number].name, renamed[number].introduction) = ("QX역", nil) }
        let catalog = AttractionCatalog(attractions)
        var bytes = ContiguousArray<UInt8>()
        catalog.writeFile(sections: Self.places(renamed).sections) { piece in
            for i in piece.indices { bytes.append(piece[i]) }
        }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "made"))
        try file.verify()
        #expect(throws: IndexFileError.self) { try RecommendedPlaces.verify(file) }
    }
}
