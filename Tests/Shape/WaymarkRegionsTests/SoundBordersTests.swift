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
}
