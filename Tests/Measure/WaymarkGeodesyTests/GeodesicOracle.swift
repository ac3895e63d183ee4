import CPROJ
import WaymarkGeodesy

/// libproj's geodesic routines on a sphere (flattening 0): an independent method for every result of `Sphere`.
struct GeodesicOracle {
    private var geodesic = geod_geodesic()

    init() {
        geod_init(&geodesic, Sphere.earth.radius.value, 0)
    }

    func inverse(_ a: Coordinate, _ b: Coordinate) -> (distance: Double, bearing: Double) {
        var g = geodesic
        var (distance, bearing) = (0.0, 0.0)
        geod_inverse(&g, a.latitude, a.longitude, b.latitude, b.longitude, &distance, &bearing, nil)
        return (distance, bearing < 0 ? bearing + 360 : bearing)
    }

    func direct(_ a: Coordinate, bearing: Double, distance: Double) -> (latitude: Double, longitude: Double) {
        var g = geodesic
        var (latitude, longitude) = (0.0, 0.0)
        geod_direct(&g, a.latitude, a.longitude, bearing, distance, &latitude, &longitude, nil)
        return (latitude, longitude)
    }
}
