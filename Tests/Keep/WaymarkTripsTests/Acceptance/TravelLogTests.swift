import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkTrips

/// TravelLog: cards on a map, and a search that answers each key.
@Suite("Acceptance: a trip log")
struct TravelLogTests {
    @Test(
        "each key is answered by the store itself, with what was changed a moment before", arguments: StoreKind.allCases
    )
    func typing(kind: StoreKind) throws {
        try kind.withStore { store in
            let trip = RecordID(high: 1, low: 1)
            let names = ["성산일출봉", "성산항", "성읍민속마을", "한라산"]
            try store.commit(
                [.put(.trip(Trip(id: trip, title: "제주 여행")))]
                    + names.enumerated().map {
                        .put(
                            .stop(
                                TripStop(
                                    id: RecordID(high: 2, low: UInt64($0.offset)), trip: trip, name: $0.element,
                                    coordinate: coordinate(33.4, 126.5 + Double($0.offset) / 10))))
                    })
            let search = try TripSearch(store)
            func found(_ text: String) throws -> [String] {
                try search.records(matching: text).compactMap {
                    if case .stop(let stop) = $0 { stop.name } else { nil }
                }
            }
            for text in ["ㅅ", "서", "성", "성ㅅ", "성사", "성산"] {
                let answers = try found(text)
                #expect(answers.contains("성산항") && answers.contains("성산일출봉"), "\(text): \(answers)")
            }
            #expect(try found("성산이").first == "성산일출봉")
            #expect(try found("tjdtks").contains("성산항"), "the wrong keyboard")
            try store.commit([.delete(RecordID(high: 2, low: 1))])
            #expect(try !found("성산").contains("성산항"))
            try store.commit([.undelete(RecordID(high: 2, low: 1))])
            #expect(try found("성산").contains("성산항"))
            #expect(try found("없는 곳").isEmpty)
        }
    }

    @Test("the cards in view are those in the box, also over the antimeridian", arguments: StoreKind.allCases)
    func map(kind: StoreKind) throws {
        try kind.withStore { store in
            let trip = RecordID(high: 1, low: 1)
            let places = [
                coordinate(-17.8, 178.0), coordinate(-17.5, -179.9), coordinate(33.4, 126.5), coordinate(-17.8, 170),
            ]
            try store.commit(
                [.put(.trip(Trip(id: trip)))]
                    + places.enumerated().map {
                        .put(
                            .stop(
                                TripStop(
                                    id: RecordID(high: 2, low: UInt64($0.offset)), trip: trip, coordinate: $0.element)))
                    })
            let fiji = try BoundingBox(south: -19, west: 177, north: -16, east: -179)
            #expect(try store.records(TripQuery([.stop], box: fiji)).map(\.id.low) == [0, 1])
            let jeju = try BoundingBox(south: 33, west: 126, north: 34, east: 127)
            #expect(try store.records(TripQuery([.stop], box: jeju)).map(\.id.low) == [2])
        }
    }
}
