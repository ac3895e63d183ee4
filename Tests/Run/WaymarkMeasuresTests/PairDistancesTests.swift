import Foundation
import TestSupport
import Testing
import WaymarkBatch
import WaymarkGeodesy
import WaymarkMeasures
import WaymarkPlaces
import WaymarkProjections
import WaymarkTables

@Suite("PairDistances")
struct PairDistancesTests {
    @Test("each row gets the distances of the library, and keeps its own columns")
    func equalsLibrary() throws {
        var generator = SplitMix64(seed: 4)
        let places = Regime.korea.points(400, using: &generator)
        var text = "memo,출발 위도,출발 경도,to lat,to lng\n"
        for i in stride(from: 0, to: 400, by: 2) {
            let (a, b) = (places[i], places[i + 1])
            text += "\"한글, \(i)\",\(a.latitude),\(a.longitude),\(b.latitude),\(b.longitude)\n"
        }
        let pairs = PairDistances([.haversine, .geodesic, .map("EPSG:5179"), .usualMap])
        let (summary, lines, _) = try written({ try pairs.run(pairs: $0, output: $1, rejects: $2, jobs: 2) }, text)
        try #require(summary.rowsIn == 200 && summary.answered == 200)
        #expect(
            lines[0].dropFirst(5)
                == ["haversine_m", "geodesic_m", "epsg5179_m", "epsg5179_scale", "map_m", "map_scale", "map_crs"])
        var korea = try Projection(to: "EPSG:5179")
        for (i, line) in lines.dropFirst().enumerated() {
            let (a, b) = (places[2 * i], places[2 * i + 1])
            #expect(line[0] == "한글, \(2 * i)" && line[11] == ReferenceSystem.usualProjected(at: a))
            let map = try korea.distance(from: a, to: b)
            let wanted = [
                Sphere.earth.distance(from: a, to: b).value, Geodesic.wgs84.distance(from: a, to: b).value,
                map.distance.value,
            ]
            for (text, value) in zip(line[5...], wanted) { #expect(abs(Double(text)! - value) <= 0.0005001) }
            #expect(abs(Double(line[8])! - (map.scaleAtStart + map.scaleAtEnd) / 2) < 1e-9)
        }
    }

    @Test("columns found by their names are not searched by number: one called #1 was used instead")
    func columnCalledNumber() throws {
        let text = "from lat,from lon,to lat,to lon,#1,#2\n37,127,38,127,none,none\n"
        let found = try written({ try PairDistances([.haversine]).run(pairs: $0, output: $1, rejects: $2) }, text)
        #expect(found.summary.answered == 1, "\(found.rejects)")
    }

    @Test("a pair that cannot be answered is rejected with line, column and reason")
    func rejects() throws {
        let text = """
            from_latitude,from_longitude,to_latitude,to_longitude
            37.5,127,48.85,2.35
            48.85,2.35,37.5,127
            ,127,37,127
            37,127,x,127
            37,127,37
            37,127,127,37
            37,127,37,127

            """
        let pairs = PairDistances([.map("EPSG:5179")])
        let (summary, lines, rejects) = try written({ try pairs.run(pairs: $0, output: $1, rejects: $2) }, text)
        #expect(summary.rowsIn == 7 && summary.answered == 1 && summary.rejected == 6)
        var korea = try Projection(to: "EPSG:5179")
        let scale = try korea.scaleFactor(at: coordinate(37, 127))
        #expect(lines.count == 2 && lines[1][4] == "0.000" && abs(Double(lines[1][5])! - scale) < 1e-9)
        #expect(
            rejects.dropFirst().map { [$0[0], $0[1]] } == [
                ["2", "3 (to_latitude)"], ["3", "1 (from_latitude)"], ["4", "1 (from_latitude)"],
                ["5", "3 (to_latitude)"], ["6", ""], ["7", "3 (to_latitude)"],
            ])
        #expect(rejects[1][2].contains("area of use of EPSG:5179"))
    }

    @Test("a system unknown to PROJ, and missing columns, end the run with a reason")
    func refusals() throws {
        let header = "from_latitude,from_longitude,to_latitude,to_longitude\n"
        #expect(throws: MeasureError.self) {
            try written({ try PairDistances([.map("EPSG:999999")]).run(pairs: $0, output: $1, rejects: $2) }, header)
        }
        #expect(throws: MeasureError.self) {
            try written({ try PairDistances([.haversine]).run(pairs: $0, output: $1, rejects: $2) }, "a,b\n1,2\n")
        }
        #expect(throws: MeasureError.batch(.stops(.empty(file: "memory")))) {
            try written({ try PairDistances([.haversine]).run(pairs: $0, output: $1, rejects: $2) }, "")
        }
    }

    @Test("a pair of a matrix that a map refuses is rejected, and the others are written: it ended the run")
    func refusedPairs() throws {
        let text = "id,lat,lon\na,37,127\nparis,48.85,2.35\nbad,x,1\nc,33.3,126.5\n"
        let pairs = DistanceMatrix([.geodesic, .map("EPSG:5179")], as: .pairs)
        let (summary, lines, rejects) = try written(
            { try pairs.run(places: $0, output: $1, rejects: $2) }, text)
        #expect(summary.rowsIn == 4 && summary.rejected == 1 && summary.hits == 1 && summary.rejectedPairs == 2)
        #expect(lines.dropFirst().map { $0.prefix(2) } == [["a", "c"]])
        #expect(rejects[0] == ["line", "column", "reason", "from_id", "to_id"])
        #expect(
            rejects.dropFirst().map { [$0[0], $0[1], $0[3], $0[4]] } == [
                ["4", "2 (lat)", "bad", ""], ["3", "2 (lat)", "a", "paris"], ["3", "2 (lat)", "paris", "c"],
            ])
        #expect(rejects[2][2].hasPrefix("from a to paris: ") && rejects[2][2].contains("area of use of EPSG:5179"))
        let matrix = try written(
            { try DistanceMatrix([.geodesic], as: .matrix).run(places: $0, output: $1, rejects: $2) }, text)
        #expect(matrix.rejects.last?.suffix(3) == ["bad", "x", "1"] && matrix.lines.count == 4)
        #expect(throws: MeasureError.self) {
            try written(
                { try DistanceMatrix([.map("EPSG:999999")], as: .pairs).run(places: $0, output: $1, rejects: $2) }, text
            )
        }
    }

    @Test("a matrix is symmetric with zeros on its diagonal, and pairs are its upper half")
    func matrix() throws {
        let text = "id,lat,lon\na,37,127\nb,35,129\nbad,x,1\nc,33.3,126.5\n"
        let (summary, lines, _) = try written(
            { source, output, _ in try DistanceMatrix([.geodesic], as: .matrix).run(places: source, output: output) },
            text)
        #expect(summary.rejected == 1 && summary.hits == 9 && lines[0] == ["id", "a", "b", "c"])
        for i in 0..<3 {
            for j in 0..<3 {
                #expect(lines[i + 1][j + 1] == lines[j + 1][i + 1] && (i != j || lines[i + 1][j + 1] == "0.000"))
            }
        }
        let pairs = try written(
            { source, output, _ in
                try DistanceMatrix([.geodesic, .map("EPSG:5179")], as: .pairs).run(places: source, output: output)
            }, text)
        #expect(pairs.lines.count == 4 && pairs.lines[1].prefix(3) == ["a", "b", lines[1][2]])
    }
}
