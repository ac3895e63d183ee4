internal import WaymarkExtracts
import WaymarkGeodesy
import WaymarkIndex

import func WaymarkC.sin

/// Boxes around segments, packed into a tree along a Hilbert curve, to find the nearest segment to a place.
///
/// Boxes are of unit vectors, so that neither the antimeridian nor a pole is a border (Kamel and Faloutsos 1993).
struct RoadTree: Sendable {
    private struct Box: Sendable {
        var low = SIMD3<Double>(repeating: .infinity)
        var high = SIMD3<Double>(repeating: -.infinity)

        mutating func add(_ point: SIMD3<Double>, _ margin: Double = 0) {
            low = pointwiseMin(low, point - margin)
            high = pointwiseMax(high, point + margin)
        }

        /// The square of the chord from a point, at least.
        func squared(from point: SIMD3<Double>) -> Double {
            let out = pointwiseMax(pointwiseMax(low - point, point - high), SIMD3(repeating: 0))
            return (out * out).sum()
        }
    }

    private static let width = 16
    /// The levels, from the segments up.
    private var levels: [[Box]] = []
    /// The segment of each box of the lowest level.
    private var segments: [Int32] = []

    init(_ graph: RoadGraph) {
        let boxes = graph.ends.indices.map { Self.box(of: graph.line(of: Int32(2 * $0))) }
        let middles = graph.ends.indices.map { segment -> Coordinate in
            let line = graph.line(of: Int32(2 * segment))
            return line[line.count / 2].coordinate ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
        }
        segments = HilbertOrder.positions(of: ContiguousArray(middles), run: Self.width).map { Int32($0) }
        levels = [segments.map { boxes[Int($0)] }]
        while levels[levels.count - 1].count > 1 {
            let below = levels[levels.count - 1]
            levels.append(
                stride(from: 0, to: below.count, by: Self.width).map { first in
                    below[first..<min(first + Self.width, below.count)].reduce(into: Box()) { box, other in
                        box.add(other.low)
                        box.add(other.high)
                    }
                })
        }
    }

    private static func box(of line: [MapPoint]) -> Box {
        var box = Box()
        let points = line.compactMap { $0.coordinate.map(vector) }
        for (number, point) in points.enumerated() {
            // An arc leaves its chord by up to an eighth of the square of its length.
            let next = number + 1 < points.count ? points[number + 1] : point
            let step = next - point
            let margin = (step * step).sum() / 8 + 1e-15
            box.add(point, margin)
            box.add(next, margin)
        }
        return box
    }

    static func vector(_ place: Coordinate) -> SIMD3<Double> {
        let unit = UnitVector(place)
        return SIMD3(unit.x, unit.y, unit.z)
    }

    /// The nearest segment that fits, by the distance that `measure` gives; nil if none is as near as the limit.
    ///
    /// - Complexity: O(log *n*) for what lies apart.
    func nearest(
        to place: Coordinate, within limit: Meters, where fits: (Int32) -> Bool, measure: (Int32) -> SegmentPlace
    ) -> (segment: Int32, at: SegmentPlace)? {
        guard let top = levels.last, !top.isEmpty else { return nil }
        let point = Self.vector(place)
        var best: (segment: Int32, at: SegmentPlace)?
        var bound = Self.squaredChord(limit)
        var stack: [(level: Int, number: Int, squared: Double)] = [
            (levels.count - 1, 0, top[0].squared(from: point))
        ]
        while let next = stack.popLast() {
            if next.squared > bound { continue }
            if next.level == 0 {
                let segment = segments[next.number]
                guard fits(segment) else { continue }
                let at = measure(segment)
                let isNearer =
                    best.map { (at.distance, segment) < ($0.at.distance, $0.segment) } ?? (at.distance <= limit)
                if isNearer {
                    best = (segment, at)
                    bound = min(bound, Self.squaredChord(at.distance))
                }
                continue
            }
            let first = next.number * Self.width
            let below = levels[next.level - 1]
            var near: [(level: Int, number: Int, squared: Double)] = []
            for number in first..<min(first + Self.width, below.count) {
                let squared = below[number].squared(from: point)
                if squared <= bound { near.append((next.level - 1, number, squared)) }
            }
            // The nearest last, so that it comes first from the stack.
            stack += near.sorted { $0.squared > $1.squared }
        }
        return best
    }

    /// The square of the chord over a distance, and a little more for what is rounded.
    private static func squaredChord(_ distance: Meters) -> Double {
        let chord = 2 * sin(min(.pi, distance.value / Sphere.earth.radius.value) / 2)
        return chord * chord * (1 + 1e-9) + 1e-18
    }
}

/// A place on the line of a segment.
struct SegmentPlace: Sendable {
    var coordinate: Coordinate
    var distance: Meters
    /// How far along the segment it is: 0 to 1 of its length.
    var fraction: Double
}
