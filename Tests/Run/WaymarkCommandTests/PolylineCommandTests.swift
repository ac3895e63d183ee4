import Foundation
import TestSupport
import Testing

@Suite("waymark polyline")
struct PolylineCommandTests {
    private static let text = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
    private static let csv = "latitude,longitude\n38.5,-120.2\n40.7,-120.95\n43.252,-126.453\n"

    @Test("decode prints Google's example, and encode restores it")
    func roundTrip() throws {
        let decoded = try Tool.run(["polyline", "decode", Self.text])
        #expect(decoded.status == 0 && decoded.output == Self.csv && decoded.errors.isEmpty)
        let encoded = try Tool.run(["polyline", "encode", "-"], input: Array(Self.csv.utf8))
        #expect(encoded.status == 0 && encoded.output == Self.text + "\n")
        let piped = try Tool.run(["polyline", "decode", "-"], input: Array((Self.text + "\n").utf8))
        #expect(piped.output == Self.csv)
        let flexible = try Tool.run(["polyline", "encode", "-", "--flexible"], input: Array(Self.csv.utf8))
        let back = try Tool.run(["polyline", "decode", "--flexible", flexible.lines[0]])
        #expect(back.output == Self.csv)
    }

    @Test("GeoJSON and GPX are read and written")
    func formats() throws {
        let geoJSON = try Tool.run(["polyline", "decode", Self.text, "--format", "geojson"])
        let gpx = try Tool.run(["polyline", "decode", Self.text, "--format", "gpx"])
        for text in [geoJSON.output, gpx.output] {
            let encoded = try Tool.run(["polyline", "encode", "-"], input: Array(text.utf8))
            #expect(encoded.status == 0 && encoded.output == Self.text + "\n")
        }
        let many = #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6,7],[8,9]]]}"#
        #expect(try Tool.run(["polyline", "encode", "-"], input: Array(many.utf8)).lines.count == 2)
        let simplified = try Tool.run(
            ["polyline", "simplify", "-", "--tolerance", "1m"], input: Array(many.utf8))
        #expect(
            simplified.output
                == "latitude,longitude,elevation,line\n2,1,,0\n4,3,,0\n6,5,7,1\n9,8,,1\n")
    }

    @Test("a header gives the coordinate columns, by the usual names; positions are for tables without one")
    func headers() throws {
        let rows = [("a", 38.5, -120.2), ("b", 40.7, -120.95), ("c", 43.252, -126.453)]
        func encode(_ header: String, _ row: ((String, Double, Double)) -> String) throws -> Tool.Result {
            try Tool.run(
                ["polyline", "encode", "-"],
                input: Array((header + rows.map { row($0) + "\n" }.joined()).utf8))
        }
        for result in [
            // The id was the latitude here.
            try encode("id,lat_deg,lon_deg\n") { "\($0),\($1),\($2)" },
            try encode("id,경도,위도\n") { "\($0),\($2),\($1)" }, try encode("x,y\n") { "\($2),\($1)" },
            try encode("Stop Lat,Stop Lon\n") { "\($1),\($2)" }, try encode("") { "\($1),\($2)" },
        ] {
            #expect(result.status == 0 && result.output == Self.text + "\n", "\(result.errors)")
        }
        for (header, columns) in [
            ("from,to", "from, to"), ("id,a,b", "id, a, b"), ("breite,länge", "breite, länge"), ("lat,b", "lat, b"),
            (",a", "#1 (no name), a"),
        ] {
            let result = try encode(header + "\n") { "\($1),\($2),\($0)" }
            #expect(result.status == 65 && result.output.isEmpty)
            #expect(
                result.errors.contains(
                    "standard input: no columns for latitude and longitude were found; the columns are: \(columns); "),
                "\(result.errors)")
        }
    }

    @Test("simplify respects its tolerance, also for a polyline")
    func simplify() throws {
        let line = "latitude,longitude,depth\n0,0,1\n0.00001,0.5,2\n0,1,3\n"
        let near = try Tool.run(["polyline", "simplify", "-", "--tolerance", "10m"], input: Array(line.utf8))
        #expect(near.output == "latitude,longitude,depth\n0,0,1\n0,1,3\n")
        let far = try Tool.run(["polyline", "simplify", "-", "--tolerance", "1m"], input: Array(line.utf8))
        #expect(far.lines.count == 4)
        let text = try Tool.run(
            [
                "polyline", "simplify", "-", "--polyline", "--tolerance", "2000km", "--method", "visvalingam",
                "--format", "polyline",
            ],
            input: Array(Self.text.utf8))
        #expect(text.status == 0 && text.lines.count == 1 && text.output.count < Self.text.count)
    }

    @Test("gradients are complete for every map", arguments: ["maplibre", "mapkit", "geojson", "svg", "compact"])
    func gradient(_ format: String) throws {
        let line = "lat,lon,depth\n0,0,1\n0,1,\n0,2,5\n0,3,2\n"
        for by in ["progress", "depth"] {
            let result = try Tool.run(
                ["polyline", "gradient", "-", "--by", by, "--format", format], input: Array(line.utf8))
            #expect(result.status == 0 && result.errors.contains("colours are within 0.0"))
            switch format {
            case "svg": #expect(result.output.hasPrefix("<svg") && result.output.hasSuffix("</svg>\n"))
            case "compact": #expect(result.lines.count == 1 && result.output.hasPrefix("BF"))
            default: _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            }
        }
    }

    @Test("there is no grade across the gap between two lines, which is missing")
    func gaps() throws {
        let lines =
            #"{"type":"MultiLineString","coordinates":[[[0,0,10],[0.01,0,10],[0.02,0,10]],[[1,0,900],[1.01,0,900]]]}"#
        let result = try Tool.run(
            ["polyline", "gradient", "-", "--by", "grade", "--format", "geojson"], input: Array(lines.utf8))
        #expect(result.output.contains("\"missing\":true"))
        // Level everywhere: only the middle of the scale.
        #expect(Set(result.output.matches(of: /#[0-9a-f]{6}/).map { String($0.0) }) == ["#f0f0f0"])
    }

    @Test(
        "unreadable input is refused with its position",
        arguments: [
            (
                "latitude,longitude\n1,2\nx,3\n",
                "standard input, line 3, column latitude: \"x\" is not a number of degrees"
            ),
            ("1,2\n1,200\n", "standard input, line 2, column #2: 200 is outside -180...180"),
            ("1,2\n91,2\n", "standard input, line 2, column #1: 91 is outside -90...90"),
            ("127,37\n", "are latitude and longitude exchanged?"),
            ("lat,lon\n37,127\n38,128,5\n", "standard input, line 3: has 3 fields, the header has 2"),
            ("1,2\n1\n", "standard input, line 2: has 1 field, the first row has 2"),
            ("", "standard input: the file has no line"), ("latitude,longitude\n", "the file has no line"),
            ("{\"type\":\"LineString\",\n\"coordinates\":[[1,95]]}", "line 1: position 1: latitude 95.0 is outside"),
            ("{\"type\":\n", "standard input, line 2, column 1:"), ("[1]", "GeoJSON is an object"),
            ("{\"type\":\"Point\",\"coordinates\":[1,2]}", "the file has no line"),
            ("<gpx>\n<trk><trkseg><trkpt lat=\"1\"/></trkseg></trk></gpx>", "standard input, line 2, column"),
        ])
    func refusals(_ input: String, _ words: String) throws {
        let result = try Tool.run(["polyline", "encode", "-"], input: Array(input.utf8))
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.errors.contains(words))
    }

    @Test("invalid texts, columns, files and options have the right exit codes")
    func endings() throws {
        let wrong = try Tool.run(["polyline", "decode", "_p~iF~ps|U_"])
        #expect(wrong.status == 65 && wrong.errors.contains("offset 10"))
        #expect(try Tool.run(["polyline", "encode", "/no/such/file"]).status == 66)
        #expect(try Tool.run(["polyline", "encode", "-", "--precision", "8"]).status == 64)
        #expect(try Tool.run(["polyline", "simplify", "-"]).status == 64)
        #expect(try Tool.run(["polyline", "gradient", "-", "--scale", "rainbow"]).status == 64)
        let column = try Tool.run(
            ["polyline", "gradient", "-", "--by", "depth"], input: Array("lat,lon,height\n1,2,3\n".utf8))
        #expect(column.status == 65 && column.errors.contains("no vertex has a value of depth; choose one of height"))
        let folder = try Folder()
        let output = folder.url.appending(path: "line.csv")
        let failed = try Tool.run(["polyline", "decode", "?", "--output", output.path])
        #expect(failed.status == 65 && !FileManager.default.fileExists(atPath: output.path))
    }

    @Test("invalid numbers are named correctly: a tolerance was called a radius, and a negative value missing")
    func wrongNumbers() throws {
        for (arguments, words) in [
            (["simplify", "-", "-t", "50"], "a tolerance must be a number of at least 0 with a unit"),
            (["simplify", "-", "-t", "-1m"], "a tolerance must not be negative"),
            (["encode", "-", "--precision", "-1"], "--precision must be 0 to 7"),
        ] {
            let result = try Tool.run(["polyline"] + arguments)
            #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
        }
        let iterations = try Tool.run(["order", "data/stops.csv", "--iterations", "-1"])
        #expect(iterations.status == 64 && iterations.errors.contains("at least 0"), "\(iterations.errors)")
        let text = try Tool.run(["polyline", "gradient", "data/stops.csv", "--by", "name"])
        #expect(text.status == 65 && text.errors.contains("name has no numbers"), "\(text.errors)")
    }

    @Test("simplify keeps the cells of a table unchanged: words were removed, and times became numbers")
    func rawFields() throws {
        let rows = [
            "37,127,서울역,2020-01-01T00:00:00Z,1.50", "37,127.00001,\"a, b\",abc,", "37,128,,2020-01-02,x",
        ]
        let text = "lat,lon,name,time,number\n" + rows.joined(separator: "\n") + "\n"
        let result = try Tool.run(["polyline", "simplify", "-", "-t", "0m"], input: Array(text.utf8))
        #expect(
            result.output
                == "latitude,longitude,name,time,number\n" + rows.joined(separator: "\n") + "\n", "\(result.errors)")
        let gpx =
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2020-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>"
        let track = try Tool.run(["polyline", "simplify", "-", "-t", "0m"], input: Array(gpx.utf8))
        #expect(track.lines == ["latitude,longitude,time", "1,2,2020-01-01T00:00:00Z"])
    }

    @Test("elevations are kept in every format, under any usual name: only csv had them")
    func elevations() throws {
        let flexible = "BlBoz5xJ67i1BU1B7PUzIhaUxL7YU"
        let decoded = try Tool.run(["polyline", "decode", flexible, "--flexible"])
        #expect(decoded.lines[0] == "latitude,longitude,altitude")
        let gpx = try Tool.run(["polyline", "decode", flexible, "--flexible", "--format", "gpx"])
        #expect(gpx.output.contains("<ele>"))
        let geoJSON = try Tool.run(["polyline", "decode", flexible, "--flexible", "--format", "geojson"])
        for (name, text) in [("csv", decoded.output), ("gpx", gpx.output), ("geojson", geoJSON.output)] {
            let encoded = try Tool.run(["polyline", "encode", "-", "--flexible"], input: Array(text.utf8))
            let again = try Tool.run(["polyline", "decode", encoded.lines[0], "--flexible"])
            #expect(
                again.lines.dropFirst() == decoded.lines.dropFirst(), "\(name): \(encoded.errors) \(again.errors)")
        }
        for name in ["ele", "Alt", "고도"] {
            let text = "lat,lon,\(name)\n37,127,10\n37.01,127,20\n37.02,127,10\n"
            let grade = try Tool.run(["polyline", "gradient", "-", "--by", "grade"], input: Array(text.utf8))
            #expect(grade.status == 0, "\(grade.errors)")
        }
        // Over the antimeridian the added place lies half-way.
        let over = try Tool.run(
            ["polyline", "simplify", "-", "-t", "0m", "--format", "geojson"],
            input: Array("lat,lon,ele\n0,179,10\n0,-179,20\n".utf8))
        #expect(over.output.contains("[[179,0,10],[180,0,15]],[[-180,0,15],[-179,0,20]]"), "\(over.output)")
    }

    @Test("the output of encode and route is read again, one line per row, and an invalid row is reported")
    func rowsOfText() throws {
        let many = #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[8,9]]]}"#
        let encoded = try Tool.run(["polyline", "encode", "-"], input: Array(many.utf8))
        let again = try Tool.run(["polyline", "encode", "-", "--polyline"], input: Array(encoded.output.utf8))
        #expect(encoded.lines.count == 2 && again.output == encoded.output, "\(again.errors)")
        let decoded = try Tool.run(["polyline", "decode", "-"], input: Array(encoded.output.utf8))
        #expect(decoded.lines == ["latitude,longitude,line", "2,1,0", "4,3,0", "6,5,1", "9,8,1"])
        let trips = "trip_id,lat,lon\n\"a,b\",1,2\n\"a,b\",3,4\nc,5,6\nc,7,8\n"
        let route = try Tool.run(["route", "-", "--format", "polyline"], input: Array(trips.utf8))
        let lines = try Tool.run(["polyline", "encode", "-", "--polyline"], input: Array(route.output.utf8))
        #expect(lines.lines == route.lines.map { String($0.split(separator: ",").last!) } && lines.lines.count == 2)
        let wrong = try Tool.run(
            ["polyline", "simplify", "-", "--polyline", "-t", "1m"], input: Array("\(Self.text)\n_p~\n".utf8))
        #expect(wrong.status == 65 && wrong.errors.contains("line 2"), "\(wrong.errors)")
        for command in [["gradient"], ["simplify", "-t", "1m"]] {
            let empty = try Tool.run(["polyline"] + command + ["-", "--polyline"])
            #expect(empty.status == 65 && empty.errors.contains("the file has no line"))
        }
    }

    @Test(
        "real tracks are handled", .enabled(if: SharedData.isPresent),
        arguments: [
            "gpxpy-korita-zbevnica.gpx", "graphhopper-test1.gpx", "jeju-olle-course-01.txt",
        ])
    func real(_ name: String) throws {
        let path = SharedData.folder.appending(path: "tracks/\(name)").path
        let encoded = try Tool.run(["polyline", "encode", path])
        #expect(encoded.status == 0 && encoded.lines.allSatisfy { $0.count > 100 })
        let simplified = try Tool.run(["polyline", "simplify", path, "--tolerance", "20m"])
        #expect(simplified.status == 0 && simplified.lines.count > 10)
        let picture = try Tool.run(["polyline", "gradient", path, "--format", "svg"])
        #expect(picture.status == 0 && picture.output.hasPrefix("<svg"))
        if name.hasPrefix("gpxpy") {
            let grade = try Tool.run([
                "polyline", "gradient", path, "--by", "grade", "--format", "mapkit", "--stops", "64",
            ])
            #expect(grade.status == 0)
        }
    }

    @Test("a closed pipe ends the run quietly, a full disk with an error, and neither leaves a file")
    func outputsThatEnd() throws {
        let folder = try Folder()
        let rows = (0..<60_000).map { "\($0 % 90),\($0 % 180)\n" }.joined()
        let file = try folder.file("in.csv", "lat,lon\n" + rows)
        let text = try Tool.run(["polyline", "encode", file])
        #expect(text.status == 0 && text.output.utf8.count > 300_000)
        let line = try folder.file("line.txt", text.output)
        for question in ["encode '\(file)'", "decode < '\(line)' -", "simplify '\(file)' --tolerance 1m --format csv"] {
            let head = try Tool.shell("\"$WAYMARK\" polyline \(question) | head -c 5")
            #expect(head.output.utf8.count == 5 && head.errors.isEmpty, "\(question): \(head.errors)")
            #if os(Linux)
                let full = try Tool.shell("\"$WAYMARK\" polyline \(question) > /dev/full")
                #expect(full.status == 74 && full.errors.contains("standard output"), "\(question): \(full.errors)")
            #endif
        }
        // A limit on file sizes simulates a disk that fills up during a named output.
        for question in ["encode '\(file)'", "decode - < '\(line)'", "simplify '\(file)' --tolerance 1m --format csv"] {
            let middle = try Tool.shell(
                "ulimit -f 4; exec \"$WAYMARK\" polyline \(question) --output '\(folder.path("out"))'")
            #expect(middle.status == 74 && middle.errors.contains("cannot write"), "\(question): \(middle.errors)")
        }
        #expect(try folder.names == ["in.csv", "line.txt"])
    }

    @Test("Ctrl-C ends a wait for the line with 130")
    func interrupted() throws {
        let folder = try Folder()
        let process = Process()
        process.executableURL = Tool.url
        process.arguments = ["polyline", "encode", "-", "--output", folder.path("out")]
        let input = Pipe()
        process.standardInput = input
        try process.run()
        // More than a pipe holds: when all of it is written, the program has begun to read.
        try input.fileHandleForWriting.write(contentsOf: Data(String(repeating: "1,1\n", count: 50_000).utf8))
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(try folder.names.isEmpty)
    }
}
