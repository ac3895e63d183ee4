import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRegions

@Suite("Valid borders, without GEOS")
struct SoundBordersTests {
    @Test(
        "invalid borders are refused, and reported",
        arguments: [
            (polygon("0 0,10 10,10 0,0 10,0 0"), "a ring crosses itself"),
            (polygon("0 0,1 0,2 0,0 0"), "borders run along one another"),
            (polygon("0 0,4 0,4 4,4 8,4 4,0 4,0 0"), "a ring touches itself"),
            (polygon("1 1,1 1,1 1,1 1"), "a ring has no area"),
            (polygon("0 0,2 2,4 0,4 4,2 2,0 4,0 0"), "a ring touches itself"),
            (multiPolygon("0 0,10 0,10 10,0 10,0 0", "5 5,15 5,15 15,5 15,5 5"), "rings cross one another"),
            (multiPolygon("0 0,10 0,10 10,0 10,0 0", "2 2,3 2,3 3,2 3,2 2"), "polygons overlap"),
            (multiPolygon("0 0,4 0,4 4,0 4,0 0", "4 0,8 0,8 4,4 4,4 0"), "borders run along one another"),
            (multiPolygon("0 0,2 -2,4 0,2 2,0 0", "0 0,2 -1,4 0,2 3,0 0"), "rings cross one another"),
            (polygon("0 0,4 0,4 4,0 4,0 0", "6 6,8 6,8 8,6 8,6 6"), "a hole lies outside its ring"),
            (
                polygon("0 0,9 0,9 9,0 9,0 0", "1 1,8 1,8 8,1 8,1 1", "2 2,3 2,3 3,2 3,2 2"), "holes overlap"
            ),
            (
                polygon("170 0,-170 0,-170 10,170 10,170 0"),
                "ring 1, positions 1 and 2: from longitude 170.0 to -170.0 the border crosses the antimeridian without a cut"
            ),
        ])
    func refused(geometry: String, reason: String) throws {
        let set = try regions(collection(polygon("20 0,21 0,21 1,20 0"), geometry))
        #expect(set.regions.map(\.name) == ["a"])
        #expect(set.report.notes.map(\.reason) == [reason])
        #expect(set.report.notes.map(\.action) == [.refused])
    }

    @Test("rings that touch one another in a point, islands in lakes and repeated vertices are valid")
    func touching() throws {
        let geometries = [
            multiPolygon("0 0,2 0,2 2,0 2,0 0", "2 2,4 2,4 4,2 4,2 2"),
            polygon("0 0,4 0,4 4,0 4,0 0", "0 2,2 1,2 3,0 2"),
            polygon("0 0,0 0,4 0,4 0,4 4,0 4,0 0"),
            #"{"type":"MultiPolygon","coordinates":[[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[1,8],[8,8],[8,1],[1,1]]],"#
                + "[[[2,2],[3,2],[3,3],[2,3],[2,2]]]]}",
        ]
        for geometry in geometries {
            let text = collection(geometry)
            #expect(try regions(text).report.notes.isEmpty, "\(geometry)")
        }
    }

    @Test(
        "polygons are valid as all pairs of edges and all pairs of rings say", arguments: 1...8 as ClosedRange<UInt64>)
    func allPairs(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var (sound, touching) = (0, 0)
        for _ in 0..<3_000 {
            let polygons = generator.polygons()
            let check = BorderCheck(polygons)
            #expect((check.fault == nil) == PlainBorders(polygons).areSound, "\(polygons)")
            sound += check.fault == nil ? 1 : 0
            touching += check.fault == nil && check.hasTouches ? 1 : 0
        }
        #expect(sound > 200 && touching > 3, "\(sound) \(touching)")
    }

    @Test("the edges of any border are compared with few others", arguments: HostileBorder.allCases)
    func comparisons(border: HostileBorder) {
        let polygons = border.polygons(edges: 6_000)
        let check = BorderCheck(polygons)
        #expect(check.fault == nil && check.hasTouches == (border == .fan))
        let count = polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count - 1 } }
        #expect(count >= 6_000 && check.comparisons < 30 * count, "\(check.comparisons)")
    }
}

/// Borders most of whose edges have overlapping boxes, or cross one line, or meet in one point.
enum HostileBorder: CaseIterable {
    case star, eastwardComb, northwardComb, fan, nested

    func polygons(edges: Int) -> [PlanePolygon] {
        func closed(_ points: [(Double, Double)]) -> [PlanePoint] {
            (points + points.prefix(1)).map { PlanePoint(x: $0.0, y: $0.1) }
        }
        let teeth = edges / 2
        switch self {
        case .star:
            let star = (0..<edges).map { i in
                let point = sinCos(degrees: 360 * Double(i) / Double(edges))
                let radius = i % 2 == 0 ? 10.0 : 40.0
                return (radius * point.cos, radius * point.sin)
            }
            return [PlanePolygon(rings: [closed(star)])]
        case .eastwardComb, .northwardComb:
            var comb: [(Double, Double)] = [(-1, Double(teeth)), (-1, -1)]
            for tooth in 0..<teeth { comb += [(100, Double(tooth)), (0, Double(tooth) + 0.5)] }
            return [PlanePolygon(rings: [closed(self == .eastwardComb ? comb : comb.map { ($0.1, $0.0) })])]
        case .fan:
            return (0..<teeth).map { i in
                PlanePolygon(rings: [closed([(0, 0), (40, Double(2 * i)), (40, Double(2 * i + 1))])])
            }
        case .nested:
            return (0..<(edges / 8)).map { i in
                let (outer, inner) = (Double(2 * i + 2), Double(2 * i + 1))
                return PlanePolygon(
                    rings: [outer, inner].map { (r: Double) in closed([(-r, -r), (r, -r), (r, r), (-r, r)]) })
            }
        }
    }
}
