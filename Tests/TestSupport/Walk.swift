import Foundation
public import WaymarkGeodesy
import WaymarkText

/// A walk with steps of 5 to 30 m that bends like roads.
public func walk(_ count: Int, seed: UInt64, from start: Coordinate = coordinate(37.5665, 126.978)) -> [Coordinate] {
    var generator = SplitMix64(seed: seed)
    var heading = 0.0
    var place = start
    return (0..<count).map { _ in
        heading += Double.random(in: -0.6...0.6, using: &generator)
        let metres = Double.random(in: 5...30, using: &generator)
        let north = metres * cos(heading) / 111_195
        let east = metres * sin(heading) / 111_195 / max(0.01, cos(place.latitude * .pi / 180))
        // Walks avoid the poles, and continue over the antimeridian.
        let latitude = max(-89.9, min(89.9, place.latitude + north))
        place = coordinate(latitude, (place.longitude + east).remainder(dividingBy: 360))
        return place
    }
}
