import RegionTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRegions

@Suite("faults of boundary files")
struct RegionRefusalTests {
    @Test(
        "anything but GeoJSON with features is refused with its position",
        arguments: [
            ("", "test.geojson:1:1: no GeoJSON: expected a value; the text ends here"),
            ("{", "test.geojson:1:2: no GeoJSON: expected a name in double quotes; the text ends here"),
            ("{\n\"type\":nan}", "test.geojson:2:8: no GeoJSON: expected a value"),
            ("{\"a\": NaN}", "test.geojson:1:7: no GeoJSON: expected a value"),
            (String(repeating: "[", count: 100_000), "test.geojson:1:201: no GeoJSON: nested more than 200 deep"),
            ("[]", "test.geojson: not GeoJSON with polygons, but without a type"),
            ("7", "test.geojson: not GeoJSON with polygons, but without a type"),
            (#"{"type":"Topology"}"#, "test.geojson: not GeoJSON with polygons, but a Topology"),
            (#"{"type":"Point","coordinates":[1,2]}"#, "test.geojson: not GeoJSON with polygons, but a Point"),
            (
                #"{"type":"FeatureCollection"}"#,
                "test.geojson: not GeoJSON with polygons, but a FeatureCollection without features"
            ),
        ])
    func notGeoJSON(text: String, description: String) {
        do throws(RegionError) {
            let set = try regions(text)
            Issue.record("read \(set.regions.count) regions")
        } catch {
            #expect("\(error)" == description)
        }
    }

    @Test("text in an unknown encoding is refused with its position")
    func encoding() {
        #expect(throws: RegionError.malformedJSON(file: "x", line: 2, column: 3, reason: "the text is not UTF-8")) {
            try RegionSet(geoJSON: [0x7B, 0x0A, 0x20, 0x20, 0xFF, 0xFF, 0x7D], file: "x")
        }
    }

    @Test(
        "an invalid region is refused alone, and reported",
        arguments: [
            ("null", "the geometry is missing"),
            ("7", "the geometry is missing"),
            ("{}", "the geometry is without a type, not a Polygon or MultiPolygon"),
            (#"{"type":"Point","coordinates":[1,2]}"#, "the geometry is a Point, not a Polygon or MultiPolygon"),
            (#"{"type":"Polygon"}"#, "the Polygon has no list of coordinates"),
            (#"{"type":"Polygon","coordinates":7}"#, "the Polygon has no list of coordinates"),
            (#"{"type":"Polygon","coordinates":[]}"#, "it has no ring"),
            (#"{"type":"MultiPolygon","coordinates":[]}"#, "it has no ring"),
            (#"{"type":"MultiPolygon","coordinates":[7]}"#, "polygon 1 is not a list of rings"),
            (
                #"{"type":"Polygon","coordinates":[[]]}"#,
                "a ring of fewer than three places was omitted; it has no ring"
            ),
            (#"{"type":"Polygon","coordinates":[7]}"#, "ring 1 is not a list of positions"),
            (#"{"type":"Polygon","coordinates":[[7]]}"#, "ring 1, position 1 is not a longitude and a latitude"),
            (#"{"type":"Polygon","coordinates":[[[1]]]}"#, "ring 1, position 1 is not a longitude and a latitude"),
            (#"{"type":"Polygon","coordinates":[[["1",2]]]}"#, "ring 1, position 1: the longitude is not a number"),
            (#"{"type":"Polygon","coordinates":[[[1,null]]]}"#, "ring 1, position 1: the latitude is not a number"),
            (
                polygon("0 0,1 0,1 91,0 0"), "ring 1, position 3: latitude 91 is outside -90...90"
            ),
            (
                polygon("0 0,1 0,181 1,0 0"),
                "ring 1, position 3: longitude 181 is outside -180...180; regions are cut at the antimeridian"
            ),
            (
                polygon("0 0,1 0,1e999 1,0 0"),
                "ring 1, position 3: longitude 1e999 is outside -180...180; regions are cut at the antimeridian"
            ),
            (
                #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[0,0],[1,0],[1,-91],[0,0]]]]}"#,
                "polygon 2, ring 1, position 3: latitude -91 is outside -90...90"
            ),
            (
                polygon("0 0,1 0"),
                "a ring was not closed; a ring of fewer than three places was omitted; it has no ring"
            ),
        ])
    func refused(geometry: String, reason: String) throws {
        let set = try regions(collection(polygon("0 0,1 0,1 1,0 0"), geometry, polygon("5 5,6 5,6 6,5 5")))
        #expect(set.regions.map(\.name) == ["a", "c"])
        #expect(set.report.features == 3)
        let note = try #require(set.report.notes.first)
        #expect(set.report.notes.count == 1)
        #expect(note.action == .refused && note.feature == 2 && note.name == "b" && note.code == "1" && note.line == 3)
        #expect(note.reason == reason)
        #expect(set.region(containing: coordinate(5.2, 5.6)) == 1)
    }

    @Test("features that are not objects are refused with the line of the previous one")
    func notObjects() throws {
        let set = try regions(#"{"type":"FeatureCollection","features":[7,[],null,"x"]}"#)
        #expect(set.regions.isEmpty)
        #expect(set.report.notes.map(\.reason) == Array(repeating: "not an object", count: 4))
    }

    @Test("an open ring is closed, an empty hole is omitted, and both are reported")
    func openRings() throws {
        let set = try regions(collection(polygon("0 0,10 0,10 10,0 10", "4 4,5 5")))
        #expect(set.region(containing: coordinate(1, 1)) == 0)
        #expect(set.region(containing: coordinate(9, 1)) == 0)
        #expect(
            set.report.notes.map(\.description) == [
                "line 2, feature 1 (a): mended: a ring was not closed (2 times); "
                    + "a ring of fewer than three places was omitted"
            ])
    }

    @Test("a tiny region is found, and distant places are not in it")
    func tiny() throws {
        let set = try regions(collection(polygon("0 0,1e-25 0,1e-25 1e-25,0 0")))
        #expect(set.region(containing: coordinate(0, 0)) == 0)
        #expect(set.region(containing: coordinate(37, 127)) == nil)
        #expect(set.nearestRegion(to: coordinate(0, 0.01), within: .kilometers(2))?.index == 0)
    }

    @Test("a region of one long zigzag is read and queried in little memory and time")
    func zigzag() throws {
        var ring = ["0 0"]
        for i in 0..<20_000 { ring.append("\(Double(i) / 1000) \(i % 2 == 0 ? 80 : 1)") }
        ring += ["20 0", "0 0"]
        let set = try regions(collection(polygon(ring.joined(separator: ","))))
        #expect(set.regions.count == 1 && set.report.notes.isEmpty)
        #expect(set.region(containing: coordinate(0.5, 10)) == 0)
        #expect(set.region(containing: coordinate(79, 10.000_5)) == nil)
    }

    @Test("a tolerance below zero, or that is not a number, is a caller's mistake")
    func tolerance() async {
        await #expect(processExitsWith: .failure) {
            _ = try regions(polygon("0 0,1 0,1 1,0 0"))
                .nearestRegion(to: coordinate(0, 0), within: Meters(-1))
        }
        await #expect(processExitsWith: .failure) {
            _ = try regions(polygon("0 0,1 0,1 1,0 0")).nearestRegion(to: coordinate(5, 5), within: Meters(.nan))
        }
    }
}
