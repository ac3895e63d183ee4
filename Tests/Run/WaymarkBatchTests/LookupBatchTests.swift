import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkPlaces
import WaymarkTables

/// A catalog of places with their number as name.
private func catalog(_ places: [Coordinate]) throws -> AttractionCatalog {
    let rows = places.indices.map { "a\($0),name \($0),kind,\(places[$0].latitude),\(places[$0].longitude)\n" }
    let text = "id,name,category,latitude,longitude\n" + rows.joined()
    return try AttractionCatalog(
        bytes: ContiguousArray(text.utf8), name: "places", options: CatalogOptions(merging: .nothing))
}

/// Runs a batch over the text of a stops file; returns its output and summary.
private func run(
    _ catalog: AttractionCatalog, _ options: LookupBatchOptions, _ stops: String, rejects: String? = nil
) throws -> (text: String, summary: BatchSummary, rejections: [Rejection]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).out")
    defer { try? FileManager.default.removeItem(at: file) }
    var rejections: [Rejection] = []
    let summary = try LookupBatch(catalog, options).run(
        stops: MemorySource(stops.utf8, name: "stops"), output: OutputFile(path: file.path), rejects: rejects,
        onRejection: { rejections.append($0) })
    return (String(decoding: try Data(contentsOf: file), as: UTF8.self), summary, rejections)
}

@Suite("LookupBatch")
struct LookupBatchTests {
    @Test(
        "every row equals that of a linear scan, and every stop is accounted for",
        arguments: [Regime.korea, .world, .antimeridian, .northPole, .duplicates])
    func equalsLinearScan(regime: Regime) throws {
        var generator = SplitMix64(seed: 1)
        let places = regime.points(400, using: &generator)
        let catalog = try catalog(places)
        var stops = "stop_id,lat,lng\n"
        var expected = ["stop_id,attraction_id,rank,haversine_m"]
        var (hits, without, rejected) = (0, 0, 0)
        for i in 0..<300 {
            if i % 10 == 9 {
                stops += "s\(i),\(["91,0", ",", "x,1", "0,181"][i / 10 % 4])\n"
                rejected += 1
                continue
            }
            let center = regime.question(about: places, using: &generator).center
            stops += "s\(i),\(center.latitude),\(center.longitude)\n"
            let found = places.indices
                .map { Match(index: $0, distance: Sphere.earth.distance(from: center, to: places[$0])) }
                .filter { $0.distance <= .kilometers(50) }
                .sorted()
            hits += found.count
            without += found.isEmpty ? 1 : 0
            for (rank, match) in found.enumerated() {
                let distance = String(format: "%.3f", match.distance.value)
                expected.append("s\(i),a\(match.index),\(rank + 1),\(distance)")
            }
        }
        let options = LookupBatchOptions(
            .within(.kilometers(50), limit: nil),
            columns: ["stop_id", "attraction_id", "rank", "haversine_m"].map(OutputColumn.init(name:)))
        let result = try run(catalog, options, stops)
        // Compared outside the expectation: a difference of thousands of rows takes minutes to print.
        let isEqual = result.text.split(separator: "\n").map(String.init) == expected
        #expect(isEqual)
        let summary = result.summary
        #expect(summary.rowsIn == 300 && summary.answered + summary.rejected == 300)
        #expect(summary.rejected == rejected && summary.hits == hits && summary.withoutHits == without)
        #expect(result.rejections.count == rejected)
        #expect(result.rejections.first?.line == 11)
        #expect(hits > 0)
    }

    @Test("a limit keeps the nearest, nearest has the requested count, a radius limits it")
    func lookups() throws {
        let catalog = try catalog((0..<10).map { coordinate(0, Double($0) / 10) })
        func ids(_ lookup: Lookup) throws -> [String] {
            let options = LookupBatchOptions(lookup, columns: [.attraction(.id)])
            return try run(catalog, options, "lat,lon\n0,0\n").text.split(separator: "\n").dropFirst().map(String.init)
        }
        #expect(try ids(.within(.kilometers(34), limit: nil)) == ["a0", "a1", "a2", "a3"])
        #expect(try ids(.within(.kilometers(34), limit: 2)) == ["a0", "a1"])
        #expect(try ids(.nearest(count: 3, within: nil)) == ["a0", "a1", "a2"])
        #expect(try ids(.nearest(count: 3, within: .kilometers(12))) == ["a0", "a1"])
        #expect(try ids(.nearest(count: 99, within: nil)).count == 10)
    }

