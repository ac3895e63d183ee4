import RegionTestSupport
import TestSupport
import Testing
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

    @Test("on the border of neighbours the first in order is the answer, and both if all are requested")
    func border() throws {
        // An oblique border, on which only the ends have exact binary coordinates.
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
            // As near to the border as doubles allow: in one of them, or in both.
            let t = Double.random(in: 0...1, using: &generator)
            let place = coordinate(1.7 * t, 3 + (3.1 - 3) * t)
            #expect(set.regions(containing: place).count >= 1)
            #expect(set.regions(containing: place).count == reversed.regions(containing: place).count)
        }
    }

    @Test("a region cut at the antimeridian is one region, also on the meridian of 180°")
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

    @Test("overlapping regions are all returned, in order")
    func overlaps() throws {
        let square = "0 0,10 0,10 10,0 10,0 0"
        let set = try regions(collection(polygon(square), polygon("5 5,20 5,20 20,5 20,5 5"), polygon(square)))
        #expect(set.regions(containing: coordinate(7, 7)) == [0, 1, 2])
        #expect(set.regions(containing: coordinate(15, 15)) == [1])
        #expect(set.regions(containing: coordinate(1, 1)) == [0, 2])
        #expect(set.regions(containing: coordinate(30, 1)) == [])
    }

    @Test("names and codes are those of the usual properties, of requested ones, or the feature's id")
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

    @Test("each level answers independently")
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
