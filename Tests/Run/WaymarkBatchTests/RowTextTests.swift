import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkTables

/// The bytes of rows, compared with rows built from strings.
@Suite("Text of rows")
struct RowTextTests {
    private static func output(_ batch: LookupBatch, _ stops: String, jobs: Int) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try batch.run(
            stops: MemorySource(Array(stops.utf8), name: "stops"), output: OutputFile(path: file.path), jobs: jobs)
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("texts of any length are unchanged in the rows", arguments: [1, 3])
    func lengths(jobs: Int) throws {
        // Some just fit inline, or are longer by one; their neighbours in memory differ in length.
        let ids = (0..<700).map { number in "\(number)" + String(repeating: "x", count: number * 7 % 41) }
        let places = ids.indices.map { coordinate(37 + Double($0) * 1e-4, 127) }
        let catalog = AttractionCatalog(
            zip(ids, places).map { Attraction(id: $0, name: "이름 \($0.count)", coordinate: $1) })
        let columns: [OutputColumn] = [.rank, .attraction(.id), .stopID, .attraction(.name), .distance]
        let batch = LookupBatch(catalog, .init(.within(.kilometers(20), limit: nil), columns: columns))
        let stops = (0..<60).map { coordinate(37 + Double($0) * 1e-3, 127.01) }
        var (text, expected) = ("id,lat,lon\n", "rank,attraction_id,stop_id,name,haversine_m\n")
        for (number, stop) in stops.enumerated() {
            text += "s\(number),\(stop.latitude),\(stop.longitude)\n"
            for (rank, match) in catalog.index.points(within: .kilometers(20), of: stop).enumerated() {
                let id = ids[match.index]
                let distance = String(format: "%.3f", match.distance.value)
                expected += "\(rank + 1),\(id),s\(number),이름 \(id.count),\(distance)\n"
            }
        }
        let isEqual = try Self.output(batch, text, jobs: jobs) == expected
        #expect(isEqual)
    }

    @Test("distances and ranks are printed as by C's printf, from zero to half the Earth")
    func numbers() throws {
        var generator = SplitMix64(seed: 3)
        let stop = coordinate(37, 127)
        let places = (0..<30_000).map { number in
            let distance = Meters(pow(10, Double.random(in: -5...7.3, using: &generator)))
            return Sphere.earth.destination(
                from: stop, bearing: Double.random(in: 0..<360, using: &generator), distance: distance)
        }
        let catalog = AttractionCatalog(
            places.enumerated().map { Attraction(id: "p\($0)", name: "p", coordinate: $1) })
        let batch = LookupBatch(
            catalog, .init(.nearest(count: places.count, within: nil), columns: [.rank, .distance, .attraction(.id)]))
        var expected = "rank,haversine_m,attraction_id\n"
        for (rank, match) in catalog.index.nearest(to: stop, count: places.count).enumerated() {
            expected += "\(rank + 1),\(String(format: "%.3f", match.distance.value)),p\(match.index)\n"
        }
        let isEqual = try Self.output(batch, "id,lat,lon\n1,37,127\n", jobs: 1) == expected
        #expect(isEqual)
    }

    @Test("the eight digits of a number are those of its text")
    func digits() {
        var generator = SplitMix64(seed: 4)
        let numbers = [0, 1, 9, 10, 99, 100, 9999, 10_000, 99_999_999]
        for number in numbers + (0..<100_000).map({ _ in Int.random(in: 0..<100_000_000, using: &generator) }) {
            let digits = eightDigits(of: UInt64(number))
            let text = String(
                (0..<8).map { Character(Unicode.Scalar(UInt8(truncatingIfNeeded: digits >> (8 * $0)) + 48)) })
            if text != String(format: "%08d", number) { Issue.record("\(number) is \(text)") }
        }
    }
}
