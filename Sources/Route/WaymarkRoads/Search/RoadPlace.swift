internal import WaymarkExtracts
import WaymarkGeodesy

/// A place on a segment of a road.
package struct RoadPlace: Hashable, Sendable {
    package let segment: Int
    /// How far along it is, from its first junction: 0 to 1.
    package let fraction: Double

    package init(segment: Int, fraction: Double) { (self.segment, self.fraction) = (segment, fraction) }

    /// How far along an arc of its segment it is.
    func share(of arc: Int) -> Double { arc & 1 == 0 ? fraction : 1 - fraction }
}

/// A way over roads.
package struct RoadPath: Hashable, Sendable {
    /// What searches compare: a ``RoadWeight``.
    package var weight: UInt32
    /// Where it begins and ends.
    package var start, goal: RoadPlace
    /// The arcs in order, of which the first and the last are travelled in part.
    package var arcs: [Int32]
}

extension RoadGraph {
    /// The line of an arc in its direction, and the metres from each of its points to the next.
    func measuredLine(of arc: Int) -> (points: [Coordinate], steps: [Double]) {
        let points = line(of: arc).compactMap(\.coordinate)
        return (points, zip(points, points.dropFirst()).map { Sphere.earth.distance(from: $0, to: $1).value })
    }

    /// The weight of an arc.
    func weight(of arc: Int, _ profile: Int) -> UInt32 { RoadWeight.of(hundredths: time(of: arc, profile)) }

    /// The weight of an arc from its begin to a place on it.
    func weight(of arc: Int, to place: RoadPlace, _ profile: Int) -> UInt32 {
        RoadWeight.part(place.share(of: arc), of: time(of: arc, profile))
    }

    /// The weight of the way along one segment; nil if it is not travelled in that direction.
    func directWeight(from start: RoadPlace, to goal: RoadPlace, _ profile: Int) -> (weight: UInt32, arc: Int)? {
        guard start.segment == goal.segment else { return nil }
        var best: (weight: UInt32, arc: Int)?
        for arc in [2 * start.segment, 2 * start.segment + 1] where isUsed(arc, profile) {
            let (from, to) = (weight(of: arc, to: start, profile), weight(of: arc, to: goal, profile))
            // By shares, since weights are rounded.
            if start.share(of: arc) <= goal.share(of: arc), best.map({ to - from < $0.weight }) ?? true {
                best = (to - from, arc)
            }
        }
        return best
    }

    /// The metres of a path.
    package func meters(of path: RoadPath) -> Double {
        guard let first = path.arcs.first, let last = path.arcs.last else { return 0 }
        let (begin, end) = (path.start.share(of: Int(first)), path.goal.share(of: Int(last)))
        if path.arcs.count == 1 { return abs(end - begin) * Double(millimeters[path.start.segment]) / 1000 }
        var length = path.arcs.reduce(0.0) { $0 + Double(millimeters[Int($1) >> 1]) }
        length -= begin * Double(millimeters[path.start.segment])
        length -= (1 - end) * Double(millimeters[path.goal.segment])
        return max(0, length / 1000)
    }
}
