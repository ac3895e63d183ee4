import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTimes

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

    /// More rows than two threads share, with fields that only some rows have, or none; and what one thread makes of them.
    private struct ManyRows {
        let bytes: ContiguousArray<UInt8>
        let expected: [Attraction]
        let report: QualityReport
        let file: ContiguousArray<UInt8>

        static let shared = Result { try ManyRows() }

        private init() throws {
            var text = "id,관광지명,관광지구분,위도,경도,면적,숙박시설정보,지정일자,수용인원수,관광지소개\n"
            var expected: [Attraction] = []
            for number in 0..<50_000 {
                let place = place(33 + Double(number % 500) / 100, 125 + Double(number / 500) / 25)
                var attraction = Attraction(id: "가\(number)", name: "attraction number \(number)", coordinate: place)
                attraction.category = number % 3 == 0 ? nil : "관광지 \(number % 7)"
                attraction.areaSquareMeters = number % 5 == 1 ? Double(number) / 4 : nil
                attraction.lodgings = number % 11 == 2 ? ["숙소 \(number)", "방"] : []
                attraction.designated = number % 13 == 3 ? CalendarDate("2021-03-30") : nil
                attraction.capacity = number % 17 == 4 ? number : nil
                let cells = [
                    attraction.id, attraction.name, attraction.category ?? "-", "\(place.latitude)",
                    "\(place.longitude)",
                    attraction.areaSquareMeters.map { "\($0)" } ?? "", attraction.lodgings.joined(separator: "+"),
                    attraction.designated?.description ?? "", attraction.capacity.map { "\($0)" } ?? "", "",
                ]
                text += cells.joined(separator: ",") + "\n"
                expected.append(attraction)
            }
            bytes = ContiguousArray(text.utf8)
            self.expected = expected
            let alone = try AttractionCatalog(bytes: bytes, name: "test")
            report = alone.report
            file = Self.file(of: alone)
        }

        static func file(of catalog: AttractionCatalog) -> ContiguousArray<UInt8> {
            var file: ContiguousArray<UInt8> = []
            catalog.writeFile { piece in piece.withUnsafeBufferPointer { file.append(contentsOf: $0) } }
            return file
        }
    }

    @Test("a catalog is the same for any number of jobs, and equals its rows", arguments: [1, 2, 3, 7])
    func jobs(jobs: Int) throws {
        let rows = try ManyRows.shared.get()
        let catalog = try AttractionCatalog(bytes: rows.bytes, name: "test", jobs: jobs)
        let isAsExpected = catalog.attractions == rows.expected
        #expect(isAsExpected)
        #expect(catalog.report == rows.report)
        let file = ManyRows.file(of: catalog)
        let isSameFile = file == rows.file
        #expect(isSameFile)
        let stored = try AttractionFile(IndexFile(bytes: file.span, name: "test"))
        let isRead = try AttractionCatalog(stored, jobs: jobs).attractions == rows.expected
        #expect(isRead)
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
