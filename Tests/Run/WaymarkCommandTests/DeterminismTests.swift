import Foundation
import TestSupport
import Testing

/// Swift seeds its hashes differently in each process, so results that depend on the order of a dictionary differ
/// between runs.
@Suite("The same input")
struct DeterminismTests {
    /// A difference that every second run shows is missed once in 32 times; `WAYMARK_SOAK_PROCESSES` asks for more runs.
    private static let runs = ProcessInfo.processInfo.environment["WAYMARK_SOAK_PROCESSES"].flatMap(Int.init) ?? 6

    /// The results of one run: outputs, and messages without their numbers, since some are times.
    private func run(_ arguments: [String], in folder: Folder) throws -> [String] {
        try? FileManager.default.removeItem(atPath: folder.path("out"))
        try? FileManager.default.removeItem(atPath: folder.path("rejects"))
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        let result = try Tool.shell(
            "unset SWIFT_DETERMINISTIC_HASHING; cd '\(folder.url.path)' && \"$WAYMARK\" \(words)")
        #expect([0, 1].contains(result.status), "\(arguments): \(result.errors)")
        return [
            result.output, result.errors.replacing(/[0-9]+(\.[0-9]+)?/, with: "#"), "\(result.status)",
            (try? folder.text("out")) ?? "", (try? folder.text("rejects")) ?? "",
        ]
    }

    private func expectSame(_ arguments: [String], in folder: Folder) throws {
        let first = try run(arguments, in: folder)
        #expect(first.contains { $0.count > 3 })
        for _ in 1..<Self.runs {
            let next = try run(arguments, in: folder)
            #expect(next == first, "\(arguments)")
            if next != first { return }
        }
    }

    /// Places on a grid, two on each: everything ties.
    private func places(_ header: String, _ row: (_ number: Int, _ latitude: Double, _ longitude: Double) -> String)
        -> String
    {
        header + "\n"
            + (0..<36).map { row($0, 37 + Double($0 / 2 % 6) / 8, 127 + Double($0 / 12) / 8) + "\n" }.joined()
    }

    private func makeInputs(_ folder: Folder) throws {
        // Names and ids repeat, and some rows are invalid.
        let attractions = places("id,name,category,latitude,longitude") { number, latitude, longitude in
            "a\(number % 60),Place \(number % 50),kind \(number % 3),\(number % 24 == 23 ? 91 : latitude),\(longitude)"
        }
        _ = try folder.file("attractions.csv", attractions)
        _ = try folder.file(
            "stops.csv",
            places("stop_id,name,latitude,longitude") { number, latitude, longitude in
                "s\(number),Stop \(number % 40),\(latitude),\(longitude)"
            })
        _ = try folder.file(
            "trips.csv",
            places("trip_id,stop_index,name,latitude,longitude,arrival,stay") { number, latitude, longitude in
                let fault = number == 30 ? "x" : "\(latitude)"
                return
                    "t\(number / 6),\(number % 6),Stop \(number),\(fault),\(longitude),2027-05-01T09:0\(number % 6),5"
            })
        _ = try folder.file(
            "hours.csv",
            places("stop_id,latitude,longitude,opens,closes,stay") { number, latitude, longitude in
                "s\(number),\(latitude),\(longitude),\(number % 2 == 0 ? "09:00,18:00" : "13:00,20:00"),5"
            })
        _ = try folder.file(
            "visits.csv",
            places("id,owner,date,latitude,longitude") { number, latitude, longitude in
                "v\(number),\(["kim", "lee", "park"][number % 3]),2024-05-0\(number % 2 + 1),\(latitude),\(longitude)"
            })
        let square = { (west: Double, south: Double, name: String) in
            let ring = [(0, 0), (0.375, 0), (0.375, 0.375), (0, 0.375), (0, 0)].map {
                "[\(west + $0.0),\(south + $0.1)]"
            }
            return """
                {"type":"Feature","properties":{"name":"\(name)","code":"\(name)","extra":1},\
                "geometry":{"type":"Polygon","coordinates":[[\(ring.joined(separator: ","))]]}}
                """
        }
        let squares = [
            square(127, 37, "A"), square(127.375, 37, "B"), square(127, 37.375, "C"), square(127.375, 37.375, "D"),
        ]
        _ = try folder.file(
            "regions.geojson", "{\"type\":\"FeatureCollection\",\"features\":[\(squares.joined(separator: ","))]}")
        _ = try folder.file(
            "pairs.csv",
            places("from_latitude,from_longitude,to_latitude,to_longitude") { number, latitude, longitude in
                "\(latitude),\(longitude),\(latitude + 0.1),\(longitude)"
            })
        _ = try folder.file(
            "line.csv",
            places("latitude,longitude,elevation,time,heart") { number, latitude, longitude in
                "\(latitude),\(longitude),\(number % 4),2024-05-01T00:00:\(10 + number % 50)Z,\(number % 2)"
            })
    }

