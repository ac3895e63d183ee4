import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRecommendations
import WaymarkSearch

@Suite struct TownTests {
    private static let extract = Repository.root.appending(path: "data/busan-seomyeon.osm.pbf").path

    private func town(_ rows: [Attraction] = [], jobs: Int = 2) throws -> Town {
        try Town(MapExtract(contentsOf: Self.extract), with: rows, jobs: jobs)
    }

    private func bytes(_ town: Town, jobs: Int = 2) -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        town.writeFile(jobs: jobs) { bytes.append(utf8: $0) }
        return bytes
    }

    @Test func aTownIsAFileOfAttractions() throws {
        let town = try town()
        let file = try AttractionFile(IndexFile(bytes: bytes(town).span, name: "town"))
        #expect(file.count == town.attractions.count)
        for position in 0..<file.count { #expect(file[position] == town.attractions[position]) }
        try file.verify()
        try PlaceSearch(file).verify()
        try RecommendedPlaces.verify(file)
        let attribution = try #require(file.file.bytes(of: "town.attribution"))
        #expect(attribution.withBytes { String(utf8: $0) } == "© OpenStreetMap contributors, ODbL")
    }

    @Test func theSameTownHasTheSameBytes() throws {
        let rows = try AttractionCatalog(contentsOf: Repository.root.appending(path: "data/attractions.csv").path)
            .attractions
        let one = try bytes(town(rows, jobs: 1), jobs: 1)
        #expect(try bytes(town(rows, jobs: 5), jobs: 3) == one)
    }

    @Test func aRowAndAPlaceOfTheMapAreOne() throws {
        let plain = try town()
        var park = Attraction(
            id: "kr-1", name: "시민공원", category: "관광지", coordinate: coordinate(35.1655, 129.0559))
        park.introduction = "옛 미군 부대 터의 공원"
        let cafe = Attraction(id: "c", name: "서면 우체국 앞", coordinate: coordinate(35.1577, 129.0592))
        let town = try town([park, cafe])
        #expect(town.attractions.count == plain.attractions.count + 1)
        let joined = town.attractions[0]
        let mapped = try #require(plain.attractions.first { $0.name == "부산시민공원" && $0.placeKind == .sight })
        #expect((joined.id, joined.name, joined.category) == ("kr-1", "시민공원", "관광지"))
        #expect(joined.coordinate == park.coordinate)
        #expect(joined.introduction == park.introduction)
        #expect(joined.placeWorth == mapped.placeWorth)
        #expect(joined.otherNames == ["map=부산시민공원"] + mapped.otherNames)
        #expect((joined.placeKind, joined.website) == (.sight, mapped.website))
        #expect(!town.attractions.contains { $0.id == mapped.id })
        #expect(town.attractions[1] == cafe)
        #expect(town.report.contains("1 of 2 rows of the table are places of the map"))
    }

    @Test func noRowOfTheSampleIsAPlaceAroundSeomyeon() throws {
        let rows = try AttractionCatalog(contentsOf: Repository.root.appending(path: "data/attractions.csv").path)
            .attractions
        let town = try town(rows)
        #expect(Array(town.attractions.prefix(rows.count)) == rows)
        #expect(town.report.contains("0 of \(rows.count) rows of the table are places of the map"))
        #expect(!town.report.contains("in doubt"))
    }

    @Test func aRowStaysASightWhateverTheMapSays() throws {
        let row = Attraction(id: "1", name: "서면시장", coordinate: coordinate(35.1556, 129.0585))
        let market = try town([row]).attractions[0]
        #expect(market.placeKind == .sight)
        // 롯데백화점 is a shop on the map.
        let shop = Attraction(id: "2", name: "롯데백화점", coordinate: coordinate(35.1569, 129.0560))
        let plain = try town()
        let mapped = try #require(plain.attractions.first { $0.name == "롯데백화점" })
        let joined = try town([shop]).attractions[0]
        #expect(joined.placeKind == nil && joined.placeWorth == nil)
        #expect(joined.openingHours == mapped.openingHours)
        // A hotel of the table is one on the map.
        let hotel = Attraction(id: "3", name: "부산롯데호텔", coordinate: coordinate(35.1567, 129.0556))
        let stay = try self.town([hotel])
        #expect(stay.attractions[0].placeKind == .stay)
        #expect(stay.report.contains("of these, no longer taken for sights: 1 of the kind stay"), "\(stay.report)")
    }

    @Test func aTownAndItselfAreOneTown() throws {
        let plain = try town()
        let again = try town(plain.attractions)
        #expect(again.attractions.map(\.id) == plain.attractions.map(\.id))
        // A row with the id of another place of the map.
        let other = Attraction(id: plain.attractions[0].id, name: "Elsewhere", coordinate: coordinate(1, 1))
        let numbered = try town([other])
        #expect(Set(numbered.attractions.map(\.id)).count == numbered.attractions.count)
        #expect(numbered.attractions[1].id == plain.attractions[0].id + "-2")
    }

    @Test func aTownIsSearchedByItsOtherNames() throws {
        let file = try AttractionFile(IndexFile(bytes: bytes(town()).span, name: "town"))
        let search = try PlaceSearch(file)
        let hit = try #require(search.answers(to: SearchQuery("Busan citizen park")).hits.first)
        #expect(hit.name == "부산시민공원")
        #expect(hit.otherName == "Busan citizen park")
        // What a kind is called in Korean is looked for, and is no address.
        #expect(hit.address == nil)
        let food = search.answers(to: SearchQuery("음식점")).hits
        #expect(food.contains { $0.category == "restaurant" } && food.allSatisfy { $0.address != "음식점" })
        #expect(search.answers(to: SearchQuery("釜山市民公園")).hits.first?.name == "부산시민공원")
    }
}
