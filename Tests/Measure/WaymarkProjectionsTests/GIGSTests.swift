import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

/// The tests of the International Association of Oil and Gas Producers, as PROJ keeps them.
@Suite("GIGS", .enabled(if: SharedData.isPresent, "shared/data is absent"))
struct GIGSTests {
    @Test(
        "transverse Mercator and Lambert conic are as published, within 3 cm, in both directions",
        arguments: [
            (
                "gigs-5101.1-jhs.gie", "EPSG:4326",
                "+proj=etmerc +lat_0=49 +lon_0=-2 +k_0=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=WGS84 +units=m", 118
            ),
            ("gigs-5101.2-jhs.gie", "EPSG:4326", "EPSG:32631", 46),
            ("gigs-5102.1.gie", "EPSG:4230", "EPSG:2192", 38),
        ])
    func published(file: String, source: String, target: String, count: Int) throws {
        let text = String(decoding: try SharedData.bytes("proj/" + file), as: UTF8.self)
        var projection = try Projection(from: source, to: target, refusesOutsideArea: false)
        var (accepted, checked): ((Double, Double)?, Int) = (nil, 0)
        var isForward = true
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            let isLast = line.contains("+step") && !line.hasSuffix("\\")
            if isLast { isForward = !line.contains("4326") && !line.contains("4230") }
            guard words.count >= 3, words[0] == "accept" || words[0] == "expect" else {
                if words.first == "roundtrip" { accepted = nil }
                continue
            }
            let pair = (try #require(Double(words[1])), try #require(Double(words[2])))
            if words[0] == "accept" {
                accepted = pair
                continue
            }
            guard let from = accepted else { continue }
            if isForward {
                let point = try projection.project(Coordinate(latitude: from.1, longitude: from.0))
                let wanted = ProjectedPoint(east: pair.0, north: pair.1)
                #expect(point.distance(to: wanted) * projection.target.metersPerUnit < 0.03, "\(file): \(from)")
            } else {
                let place = try projection.unproject(ProjectedPoint(east: from.0, north: from.1))
                let wanted = try Coordinate(latitude: pair.1, longitude: pair.0)
                #expect(Geodesic.wgs84.distance(from: place, to: wanted).value < 0.03, "\(file): \(from)")
            }
            checked += 1
        }
        #expect(checked == count)
    }

    @Test("the usual map is EPSG:5179 in Korea and a zone of UTM elsewhere")
    func usualMaps() throws {
        func code(_ latitude: Double, _ longitude: Double) throws -> String? {
            ReferenceSystem.usualProjected(at: try Coordinate(latitude: latitude, longitude: longitude))
        }
        for (latitude, longitude) in [
            (37.57, 126.98), (33.25, 126.41), (37.24, 131.87), (35.16, 129.16), (33.12, 126.27),
        ] {
            #expect(try code(latitude, longitude) == "EPSG:5179")
        }
        #expect(try code(33.59, 130.4) == "EPSG:32652" && code(34.2, 129.29) == "EPSG:32652")
        #expect(try code(48.86, 2.35) == "EPSG:32631" && code(-33.87, 151.21) == "EPSG:32756")
        #expect(try code(0, 180) == "EPSG:32660" && code(0, -179.9) == "EPSG:32601" && code(85, 0) == nil)
        // Each is a system known to PROJ, and the place lies in its area.
        var generator = SplitMix64(seed: 2)
        for place in Regime.world.points(50, using: &generator) {
            guard let code = ReferenceSystem.usualProjected(at: place) else { continue }
            var projection = try Projection(to: code)
            let distance = try projection.distance(from: place, to: place)
            #expect(distance.distance == .zero && abs(distance.scaleAtStart - 1) < 1.1e-3)
        }
    }
}
