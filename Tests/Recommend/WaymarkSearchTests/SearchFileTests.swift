import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkSearch

/// The search index as sections of a `.waymark` file.
@Suite struct SearchFileTests {
    private static func catalog(_ count: Int, seed: UInt64) -> AttractionCatalog {
        var generator = SplitMix64(seed: seed)
        return AttractionCatalog(
            MadePlaces.places(count, using: &generator).map { place in
                var attraction = Attraction(
                    id: place.id, name: place.name, category: place.category, coordinate: place.coordinate)
                attraction.roadAddress = place.addresses.first
                attraction.publicFacilities = place.otherTexts
                // Some are places of a map.
                if place.name.count % 4 == 1 {
                    attraction.otherNames = ["en=Palace of \(place.id)", "alt=\(place.name)궁"]
                    (attraction.placeKind, attraction.placeWorth) = (.sight, Double(place.name.count))
                    attraction.category = "museum"
                }
                return attraction
            })
    }

    private static func bytes(_ catalog: AttractionCatalog, with search: PlaceSearch) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        catalog.writeFile(with: search) { piece in for index in piece.indices { bytes.append(piece[index]) } }
        return bytes
    }

    @Test(
        "a search in a file answers as the one that was written, and is what its attractions give",
        arguments: [0, 1, 300])
    func fileAnswersEqual(count: Int) throws {
        let catalog = Self.catalog(count, seed: UInt64(count))
        let search = PlaceSearch(catalog)
        let file = try AttractionFile(IndexFile(bytes: Self.bytes(catalog, with: search).span, name: "made"))
        #expect(PlaceSearch.isStored(in: file.file))
        let stored = try PlaceSearch(file)
        try file.verify()
        try stored.verify()
        #expect(stored.categories == search.categories)
        var generator = SplitMix64(seed: 9)
        let places = ContiguousArray(catalog.attractions.map { SearchedPlace($0) })
        for _ in 0..<150 {
            let query = MadePlaces.query(about: places, using: &generator)
            #expect(stored.answers(to: query) == search.answers(to: query), "\(query)")
        }
    }

    @Test("the index of a table is that of its attractions, byte for byte, with ids and texts of all kinds")
    func tableEqual() {
        var generator = SplitMix64(seed: 12)
        let ids = ["", "a", "a\0", "abcdefgh1", "abcdefgh2", "é", "e\u{301}", "가", "\u{1100}\u{1161}", "Z"]
        let names = ["", "궁", "ㄳ 값", "Cafe\u{301} 9", "경복궁", "a-b (c)", "  ", "東京 타워", "ㅋㅋ"]
        var attractions = Self.catalog(300, seed: 11).attractions
        for number in 0..<200 {
            var attraction = Attraction(
                id: ids.randomElement(using: &generator)!, name: names.randomElement(using: &generator)!,
                category: [nil, "공원", "park  공원", "Cafe\u{301}", "Café"].randomElement(using: &generator)!,
                coordinate: Regime.world.points(1, using: &generator)[0])
            attraction.lotAddress = [nil, "서울 종로구 1-1", "서울"].randomElement(using: &generator)!
            attraction.introduction = [nil, "궁 \"안\"의 뜰, 서울"].randomElement(using: &generator)!
            attraction.lodgings = number % 3 == 0 ? ["호텔", "한옥 \"별채\""] : []
            attraction.supportFacilities = number % 5 == 0 ? ["주차장"] : []
            attraction.otherNames = number % 7 == 0 ? ["en=Palace, \"\(number % 3)\"", "ja=宮"] : []
            attraction.placeWorth = number % 4 == 0 ? Double(number % 9) / 2 : nil
            attraction.placeKind = number % 2 == 0 ? .food : nil
            attractions.append(attraction)
        }
        let catalog = AttractionCatalog(attractions)
        let table = AttractionTable(catalog, fields: AttractionField.allCases)
        var bytes = ContiguousArray<UInt8>()
        catalog.writeFile(sections: PlaceSearch.sections(for: table, standings: [], jobs: 2)) { piece in
            for index in piece.indices { bytes.append(piece[index]) }
        }
        #expect(bytes == Self.bytes(catalog, with: PlaceSearch(catalog)))
    }

    @Test("a file without a search index is searched by one made of it")
    func fileWithoutIndex() throws {
        let catalog = Self.catalog(50, seed: 3)
        var bytes = ContiguousArray<UInt8>()
        catalog.writeFile { piece in for index in piece.indices { bytes.append(piece[index]) } }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "made"))
        #expect(!PlaceSearch.isStored(in: file.file))
        let query = SearchQuery("궁")
        #expect(try PlaceSearch(file).answers(to: query) == PlaceSearch(catalog).answers(to: query))
    }

    @Test(
        "damaged sections give answers, never a trap, and are found by verifying",
        arguments: 1...40 as ClosedRange<UInt64>)
    func damagedSections(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let catalog = Self.catalog(200, seed: 4)
        let search = PlaceSearch(catalog)
        let whole = try IndexFile(bytes: Self.bytes(catalog, with: search).span, name: "made")
        var bytes = Self.bytes(catalog, with: search)
        var areChanged = false
        for section in whole.sections where section.name.hasPrefix("search.") && section.size > 0 {
            guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
            for _ in 0..<Int.random(in: 1...max(1, section.size / 2), using: &generator) {
                let at = section.offset + Int.random(in: 0..<section.size, using: &generator)
                bytes[at] = UInt8.random(in: 0...255, using: &generator)
            }
            areChanged = true
        }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "damaged"))
        let damaged = try PlaceSearch(file)
        let places = ContiguousArray(catalog.attractions.map { SearchedPlace($0) })
        for _ in 0..<60 {
            let query = MadePlaces.query(about: places, using: &generator)
            let answers = damaged.answers(to: query)
            #expect(answers.hits.count <= min(query.limit, answers.count))
        }
        _ = damaged.categories
        if areChanged { #expect(throws: IndexFileError.self) { try file.verify() } }
    }
}
