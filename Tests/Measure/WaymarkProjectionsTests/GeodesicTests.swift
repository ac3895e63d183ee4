import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

@Suite("Geodesic")
struct GeodesicTests {
    @Test(
        "solves Karney's 5 000 published lines within 15 nm",
        .enabled(if: SharedData.isPresent, "shared/data is absent"))
    func publishedLines() throws {
        let text = String(decoding: try SharedData.bytes("geodesic/GeodTest-short-even.dat.gz"), as: UTF8.self)
        var (count, worst, worstDirect) = (0, 0.0, 0.0)
        for line in text.split(separator: "\n") {
            let n = line.split(separator: " ").compactMap { Double($0) }
            let start = try Coordinate(latitude: n[0], longitude: n[1])
            let end = try Coordinate(latitude: n[3], longitude: n[4])
            worst = max(worst, abs(Geodesic.wgs84.distance(from: start, to: end).value - n[6]))
            let reached = Geodesic.wgs84.destination(from: start, bearing: n[2], distance: Meters(n[6]))
            worstDirect = max(worstDirect, Geodesic.wgs84.distance(from: reached.coordinate, to: end).value)
            count += 1
        }
        #expect(count == 5000)
        #expect(worst < 15e-9 && worstDirect < 15e-9 * 2, "\(worst) \(worstDirect)")
    }

    @Test("the same place has distance zero, a pole is one place, and antipodes are half a meridian apart")
    func edges() throws {
        let geodesic = Geodesic.wgs84
        let here = try Coordinate(latitude: 37, longitude: 127)
        #expect(geodesic.distance(from: here, to: here) == .zero)
        let pole = try Coordinate(latitude: 90, longitude: 0)
        #expect(geodesic.distance(from: pole, to: try Coordinate(latitude: 90, longitude: 77)).value < 1e-8)
        // Half the meridian ellipse of WGS 84.
        let south = try Coordinate(latitude: -90, longitude: 12)
        #expect(abs(geodesic.distance(from: pole, to: south).value - 20_003_931.458_6) < 1e-3)
    }

    @Test(
        "goes any number of times round the Earth, and refuses a way that no number of places can tell, where it stayed"
    )
    func farDestinations() async throws {
        let here = try Coordinate(latitude: 37, longitude: 127)
        var generator = SplitMix64(seed: 4)
        for _ in 0..<2000 {
            let distance = Meters(Double.random(in: -6e21...6e21, using: &generator))
            let bearing = Double.random(in: -720...720, using: &generator)
            let there = Geodesic.wgs84.destination(from: here, bearing: bearing, distance: distance).coordinate
            #expect(there != here && abs(there.latitude) <= 90 && abs(there.longitude) <= 180)
        }
        await #expect(processExitsWith: .failure) {
            let pebble = Geodesic(on: Ellipsoid(semiMajorAxis: Meters(1e-71), flattening: 0))
            _ = pebble.destination(
                from: try Coordinate(latitude: 37, longitude: 127), bearing: 0, distance: Meters(1e300))
        }
    }

    @Test("the octant has an eighth of the area of WGS 84, and its sign follows the direction")
    func area() throws {
        let ring = try [(0.0, 0.0), (0, 90), (90, 0)].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let area = Geodesic.wgs84.area(of: ring)
        // The area of WGS 84 is 510 065 621.724 km².
        #expect(abs(area.squareMeters - 510_065_621.724e6 / 8) < 1e6)
        #expect(Geodesic.wgs84.area(of: ring.reversed()).squareMeters == -area.squareMeters)
        #expect(Geodesic.wgs84.area(of: []).squareMeters == 0)
        #expect(Geodesic.wgs84.length(of: ring).value < area.perimeter.value)
        #expect(Geodesic.wgs84.length(of: []) == .zero && Geodesic.wgs84.length(of: [ring[0]]) == .zero)
    }
}
