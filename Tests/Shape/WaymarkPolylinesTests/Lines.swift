import Foundation
import TestSupport
import WaymarkGeodesy

/// A zigzag whose vertices approach the equator: the farthest one is always the first.
func shrinkingZigzag(_ count: Int) -> [Coordinate] {
    (0..<count).map { i in
        let height = 1 - Double(i) / Double(count)
        return coordinate(i % 2 == 0 ? height : -height, Double(i) * 1e-6)
    }
}

/// The distance in metres from a point to a great-circle segment, by bearings.
///
/// Source: Ed Williams, Aviation Formulary, cross-track error.
func metres(from point: Coordinate, toSegmentFrom start: Coordinate, to end: Coordinate) -> Double {
    let sphere = Sphere.earth
    let fromStart = sphere.distance(from: start, to: point).value
    // On arcs longer than a quarter, a point behind the start can be nearer to the end.
    let fromEnds = min(fromStart, sphere.distance(from: end, to: point).value)
    guard start != end else { return fromStart }
    let angle = fromStart / sphere.radius.value
    let turn = (sphere.initialBearing(from: start, to: point) - sphere.initialBearing(from: start, to: end)) * .pi / 180
    guard cos(turn) > 0 else { return fromEnds }
    let along = atan2(sin(angle) * cos(turn), cos(angle)) * sphere.radius.value
    guard along < sphere.distance(from: start, to: end).value else { return fromEnds }
    return abs(asin(sin(angle) * sin(turn))) * sphere.radius.value
}
