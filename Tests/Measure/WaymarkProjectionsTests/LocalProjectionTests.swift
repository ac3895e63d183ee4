import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

@Suite("LocalProjection")
struct LocalProjectionTests {
    @Test(
        "a distance on the map is at least the geodesic's, and longer by at most the stated fraction, for maps anywhere",
        arguments: [1.0, 20, 100])
    func staysWithinItsBound(kilometers: Double) throws {
        var generator = SplitMix64(seed: 3)
        let radius = Meters.kilometers(kilometers)
        var greatest: Double = 0
        for regime in Regime.allCases {
            for center in regime.points(40, using: &generator) {
                let map = LocalProjection(around: center, radius: radius)
                // On the rim too, where the error is largest.
                let places = (0..<24).map { i in
                    Geodesic.wgs84.destination(
                        from: center, bearing: .random(in: 0..<360, using: &generator),
                        distance: radius * (i % 2 == 0 ? 1 : .random(in: 0...1, using: &generator))
                    ).coordinate
                }
                let points = try places.map { (place) throws in try map.project(place) }
                for i in places.indices {
                    for j in 0..<i {
                        let truth = Geodesic.wgs84.distance(from: places[i], to: places[j]).value
                        let error = points[i].distance(to: points[j]) - truth
                        // 0.1 µm for the rounding of either.
                        #expect(
                            error > -1e-7 && error < truth * map.relativeError + 1e-7, "\(center) \(error) \(truth)")
                        if truth > 100 { greatest = max(greatest, error / truth) }
                    }
                    let back = try #require(map.unproject(points[i]))
                    #expect(Geodesic.wgs84.distance(from: back, to: places[i]).value < 1e-6)
                }
            }
        }
        // The bound is tight.
        #expect(
            greatest > LocalProjection(around: try Coordinate(latitude: 0, longitude: 0), radius: radius).relativeError
                / 2)
    }

    @Test("the stated bounds are at most 1e-5 for 20 km and 1.3e-4 for 100 km")
    func bounds() throws {
        let seoul = try Coordinate(latitude: 37.5, longitude: 127)
        #expect(LocalProjection(around: seoul, radius: .kilometers(20)).relativeError <= 1e-5)
        #expect(LocalProjection(around: seoul, radius: .kilometers(100)).relativeError <= 1.3e-4)
    }

    @Test("a place beyond the radius is refused")
    func refusesFarPlaces() throws {
        let seoul = try Coordinate(latitude: 37.5, longitude: 127)
        let map = LocalProjection(around: seoul, radius: .kilometers(20))
        #expect(throws: LocalProjectionError.self) { try map.project(Coordinate(latitude: 37.7, longitude: 127)) }
        #expect(throws: LocalProjectionError.self) { try map.project(Coordinate(latitude: 0, longitude: -143)) }
        #expect(throws: LocalProjectionError.self) { try map.project(Coordinate(latitude: 0, longitude: -53)) }
        #expect(map.unproject(ProjectedPoint(east: 21_000, north: 0)) == nil)
        #expect(map.unproject(ProjectedPoint(east: .nan, north: 0)) == nil)
    }
}
