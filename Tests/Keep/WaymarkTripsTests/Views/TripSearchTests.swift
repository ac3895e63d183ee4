import TestSupport
import Testing
import WaymarkTrips

@Suite("Search among trips")
struct TripSearchTests {
    /// Searches in the sample of the stores.
    private func withSample(
        _ kind: StoreKind, _ body: (any TripStore, StoreRuleTests.Sample, TripSearch) throws -> Void
    ) throws {
        let sample = StoreRuleTests.Sample()
        try kind.withStore { store in
            try store.commit(sample.edits)
            try body(store, sample, TripSearch(store))
        }
    }

    @Test(
        "trips, stops, entries, visits and companions are found by what is typed in Korean",
        arguments: StoreKind.allCases)
    func finding(kind: StoreKind) throws {
        try withSample(kind) { (_, sample, search) throws in
            func found(_ text: String, _ kinds: Set<RecordKind> = Set(RecordKind.allCases)) throws -> [RecordID] {
                try search.records(matching: text, kinds: kinds).map(\.id)
            }
            #expect(try found("경복ㄱ") == [sample.palace])
            #expect(try found("ㅌㅇㅅㅈ") == [sample.market])
            #expect(try found("떡볶이") == [sample.entry])
            #expect(try found("곰") == [sample.companion])
            #expect(try found("서울", [.stop]).isEmpty)
            #expect(try found("서울", [.trip, .stop]) == [sample.trip])
            #expect(try found("서울", []).isEmpty)
        }
    }

    @Test(
        "the search follows the store: what is changed, deleted and brought back, and after changes were forgotten",
        arguments: StoreKind.allCases)
    func following(kind: StoreKind) throws {
        try withSample(kind) { store, sample, search in
            func found(_ text: String) throws -> [RecordID] { try search.records(matching: text).map(\.id) }
            try store.commit([.put(.trip(Trip(id: sample.trip, title: "부산")))])
            #expect(try found("서울").isEmpty)
            #expect(try found("부산") == [sample.trip])
            try store.commit([.delete(sample.trip)])
            #expect(try found("부산").isEmpty && found("경복궁").isEmpty)
            try store.commit([.undelete(sample.trip)])
            #expect(try found("부산") == [sample.trip] && found("경복궁") == [sample.palace])
            for number in 1...5 { try store.commit([.put(.trip(Trip(id: sample.trip, title: "대구 \(number)")))]) }
            try store.forgetChanges(keeping: 0)
            #expect(try found("부산").isEmpty && found("대구 5") == [sample.trip])
        }
    }
}
