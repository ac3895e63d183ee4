import Foundation
import TestSupport
import Testing

@Suite("waymark polyline")
struct PolylineCommandTests {
    private static let text = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
    private static let csv = "latitude,longitude\n38.5,-120.2\n40.7,-120.95\n43.252,-126.453\n"

    @Test("decode prints Google's example, and encode makes it again")
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

    @Test("simplify keeps to its tolerance, of a polyline as well")
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

    @Test("nothing climbs over the gap between two lines, which is missing")
    func gaps() throws {
        let lines =
            #"{"type":"MultiLineString","coordinates":[[[0,0,10],[0.01,0,10],[0.02,0,10]],[[1,0,900],[1.01,0,900]]]}"#
        let result = try Tool.run(
            ["polyline", "gradient", "-", "--by", "grade", "--format", "geojson"], input: Array(lines.utf8))
        #expect(result.output.contains("\"missing\":true"))
        // Level all along: the middle of the scale, and no other colour.
        #expect(Set(result.output.matches(of: /#[0-9a-f]{6}/).map { String($0.0) }) == ["#f0f0f0"])
    }

    @Test(
        "what cannot be read is refused with its place",
        arguments: [
            ("latitude,longitude\n1,2\nx,3\n", "standard input, line 3, column latitude: \"x\" is not a latitude"),
            ("1,2\n1,200\n", "standard input, line 2, column #2: longitude 200.0 is outside -180...180"),
            ("1,2\n91,2\n", "standard input, line 2, column #1: latitude 91.0 is outside -90...90"),
            ("1,2\n1\n", "standard input, line 2, column #2: there is no longitude"),
            ("", "standard input: there is no line in it"), ("latitude,longitude\n", "there is no line in it"),
            ("{\"type\":\"LineString\",\n\"coordinates\":[[1,95]]}", "line 1: position 1: latitude 95.0 is outside"),
            ("{\"type\":\n", "standard input, line 2, column 1:"), ("[1]", "GeoJSON is an object"),
            ("{\"type\":\"Point\",\"coordinates\":[1,2]}", "there is no line in it"),
            ("<gpx>\n<trk><trkseg><trkpt lat=\"1\"/></trkseg></trk></gpx>", "standard input, line 2, column"),
        ])
    func refusals(_ input: String, _ words: String) throws {
        let result = try Tool.run(["polyline", "encode", "-"], input: Array(input.utf8))
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.errors.contains(words))
    }

    @Test("wrong texts, columns, files and options end as they should")
    func endings() throws {
        let wrong = try Tool.run(["polyline", "decode", "_p~iF~ps|U_"])
        #expect(wrong.status == 65 && wrong.errors.contains("offset 10"))
        #expect(try Tool.run(["polyline", "encode", "/no/such/file"]).status == 66)
        #expect(try Tool.run(["polyline", "encode", "-", "--precision", "8"]).status == 64)
        #expect(try Tool.run(["polyline", "simplify", "-"]).status == 64)
        #expect(try Tool.run(["polyline", "gradient", "-", "--scale", "rainbow"]).status == 64)
        let column = try Tool.run(
            ["polyline", "gradient", "-", "--by", "depth"], input: Array("lat,lon,height\n1,2,3\n".utf8))
        #expect(column.status == 65 && column.errors.contains("no vertex has a value of depth; there are height"))
        let folder = try Folder()
        let output = folder.url.appending(path: "line.csv")
        let failed = try Tool.run(["polyline", "decode", "?", "--output", output.path])
        #expect(failed.status == 65 && !FileManager.default.fileExists(atPath: output.path))
    }

    @Test(
        "real tracks come through", .enabled(if: SharedData.isPresent),
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

    @Test("a closed pipe ends the run quietly, a full disk does not, and neither leaves a file")
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
        #expect(try folder.names == ["in.csv", "line.txt"])
    }

    @Test("Ctrl-C leaves no file")
    func interrupted() throws {
        let folder = try Folder()
        let result = try Tool.shell(
            "(printf 'lat,lon\\n1,1\\n'; sleep 20) | timeout -s INT 1 \"$WAYMARK\" polyline encode - --output '\(folder.path("out"))'; echo $?"
        )
        #expect(result.lines == ["130"] || result.lines == ["124"])
        #expect(try folder.names.isEmpty)
    }
}
