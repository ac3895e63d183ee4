import Foundation
import TestSupport
import Testing

@Suite("waymark nearby and nearest --using")
struct SurfaceCommandTests {
    private let asked = ["data/stops.csv", "--attractions", "data/attractions.csv", "--quiet"]

    @Test("distances are those of `waymark distance`", arguments: ["geodesic", "EPSG:5179"])
    func agreesWithDistance(surface: String) throws {
        let folder = try Folder()
        let column = surface == "geodesic" ? "geodesic_m" : "epsg5179_m"
        let ends = "stop_latitude,stop_longitude,latitude,longitude"
        let using = ["--using", surface]
        let found = try Tool.run(["nearby"] + asked + using + ["--columns", column])
        let places = try Tool.run(["nearby"] + asked + using + ["--columns", ends])
        #expect(found.status == 0 && found.lines[0] == column && found.lines.count > 100, "\(found.errors)")
        let pairs = try folder.file("pairs.csv", places.output)
        let measured = try Tool.run([
            "distance", pairs, "--using", surface, "--from-latitude-column", "stop_latitude",
            "--from-longitude-column", "stop_longitude", "--to-latitude-column", "latitude", "--to-longitude-column",
            "longitude", "--quiet",
        ])
        let number = measured.lines[0].split(separator: ",").firstIndex { $0 == column } ?? 0
        let same = zip(found.lines.dropFirst(), measured.lines.dropFirst()).allSatisfy {
            $0 == $1.split(separator: ",")[number]
        }
        #expect(same && found.lines.count == measured.lines.count, "\(measured.errors)")
    }

    @Test("an index file and merged parts give the same bytes; a part on another surface is of another run")
    func sameBytes() throws {
        let folder = try Folder()
        let index = folder.path("places.waymark")
        #expect(
            try Tool.run(["index", "build", "data/attractions.csv", "--output", index, "--quiet"]).status == 0)
        let using = ["--using", "geodesic", "--radius", "25km"]
        let whole = try Tool.run(["nearby"] + asked + using)
        #expect(whole.status == 0 && whole.lines.count > 100)
        #expect(
            try Tool.run(["nearby", "data/stops.csv", "--attractions", index, "--quiet"] + using).output
                == whole.output)
        let parts = try (1...3).map { part in
            let path = folder.path("part-\(part).csv")
            let result = try Tool.run(["nearby"] + asked + using + ["--shard", "\(part)/3", "--output", path])
            #expect(result.status == 0, "\(result.errors)")
            return path
        }
        #expect(try Tool.run(["merge"] + parts + ["--output", "-", "--quiet"]).output == whole.output)
        let other = folder.path("other.csv")
        _ = try Tool.run(["nearby"] + asked + ["--radius", "25km", "--shard", "2/3", "--output", other])
        let mixed = try Tool.run(["merge", parts[0], other, parts[2], "--output", "-"])
        #expect(mixed.status == 65, "\(mixed.errors)")
    }

    @Test("every format names the column after the surface")
    func formats() throws {
        for format in ["csv", "ndjson", "geojson"] {
            let result = try Tool.run(
                ["nearest"] + asked + ["--count", "2", "--using", "EPSG:5179", "--format", format])
            #expect(result.output.contains("epsg5179_m") && !result.output.contains("haversine_m"))
        }
        let table = try Tool.run(["nearest"] + asked + ["--count", "2", "--using", "geodesic", "--format", "table"])
        #expect(table.status == 0 && table.output.contains("Distance"))
    }

    @Test("attractions outside the map's area are omitted and stops rejected, with messages")
    func outside() throws {
        let folder = try Folder()
        // Busan lies outside the central belt.
        let places = try folder.file("places.csv", "id,name,latitude,longitude\na,서울,37.5,127\nb,부산,35.1,129.1\n")
        let stops = try folder.file("stops.csv", "id,latitude,longitude\n1,37.6,127\n2,35.2,129.1\n")
        let result = try Tool.run(["nearest", stops, "--attractions", places, "--count", "5", "--using", "EPSG:5186"])
        #expect(result.status == 0 && result.lines.count == 2)
        #expect(result.errors.contains("1 of 2 attractions left out: 35.1, 129.1 lies outside the area of use"))
        #expect(result.errors.contains("line 3, column 2 (latitude): 35.2, 129.1 lies outside the area of use"))
        #expect(result.errors.contains("2 rows in: 1 answered, 1 rejected"))
        let rejects = folder.path("bad.csv")
        let strict = try Tool.run([
            "nearest", stops, "--attractions", places, "--count", "5", "--using", "EPSG:5186", "--rejects", rejects,
            "--strict",
        ])
        #expect(strict.status == 1)
        #expect(try folder.text("bad.csv").contains("3,2 (latitude),\"35.2, 129.1 lies outside"))
        let nowhere = try Tool.run(["nearest", stops, "--attractions", places, "--count", "5", "--using", "EPSG:2154"])
        #expect(nowhere.status == 65 && nowhere.errors.contains("no attraction can be used"), "\(nowhere.errors)")
    }

    @Test("unknown surfaces, systems of degrees and columns of other surfaces are usage errors")
    func refusals() throws {
        for surface in ["EPSG:999999", "EPSG:4326", "usual-map", "", "geodesic,haversine", "nonsense"] {
            let result = try Tool.run(["nearby"] + asked + ["--using", surface])
            #expect(result.status == 64 && result.output.isEmpty, "\(surface): \(result.errors)")
        }
        let column = try Tool.run(["nearby"] + asked + ["--using", "geodesic", "--columns", "stop_id,haversine_m"])
        #expect(column.status == 64 && column.errors.contains("the column haversine_m is missing"), "\(column.errors)")
        let haversine = try Tool.run(["nearby"] + asked + ["--using", "haversine"])
        #expect(try haversine.output == Tool.run(["nearby"] + asked).output)
    }
}
