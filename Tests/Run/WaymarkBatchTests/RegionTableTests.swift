import Foundation
import TestSupport
import Testing
import WaymarkAreas
import WaymarkBatch
import WaymarkGeodesy
import WaymarkRegions
import WaymarkTables
import WaymarkText

/// Adjacent squares of `size` degrees over a part of Korea, with their number as name.
private func squares(_ size: Double, _ count: Int) throws -> RegionSet {
    let features = (0..<count * count).map { i in
        let (x, y) = (127 + Double(i % count) * size, 35 + Double(i / count) * size)
        let ring = [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)].map { "[\($0.0),\($0.1)]" }
        return """
            {"type":"Feature","properties":{"name":"n,\(i)","code":"c\(i)"},\
            "geometry":{"type":"Polygon","coordinates":[[\(ring.joined(separator: ","))]]}}
            """
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    return try RegionSet(geoJSON: ContiguousArray(text.utf8), file: "squares")
}

private func levels() throws -> RegionLevels {
    RegionLevels([
        .init(name: "coarse", regions: try squares(1, 2)), .init(name: "fine", regions: try squares(0.25, 7)),
    ])
}

@Suite("RegionTable")
struct RegionTableTests {
    /// Places in and around the squares; every twentieth row is invalid.
    private func table(_ count: Int) -> (text: String, places: [Coordinate?]) {
        var generator = SplitMix64(seed: 8)
        var (text, places) = ("memo,lat,lon\n", [Coordinate?]())
        for i in 0..<count {
            let place = coordinate(
                .random(in: 34.8...37.3, using: &generator), .random(in: 126.8...129.2, using: &generator))
            places.append(i % 20 == 3 ? nil : place)
            text += i % 20 == 3 ? "x,,\n" : "\"a, \(i)\",\(place.latitude),\(place.longitude)\n"
        }
        return (text, places)
    }

    @Test(
        "each row gets the regions that a lookup in each level finds, or empty cells",
        arguments: [nil, 10.0])
    func equalsLookups(tolerance: Double?) throws {
        let (levels, (text, places)) = (try levels(), table(3000))
        let table = RegionTable(levels, tolerance: tolerance.map { .kilometers($0) })
        var outside: [Int] = []
        let (summary, lines, rejects) = try written(
            {
                let answer = try table.append(rows: $0, output: $1, rejects: $2, jobs: 3)
                outside = answer.outside
                return answer.summary
            }, text)
        let own = tolerance == nil ? ["code", "name"] : ["code", "name", "distance_m"]
        #expect(lines[0] == ["memo", "lat", "lon"] + own.map { "coarse_\($0)" } + own.map { "fine_\($0)" })
        #expect(summary.rowsIn == 3000 && summary.rejected == 150 && summary.answered == 2850 && rejects.count == 151)
        #expect(rejects[1] == ["5", "2 (lat)", "no latitude and no longitude", "x", "", ""])
        var (next, none, empty) = (1, 0, [0, 0])
        var wrong: [Int] = []
        for (i, place) in places.enumerated() {
            guard let place else { continue }
            let matches = levels.regions(at: place, within: tolerance.map { .kilometers($0) } ?? .zero)
            let cells = zip(levels.levels, matches).flatMap { level, match -> [String] in
                let region = match.map { level.regions.regions[$0.index] }
                let distance = match.map { NumberText.fixed($0.distance.value, decimals: 3) } ?? ""
                return [region?.code ?? "", region?.name ?? ""] + (tolerance == nil ? [] : [distance])
            }
            if lines[next] != ["a, \(i)", "\(place.latitude)", "\(place.longitude)"] + cells { wrong.append(i) }
            if matches.allSatisfy({ $0 == nil }) { none += 1 }
            for (level, match) in matches.enumerated() where match == nil { empty[level] += 1 }
            next += 1
        }
        #expect(wrong.isEmpty && next == lines.count)
        #expect(summary.withoutHits == none && none > 0 && outside == empty)
    }

    @Test("counts are those of the rows")
    func counts() throws {
        let (levels, text) = (try levels(), table(20_000).text)
        let table = RegionTable(levels, tolerance: .kilometers(3))
        let rows = try written({ try table.append(rows: $0, output: $1, rejects: $2).summary }, text).lines
        for jobs in [1, 4] {
            var counted: [RegionCounts] = []
            let answer = try written(
                {
                    try table.count(rows: $0, output: $1, rejects: $2, jobs: jobs) { counts, _ in counted = counts }
                        .summary
                }, text)
            #expect(answer.summary.rejected == 1000 && answer.rejects.count == 1001)
            for (level, column) in [(0, 3), (1, 6)] {
                var (wanted, nearest, outside) = ([String: Int](), [String: Int](), 0)
                for line in rows.dropFirst() {
                    if line[column].isEmpty { outside += 1 } else { wanted[line[column], default: 0] += 1 }
                    if let distance = Double(line[column + 2]), distance > 0 { nearest[line[column], default: 0] += 1 }
                }
                let counts = counted[level]
                for (region, count) in zip(counts.level.regions.regions, counts.counts) {
                    #expect(count.places == wanted[region.code, default: 0])
                    // A distance below half a millimetre is written as zero.
                    #expect(abs(count.nearest - nearest[region.code, default: 0]) <= 1)
                }
                #expect(counts.outside == outside && outside > 0)
            }
        }
    }