    @Test("kept columns with one of Waymark's names get the prefix stop_")
    func keptColumns() throws {
        let catalog = try catalog([coordinate(0, 0)])
        let options = LookupBatchOptions(
            .nearest(count: 1, within: nil), columns: [.stopID, .attraction(.name)], keepsColumns: true)
        let result = try run(catalog, options, "name,memo,lat,lon,,rank\nhome,\"a,b\",0,0,x,\n")
        #expect(result.text == "stop_id,name,stop_name,memo,stop_rank\n1,name 0,home,\"a,b\",\n")
    }

    @Test("kept columns with the same name each keep their values under a unique name: one was lost or repeated")
    func repeatedColumns() throws {
        let catalog = try catalog([coordinate(0, 0)])
        var options = LookupBatchOptions(.nearest(count: 1, within: nil), columns: [.stopID], keepsColumns: true)
        let stops = "name,memo,lat,memo,lon,name,stop_rank,rank,memo_2\nA,B,0,C,0,D,E,F,G\n"
        let kept = try run(catalog, options, stops).text
        #expect(kept == "stop_id,stop_name,memo,memo_2,stop_name_2,stop_rank,stop_rank_2,memo_2_2\n1,A,B,C,D,E,F,G\n")
        // Each can be requested by its name.
        let names = kept.split(separator: "\n")[0].split(separator: ",").map { OutputColumn(name: String($0)) }
        options.columns = names
        #expect(try run(catalog, options, stops).text == kept)
        options.keepsColumns = false
        #expect(try run(catalog, options, stops).text == kept)
        // Waymark's columns and those of the stops, without repeated keys.
        options = LookupBatchOptions(
            .nearest(count: 1, within: nil), format: .ndjson, columns: [.stopName, .attraction(.name), .rank],
            keepsColumns: true)
        let line = try run(catalog, options, "name,rank,lat,lon\nA,B,0,0\n").text
        #expect(line == #"{"stop_name":"A","name":"name 0","rank":1,"stop_rank":"B"}"# + "\n")
        options.columns = ["stop_rank", "rank"].map(OutputColumn.init(name:))
        options.keepsColumns = false
        #expect(try run(catalog, options, "rank,lat,lon\nB,0,0\n").text == #"{"stop_rank":"B","rank":1}"# + "\n")
        // A `name` column that is not the stop's name is not stop_name.
        options = LookupBatchOptions(.nearest(count: 1, within: nil), columns: [.stopName], keepsColumns: true)
        options.stops.columns.name = "title"
        #expect(
            try run(catalog, options, "name,title,lat,lon\nA,B,0,0\n").text
                == "stop_name,stop_name_2,title\nB,A,B\n")
    }

    @Test("every known column can be written, as CSV and as JSON")
    func knownColumns() throws {
        let text = """
            관광지명,관광지구분,소재지도로명주소,소재지지번주소,위도,경도,관광지소개,관리기관전화번호,관리기관명,데이터기준일자,제공기관명
            궁,관광지,서울특별시 종로구 사직로 161,서울특별시 종로구 세종로 1-1,37.5,127,"큰, 집",02-1,청,2026-11-01,시

            """
        let catalog = try AttractionCatalog(bytes: ContiguousArray(text.utf8), name: "korean")
        let id = catalog.attractions[0].id
        var options = LookupBatchOptions(.nearest(count: 1, within: nil), columns: OutputColumn.known)
        let csv = try run(catalog, options, "id,name,lat,lon\n1,출발,37.5,127\n").text.split(separator: "\n")
        #expect(csv[0] == OutputColumn.known.map(\.name).joined(separator: ",")[...])
        #expect(
            csv[1] == """
                1,출발,37.5,127,1,0.000,\(id),궁,관광지,37.5,127,서울특별시 종로구 사직로 161,서울특별시 종로구 세종로 1-1,\
                "큰, 집",02-1,청,시,2026-11-01,,,,,,,,,,
                """)
        options.format = .ndjson
        let line = try run(catalog, options, "id,name,lat,lon\n1,출발,37.5,127\n").text
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(Set(object.keys) == Set(OutputColumn.known.map(\.name)))
        #expect(object["introduction"] as? String == "큰, 집" && object["rank"] as? Int == 1)
    }

    @Test("an impossible batch is refused with the file and the reason")
    func refusals() throws {
        let catalog = try catalog([coordinate(0, 0)])
        let options = LookupBatchOptions(.nearest(count: 1, within: nil))
        #expect(throws: BatchError.stops(.empty(file: "stops"))) { try run(catalog, options, "") }
        #expect(throws: BatchError.stops(.noCoordinateColumns(file: "stops", seen: ["a", "b"]))) {
            try run(catalog, options, "a,b\n1,2\n")
        }
        var unknown = options
        unknown.columns = [.stopID, OutputColumn(name: "colour")]
        let known = OutputColumn.known.map(\.name) + ["lat", "lon"]
        #expect(throws: BatchError.unknownColumn("colour", known: known)) {
            try run(catalog, unknown, "lat,lon\n0,0\n")
        }
        unknown.columns = [.stopID, .stopID]
        #expect(throws: BatchError.repeatedColumn("stop_id")) { try run(catalog, unknown, "lat,lon\n0,0\n") }
        #expect(throws: BatchError.table(.unusableDelimiter(0x61))) {
            var letters = options
            letters.stops.delimiter = 0x61
            return try run(catalog, letters, "lat,lon\n0,0\n")
        }
        for error in [
            BatchError.stops(.empty(file: "f")), .table(.notFound(path: "f")),
            .unknownColumn("f", known: []), .repeatedColumn("f"),
        ] {
            #expect(error.description.contains("f"))
        }
    }

    @Test("if the output cannot be put in place there are no rejects either: they were left alone")
    func bothOrNone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "out.csv").path
        let output = try OutputFile(path: path)
        // An obstacle to the last step.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let batch = LookupBatch(try catalog([coordinate(0, 0)]), .init(.nearest(count: 1, within: nil)))
        #expect(throws: BatchError.self) {
            try batch.run(
                stops: MemorySource("lat,lon\n0,0\n91,0\n".utf8), output: output,
                rejects: folder.appending(path: "bad.csv").path)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.csv"])
    }

    @Test("two outputs of one batch to one file are refused before anything is written")
    func oneFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path
        let batch = LookupBatch(try catalog([coordinate(0, 0)]), .init(.nearest(count: 1, within: nil)))
        let reason = "another output goes to the same file"
        #expect(throws: BatchError.table(.cannotCreate(path: path, reason: reason))) {
            try batch.run(
                stops: MemorySource("lat,lon\n0,0\n".utf8), output: OutputFile(path: path), rejects: path)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a million rows of one stop and a stop of a million bytes are handled")
    func extremes() throws {
        let catalog = try catalog(Array(repeating: coordinate(0, 0), count: 20_000))
        let options = LookupBatchOptions(.within(.zero, limit: nil), columns: [.attraction(.id)], keepsColumns: true)
        let memo = String(repeating: "가", count: 300_000)
        let result = try run(catalog, options, "lat,lon,memo\n0,0,\n1,1,\(memo)\n0,0,\n")
        #expect(result.summary.hits == 40_000 && result.summary.withoutHits == 1)
    }
}

@Suite("OutputColumn")
struct OutputColumnTests {
    @Test("has a unique name that converts back to it")
    func names() {
        for column in OutputColumn.known { #expect(OutputColumn(name: column.name) == column) }
        #expect(Set(OutputColumn.known.map(\.name)).count == OutputColumn.known.count)
        #expect(OutputColumn(name: "memo") == .stopColumn(name: "memo"))
    }
}
