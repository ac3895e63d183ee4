import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

@Suite("regions")
struct RegionSetTests {
    @Test("a place is in its polygon, not in the hole, and on every border")
    func polygonWithHole() throws {
        let set = try regions(collection(polygon("0 0,10 0,10 10,0 10,0 0", "4 4,6 4,6 6,4 6,4 4")))
        for (latitude, longitude, isInside) in [
            (1.0, 1.0, true), (5, 5, false), (0, 0, true), (10, 10, true), (0, 5, true), (5, 10, true), (10, 5, true),
            (4, 5, true), (4, 4, true), (6, 6, true), (5, 4, true), (-0.000_001, 5, false), (5, 10.000_001, false),
            (5, -170, false), (11, 5, false), (-90, 0, false), (90, 0, false),
        ] {
            #expect(
                (set.region(containing: coordinate(latitude, longitude)) == 0) == isInside, "\(latitude) \(longitude)")
        }
    }

    @Test("on the border of neighbours the first in order is the answer, and both are given when all are asked for")
    func border() throws {
        // A slanting border, on which no place but the ends is a sum of binary fractions.
        let (a, b) = ("0 0,3 0,3.1 1.7,0 1,0 0", "3 0,7 0,7 3,3.1 1.7,3 0")
        let set = try regions(collection(polygon(a), polygon(b)))
        let reversed = try regions(collection(polygon(b), polygon(a)))
        for vertex in [coordinate(0, 3), coordinate(1.7, 3.1)] {
            #expect(set.regions(containing: vertex) == [0, 1])
            #expect(set.region(containing: vertex) == 0)
            #expect(reversed.region(containing: vertex) == 0)
        }
        var generator = SplitMix64(seed: 1)
        for _ in 0..<10_000 {
            // As near to the border as doubles go: in one of them, or in both.
            let t = Double.random(in: 0...1, using: &generator)
            let place = coordinate(1.7 * t, 3 + (3.1 - 3) * t)
            #expect(set.regions(containing: place).count >= 1)
            #expect(set.regions(containing: place).count == reversed.regions(containing: place).count)
        }
    }

    @Test(
        "a border over the antimeridian that is not cut is cut, and said: it was taken to hold the other 340 degrees",
        arguments: [
            // Counterclockwise, as RFC 7946 has it; begun on either side, and with -180 on the meridian itself.
            polygon("170 -10,-170 -10,-170 10,170 10,170 -10"), polygon("-170 10,170 10,170 -10,-170 -10,-170 10"),
            polygon("170 -10,-180 -10,-170 -10,-170 10,170 10,170 -10"),
            multiPolygon("170 -10,-170 -10,-170 10,170 10,170 -10"),
        ])
    func uncut(geometry: String) throws {
        let set = try regions(collection(geometry))
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

    @Test("a land so wide that its border crosses itself the long way is cut, whichever way it runs; its hole too")
    func uncutAndWide() throws {
        let outer = "30 50,100 45,150 50,-170 60,-170 70,170 72,100 75,30 70,30 50"
        let hole = "178 64,178 66,-178 66,-178 64,178 64"
        for outer in [outer, outer.split(separator: ",").reversed().joined(separator: ",")] {
            let set = try regions(collection(polygon(outer, hole)))
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

    @Test("a ring round a pole that is not cut is closed over it; one that is cut stays as it is")
    func polarRings() throws {
        let round = stride(from: -170, through: 170, by: 20).map { "\($0) -75" }.joined(separator: ",") + ",-170 -75"
        let set = try regions(collection(polygon(round)))
        #expect(set.report.notes.map(\.reason) == ["a ring around a pole was closed over it"])
        for longitude in [0, 90, 180, -180, -175, 175.0] {
            #expect(set.region(containing: coordinate(-80, longitude)) == 0)
            #expect(set.region(containing: coordinate(-90, longitude)) == 0)
            #expect(set.region(containing: coordinate(-70, longitude)) == nil)
        }
        let cut = stride(from: -180, through: 180, by: 20).map { "\($0) -75" }.joined(separator: ",")
        for pole in ["180 -90,-180 -90,-180 -75", "180 -90,90 -90,-170 -90,-180 -90,-180 -75"] {
            let whole = try regions(collection(polygon(cut + "," + pole)))
            #expect(whole.report.notes.isEmpty && whole.region(containing: coordinate(-80, 0)) == 0)
            #expect(whole.region(containing: coordinate(-70, 0)) == nil)
        }
        // The whole Earth, and a band around it.
        let band = try regions(collection(polygon("-180 -10,180 -10,180 10,-180 10,-180 -10")))
        #expect(band.report.notes.isEmpty && band.region(containing: coordinate(0, 0)) == 0)
    }

    @Test(
        "a long border that may go either way is refused, with its place and the cure",
        arguments: [
            // Counterclockwise as it stands: 340 degrees, or the 20 others by who winds the wrong way.
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
        let set = try regions(collection(geometry))
        #expect(set.regions.isEmpty && set.report.notes.map(\.action) == [.refused])
        #expect(set.report.notes.map(\.reason) == [reason])
    }

    @Test("a region that is cut at the antimeridian is one, also on the meridian of 180°")
    func antimeridian() throws {
        let set = try regions(
            collection(
                multiPolygon("170 -10,180 -10,180 10,170 10,170 -10", "-180 -10,-170 -10,-170 10,-180 10,-180 -10"),
                polygon("-180 20,-170 20,-170 30,-180 30,-180 20")))
        for longitude in [170, 175, 180, -180, -175, -170.0] {
            #expect(set.region(containing: coordinate(0, longitude)) == 0, "\(longitude)")
            #expect(set.regions(containing: coordinate(10, longitude)) == [0], "\(longitude)")
        }
        #expect(set.region(containing: coordinate(25, 180)) == 1)
        #expect(set.region(containing: coordinate(25, 179.9)) == nil)
        #expect(set.region(containing: coordinate(0, 169.9)) == nil)
        #expect(set.region(containing: coordinate(0, 0)) == nil)
    }

    @Test("a pole lies in the regions that reach it, at any longitude")
    func poles() throws {
        let set = try regions(
            collection(
                polygon("0 80,90 80,90 90,0 90,0 80"), polygon("90 80,180 80,180 90,90 90,90 80"),
                polygon("-180 -90,180 -90,180 -60,-180 -60,-180 -90")))
        for longitude in [-120, 0, 45, 180.0] {
            #expect(set.regions(containing: coordinate(90, longitude)) == [0, 1])
            #expect(set.region(containing: coordinate(-90, longitude)) == 2)
            #expect(set.region(containing: coordinate(-60, longitude)) == 2)
        }
    }

    @Test("overlapping regions are all given, in order")
    func overlaps() throws {
        let square = "0 0,10 0,10 10,0 10,0 0"
        let set = try regions(collection(polygon(square), polygon("5 5,20 5,20 20,5 20,5 5"), polygon(square)))
        #expect(set.regions(containing: coordinate(7, 7)) == [0, 1, 2])
        #expect(set.regions(containing: coordinate(15, 15)) == [1])
        #expect(set.regions(containing: coordinate(1, 1)) == [0, 2])
        #expect(set.regions(containing: coordinate(30, 1)) == [])
    }

    @Test("names and codes come from the usual properties, from those asked for, or from the feature's id")
    func properties() throws {
        let square = polygon("0 0,1 0,1 1,0 0")
        let text = #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":7,"properties":{"CTP_KOR_NM":"강원","CTPRVN_CD":"42","short":"G"},"geometry":\#(square)},
            {"type":"Feature","id":"x","properties":null,"geometry":\#(square)}]}
            """#
        let found = try regions(text)
        #expect(found.regions.map(\.name) == ["강원", ""])
        #expect(found.regions.map(\.code) == ["42", "x"])
        #expect(found.report.nameProperty == "CTP_KOR_NM" && found.report.codeProperty == "CTPRVN_CD")
        let asked = try regions(text, options: RegionOptions(name: "short", code: "CTP_KOR_NM"))
        #expect(asked.regions.map(\.name) == ["G", ""])
        #expect(asked.regions.map(\.code) == ["강원", "x"])
        #expect(
            throws: RegionError.noSuchProperty(
                file: "test.geojson", name: "no", seen: ["CTP_KOR_NM", "CTPRVN_CD", "short"])
        ) { try regions(text, options: RegionOptions(name: "no")) }
    }

    @Test("a geometry alone and a feature alone are one region each, and no features are no regions")
    func shapesOfFiles() throws {
        let square = polygon("0 0,1 0,1 1,0 0")
        #expect(try regions(square).regions.count == 1)
        #expect(try regions(#"{"type":"Feature","properties":{},"geometry":\#(square)}"#).regions.count == 1)
        let none = try regions(#"{"type":"FeatureCollection","features":[]}"#)
        #expect(none.regions.isEmpty)
        #expect(none.region(containing: coordinate(0, 0)) == nil)
        #expect(none.region(containing: coordinate(90, 0)) == nil)
        #expect(none.nearestRegion(to: coordinate(0, 0), within: .kilometers(30_000)) == nil)
    }

    @Test("levels answer each for itself")
    func levels() throws {
        let coarse = try regions(collection(polygon("0 0,10 0,10 10,0 10,0 0")))
        let fine = try regions(collection(polygon("0 0,5 0,5 10,0 10,0 0")))
        let levels = RegionLevels([
            .init(name: "province", regions: coarse), .init(name: "municipality", regions: fine),
        ])
        #expect(levels.regions(at: coordinate(5, 2)).map { $0?.index } == [0, 0])
        #expect(levels.regions(at: coordinate(5, 7)).map { $0?.index } == [0, nil])
        #expect(levels.regions(at: coordinate(5, 5.001), within: .kilometers(1)).map { $0?.index } == [0, 0])
    }
}
