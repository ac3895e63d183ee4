import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRecommendations

@Suite struct MapPairsTests {
    private func row(_ name: String, _ latitude: Double, _ longitude: Double) -> Attraction {
        Attraction(id: name, name: name, coordinate: coordinate(latitude, longitude))
    }

    private func place(
        _ name: String, _ latitude: Double, _ longitude: Double, _ kind: PlaceKind = .sight, others: [String] = []
    ) -> Attraction {
        var place = row(name, latitude, longitude)
        place.placeKind = kind
        place.otherNames = others
        return place
    }

    private func found(
        _ rows: [Attraction], _ places: [Attraction], extents: [Double]? = nil
    ) -> (pairs: [String], doubts: [String]) {
        let pairs = MapPairs(rows, places, extents: (extents ?? places.map { _ in 0 }).map { Meters($0) })
        return (
            pairs.pairs.map { "\(rows[$0.row].name)=\(places[$0.place].name)" },
            pairs.doubts.map { "\(rows[$0.row].name)?\(places[$0.place].name) \($0.reason)" }
        )
    }

    @Test func theSameNameNearbyIsTheSamePlace() {
        let one = found([row("시민공원", 35.1655, 129.0559)], [place("부산시민공원", 35.1678, 129.0560)])
        #expect(one.pairs == ["시민공원=부산시민공원"])
        #expect(one.doubts.isEmpty)
        let english = found(
            [row("Busan Citizens Park", 35.1655, 129.0559)],
            [place("부산시민공원", 35.1678, 129.0560, others: ["en=Busan Citizens Park"])])
        #expect(english.pairs == ["Busan Citizens Park=부산시민공원"])
    }

    @Test func distanceCountsFromTheBorderOfALargePlace() {
        let (rows, places) = ([row("불국사", 35.79, 129.33)], [place("불국사", 35.79, 129.35)])
        let small = found(rows, places)
        #expect(small.pairs.isEmpty)
        #expect(small.doubts == ["불국사?불국사 farApart"])
        #expect(found(rows, places, extents: [1500]).pairs == ["불국사=불국사"])
        // Too far to be said.
        #expect(found([row("불국사", 35.79, 129.28)], places).doubts.isEmpty)
        #expect(found([row("불국사", 35.79, 129.28)], places, extents: [6000]).pairs == ["불국사=불국사"])
    }

    @Test func whatIsNoSightNeedsTheVeryName() {
        let beach = row("광안리해수욕장", 35.1532, 129.1186)
        #expect(found([beach], [place("광안리", 35.1533, 129.1187, .other)]).pairs.isEmpty)
        #expect(found([beach], [place("광안리", 35.1533, 129.1187)]).pairs == ["광안리해수욕장=광안리"])
        #expect(found([beach], [place("광안리해수욕장", 35.1533, 129.1187, .other)]).pairs.count == 1)
    }

    @Test func whatFitsSeveralTimesStaysApart() {
        let rows = [row("용두산공원", 35.1006, 129.0325)]
        let two = found(rows, [place("용두산공원", 35.1010, 129.0325), place("용두산공원", 35.1000, 129.0325)])
        #expect(two.pairs.isEmpty)
        #expect(two.doubts == ["용두산공원?용두산공원 severalFit", "용두산공원?용두산공원 severalFit"])
        // The one sight of that very name before a car park, or a place of another name.
        let one = found(
            rows,
            [place("용두산공원", 35.1010, 129.0325, .transport), place("용두산공원", 35.1000, 129.0325)])
        #expect(one.pairs.count == 1 && one.doubts.isEmpty)
        let rowsOfOne = [row("용두산공원", 35.1006, 129.0325), row("용두산공원", 35.1007, 129.0325)]
        // A row that is in the table twice: the nearer one is the place.
        let both = found(rowsOfOne, [place("용두산공원", 35.1010, 129.0325)])
        #expect(both.pairs == ["용두산공원=용두산공원"] && both.doubts.isEmpty)
        // Of two rows the one of that very name.
        let others = [row("부산 용두산공원", 35.1007, 129.0325), row("용두산공원", 35.1006, 129.0325)]
        #expect(found(others, [place("용두산공원", 35.1010, 129.0325)]).pairs == ["용두산공원=용두산공원"])
    }

    @Test func aPlaceOfItsIdIsItself() {
        let (one, other) = (place("부전", 35.1601, 129.0601), place("부전", 35.1602, 129.0602))
        var (first, second) = (one, other)
        (first.id, second.id) = ("n1", "n2")
        #expect(found([first, second], [first, second]).pairs.count == 2)
        #expect(found([one], [first, second]).pairs.isEmpty)
    }

    @Test func theNameIsMoreThanAFormerOne() {
        let rows = [row("Grand Theatre", 43.74, 7.42)]
        let places = [
            place("Opera House", 43.7401, 7.4201, others: ["old=Grand Theatre"]),
            place("Grand Theatre", 43.7402, 7.4202),
        ]
        #expect(found(rows, places).pairs == ["Grand Theatre=Grand Theatre"])
        #expect(found(rows, [places[0]]).pairs == ["Grand Theatre=Opera House"])
    }

    @Test func nothingIsPairedWithNothing() {
        #expect(found([], [place("A", 1, 1)]).pairs.isEmpty)
        #expect(found([row("A", 1, 1)], []).doubts.isEmpty)
        // Parks of no other name than that are many.
        #expect(found([row("근린공원", 35.10, 129.03)], [place("근린공원", 35.11, 129.03)]).doubts.isEmpty)
    }
}
