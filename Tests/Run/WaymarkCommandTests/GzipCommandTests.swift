import Foundation
import TestSupport
import Testing

@Suite("gzip in and out")
struct GzipCommandTests {
    private static let track = """
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg><trkpt lat="37.55" lon="126.97"/>\
        <trkpt lat="37.3" lon="127.0"/></trkseg></trk></gpx>
        """
    private static let border = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Korea"},"geometry":{"type":"Polygon",
        "coordinates":[[[124,33],[132,33],[132,39],[124,39],[124,33]]]}}]}
        """

    /// Files by the names that the commands below have for them, and each packed.
    private static func folder() throws -> Folder {
        let folder = try Folder()
        let weights = try Tool.weights(["print", "standard"])
        let files: [(String, [UInt8])] = [
            ("stops.csv", Array(try Data(contentsOf: Repository.root.appending(path: "data/stops.csv")))),
            ("places.csv", Array(try Data(contentsOf: Repository.root.appending(path: "data/attractions.csv")))),
            ("track.gpx", Array(track.utf8)), ("border.json", Array(border.utf8)),
            ("weights.json", Array(weights.output.utf8)), ("queries.csv", Array("query\n공원\n경복ㄱ\n".utf8)),
        ]
        for (name, bytes) in files {
            try folder.file(name, bytes)
            try folder.file(name + ".gz", Array(gzip(bytes)))
        }
        let index = try Tool.run([
            "index", "build", folder.path("places.csv"), "--output", folder.path("i.waymark"), "-q",
        ])
        try #require(index.status == 0, "\(index.errors)")
        try folder.file("i.waymark.gz", Array(gzip(Data(contentsOf: folder.url.appending(path: "i.waymark")))))
        return folder
    }

    @Test("every file is read packed as it is read plain, by its path and from standard input")
    func reads() throws {
        let folder = try Self.folder()
        for command in [
            "nearby stops.csv --attractions places.csv", "nearby stops.csv --attractions i.waymark",
            "route stops.csv", "route stops.csv --legs gpx:track.gpx", "order stops.csv",
            "distance --matrix stops.csv", "project stops.csv --to EPSG:5179",
            "regions stops.csv --boundaries border.json", "polyline encode track.gpx",
            "recommend stops.csv --attractions places.csv --weights weights.json",
            "search --queries queries.csv --attractions places.csv", "search 공원 --attractions i.waymark",
            "attractions convert places.csv --format geojson",
        ] {
            let words = command.split(separator: " ").map(String.init)
            let quiet = ["polyline", "search"].contains(words[0]) ? [] : ["-q"]
            func isFile(_ word: String) -> Bool { word.contains(".") }
            func place(_ word: String, _ end: String) -> String {
                let parts = word.split(separator: ":").map(String.init)
                return parts.dropLast().map { $0 + ":" }.joined() + folder.path(parts[parts.count - 1] + end)
            }
            let plain = try Tool.run(words.map { isFile($0) ? place($0, "") : $0 } + quiet)
            #expect(plain.status == 0 && !plain.output.isEmpty, "\(command): \(plain.errors)")
            let packed = try Tool.run(words.map { isFile($0) ? place($0, ".gz") : $0 } + quiet)
            #expect(packed.status == 0 && packed.output == plain.output, "\(command): \(packed.errors)")
            // Each in turn by standard input, through a pipe.
            for (number, word) in words.enumerated() where isFile(word) && !word.contains(":") {
                var piped = words.map { isFile($0) ? place($0, "") : $0 }
                piped[number] = "-"
                let line = (piped + quiet).map { "'\($0)'" }.joined(separator: " ")
                let result = try Tool.shell("cat '\(folder.path(word + ".gz"))' | \"$WAYMARK\" \(line)")
                #expect(result.status == 0 && result.output == plain.output, "\(line): \(result.errors)")
            }
        }
    }

    @Test("outputs and rejects whose names end in .gz are packed, with the same bytes for any number of jobs")
    func writes() throws {
        let folder = try Self.folder()
        let stops = try folder.file("some.csv", "id,lat,lon\n1,37.5,127\n2,x,127\n3,37.51,127\n")
        // One bad row rejects its trip.
        let trips = try folder.file("trips.csv", "trip_id,lat,lon\na,37.5,127\na,37.51,127\nb,x,127\n")
        func run(_ command: [String], _ end: String) throws {
            let output = ["--output", folder.path("out" + end), "-q"]
            let rejects = command[0] == "attractions" ? [] : ["--rejects", folder.path("bad" + end)]
            let result = try Tool.run(command + output + rejects)
            #expect(result.status == 0, "\(result.errors)")
        }
        func bytes(_ name: String) throws -> ContiguousArray<UInt8> {
            ContiguousArray(try Data(contentsOf: folder.url.appending(path: name)))
        }
        for command in [
            ["nearby", stops, "--attractions", "data/attractions.csv"], ["route", trips], ["order", trips],
            ["regions", stops, "--boundaries", folder.path("border.json")],
            ["attractions", "convert", "data/attractions.csv"],
        ] {
            try run(command, ".csv")
            try run(command, ".csv.gz")
            #expect(try gzip(bytes("out.csv.gz"), ["-dc"]) == bytes("out.csv"), "\(command)")
            guard command[0] != "attractions" else { continue }
            #expect(try gzip(bytes("bad.csv.gz"), ["-dc"]) == bytes("bad.csv"), "\(command)")
            #expect(try bytes("bad.csv").count > 30)
        }
        let nearby = ["nearby", stops, "--attractions", "data/attractions.csv"]
        let files = try (1...3).map { jobs in
            try run(nearby + ["--jobs", "\(jobs)"], ".csv.gz")
            return try bytes("out.csv.gz")
        }
        #expect(files[0] == files[1] && files[0] == files[2])
    }

    @Test("packed parts and rejects are merged and checked; a packed table cannot be divided")
    func parts() throws {
        let folder = try Folder()
        let stops = try folder.file("stops.csv", "id,lat,lon\n1,37.5,127\n2,x,127\n3,37.51,127\n")
        let nearby = ["nearby", stops, "--attractions", "data/attractions.csv", "-q"]
        for number in 1...2 {
            let part = folder.path("part\(number).csv.gz")
            let result = try Tool.run(
                nearby + ["--shard", "\(number)/2", "--output", part, "--rejects", folder.path("bad\(number).gz")])
            #expect(result.status == 0, "\(result.errors)")
        }
        let parts = [folder.path("part1.csv.gz"), folder.path("part2.csv.gz")]
        let merged = try Tool.run(
            ["merge"] + parts + ["--output", folder.path("all.gz"), "--rejects", folder.path("bad.gz"), "-q"])
        #expect(merged.status == 0, "\(merged.errors)")
        func unpacked(_ name: String) throws -> String {
            String(decoding: try gzip(Data(contentsOf: folder.url.appending(path: name)), ["-dc"]), as: UTF8.self)
        }
        let whole = try Tool.run(nearby + ["--rejects", folder.path("bad.csv")])
        #expect(try unpacked("all.gz") == whole.output && unpacked("bad.gz") == folder.text("bad.csv"))
        // Another row in a part, packed as well as the first.
        let altered = try unpacked("part2.csv.gz").replacing("37.51", with: "37.52")
        try folder.file("part2.csv.gz", Array(gzip(altered.utf8)))
        let refused = try Tool.run(["merge"] + parts + ["--output", "-", "-q"])
        #expect(refused.status == 65 && refused.errors.contains("altered"), "\(refused.errors)")

        let packed = try folder.file("stops.csv.gz", Array(gzip(folder.text("stops.csv").utf8))).path
        let divided = try Tool.run(["nearby", packed, "--attractions", "data/attractions.csv", "--shard", "1/2"])
        #expect(divided.status == 64 && divided.errors.contains("packed by gzip"), "\(divided.errors)")
    }

    @Test("an index file that must be mapped is to be unpacked")
    func indexFiles() throws {
        let folder = try Self.folder()
        let info = try Tool.run(["index", "info", folder.path("i.waymark.gz")])
        #expect(info.status != 0 && info.errors.contains("packed by gzip") && info.errors.contains("unpack it first"))
    }

    @Test("trips that are out of order are read again from a packed table")
    func scattered() throws {
        let folder = try Folder()
        let text = "trip_id,latitude,longitude\na,37,127\nb,37,127\na,37.1,127.1\nb,37.1,127.1\n"
        let packed = try folder.file("trips.csv.gz", Array(gzip(text.utf8))).path
        let plain = try Tool.run(["route", folder.file("trips.csv", text), "-q"])
        let result = try Tool.run(["route", packed, "-q"])
        #expect(plain.status == 0 && result.status == 0 && result.output == plain.output, "\(result.errors)")
    }

    @Test("packed trips are imported by their names")
    func trips() throws {
        let folder = try Folder()
        let packed = Array(try gzip(Self.track.utf8))
        let gpx = try folder.file("walk.gpx.gz", packed).path
        let store = folder.path("store")
        let imported = try Tool.run(["trips", "import", gpx, "--store", store])
        #expect(imported.status == 0 && imported.errors.contains("1 trip"), "\(imported.errors)\(imported.output)")
    }
}
