import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkTrips

@Suite("Stops that are one place")
struct StopDuplicatesTests {
    private let trip = RecordID(high: 1, low: 1)

    private func stop(_ number: UInt64, _ name: String, _ latitude: Double, attraction: String? = nil) -> TripStop {
        TripStop(
            id: RecordID(high: 2, low: number), trip: trip, name: name, coordinate: coordinate(latitude, 126),
            attraction: attraction)
    }

    @Test("an attraction that comes twice is said, in the order of the trip, and not offered for merging")
    func repeated() {
        let stops = [
            stop(0, "항구", 33, attraction: "7"), stop(1, "봉", 33.1, attraction: "3"),
            stop(2, "봉", 33.1, attraction: "3"),
            stop(3, "항구", 33, attraction: "7"), stop(4, "항구", 33, attraction: "7"), stop(5, "섬", 33, attraction: "9"),
        ]
        let found = StopDuplicates(stops)
        #expect(found.repeated.map { $0.map(\.id.low) } == [[0, 3, 4], [1, 2]])
        #expect(found.pairs.isEmpty)
    }

    @Test(
        "one place within 100 m, under two ids or names or none, is offered; a border apart, another place or none is not"
    )
    func pairs() {
        // A degree of latitude has 111 195 m on the sphere.
        let near = 33 + 99.9 / 111_195, far = 33 + 100.2 / 111_195
        let stops = [
            stop(0, "성산 일출봉", 33, attraction: "a"), stop(1, "성산일출봉", near, attraction: "b"), stop(2, "성산일출봉", far),
            stop(3, "", 33), stop(4, " \u{200B}", 33), stop(5, "Jeju Port", 33), stop(6, "jeju port", 33),
            stop(7, "e\u{301}", 33), stop(8, "\u{e9}", 33), stop(9, "광안리", 33), stop(10, "광안리역", 33),
            stop(11, "광안리해수욕장", near),
        ]
        let found = StopDuplicates(stops)
        #expect(found.repeated.isEmpty)
        #expect(
            found.pairs.map { [$0.first.id.low, $0.second.id.low] } == [[0, 1], [1, 2], [5, 6], [7, 8], [9, 11]])
    }

    @Test("merging takes pictures and entries along, in one commit that can be undone", arguments: StoreKind.allCases)
    func merging(kind: StoreKind) throws {
        try kind.withStore { store in
            let (first, second) = (stop(1, "봉", 33), stop(2, "봉", 33))
            let photo = ContentHash(ContiguousArray("photo".utf8).span)
            let entry = DiaryEntry(
                id: RecordID(high: 3, low: 1), text: "글", time: Moment(milliseconds: 0)!, subject: second.id)
            try store.commit([
                .put(.trip(Trip(id: trip))), .put(.stop(first)), .put(.stop(second)), .put(.entry(entry)),
                .put(.attachment(Attachment(id: RecordID(high: 4, low: 1), owner: second.id, content: photo, size: 5))),
            ])
            let pair = try #require(store.duplicates(in: trip).pairs.first)
            #expect(pair.first.id == first.id && pair.second.id == second.id)
            // Nothing is merged by looking.
            #expect(try store.stops(of: trip).count == 2)
            try store.commit(store.editsMerging(pair.second.id, into: pair.first.id))
            #expect(try store.stops(of: trip).map(\.id) == [first.id])
            #expect(try store.attachments(of: first.id).map(\.content) == [photo])
            #expect(try store.entries(of: first.id).map(\.id) == [entry.id])
            try store.commit([.undelete(second.id)])
            #expect(try store.stops(of: trip).map(\.id) == [first.id, second.id])
        }
    }
}
