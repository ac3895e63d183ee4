import TestSupport
import Testing
import TripTestSupport
import WaymarkGradients
import WaymarkRegions
import WaymarkThreads
import WaymarkTrips

/// 맵땅: records on a map, whose land takes the user's colour.
@Suite("Acceptance: records on a map")
struct MapLandTests {
    private static let red = RGBColor(0xE0_30_30)

    /// Two squares beside each other, west and east of 127 degrees.
    private static func land() throws -> RegionLevels {
        func square(_ west: Int) -> String {
            "[[[\(west),33],[\(west + 1),33],[\(west + 1),34],[\(west),34],[\(west),33]]]"
        }
        let features = [126, 127].map {
            #"{"type":"Feature","properties":{"code":"\#($0)","name":"\#($0)"},"geometry":{"type":"Polygon","coordinates":\#(square($0))}}"#
        }
        let json = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        let regions = try RegionSet(geoJSON: ContiguousArray(json.utf8), file: "land.geojson")
        return RegionLevels([.init(name: "land", regions: regions)])
    }

    @Test(
        "visited land takes the colour of its records, and a record deleted twice is deleted",
        arguments: StoreKind.allCases)
    func visited(kind: StoreKind) throws {
        try kind.withStore { store in
            let (first, second) = (RecordID(high: 1, low: 1), RecordID(high: 1, low: 2))
            try store.commit([
                .put(.visit(Visit(id: first, name: "협재", coordinate: coordinate(33.4, 126.2), color: Self.red))),
                .put(.visit(Visit(id: second, name: "우도", coordinate: coordinate(33.5, 127.5)))),
            ])
            func colors() throws -> [String: RGBColor?] {
                let land = VisitedLand(levels: try Self.land(), records: try store.visitRecords(at: .now))
                return Dictionary(
                    uniqueKeysWithValues: land.visits(ofLevel: 0).map {
                        (land.levels.levels[0].regions.regions[$0.region].name, $0.records.last?.color)
                    })
            }
            #expect(try colors() == ["126": Self.red, "127": nil])
            #expect(try store.commit([.delete(second)]).changes.count == 1)
            #expect(try store.commit([.delete(second)]).changes.isEmpty)
            #expect(try store.commit([.delete(second), .delete(RecordID(high: 9, low: 9))]).changes.isEmpty)
            #expect(try colors() == ["126": Self.red])
        }
    }

    @Test("a screen that closes ends its reading without an error, and another goes on where it stopped")
    func screens() async throws {
        let store = MemoryTripStore()
        let start = store.cursor()
        func visit(_ number: UInt64) -> TripEdit {
            .put(.visit(Visit(id: RecordID(high: 1, low: number), coordinate: coordinate(33, 126))))
        }
        let saved = Guarded<[ChangeCursor]>([])
        let screen = Task {
            for try await commit in TripChanges(of: store, after: start) { saved.withLock { $0.append(commit.cursor) } }
        }
        for number in 0..<50 as Range<UInt64> { try store.commit([visit(number)]) }
        while saved.withLock({ $0.isEmpty }) { await Task.yield() }
        screen.cancel()
        // Cancelled is not failed.
        try await screen.value
        for number in 50..<60 as Range<UInt64> { try store.commit([visit(number)]) }
        let last = try #require(saved.withLock { $0.last })
        var seen = saved.withLock { $0.count }
        for try await commit in TripChanges(of: store, after: last) {
            seen += 1
            #expect(commit.cursor.number == Int64(seen))
            if seen == 60 { break }
        }
        #expect(seen == 60)
    }
}