    @Test("repeated names get a number, and for a table without places its columns are reported")
    func columns() throws {
        let table = RegionTable(RegionLevels([.init(name: "region", regions: try squares(1, 1))]))
        let result = try written(
            { try table.append(rows: $0, output: $1, rejects: $2).summary }, "region_name,lat,lon\nmine,35.5,127.5\n")
        #expect(
            result.lines == [
                ["region_name", "lat", "lon", "region_code", "region_name_2"], ["mine", "35.5", "127.5", "c0", "n,0"],
            ])
        #expect(throws: BatchError.self) {
            try written({ try table.append(rows: $0, output: $1, rejects: $2).summary }, "a,b\n1,2\n")
        }
    }

    @Test(
        "the restaurants of Seoul lie in its 25 districts, except for those at its border",
        .enabled(if: SharedData.isPresent, "shared/data is absent"))
    func restaurants() throws {
        let boundaries = try SharedData.bytes("admin-kr/kostat-2013-municipalities-simple.geojson.gz")
        let set = try RegionSet(geoJSON: ContiguousArray(boundaries), file: "municipalities")
        let bytes = try SharedData.bytes("poi-kr/seoul-restaurants-epsg5174.utf8-bom.csv.gz")
        let table = RegionTable(
            RegionLevels([.init(name: "district", regions: set)]),
            columns: .init(system: try .init(projected: "EPSG:5174")))
        var counts: RegionCounts?
        let result = try written(
            { try table.count(rows: $0, output: $1, rejects: $2, jobs: 2) { all, _ in counts = all[0] }.summary },
            String(decoding: bytes, as: UTF8.self))
        #expect(result.summary.answered == 123_026 && result.summary.rejected == 1910)
        let found = try #require(counts)
        let seoul = zip(set.regions, found.counts).filter { $0.0.code.hasPrefix("11") }
        let inSeoul = seoul.reduce(0) { $0 + $1.1.places }
        #expect(seoul.count == 25 && seoul.allSatisfy { $0.1.places > 1000 })
        #expect(inSeoul > 122_500 && found.outside == 0)
        #expect(found.counts.reduce(0) { $0 + $1.places } == 123_026)
    }
}

@Suite("VisitTable")
struct VisitTableTests {
    private func read(_ text: String, jobs: Int = 1, _ columns: VisitTable.ColumnNames = .init()) throws -> (
        VisitTable.Answer, rejects: [[String]]
    ) {
        var found: VisitTable.Answer?
        let land = VisitedLand(levels: try levels())
        let result = try written(
            {
                let answer = try VisitTable(columns: columns).read(
                    rows: $0, into: land, output: $1, rejects: $2, jobs: jobs, write: { _, _ in })
                found = answer
                return answer.summary
            }, text)
        return (try #require(found), result.rejects)
    }

    @Test(
        "dates are read as days or moments",
        arguments: [
            ("2024-05-01", "2024-05-01T00:00:00Z"), ("2024.5.1", "2024-05-01T00:00:00Z"),
            ("20240501", "2024-05-01T00:00:00Z"),
            ("2024-05-01T09:30:00+09:00", "2024-05-01T00:30:00Z"), ("2024-05-01 09:30:00", "2024-05-01T09:30:00Z"),
            ("2024-05-01 09:30", "2024-05-01T09:30:00Z"), ("2024-05-01T09:30Z", "2024-05-01T09:30:00Z"),
            ("2024-05-01T09", nil), (" ", nil),
        ])
    func dates(text: String, wanted: String?) throws {
        let (answer, rejects) = try read("lat,lon,날짜\n35.5,127.5,\(text)\n")
        guard let wanted else {
            #expect(rejects.count == (text == " " ? 1 : 2))
            return
        }
        let visits = answer.land.visits(ofLevel: 0)
        #expect(visits.map { $0.first?.formatted(.iso8601) } == [wanted])
        #expect((answer.dates == .moment) == text.contains(":"))
    }

    @Test("a row with an invalid date, colour or place is rejected with its column; blank ones are missing values")
    func rejections() throws {
        let (answer, rejects) = try read(
            "id,위도,경도,방문일,색상,작성자\na,35.5,127.5,2024-02-30,,\nb,35.5,127.5,,red,\nc,,127.5,,,\nd,35.5,127.5,,,\n"
                + "e,36.5,127.5,2024-02-29, #ff0000 , kim \n")
        #expect(answer.summary.answered == 2 && answer.land.count == 2)
        #expect(rejects.dropFirst().map { $0[1] } == ["4 (방문일)", "5 (색상)", "2 (위도)"])
        #expect(rejects[1][2].contains("not a date such as") && rejects[2][2].contains("not a colour such as"))
        #expect(answer.hasColors && answer.owners == ["kim"] && answer.dates == .day)
    }

    @Test("of rows with the same id the last counts, rows without id are separate, and a place's id is not a record's")
    func ids() throws {
        let text = "id,lat,lon\n1,35.5,127.5\n,35.5,127.5\n1,36.5,127.5\n,36.5,127.5\n2,36.5,127.5\n"
        for jobs in [1, 3] {
            let (answer, _) = try read(text, jobs: jobs)
            #expect(answer.replaced == 1 && answer.land.count == 4)
            #expect(answer.land.visits(ofLevel: 0).map(\.count) == [1, 3])
        }
        #expect(try read("place_id,lat,lon\n1,35.5,127.5\n1,35.5,127.5\n").0.land.count == 2)
        #expect(
            try read("place_id,lat,lon\n1,35.5,127.5\n1,35.5,127.5\n", .init(place: .init(id: "place_id"))).0.land.count
                == 1)
    }
}
