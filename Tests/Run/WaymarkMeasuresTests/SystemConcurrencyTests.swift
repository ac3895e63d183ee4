import Dispatch
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkMeasures
import WaymarkPlaces
import WaymarkTables

/// For ThreadSanitizer: see `make tsan`.
@Suite("one projected system in many threads")
struct SystemConcurrencyTests {
    @Test("gives each thread the places that a single thread gets", arguments: ["EPSG:5174", "EPSG:5179"])
    func sideBySide(name: String) throws {
        let system = try PlaceSystem(projected: name, refusesOutsideArea: false)
        let center = name == "EPSG:5174" ? (200_000.0, 450_000.0) : (953_000.0, 1_952_000.0)
        let rows = (0..<400).map {
            "\(center.0 + 10 * Double($0)),\($0 % 50 == 7 ? "" : "\(center.1 - 20 * Double($0))")\n"
        }
        let text = Array(("x,y\n" + rows.joined()).utf8)
        @Sendable func places() throws -> [Coordinate] {
            let batch = try PlaceTable(MemorySource(text, name: "places"))
            return try batch.places(columns: PlaceColumnNames(system: system)).places.map(\.coordinate)
        }
        let alone = try places()
        #expect(alone.count == 392)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let isSame = (try? places()) == alone
            #expect(isSame)
        }
    }
}
