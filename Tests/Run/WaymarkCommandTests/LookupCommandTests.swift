import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkTables

private let sampleStops = "data/stops.csv"
private let sampleAttractions = "data/attractions.csv"

/// A few places with round numbers: 1° of a great circle is 111.195 km.
private let places = #"""
    id,name,category,latitude,longitude
    a,"가, ""나""",성,37,127
    b,Gate,,37.05,127
    c,Far,문,38,127

    """#

@Suite("waymark nearby and nearest")
struct LookupCommandTests {
    @Test("attractions are read completely from a named pipe that is written at once", arguments: [3, 20_000])
    func namedPipe(rows: Int) throws {
        let folder = try Folder()
        let header = "id,name,latitude,longitude\n"
        let table = try folder.file(
            "a.csv", header + (0..<rows).map { "a\($0),place \($0),37.5,127\n" }.joined())
        let stops = try folder.file("s.csv", "id,lat,lon\n1,37.5,127\n")
        for _ in 0..<5 {
            let result = try Tool.shell(
                """
                rm -f '\(folder.path("pipe"))'; mkfifo '\(folder.path("pipe"))'
                cat '\(table)' > '\(folder.path("pipe"))' &
                timeout 60 $WAYMARK nearby '\(stops)' --attractions '\(folder.path("pipe"))' --quiet | wc -l; wait
                """)
            #expect(result.output.filter(\.isNumber) == String(rows + 1), "\(result.errors)")
        }
    }

    @Test("writes quotes, blanks, ranks and three decimals; a stop without id gets its row number")
    func rows() throws {
        let folder = try Folder()
        let attractions = try folder.file("places.csv", places)
        let stops = try folder.file("stops.csv", "lat,lng,memo\n37,127,x\n10,10,y\n38,127.1,\"z, z\"\n")
        let near = try Tool.run(["nearby", stops, "--attractions", attractions])
        #expect(
            near.lines == [
                "stop_id,rank,attraction_id,name,category,latitude,longitude,haversine_m",
                "1,1,a,\"가, \"\"나\"\"\",성,37,127,0.000",
                "1,2,b,Gate,,37.05,127,5559.754",
                "3,1,c,Far,문,38,127,8762.291",
            ])
        #expect(near.errors.contains("3 rows in: 3 answered (1 without hits), 0 rejected; 3 hits"))

        let kept = try Tool.run(
            [
                "nearest", stops, "--attractions", attractions, "--count", "1", "--columns", "name,stop_id",
                "--keep-columns",
            ])
        #expect(kept.lines == ["name,stop_id,memo", "\"가, \"\"나\"\"\",1,x", "Far,2,y", "Far,3,\"z, z\""])

        #expect(
            try Tool.run(["nearby", stops, "--attractions", attractions, "-r", "0m"]).errors.contains("; 1 hit in "))

        let one = try Tool.run(["nearby", stops, "--attractions", attractions, "--columns", "category", "--limit", "2"])
        #expect(one.lines == ["category", "성", "\"\"", "문"])

        let within = try Tool.run([
            "nearest", stops, "--attractions", attractions, "-k", "5", "-r", "6 km", "--columns", "attraction_id",
        ])
        #expect(within.status == 64, "there is no -k")
        let short = try Tool.run([
            "nearest", stops, "--attractions", attractions, "-c", "5", "-r", "6 km", "--columns", "attraction_id",
        ])
        #expect(short.lines == ["attraction_id", "a", "b"])
    }

    @Test("writes the same rows as valid JSON lines and GeoJSON")
    func jsonFormats() throws {
        let folder = try Folder()
        let attractions = try folder.file("places.csv", places)
        let stops = try folder.file("stops.csv", "id,latitude,longitude,note\n7,37,127,\"say \"\"hi\"\"\"\n")
        let lines = try Tool.run([
            "nearby", stops, "--attractions", attractions, "--format", "ndjson", "--keep-columns",
        ])
        #expect(
            lines.lines == [
                #"{"stop_id":"7","rank":1,"attraction_id":"a","name":"가, \"나\"","category":"성","latitude":37,"longitude":127,"haversine_m":0.000,"note":"say \"hi\""}"#,
                #"{"stop_id":"7","rank":2,"attraction_id":"b","name":"Gate","category":null,"latitude":37.05,"longitude":127,"haversine_m":5559.754,"note":"say \"hi\""}"#,
            ])
        for (radius, count) in [("10km", 2), ("0m", 1), ("200km", 3)] {
            let result = try Tool.run([
                "nearby", stops, "--attractions", attractions, "--format", "geojson", "--radius", radius,
            ])
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect(object["type"] as? String == "FeatureCollection")
            let features = try #require(object["features"] as? [[String: Any]])
            #expect(features.count == count)
            let geometry = try #require(features[0]["geometry"] as? [String: Any])
            #expect(geometry["coordinates"] as? [Double] == [127, 37])
            #expect((features[0]["properties"] as? [String: Any])?["stop_id"] as? String == "7")
        }
        let none = try Tool.run(
            ["nearby", "-", "--attractions", attractions, "--format", "geojson"], input: Array("lat,lon\n0,0\n".utf8))
        #expect(try JSONSerialization.jsonObject(with: Data(none.output.utf8)) is [String: Any])
    }

    @Test("prints a table whose columns align by display width")
    func table() throws {
        let result = try Tool.run(["nearby", sampleStops, "--attractions", sampleAttractions, "--format", "table"])
        #expect(result.status == 0)
        let lines = result.lines
        #expect(lines[0].hasPrefix("Stop") && lines[0].hasSuffix("Distance"))
        #expect(lines[1].allSatisfy { $0 == "─" || $0 == " " })
        #expect(lines.count > 100)
        // Distances are right-aligned.
        #expect(Set(lines.map(DisplayWidth.of)).count == 1)
        #expect(lines.contains { $0.contains("경복궁") && $0.contains("km") })
    }

    @Test("standard input, CP949, tabs and columns named by options")
    func waysIn() throws {
        let folder = try Folder()
        let attractions = try folder.file("places.csv", places)
        func ids(_ arguments: [String], _ input: [UInt8]) throws -> [String] {
            let result = try Tool.run(
                ["nearby", "-", "--attractions", attractions, "--columns", "stop_id,attraction_id"] + arguments,
                input: input)
            #expect(result.status == 0, "\(result.errors)")
            return Array(result.lines.dropFirst())
        }
        #expect(try ids([], Array("id\tlat\tlon\ns\t38\t127\n".utf8)) == ["s,c"])
        #expect(
            try ids(["--latitude-column", "y1", "--longitude-column", "#1"], Array("x1,y1,id\n127,38,s\n".utf8)) == [
                "s,c"
            ])
        #expect(try ids(["--delimiter", ";"], Array("id;lat;lon\ns;38;127\n".utf8)) == ["s,c"])
        // 위도,경도 and 강 in CP949.
        let header: [UInt8] = [0xC0, 0xA7, 0xB5, 0xB5, 0x2C, 0xB0, 0xE6, 0xB5, 0xB5, 0x2C, 0x69, 0x64, 0x0A]
        let korean = header + Array("38,127,".utf8) + [0xB0, 0xAD, 0x0A]
        #expect(try ids([], korean) == ["강,c"])
        #expect(try ids(["--encoding", "EUC-KR"], korean) == ["강,c"])
    }

    #if canImport(Glibc)
        @Test("CP949 is read where iconv does not know it: its rows were dropped as invalid UTF-8, with exit code 0")
        func withoutConverters() throws {
            let folder = try Folder()
            _ = try folder.file("gconv-modules", "alias CP949// NONE//\nalias UHC// NONE//\n")
            try folder.file("stops.csv", Array("name,lat,lon\n".utf8) + [0xB0, 0xAD] + Array(",38,127\n".utf8))
            let attractions = try folder.file("places.csv", places)
            let result = try Tool.shell(
                "GCONV_PATH='\(folder.url.path)' $WAYMARK nearby '\(folder.path("stops.csv"))' --attractions "
                    + "'\(attractions)' --columns stop_name,attraction_id --strict")
            #expect(result.status == 0 && result.lines.dropFirst() == ["강,c"], "\(result)")
        }
    #endif

    @Test("attractions are read as by `check`: delimiter, swapped coordinates, duplicates")
    func attractionOptions() throws {
        let folder = try Folder()
        let file = try folder.file("a.csv", "id;name;lat;lon\na;A;37;127\na;A;37;127\nb;B;127.5;37.5\n")
        let base = [
            "nearest", "-", "--count", "9", "--attractions", file, "--columns", "attraction_id",
            "--attractions-delimiter", ";", "--attractions-id-column", "#1",
        ]
        func ids(_ arguments: [String]) throws -> [String] {
            Array(try Tool.run(base + arguments, input: Array("lat,lon\n37,127\n".utf8)).lines.dropFirst())
        }
        #expect(try ids([]) == ["a"])
        #expect(try ids(["--mend-swapped"]) == ["a", "b"])
        #expect(try ids(["--mend-swapped", "--keep-duplicates"]) == ["a", "a-2", "b"])
    }

    @Test("the first stop of a file without a header is answered, also with --no-header")
    func noHeader() throws {
        let folder = try Folder()
        let attractions = try folder.file("places.csv", places)
        func run(_ text: String, _ arguments: [String]) throws -> [String] {
            let columns = ["--latitude-column", "#1", "--longitude-column", "#2", "--columns", "stop_id,attraction_id"]
            return try Tool.run(
                ["nearest", "-", "--count", "1", "--attractions", attractions] + columns + arguments,
                input: Array(text.utf8)
            ).lines
        }
        #expect(try run("37,127,x\n38,127,y\n", []) == ["stop_id,attraction_id", "1,a", "2,c"])
        #expect(try run("37,127,x\n", ["--id-column", "#3"]) == ["stop_id,attraction_id", "x,a"])
        #expect(try run("?,127\n38,127\n", ["--no-header"]) == ["stop_id,attraction_id", "2,c"])
        let unnamed = try Tool.run(
            ["nearby", "-", "--attractions", attractions, "--no-header"], input: Array("37,127\n".utf8))
        #expect(unnamed.status == 65 && unnamed.errors.contains("--latitude-column '#1'"), "\(unnamed.errors)")
    }

    @Test("the output file is complete, and the data is the same as on standard output")
    func outputFile() throws {
        let folder = try Folder()
        let direct = try Tool.run(["nearby", sampleStops, "--attractions", sampleAttractions])
        let result = try Tool.run(
            ["nearby", sampleStops, "--attractions", sampleAttractions, "--output", folder.path("out.csv"), "--quiet"])
        #expect(result.output.isEmpty && result.errors.isEmpty && result.status == 0)
        #expect(try folder.text("out.csv") == direct.output)
        #expect(try folder.names == ["out.csv"])
    }

    @Test("rejected rows are written to the rejects file, and the corrected file can be used as input again")
    func rejects() throws {
        let folder = try Folder()
        let attractions = try folder.file("places.csv", places)
        let stops = try folder.file(
            "stops.csv",
            "id,latitude,longitude\nok,37,127\nhigh,91,127\nnone,,\nword,north,127\nshort,37\nlast,38,127\n")
        let arguments = [
            "nearby", stops, "--attractions", attractions, "--columns", "stop_id,attraction_id", "--rejects",
            folder.path("bad.csv"),
        ]
        let result = try Tool.run(arguments)
        #expect(result.status == 0)
        #expect(result.lines == ["stop_id,attraction_id", "ok,a", "ok,b", "last,c"])
        #expect(result.errors.contains("6 rows in: 2 answered, 4 rejected; 3 hits"))
        let bad = try folder.text("bad.csv").split(separator: "\n").map(String.init)
        #expect(bad[0] == "line,column,reason,id,latitude,longitude")
        #expect(bad.count == 5)
        #expect(bad[1].hasPrefix("3,2 (latitude),") && bad[1].hasSuffix(",high,91,127"))
        #expect(bad[2].hasPrefix("4,2 (latitude),") && bad[2].hasSuffix(",none,,"))
        #expect(bad[3].hasPrefix("5,2 (latitude),") && bad[3].contains("north"))
        #expect(bad[4].hasPrefix("6,,") && bad[4].contains("2 fields"))
        #expect(try Tool.run(arguments + ["--strict"]).status == 1)

        let mended = try folder.file(
            "mended.csv", bad[0] + "\n" + bad[1].replacingOccurrences(of: ",91,", with: ",37.05,") + "\n")
        let again = try Tool.run([
            "nearby", mended, "--attractions", attractions, "--limit", "1", "--columns", "stop_id,name",
        ])
        #expect(again.lines == ["stop_id,name", "high,Gate"])
    }

    #if os(Linux)
        @Test("memory does not grow with the stops", arguments: ["1", "4"])
        func memoryIsFlat(jobs: String) throws {
            let row = "37.57,126.98," + String(repeating: "중간에 지나는 곳 ", count: 10) + "\n"
            let growth = try Tool.memoryGrowth(
                [
                    "nearby", "-", "--attractions", Repository.root.appending(path: sampleAttractions).path, "--limit",
                    "1", "--keep-columns", "--output", "/dev/null", "-q", "--jobs", jobs,
                ], head: "위도,경도,메모\n", texts: 200_000
            ) { _ in row }
            // A stop has 240 bytes, and its answer more. With several jobs the number of concurrent blocks varies.
            #expect(growth < 60, "\(growth) bytes a stop")
        }
    #endif
}
