internal import WaymarkC
internal import WaymarkGeodesy
internal import WaymarkRegions

/// A plane around a place: distances and directions from it are those on `Sphere.earth`, in metres.
///
/// The azimuthal equidistant projection of the sphere. At a distance r from the centre, transverse lengths are too long
/// by r²/6R²: 1e-5 at 50 km.
struct AzimuthalPlane {
    private let center: UnitVector
    private let east: UnitVector
    private let north: UnitVector

    init(around place: Coordinate) {
        let (sinLatitude, cosLatitude) = sinCos(degrees: place.latitude)
        let (sinLongitude, cosLongitude) = sinCos(degrees: place.longitude)
        center = UnitVector(place)
        east = UnitVector(x: -sinLongitude, y: cosLongitude, z: 0)
        north = UnitVector(x: -sinLatitude * cosLongitude, y: -sinLatitude * sinLongitude, z: cosLatitude)
    }

    func project(_ place: Coordinate) -> PlanePoint {
        let vector = UnitVector(place)
        let (x, y) = (vector.dot(east), vector.dot(north))
        let sine = (x * x + y * y).squareRoot()
        let scale = sine > 0 ? Sphere.earth.radius.value * center.angle(to: vector) / sine : 0
        return PlanePoint(x: x * scale, y: y * scale)
    }

    func unproject(_ point: PlanePoint) -> Coordinate {
        let length = (point.x * point.x + point.y * point.y).squareRoot()
        guard length > 0 else { return center.coordinate }
        let angle = length / Sphere.earth.radius.value
        let (s, c) = (sin(angle) / length, cos(angle))
        func mix(_ center: Double, _ east: Double, _ north: Double) -> Double {
            center * c + (east * point.x + north * point.y) * s
        }
        return UnitVector(
            x: mix(center.x, east.x, north.x), y: mix(center.y, east.y, north.y), z: mix(center.z, east.z, north.z)
        ).coordinate
    }
}
