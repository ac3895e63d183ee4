import Foundation
import TestSupport
import Testing

@Suite("waymark route")
struct RouteCommandTests {
    private let stops = Repository.root.appending(path: "data/stops.csv").path

    @Test("the picture in the documentation equals that of the demo")
    func committedPicture() throws {
        let makefile = try String(contentsOf: Repository.root.appending(path: "Makefile"), encoding: .utf8)
        let line = try #require(makefile.split(separator: "\n").first { $0.contains("--output $(DEMO_MAP)") })
        let folder = try Folder()
        let command = line.replacingOccurrences(of: "\"$$bin\"", with: "\"$WAYMARK\"")
            .replacingOccurrences(of: "$(DEMO_MAP)", with: folder.path("route.svg"))
            .replacingOccurrences(of: "&& \\", with: "").trimmingCharacters(in: .whitespaces)
        let result = try Tool.shell(command)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let committed = Repository.root.appending(path: "Documentation/Routes/route.svg")
        #expect(try folder.text("route.svg") == String(contentsOf: committed, encoding: .utf8))
    }

    @Test("a trip as rows, with its total")
    func rows() throws {
        let result = try Tool.run(["route", stops, "--totals"])
        #expect(result.status == 0)
        #expect(
            result.lines[0]
                == "trip_id,leg_index,from_stop,to_stop,status,distance_m,duration_s,distance_kind,source,reason,polyline"
        )
        #expect(result.lines.count == 12 && result.lines[1].hasPrefix("1,0,s01,s02,found,30243.4,"))
        #expect(result.lines[11].hasPrefix("1,total,s01,s11,found,1057387.4,"))
        #expect(result.errors.hasPrefix("11 rows in: 11 answered, 0 rejected; 1 trip; legs: 10 found"))
    }

    @Test("--times adds departure and arrival of each leg, in the requested time zone")
    func times() throws {
        let result = try Tool.run(["route", stops, "--times", "--time-zone", "Asia/Seoul"])
        #expect(result.status == 0 && result.lines[0].hasSuffix(",polyline,departure,arrival"))
        #expect(
            result.lines[1].hasSuffix(",2027-04-01T00:00:00+09:00,2027-04-01T00:36:17.526+09:00"), "\(result.lines[1])")
        #expect(result.lines[2].contains(",2027-04-03T00:00:00+09:00,"))
        #expect(try Tool.run(["route", stops, "--times", "--format", "gpx"]).status == 64)
        #expect(try Tool.run(["route", stops, "--time-zone", "Nowhere"]).status == 64)
        #expect(try Tool.run(["route", stops, "--stay-column", "nothing"]).status == 65)
        let bad = try Tool.run(["route", stops, "--arrival-column", "note"])
        #expect(bad.errors.contains("line 2, column 7 (note): ") && bad.errors.contains("is not a time"))
    }

    @Test("lateness and unknown times are reported, and --strict ends with 1 for a late stop: csv hid both")
    func lateStops() throws {
        let late = Array("id,lat,lon,arrival\nA,37,127,2027-05-01T09:00\nB,37.1,127,2027-05-01T09:01\n".utf8)
        for arguments in [["--times"], ["--format", "geojson"]] {
            let result = try Tool.run(["route", "-"] + arguments, input: late)
            #expect(result.status == 0)
            #expect(
                result.errors.contains("1 stop is reached after the planned arrival: B of trip 1, 740.6 s late"),
                "\(result.errors)")
            #expect(try Tool.run(["route", "-", "-q", "--strict"] + arguments, input: late).status == 1)
        }
        let plain = try Tool.run(["route", "-", "--strict"], input: late)
        #expect(plain.status == 0 && !plain.errors.contains("planned"), "\(plain.errors)")
        func times(_ rows: String) throws -> String {
            let text = "trip_id,lat,lon,arrival\n" + rows
            return try Tool.run(["route", "-", "--times", "--strict"], input: Array(text.utf8)).errors
        }
        let none = try times("a,1,1,\na,2,2,2027-05-01T09:00\n")
        #expect(none.contains("times are unknown: no first stop has a planned arrival"), "\(none)")
        let some = try times("a,1,1,\na,2,2,\nb,1,1,2027-05-01T09:00\nb,2,2,\n")
        #expect(some.contains("times are unknown for 1 of 2 trips: its first stop has no planned arrival"), "\(some)")
    }

    @Test("a zone west of Greenwich can be given like one east of it: its minus was taken for an option")
    func westernZones() throws {
        let input = Array("lat,lon,arrival,opens\n40,-74,2027-05-01T09:00,2027-05-01T09:00\n40,-74,,\n".utf8)
        let route = try Tool.run(["route", "-", "--times", "--time-zone", "-05:00"], input: input)
        #expect(route.status == 0 && route.lines.last?.hasSuffix(",2027-05-01T09:00:00-05:00") == true, "\(route)")
        let order = try Tool.run(["order", "-", "--time-zone", "-05:00"], input: input)
        #expect(order.status == 0 && order.lines.last?.hasSuffix(",2027-05-01T09:00:00-05:00") == true, "\(order)")
    }

    @Test("names in CP949 are written as UTF-8")
    func cp949() throws {
        // 이름,위도,경도 and 강, 산.
        let header: [UInt8] = [
            0xC0, 0xCC, 0xB8, 0xA7, 0x2C, 0xC0, 0xA7, 0xB5, 0xB5, 0x2C, 0xB0, 0xE6, 0xB5, 0xB5, 0x0A,
        ]
        let rows = [0xB0, 0xAD] + Array(",37,127\n".utf8) + [0xBB, 0xEA] + Array(",38,128\n".utf8)
        let result = try Tool.run(["route", "-", "--format", "geojson"], input: header + rows)
        #expect(result.status == 0 && result.output.contains("\"name\":\"강\""), "\(result.errors)")
        let wrong = try Tool.run(["route", "-", "--encoding", "utf-8"], input: header + rows)
        #expect(wrong.status == 65, "\(wrong.errors)")
    }

    @Test(
        "characters of names that XML cannot have become U+FFFD, and the run says so",
        arguments: ["gpx", "kml", "svg", "geojson"])
    func forbiddenCharacters(format: String) throws {
        let input = "name,lat,lon\n강\u{1},37,127\n\u{FFFE}산,38,127\n섬\u{FFFD},38,128\n"
        let result = try Tool.run(["route", "-", "--format", format], input: Array(input.utf8))
        let words = "2 stops have characters in name or id that XML cannot have: they became U+FFFD"
        #expect(result.status == 0 && result.errors.contains(words) == (format != "geojson"), "\(result.errors)")
        guard format != "geojson" else { return }
        let texts = try ParsedElement(parsing: result.output).descendants.map(\.text)
        for name in ["강\u{FFFD}", "\u{FFFD}산", "섬\u{FFFD}"] { #expect(texts.contains { $0.contains(name) }, "\(name)") }
    }

    @Test("an invalid table of stops is refused, and nothing is written")
    func refusals() throws {
        let folder = try Folder()
        func run(_ text: String, _ arguments: [String] = []) throws -> (Int32, String) {
            let file = try folder.file("in.csv", text)
            let result = try Tool.run(["route", file, "--output", folder.path("out")] + arguments)
            #expect(try folder.names == ["in.csv"])
            return (result.status, result.errors)
        }
        #expect(try run("").0 == 65)
        #expect(try run("{\"type\":\"FeatureCollection\"}").0 == 65)
        #expect(try run("a,b\n1,2\n").0 == 65)
        #expect(try run("lat,lon\n1,2\n", ["--index-column", "nothing"]).0 == 65)
        #expect(try Tool.run(["route", folder.path("none.csv")]).status == 66)
        #expect(try Tool.run(["route", folder.url.path]).status == 66)
        for wrong in [
            ["--legs", "teleport"], ["--optimize", "best"], ["--format", "pdf"], ["--precision", "8"], ["--jobs", "0"],
            ["--mode", "drivng"], ["--mode", ""], ["--mode", "", "--legs", "osrm:http://localhost:1"],
            ["--totals", "--format", "gpx"], ["--title", "x"], ["--language", "ko"],
            ["--language", "fr", "--format", "svg"], ["--gradient", "leg"], ["--gradient", "rainbow"],
        ] {
            #expect(try Tool.run(["route", stops] + wrong).status == 64, "\(wrong)")
        }
        let same = try folder.file("same.csv", "lat,lon\n1,1\n")
        #expect(try Tool.run(["route", same, "--output", same]).status == 64)
        #expect(try Tool.run(["route", stops, "--output", folder.path("no/where.csv")]).status == 73)
    }

    @Test("the message for stops without a header explains how to give columns: their cells were listed as columns")
    func headerless() throws {
        let result = try Tool.run(["route", "-"], input: Array("서울역,37.5547,126.9707\n".utf8))
        #expect(result.status == 65 && result.errors.contains("the first row has numbers"))
        #expect(result.errors.contains("--no-header") && !result.errors.contains("126.9707"), "\(result.errors)")
    }

    @Test("words in files have one style: greatCircle was next to not_found")
    func words() throws {
        let result = try Tool.run(["route", stops, "--format", "geojson"])
        #expect(result.output.contains("\"distance_kind\":\"great_circle\""))
    }

    @Test("one stop is a trip without legs, and a header alone is no trip")
    func fewStops() throws {
        let one = try Tool.run(["route", "-", "--totals"], input: Array("lat,lon\n1,1\n".utf8))
        #expect(one.status == 0 && one.lines.count == 2 && one.lines[1].hasPrefix("1,total,1,1,found,0.0,"))
        let none = try Tool.run(["route", "-"], input: Array("lat,lon\n".utf8))
        #expect(none.status == 0 && none.lines.count == 1)
        for format in ["geojson", "gpx", "kml", "svg", "json", "polyline"] {
            for text in ["lat,lon\n1,1\n", "lat,lon\n", "trip_id,lat,lon\n"] {
                #expect(try Tool.run(["route", "-", "--format", format], input: Array(text.utf8)).status == 0)
            }
        }
    }

    @Test("scattered trips are read again from a file, refused from a pipe, and accepted with --scattered")
    func scattered() throws {
        let folder = try Folder()
        let text = "trip_id,stop_index,lat,lon\na,1,1,1\nb,1,5,5\na,2,2,2\nb,2,6,6\n"
        let file = try folder.file("in.csv", text)
        let found = try Tool.run(["route", file])
        #expect(
            found.status == 0 && found.errors.contains("line 4: trip a continues after other trips"), "\(found.errors)")
        let named = try Tool.run(["route", file, "--output", folder.path("out.csv")])
        #expect(try named.status == 0 && folder.text("out.csv") == found.output)
        let piped = try Tool.shell("cat '\(file)' | \"$WAYMARK\" route -")
        #expect(piped.status == 65 && piped.output.isEmpty && piped.errors.contains("--scattered"))
        let said = try Tool.shell("cat '\(file)' | \"$WAYMARK\" route - --scattered")
        #expect(said.status == 0 && said.output == found.output)
    }

    @Test("--strict ends with 1 when a row was rejected")
    func strict() throws {
        let input = Array("trip_id,lat,lon\na,1,1\na,91,1\nb,1,1\nb,2,2\n".utf8)
        #expect(try Tool.run(["route", "-"], input: input).status == 0)
        let strict = try Tool.run(["route", "-", "--strict"], input: input)
        #expect(strict.status == 1 && strict.lines.count == 2)
    }

    @Test("a closed pipe ends the run quietly, a full disk with an error, and neither leaves a file")
    func outputsThatEnd() throws {
        let folder = try Folder()
        let rows = (0..<60_000).map { "\($0 / 10),\($0 % 10),\($0 % 90),\($0 % 180)\n" }.joined()
        let file = try folder.file("in.csv", "trip_id,stop_index,lat,lon\n" + rows)
        let head = try Tool.shell("\"$WAYMARK\" route '\(file)' | head -n 1; exit ${PIPESTATUS:-0}")
        #expect(head.lines.count == 1 && head.errors.isEmpty, "\(head.errors)")
        #if os(Linux)
            let full = try Tool.shell("\"$WAYMARK\" route '\(file)' --quiet > /dev/full")
            #expect(full.status == 74 && full.errors.contains("standard output"))
        #endif
        // A limit on file sizes simulates a disk that fills up during a named output.
        let middle = try Tool.shell(
            "ulimit -f 4; exec \"$WAYMARK\" route '\(file)' --quiet --output '\(folder.path("out"))'")
        #expect(middle.status == 74 && middle.errors.contains("cannot write"), "\(middle.errors)")
        #expect(try folder.names == ["in.csv"])
    }

    @Test(
        "a signal in the middle of the work ends it with 128 plus its number and no file: it ended the process itself",
        arguments: BadInputTests.ending)
    func interrupted(number: Int32) throws {
        let folder = try Folder()
        let process = Process()
        process.executableURL = Tool.url
        process.arguments = [
            "route", "-", "--output", folder.path("out.csv"), "--rejects", folder.path("bad.csv"), "-q",
        ]
        let input = Pipe()
        process.standardInput = input
        process.standardError = Pipe()
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("trip_id,lat,lon\n".utf8))
        // Far more than a pipe holds: trips are being answered, and the main thread is idle.
        for trip in 0..<150 {
            let rows = (0..<400).map { "\(trip),\($0 % 90),\($0 % 180)\n" }.joined()
            try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
        }
        #expect(try folder.names.count == 2)
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 128 + number)
        #expect(try folder.names.isEmpty)
    }

    #if os(Linux)
        /// The growth of memory, in bytes, per text that `route` reads.
        private func growth(_ arguments: [String], head: String, texts: Int, _ text: (Int) -> String) throws -> Double {
            // With one part of the trips at a time, memory does not depend on thread scheduling.
            let all = ["route", "-", "--output", "out.csv", "-q", "--jobs", "1"] + arguments
            return try Tool.memoryGrowth(all, head: head, texts: texts, text)
        }

        @Test("memory does not grow with the trips", arguments: [[], ["--rejects", "bad.csv"]])
        func memoryIsFlat(arguments: [String]) throws {
            let memo = String(repeating: "m", count: 200)
            let growth = try growth(arguments, head: "trip_id,stop_index,lat,lon,memo\n", texts: 10_000) { trip in
                (0..<20).map { "t\(trip),\($0),37.\($0),127.\(trip),\(memo)\n" }.joined()
            }
            // A trip has 4 500 bytes. The record for detecting its repetition has a few dozen; the rest is a margin.
            #expect(growth < 1000, "\(growth) bytes a trip")
        }

        @Test(
            "memory does not grow with rejected rows: a million took 650 MB",
            arguments: [[], ["--rejects", "bad.csv"]], ["", "b,37,127,\"never closed\n"])
        func rejectsAreNotHeld(arguments: [String], first: String) throws {
            // An unreadable row belongs to the previous trip: the trip before that is answered.
            let head = "trip_id,lat,lon,memo\nz,37,127,\na,37,127,\n" + first
            let growth = try growth(arguments, head: head, texts: 100_000) { "b,91,127,\($0)\n" }
            #expect(growth < 100, "\(growth) bytes a row")
        }
    #endif

    @Test("an unclosed quote before many short lines costs only its own row, with its position")
    func unclosedQuote() throws {
        let folder = try Folder()
        let rows = (0..<200_000).map { "b,\($0 % 80),127\n" }.joined()
        let stops = try folder.file("stops.csv", "trip_id,lat,lon\na,37,127\nb,37,127\nb,37,\"127\n" + rows)
        let result = try Tool.run(["route", stops, "--output", folder.path("out.csv"), "--rejects", folder.path("bad")])
        #expect(result.status == 0 && result.errors.hasPrefix("200003 rows in: 1 answered, 200002 rejected"))
        let rejects = try folder.text("bad").split(separator: "\n", maxSplits: 4)
        #expect(rejects[2] == "4,3 (lon),a quote opened here never closes,b,37,\"\"\"127\"")
        #expect(
            rejects[1].hasPrefix(
                "3,,\"its trip \"\"b\"\" is rejected because of line 4: a quote opened here never closes"))
    }

    @Test("--gradient colours pieces of a leg, in GeoJSON after it, in KML in its place")
    func gradientWithinLegs() throws {
        let text = "lat,lon\n37,127\n37,128\n37,129\n"
        let plain = try Tool.run(["route", "-", "--format", "geojson"], input: Array(text.utf8))
        #expect(!plain.output.contains("\"piece\"") && !plain.output.contains("stroke"))
        let byLeg = try Tool.run(["route", "-", "--format", "geojson", "--gradient", "leg"], input: Array(text.utf8))
        #expect(!byLeg.output.contains("\"piece\"") && byLeg.output.contains("stroke"))
        let result = try Tool.run(
            ["route", "-", "--format", "geojson", "--gradient", "progress"], input: Array(text.utf8))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Collection: Decodable {
            struct Feature: Decodable {
                struct Properties: Decodable {
                    let kind: String
                    let legIndex: Int?
                    let stroke: String?
                    let from: Double?
                    let to: Double?
                }
                let properties: Properties
            }
            let features: [Feature]
        }
        let features = try decoder.decode(Collection.self, from: Data(result.output.utf8)).features.map(
            \.properties)
        #expect(features.filter { $0.kind == "leg" }.map(\.legIndex) == [0, 1])
        let pieces = features.filter { $0.kind == "piece" }
        #expect(Set(pieces.compactMap(\.stroke)).count > 20)
        #expect(
            pieces.first?.from == 0 && pieces.last?.to == 1 && pieces.contains { $0.legIndex == 0 && $0.to == 0.5 })
        let kml = try Tool.run(["route", "-", "--format", "kml", "--gradient", "progress"], input: Array(text.utf8))
        #expect(kml.output.components(separatedBy: "<LineString>").count - 1 == pieces.count)
    }

    @Test("legs over the roads of an extract follow its streets; what is no extract, or no way over roads, is said")
    func roads() throws {
        let folder = try Folder()
        let stops = try folder.file(
            "s.csv", "name,latitude,longitude\n서면역,35.1577,129.0592\n시민공원,35.1678,129.0560\n바다,35.0,129.4\n")
        let roads = "roads:data/busan-seomyeon.osm.pbf"
        let result = try Tool.run(["route", stops, "--legs", roads, "--mode", "walking"])
        #expect(result.status == 0, "\(result.errors)")
        let cells = result.lines[1].split(separator: ",", omittingEmptySubsequences: false)
        let meters = try #require(Double(cells[5]))
        // 1.16 km as the crow flies.
        #expect(cells[4] == "found" && cells[7] == "network" && 1200..<2500 ~= meters, "\(result.output)")
        #expect(result.lines[2].contains("not_found") && result.lines[2].contains("no road within 1000 m"))
        let car = try Tool.run(["route", stops, "--legs", roads, "--fallback", "great-circle", "--format", "geojson"])
        #expect(car.output.contains("© OpenStreetMap contributors") && car.output.contains("\"fallback\""))
        let order = try Tool.run(["order", stops, "--legs", roads, "--by", "distance"])
        #expect(order.status != 64, "\(order.errors)")
        let flying = try Tool.run(["route", stops, "--legs", roads, "--mode", "flying"])
        #expect(flying.status == 64 && flying.errors.contains("roads are for driving, cycling, walking"))
        #expect(try Tool.run(["route", stops, "--legs", "roads:data/stops.csv"]).status == 65)
        #expect(try Tool.run(["route", stops, "--legs", "roads:nowhere.osm.pbf"]).status == 66)
        #expect(try Tool.run(["route", stops, "--legs", roads, "--retries", "2"]).status == 64)
    }

    @Test("the roads of a town are used by default, said in words, and left aside by name")
    func roadsOfTheAttractions() throws {
        let folder = try Folder()
        let stops = try folder.file(
            "s.csv", "name,latitude,longitude\n서면역,35.1577,129.0592\n시민공원,35.1678,129.0560\n바다,35.0,129.4\n")
        let town = folder.path("town.waymark")
        #expect(try Tool.run(["town", "data/busan-seomyeon.osm.pbf", "--output", town, "--quiet"]).status == 0)
        let route = ["route", stops, "--attractions", town, "--mode", "walking"]
        let found = try Tool.run(route)
        #expect(found.status == 0 && found.lines[1].contains(",network,roads,"), "\(found.errors)")
        #expect(found.lines[2].contains(",great_circle,") && found.lines[2].contains("no road within 1000 m"))
        #expect(found.errors.contains("legs over the roads of \(town)"))
        #expect(try Tool.run(route + ["--legs", "great-circle", "--format", "svg"]).status == 0)
        let named = try Tool.run(["route", stops, "--legs", "roads:\(town)", "--mode", "walking"])
        #expect(named.lines[1] == found.lines[1] && named.lines[2].contains("not_found"))
        let steps = try Tool.run(route + ["--steps", "--language", "ko"])
        #expect(steps.lines[0].hasPrefix("trip_id,leg_index,step_index,maneuver") && steps.lines.count > 8)
        #expect(steps.output.contains("depart") && steps.output.contains("목적지에 도착합니다"), "\(steps.output)")
        #expect(steps.output.contains("straight line") && steps.output.contains("no road within 1000 m"))
        #expect(try Tool.run(["route", stops, "--steps"]).status == 64)
        #expect(try Tool.run(["route", stops, "--legs", "roads"]).status == 64)
        #expect(try Tool.run(["route", stops, "--avoid-roads", "tolls"]).status == 64)
        #expect(try Tool.run(route + ["--avoid-roads", "tolls,ferries"]).status == 0)
        #expect(try Tool.run(route + ["--avoid-roads", "hills"]).status == 64)
        let near = try Tool.run(["nearby", stops, "--attractions", town, "--within", "10min", "--mode", "walking"])
        let seconds = near.lines.dropFirst().compactMap { Double($0.split(separator: ",").last ?? "") }
        #expect(near.lines[0].hasSuffix("walking_s") && seconds.count > 20 && seconds.allSatisfy { $0 <= 600 })
        let table = ["nearby", stops, "--attractions", "data/attractions.csv", "--within", "10min"]
        #expect(try Tool.run(table).status == 64)
        let plan = try Tool.run(["plan", "--attractions", town, "--start", "서면역", "--mode", "mixed"])
        #expect(plan.status == 0 && plan.output.contains("by roads"), "\(plan.output) \(plan.errors)")
        let without = folder.path("without.waymark")
        let made = try Tool.run(["town", "data/busan-seomyeon.osm.pbf", "--no-roads", "--output", without, "-q"])
        #expect(made.status == 0)
        #expect(try Tool.run(["route", stops, "--legs", "roads:\(without)"]).status == 65)
    }
}