    @Test(
        "gives the same bytes and messages in every process, with many ties",
        arguments: [
            "nearby stops.csv --attractions attractions.csv --radius 30km --output out --rejects rejects",
            "nearest stops.csv --attractions attractions.csv --count 3 --format ndjson",
            "nearby stops.csv --attractions attractions.csv --radius 20km --shard 1/2 --output out",
            "route trips.csv --totals --times --output out --rejects rejects",
            "route trips.csv --scattered --format geojson --gradient progress",
            "route trips.csv --optimize free --format json",
            "route stops.csv --optimize round-trip --format svg --attractions attractions.csv --radius 30km",
            "route stops.csv --format kml",
            "order stops.csv --iterations 300",
            "order hours.csv --iterations 20 --depart 09:00",
            "attractions check attractions.csv --json",
            "attractions convert attractions.csv --format geojson",
            "index build attractions.csv --output out",
            "polyline simplify line.csv --tolerance 10m",
            "polyline gradient line.csv --by elevation --format geojson",
            "polyline gradient line.csv --by heart --classes 2 --format svg",
            "distance pairs.csv --using haversine,geodesic",
            "distance --matrix stops.csv --using geodesic --output out",
            "project stops.csv --to EPSG:5186 --rejects rejects",
            "regions stops.csv --boundaries regions.geojson --tolerance 5km",
            "regions stops.csv --boundaries regions.geojson --count --format geojson",
            "regions stops.csv --boundaries a=regions.geojson --boundaries b=regions.geojson --count --format svg --level a",
            "regions visits.csv --boundaries regions.geojson --visited --color-by owner --format svg",
            "regions visits.csv --boundaries regions.geojson --visited --shares",
        ])
    func sameBytes(line: String) throws {
        let folder = try Folder()
        try makeInputs(folder)
        try expectSame(line.split(separator: " ").map(String.init), in: folder)
    }

    @Test("gives the same one of equally short orders within windows in every process", arguments: [1, 3, 5, 6])
    func sameWindowOrder(seed: UInt64) throws {
        // Stops on a grid: many orders are equally short. Without a search, the proof chooses.
        var generator = SplitMix64(seed: seed)
        let rows = (0..<12).map { stop in
            let opens = 9 * 60 + 10 * Int.random(in: 0...12, using: &generator)
            let closes = opens + 10 * [8, 14, 25].randomElement(using: &generator)!
            func clock(_ minutes: Int) -> String {
                "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
            }
            return "\(stop),0.\(stop % 4),0.\(stop / 4),\(clock(opens)),\(clock(closes))"
        }
        let folder = try Folder()
        _ = try folder.file("windows.txt", (["name,lat,lon,opens,closes"] + rows).joined(separator: "\n") + "\n")
        try expectSame(["order", "windows.txt", "--depart", "09:00", "--speed", "67km/h", "--time", "0s"], in: folder)
    }
}
