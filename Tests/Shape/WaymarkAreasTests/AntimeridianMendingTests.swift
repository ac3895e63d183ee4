import RegionTestSupport
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

@Suite("Borders over the antimeridian")
struct AntimeridianMendingTests {
    @Test(
        "an uncut border over the antimeridian is cut, and reported: it was taken to contain the other 340 degrees",
        arguments: [
            // Counterclockwise, as in RFC 7946; begun on either side, and with -180 on the meridian itself.
            polygon("170 -10,-170 -10,-170 10,170 10,170 -10"), polygon("-170 10,170 10,170 -10,-170 -10,-170 10"),
            polygon("170 -10,-180 -10,-170 -10,-170 10,170 10,170 -10"),
            multiPolygon("170 -10,-170 -10,-170 10,170 10,170 -10"),
        ])
    func uncut(geometry: String) throws {
        let set = try mended(collection(geometry))
        #expect(
            set.report.notes.map(\.description) == [
                "line 2, feature 1 (a): mended: a border over the antimeridian was cut there"
            ])
        for longitude in [170, 175, 180, -180, -175, -170.0] {
            #expect(set.region(containing: coordinate(0, longitude)) == 0, "\(longitude)")
        }
        for longitude in [169.9, -169.9, 0, 90] {
            #expect(set.region(containing: coordinate(0, longitude)) == nil, "\(longitude)")
        }
        let square = 20 * 20 * Sphere.earth.radius.value * Sphere.earth.radius.value * .pi * .pi / 180 / 180
        #expect(abs(set.regions[0].squareMeters / square - 1) < 0.01)
    }

    @Test("a region so wide that its border crosses itself the long way is cut, in either orientation, with its hole")
    func uncutAndWide() throws {
        let outer = "30 50,100 45,150 50,-170 60,-170 70,170 72,100 75,30 70,30 50"
        let hole = "178 64,178 66,-178 66,-178 64,178 64"
        for outer in [outer, outer.split(separator: ",").reversed().joined(separator: ",")] {
            let set = try mended(collection(polygon(outer, hole)))
            #expect(set.report.notes.map(\.action) == [.mended], "\(set.report.notes)")
            for (latitude, longitude, isInside) in [
                (60.0, 90.0, true), (65, 175, true), (65, -172, true), (65, 179, false), (65, -179, false),
                (65, 20, false), (65, -160, false), (65, 0, false), (40, 90, false),
            ] {
                let region = set.region(containing: coordinate(latitude, longitude))
                #expect((region == 0) == isInside, "\(latitude) \(longitude)")
            }
        }
    }

    @Test("an uncut ring around a pole is closed over it; a cut one is unchanged")
    func polarRings() throws {
        let round = stride(from: -170, through: 170, by: 20).map { "\($0) -75" }.joined(separator: ",") + ",-170 -75"
        let set = try mended(collection(polygon(round)))
        #expect(set.report.notes.map(\.reason) == ["a ring around a pole was closed over it"])
        for longitude in [0, 90, 180, -180, -175, 175.0] {
            #expect(set.region(containing: coordinate(-80, longitude)) == 0)
            #expect(set.region(containing: coordinate(-90, longitude)) == 0)
            #expect(set.region(containing: coordinate(-70, longitude)) == nil)
        }
        let cut = stride(from: -180, through: 180, by: 20).map { "\($0) -75" }.joined(separator: ",")
        for pole in ["180 -90,-180 -90,-180 -75", "180 -90,90 -90,-170 -90,-180 -90,-180 -75"] {
            let whole = try mended(collection(polygon(cut + "," + pole)))
            #expect(whole.report.notes.isEmpty && whole.region(containing: coordinate(-80, 0)) == 0)
            #expect(whole.region(containing: coordinate(-70, 0)) == nil)
        }
        // The whole Earth, and a band around it.
        let band = try mended(collection(polygon("-180 -10,180 -10,180 10,-180 10,-180 -10")))
        #expect(band.report.notes.isEmpty && band.region(containing: coordinate(0, 0)) == 0)
    }

    @Test(
        "an ambiguous long border is refused, with its position and a remedy",
        arguments: [
            // Counterclockwise as written: 340 degrees, or the other 20 with the wrong orientation.
            (
                polygon("-170 -10,170 -10,170 10,-170 10,-170 -10"),
                "ring 1, positions 1 and 2: from longitude -170.0 to 170.0 the border may cross the antimeridian or go "
                    + "the other way: cut it at 180, or add positions in between"
            ),
            (
                multiPolygon("0 0,1 0,1 1,0 0", "-170 -10,170 -10,170 10,-170 10,-170 -10"),
                "polygon 2, ring 1, positions 1 and 2: from longitude -170.0 to 170.0 the border may cross the "
                    + "antimeridian or go the other way: cut it at 180, or add positions in between"
            ),
            (
                polygon("-170 -10,-60 10,60 -10,170 10,-170 -10"),
                "ring 1, positions 4 and 5: from longitude 170.0 to -170.0 the border goes round the Earth, but it is "
                    + "unclear which pole it contains: cut it at 180"
            ),
            (
                polygon("-180 -10,180 -10,170 10,-170 10,-180 -10"),
                "ring 1, positions 3 and 4: from longitude 170.0 to -170.0 the border crosses the antimeridian here, but "
                    + "is cut there elsewhere: cut it here too"
            ),
        ])
    func uncertain(geometry: String, reason: String) throws {
        let set = try mended(collection(geometry))
        #expect(set.regions.isEmpty && set.report.notes.map(\.action) == [.refused])
        #expect(set.report.notes.map(\.reason) == [reason])
    }
}
