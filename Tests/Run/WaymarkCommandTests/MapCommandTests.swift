import Foundation
import TestSupport
import Testing

@Suite("waymark distance, waymark project")
struct MapCommandTests {
    @Test("distances of pairs on the sphere, the ellipsoid and a map, side by side")
    func distance() throws {
        let pairs =
            "name,from_latitude,from_longitude,to_latitude,to_longitude\n서울-부산,37.5665,126.978,35.1796,129.0756\n"
        let result = try Tool.run(
            ["distance", "-", "--using", "haversine,geodesic,EPSG:5179"], input: Array(pairs.utf8))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines[0].hasSuffix("haversine_m,geodesic_m,epsg5179_m,epsg5179_scale"))
        #expect(result.lines[1].hasSuffix("325111.708,324915.297,324806.811,0.999739921"))
        #expect(result.errors.hasPrefix("1 rows in: 1 answered, 0 rejected"))
    }

    @Test("usage, unknown systems, missing files and rejected rows have their exit codes")
    func exitCodes() throws {
        #expect(try Tool.run(["distance"]).status == 64)
        #expect(try Tool.run(["distance", "--matrix", "data/stops.csv", "--using", "EPSG:5179"]).status == 64)
        #expect(try Tool.run(["distance", "-", "--using", "geodesic,Geodesic"]).status == 64)
        let unknown = try Tool.run(["project", "data/stops.csv", "--to", "EPSG:999999"])
        #expect(unknown.status == 64 && unknown.errors.contains("EPSG:999999"), "\(unknown.errors)")
        #expect(try Tool.run(["project", "nowhere.csv", "--to", "EPSG:5179"]).status == 66)
        #expect(try Tool.run(["distance", "data/stops.csv"]).status == 65)
        // The eleventh stop is in Jeju: outside the central belt.
        let strict = try Tool.run(["project", "data/stops.csv", "--to", "EPSG:5186", "--strict"])
        #expect(strict.status == 1 && strict.errors.contains("area of use"), "\(strict.errors)")
        #expect(try Tool.shell("\"$WAYMARK\" project data/stops.csv --to EPSG:5179 | head -1").status == 0)
    }

    @Test("usage is that of the command: it was generic")
    func usage() throws {
        let folder = try Folder()
        let file = try folder.file("in.csv", "from_lat,from_lon,to_lat,to_lon\n1,2,3,4\n")
        for arguments in [["distance", file], ["project", file, "--to", "EPSG:5179"]] {
            let result = try Tool.run(arguments + ["--output", file])
            #expect(result.status == 64 && result.errors.contains("waymark \(arguments[0])"), "\(result.errors)")
        }
    }

    @Test(
        "projecting from map to map is refused with the way through degrees: the second was called no geographic system"
    )
    func mapToMap() throws {
        let result = try Tool.run(["project", "data/stops.csv", "--from", "EPSG:5174", "--to", "EPSG:5179"])
        #expect(result.status == 64 && result.errors.contains("both maps"), "\(result.errors)")
    }

    @Test("pairs of a matrix can be rejected, and --strict fails")
    func rejectedPairs() throws {
        let folder = try Folder()
        let file = try folder.file("in.csv", "id,lat,lon\na,37,127\nparis,48.85,2.35\nc,33.3,126.5\n")
        let result = try Tool.run([
            "distance", "--matrix", file, "--pairs", "--using", "EPSG:5179", "--rejects", folder.path("bad.csv"),
            "--strict",
        ])
        #expect(result.status == 1 && result.lines.count == 2 && result.errors.contains("2 pairs rejected"))
        #expect(try folder.text("bad.csv").contains("3,2 (lat),\"from a to paris: "))
    }

    @Test("--from a map to a geographic system is the inverse")
    func inverse() throws {
        let result = try Tool.run(
            ["project", "-", "--from", "EPSG:5174", "--to", "EPSG:4326"],
            input: Array("좌표정보(X),좌표정보(Y)\n202722.5318,444055.0707\n".utf8))
        #expect(result.lines.last == "202722.5318,444055.0707,127.031576774,37.498700676", "\(result.errors)")
        let other = try Tool.run(
            ["project", "-", "--from", "EPSG:4326", "--to", "EPSG:5174", "--inverse"],
            input: Array("좌표정보(X),좌표정보(Y)\n202722.5318,444055.0707\n".utf8))
        #expect(other.output == result.output)
    }
}
