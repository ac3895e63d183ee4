import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRecommendations

/// What a place is worth a way, before anybody rates it.
@Suite struct WorthTests {
    private static func sample() throws -> [Attraction] {
        try AttractionCatalog(contentsOf: Repository.root.appending(path: "data/attractions.csv").path).attractions
    }

    private static func place(_ name: String, north: Double, of stop: Coordinate) throws -> RecommendedPlace {
        RecommendedPlace(
            id: name, name: name,
            coordinate: try Coordinate(latitude: stop.latitude + north / 111_195, longitude: stop.longitude))
    }

    @Test("the size is the mean of what a row gives, on a scale of logarithms")
    func sizes() {
        #expect(PlaceSize() == .unknown && PlaceSize.unknown.value == 0)
        #expect(PlaceSize(capacity: 500, parkingSpaces: 60, areaSquareMeters: 15_000).value == 0)
        #expect(abs(PlaceSize(capacity: 500 * 2.718_281_8).value - 0.5) < 0.01)
        #expect(abs(PlaceSize(parkingSpaces: 60 / 2.718_281_8).value + 0.667) < 0.01)
        #expect(PlaceSize(capacity: 0).value == -1 && PlaceSize(parkingSpaces: 0).value == -1)
        #expect(
            PlaceSize(capacity: 1e300).value == 127.0 / 64 && PlaceSize(areaSquareMeters: 1e-300).value == -127.0 / 64)
        for nothing in [-1, .nan, .infinity] { #expect(PlaceSize(capacity: nothing) == .unknown) }
        #expect(PlaceSize(areaSquareMeters: 0) == .unknown)
    }

    @Test("what lists and courses name is worth more, by the fourth root; what nothing tells of is worth 1")
    func namings() throws {
        let attractions = try Self.sample()
        let places = RecommendedPlaces(attractions.map { RecommendedPlace($0) })
        // A scan over all that is known.
        let names = places.places.map { PlaceName($0.name) }
        var best = [Int](repeating: 0, count: places.places.count)
        for known in KnownPlaces.shipped.places {
            let name = PlaceName(String(known.name))
            for (number, place) in places.places.enumerated() {
                let distance = Sphere.earth.distance(from: known.coordinate, to: place.coordinate).value
                if distance < 1000, name.reason(names[number], at: distance) != nil {
                    best[number] = max(best[number], known.counts.namings)
                }
            }
        }
        #expect(best.count { $0 > 0 } > 300)
        for number in places.places.indices {
            let size = places.places[number].size.value
            let worth = pow(1 + Double(places.namings(of: number)), 0.25) * exp(size / 2)
            #expect(abs(places.worth(of: number) - worth) < 1e-9)
            // Of several known places the largest number of each kind counts.
            #expect(
                places.namings(of: number) >= best[number] && (best[number] > 0) == (places.namings(of: number) > 0))
        }
        let palace = try #require(attractions.firstIndex { $0.name == "경복궁" })
        #expect(places.worth(of: palace) > 2)
        let unknown = RecommendedPlaces([try Self.place("아무도 모르는 곳", north: 0, of: attractions[0].coordinate)])
        #expect(unknown.worth(of: 0) == 1)
    }

    @Test("around a stop places go by their worth for the distance")
    func order() throws {
        let attractions = try Self.sample()
        let palace = try #require(attractions.first { $0.name == "경복궁" })
        let stop = try Self.place("호텔", north: -2000, of: palace.coordinate)
        func list(_ others: [RecommendedPlace]) -> [String] {
            let places = RecommendedPlaces([RecommendedPlace(palace)] + others)
            return Recommender(places).recommendations(around: stop, within: .kilometers(10), count: 3)
                .map { places.places[$0.place].name }
        }
        let near = try Self.place("가게 앞 표석", north: -900, of: palace.coordinate)
        #expect(list([near]) == ["경복궁", "가게 앞 표석"])
        // What is much nearer comes first.
        #expect(try list([Self.place("가게 앞 표석", north: -1800, of: palace.coordinate)])[0] == "가게 앞 표석")
        // A place that is large by its row is worth a longer way.
        var large = try Self.place("큰 곳", north: -600, of: palace.coordinate)
        #expect(list([near, large]) == ["경복궁", "가게 앞 표석", "큰 곳"])
        large.size = PlaceSize(capacity: 50_000)
        #expect(list([near, large]).last == "가게 앞 표석")
    }

    @Test("what lists of sights name is no facility, whatever it is called")
    func stations() throws {
        let known = try #require(KnownPlaces.shipped.places.first { $0.name.hasSuffix("역") && $0.name.count < 5 })
        let attractions = ["\(known.name)", "아무역"].map { Attraction(id: $0, name: $0, coordinate: known.coordinate) }
        let places = RecommendedPlaces(attractions.map { RecommendedPlace($0) })
        #expect(places.places[0].isFacility && places.places[1].isFacility)
        #expect(!places.isFacility(0) && places.isFacility(1))
        #expect(!places[0].isFacility && places[1].isFacility)
    }

    @Test("a file keeps the worth of its places")
    func kept() throws {
        var attractions = try Self.sample()
        for number in attractions.indices where number % 3 == 0 { attractions[number].capacity = 10 * number }
        let held = RecommendedPlaces(
            AttractionTable(AttractionCatalog(attractions), fields: RecommendedPlaces.fields))
        var bytes = ContiguousArray<UInt8>()
        AttractionCatalog(attractions).writeFile(sections: held.sections) { piece in
            for i in piece.indices { bytes.append(piece[i]) }
        }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "made"))
        try RecommendedPlaces.verify(file)
        let kept = try #require(try RecommendedPlaces(file))
        #expect(kept.places.indices.map(kept.worth) == held.places.indices.map(held.worth))
        #expect(Set(kept.places.indices.map(kept.worth)).count > 100)
    }
}
