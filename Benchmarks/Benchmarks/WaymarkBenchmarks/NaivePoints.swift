import Foundation
import Waymark

/// What one writes in ten minutes: the haversine formula over every point.
struct NaivePoints: Sendable {
    let places: [Coordinate]

    static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let radian = Double.pi / 180
        let (sinLatitude, sinLongitude) = (
            sin((b.latitude - a.latitude) * radian / 2), sin((b.longitude - a.longitude) * radian / 2)
        )
        let h =
            sinLatitude * sinLatitude
            + cos(a.latitude * radian) * cos(b.latitude * radian) * sinLongitude * sinLongitude
        return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
    }

    func within(_ radius: Double, of center: Coordinate) -> [(index: Int, distance: Double)] {
        places.indices.lazy.map { ($0, Self.distance(center, places[$0])) }.filter { $0.1 <= radius }
    }

    /// Every point near enough on the sphere, measured on the ellipsoid.
    func onEllipsoid(within radius: Meters, of center: Coordinate) -> [(Int, Meters)] {
        within(1.01 * radius.value, of: center).map {
            ($0.index, Geodesic.wgs84.distance(from: center, to: places[$0.index]))
        }
        .filter { $0.1 <= radius }
    }

    /// What tells one answer from another.
    func sumOfPositions(ofNearest count: Int, to center: Coordinate) -> Int {
        nearest(count, to: center).reduce(0) { $0 + $1.index }
    }

    func nearest(_ count: Int, to center: Coordinate) -> [(index: Int, distance: Double)] {
        Array(places.indices.map { ($0, Self.distance(center, places[$0])) }.sorted { $0.1 < $1.1 }.prefix(count))
    }
}
