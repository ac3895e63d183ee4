import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRecommendations

@Suite struct MapStandingTests {
    private let center = coordinate(42.5, 1.5)

    private func place(
        _ id: String, meters: Double, _ kind: PlaceKind?, worth: Double? = nil, theme: String? = nil,
        category: String = "museum"
    ) -> Attraction {
        var place = Attraction(
            id: id, name: "Name \(id)", category: category, coordinate: coordinate(42.5 + meters / 111_195, 1.5))
        (place.placeKind, place.placeWorth, place.placeTheme) = (kind, worth, theme)
        return place
    }

    private var town: [Attraction] {
        (1...300).map { place("shop\($0)", meters: Double($0), .other, category: "shop") }
            + (1...40).map { place("cafe\($0)", meters: 100 + Double($0), .food, theme: "먹거리", category: "cafe") }
            + [
                place("small", meters: 350, .sight, worth: 0.6, theme: "자연/힐링"),
                place("plain", meters: 400, .sight, worth: 1, theme: "문화/예술"),
                place("famous", meters: 700, .sight, worth: 6, theme: "종교/역사/전통"),
                place("row", meters: 450, nil, category: "관광지"),
            ]
    }

    private func list(_ places: RecommendedPlaces, _ kind: PlaceKind = .sight, count: Int = 10) -> [String] {
        var recommender = Recommender(places)
        recommender.kind = kind
        let stop = RecommendedPlace(id: "", name: "", coordinate: center)
        return recommender.recommendations(into: [stop], reach: .within(.kilometers(5)), count: count)
            .recommendations.map { places.places[$0.place].id }
    }

    @Test func sightsAreRecommendedAndWorthCounts() {
        let places = RecommendedPlaces(town.map { RecommendedPlace($0) })
        // Behind three hundred shops, all four are found; what is worth most comes first.
        let sights = list(places)
        #expect(sights.first == "famous")
        #expect(Set(sights) == ["famous", "plain", "row", "small"])
        #expect(sights.firstIndex(of: "plain")! < sights.firstIndex(of: "small")!)
        #expect(list(places, .food, count: 2) == ["cafe1", "cafe2"])
        #expect(list(places, .stay).isEmpty)
        #expect(list(places, .other, count: 1) == ["shop1"])
    }

    @Test func aTableWithoutAMapIsAsBefore() {
        let rows = (1...30).map { place("r\($0)", meters: Double(100 * $0), nil, category: "관광지") }
        let places = RecommendedPlaces(rows.map { RecommendedPlace($0) })
        #expect(!places.places.hasKinds)
        #expect(list(places).count == 10)
        #expect(places.isOf(.sight, 0) && !places.isOf(.food, 0))
    }

    @Test func anIndexFileKeepsWhatAMapSays() throws {
        let catalog = AttractionCatalog(town)
        let table = AttractionTable(catalog, fields: RecommendedPlaces.fields + PlaceFacts.fields)
        let made = RecommendedPlaces(table)
        var bytes: ContiguousArray<UInt8> = []
        AttractionTable(catalog, fields: AttractionCatalog.fields)
            .writeFile(catalog.index, sections: made.sections) { bytes.append(utf8: $0) }
        let file = try AttractionFile(IndexFile(bytes: bytes.span, name: "town"))
        let kept = try #require(try RecommendedPlaces(file))
        #expect(kept.places.hasKinds)
        for place in kept.places.indices {
            #expect(kept.places.standing(place) == made.places.standing(place))
            #expect(kept.places[place] == made.places[place])
            #expect(kept.worth(of: place) == made.worth(of: place))
        }
        #expect(list(kept) == list(made))
        #expect(abs(kept.worth(of: town.firstIndex { $0.id == "famous" }!) - 6) < 0.1)
        try RecommendedPlaces.verify(file)
        // The best known are looked at wherever they are within reach.
        #expect(kept.namedPlaces(within: .kilometers(5), of: center).map { kept.places[$0].id } == ["famous"])
    }

    @Test func standingsSurviveTheirBytes() {
        for kind in PlaceKind.allCases {
            for worth in [0.37, 0.5, 1, 1.7, 3, 7, 9.9] {
                let standing = MapStanding(kind: kind, worth: worth)
                #expect(abs(standing.worth / worth - 1) < 0.011)
                #expect(MapStanding(standing.bytes[0], standing.bytes[1]) == standing)
            }
        }
        #expect(MapStanding.unknown.worth == 1)
        #expect(MapStanding(255, 0).kind == nil)
        for worth in [0, -1, .nan, .infinity] { #expect(MapStanding(kind: .sight, worth: worth).worth == 1) }
    }

    @Test func aReasonSaysWhatItIs() {
        let places = RecommendedPlaces(
            [place("a", meters: 100, .sight, category: "museum"), place("b", meters: 200, .sight, category: "peak")].map
            {
                RecommendedPlace($0)
            })
        let stop = RecommendedPlace(id: "", name: "", coordinate: center)
        for (language, word) in [(ExplanationLanguage.korean, "박물관"), (.english, "museum")] {
            var explainer = Explainer(places, stops: [stop], in: language)
            #expect(explainer.reason(of: 0)?.contains(word) == true)
        }
    }
}
