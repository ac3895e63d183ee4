import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy

@Suite struct AttractionCatalogTests {
    @Test("lookups equal a linear scan", arguments: 1...5 as ClosedRange<UInt64>)
    func lookups(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let attractions = Regime.korea.points(400, using: &generator).enumerated().map {
            Attraction(id: "\($0)", name: "\($0)", coordinate: $1)
        }
        let catalog = AttractionCatalog(attractions)
        let center = place(37.5, 127)
        let all = attractions.enumerated().map { ($0, $1, Sphere.earth.distance(from: center, to: $1.coordinate)) }
            .sorted { ($0.2, $0.0) < ($1.2, $1.0) }.map { NearbyAttraction(attraction: $0.1, distance: $0.2) }
        let radius = Meters.kilometers(80)
        #expect(catalog.attractions(within: radius, of: center) == all.filter { $0.distance <= radius })
        #expect(catalog.nearest(to: center, count: 7) == Array(all.prefix(7)))
        #expect(catalog.nearest(to: center, count: 7, within: .zero).isEmpty)
        #expect(catalog.report.rowsKept == 400)
        #expect(catalog.report.isBalanced)
    }

    @Test("a file is read by its path")
    func readsFile() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("\(standardHeader)\n\(fullRow)\n".utf8).write(to: url)
        let catalog = try AttractionCatalog(contentsOf: url.path)
        #expect(catalog.attractions.map(\.name) == ["해맑은호수"])
        #expect(catalog.report.file == url.path)
        #expect(catalog.index.count == 1)
    }

    @Test(
        "facilities are divided at + outside parentheses",
        arguments: [
            ("", []), ("-", []), ("없음", []), (" 없음 ", []), ("가", ["가"]), ("가+나", ["가", "나"]), ("가++ 나 +", ["가", "나"]),
            ("가(나+다)+라", ["가(나+다)", "라"]), ("가((나+다)+라)+마", ["가((나+다)+라)", "마"]), ("가（나+다）+라", ["가（나+다）", "라"]),
            ("가(나+다", ["가(나", "다"]), ("가)+나", ["가)", "나"]), ("없음+", []), ("가, 나", ["가, 나"]),
        ] as [(String, [String])])
    func facilities(text: String, items: [String]) throws {
        let catalog = try catalog("관광지명,위도,경도,숙박시설정보\n곳,37,127,\"\(text)\"\n")
        #expect(catalog.attractions[0].lodgings == items)
    }
}
