import CPROJ
import TestSupport
import Testing
import WaymarkGeodesy

@Suite("TransverseMercator")
struct TransverseMercatorTests {
    static let systems: [String: TransverseMercator] = [
        "+proj=tmerc +lat_0=38 +lon_0=127.5 +k=0.9996 +x_0=1000000 +y_0=2000000 +ellps=GRS80": .unifiedKorea,
        "+proj=utm +zone=52 +ellps=WGS84": TransverseMercator(utmZone: 52, isSouth: false),
        "+proj=utm +zone=1 +south +ellps=WGS84": TransverseMercator(utmZone: 1, isSouth: true),
        "+proj=tmerc +lat_0=38 +lon_0=127.0028902777778 +k=1 +x_0=200000 +y_0=500000 +ellps=bessel":
            TransverseMercator(
                ellipsoid: .bessel, latitudeOfOrigin: 38, centralMeridian: 127.0028902777778, scale: 1,
                falseOrigin: ProjectedPoint(east: 200_000, north: 500_000)),
    ]

    @Test(
        "agrees with PROJ within a micrometre up to 35° from the central meridian, in both directions",
        arguments: systems.keys.sorted())
    func agreesWithPROJ(definition: String) throws {
        let system = try #require(Self.systems[definition])
        let context = try #require(proj_context_create())
        defer { proj_context_destroy(context) }
        let oracle = try #require(proj_create(context, definition))
        defer { proj_destroy(oracle) }
        var generator = SplitMix64(seed: 5)
        var (worst, worstBack) = (0.0, 0.0)
        for i in 0..<20_000 {
            let span = i % 2 == 0 ? 4.0 : 35.0
            let latitude = Double.random(in: -90...90, using: &generator)
            let longitude = (system.centralMeridian + Double.random(in: -span...span, using: &generator))
                .remainder(dividingBy: 360)
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            #expect(system.covers(place))
            let point = system.project(place)
            let truth = proj_trans(
                oracle, PJ_FWD, proj_coord(place.longitude * .pi / 180, place.latitude * .pi / 180, 0, 0))
            worst = max(worst, abs(point.east - truth.xy.x), abs(point.north - truth.xy.y))
            let back = try #require(system.unproject(point))
            worstBack = max(worstBack, Sphere.earth.distance(from: back, to: place).value)
        }
        #expect(worst < 1e-6, "\(worst) m")
        #expect(worstBack < 1e-6, "\(worstBack) m back")
    }

    @Test("a pole, the central meridian and the equator are at their exact positions")
    func specialPlaces() throws {
        let utm = TransverseMercator(utmZone: 31, isSouth: false)
        let origin = utm.project(try Coordinate(latitude: 0, longitude: 3))
        #expect(origin.east == 500_000 && abs(origin.north) < 1e-9)
        for longitude in [-180.0, 3, 100] {
            let pole = utm.project(try Coordinate(latitude: 90, longitude: longitude))
            #expect(abs(pole.east - 500_000) < 1e-6)
            // The meridian's quarter, 10 001 965.729 m (WGS 84), times 0.9996.
            #expect(abs(pole.north - 10_001_965.729_3 * 0.9996) < 1e-3)
            #expect(try #require(utm.unproject(pole)).latitude == 90 || abs(utm.unproject(pole)!.latitude - 90) < 1e-12)
        }
    }

    @Test("a point off the map has no place")
    func offTheMap() {
        let utm = TransverseMercator(utmZone: 31, isSouth: false)
        for bad in [Double.nan, .infinity, -.infinity, 1e12, -1e300] {
            #expect(utm.unproject(ProjectedPoint(east: bad, north: 0)) == nil)
            #expect(utm.unproject(ProjectedPoint(east: 0, north: bad)) == nil)
        }
    }
}
