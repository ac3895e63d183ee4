public import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkText

/// The found legs of a route joined end to end, for queries along it.
///
/// Distances along it are great-circle, from vertex to vertex of the legs as drawn. A gradient's locations are
/// fractions of the same length; ``RouteTotals`` has the lengths reported by the sources, which may differ slightly.
/// Missing legs have length zero, as do gaps between the end of a leg and the start of the next.
///
/// Build it once for many queries.
public struct RouteLine: Sendable {
    /// Length of the found legs as drawn.
    public let length: Meters
    /// The positions of the missing legs, which have length zero.
    public let missingLegs: [Int]
    let foundLegs: [FoundLeg]
    let vertices: ContiguousArray<Coordinate>
    /// The distance along the line of each vertex, in metres.
    let offsets: ContiguousArray<Double>
    let segments: LineTree

    /// A leg on the line: its place among all legs of the route, and its vertices.
    struct FoundLeg: Sendable {
        let leg: Int
        let vertices: Range<Int>
    }

    /// The legs of `route`, joined end to end.
    ///
    /// - Complexity: O(*n*) in the vertices.
    public init(_ route: Route) {
        var vertices: ContiguousArray<Coordinate> = []
        var foundLegs: [FoundLeg] = []
        for (i, outcome) in route.legs.enumerated() {
            guard let leg = outcome.leg else { continue }
            let first = vertices.count
            vertices += leg.coordinates
            foundLegs.append(FoundLeg(leg: i, vertices: first..<vertices.count))
        }
        offsets = Self.offsets(of: vertices, foundLegs, at: { UnitVector($0) }) {
            Sphere.earth.distance(from: $0, to: $1).value
        }
        (self.foundLegs, self.vertices, missingLegs) = (foundLegs, vertices, route.missingLegs)
        length = Meters(offsets.last ?? 0)
        segments = LineTree(vertices, lines: foundLegs.lazy.map(\.vertices))
    }

    /// The location of each vertex as a fraction of the length, as in a gradient. The vertices of a line of length zero
    /// are at equal distances.
    func locations(measuredOn measure: LineMeasure) -> [Double] {
        let offsets =
            measure == .greatCircle
            ? offsets : Self.offsets(of: vertices, foundLegs, at: { WebMercator($0) }) { $0.length(to: $1) }
        guard let length = offsets.last, length > 0 else {
            return offsets.indices.map { Double($0) / Double(max(1, offsets.count - 1)) }
        }
        return offsets.map { $0 / length }
    }

    /// The length up to each vertex, where a vertex is at a place of its surface; missing legs have length zero.
    private static func offsets<Place>(
        of vertices: ContiguousArray<Coordinate>, _ legs: [FoundLeg], at place: (Coordinate) -> Place,
        _ length: (Place, Place) -> Double
    ) -> ContiguousArray<Double> {
        var offsets: ContiguousArray<Double> = []
        offsets.reserveCapacity(vertices.count)
        var sum = KahanSum()
        for leg in legs {
            var previous: Place?
            for vertex in vertices[leg.vertices] {
                let next = place(vertex)
                if let previous { sum.add(length(previous, next)) }
                offsets.append(sum.value)
                previous = next
            }
        }
        return offsets
    }

    /// The start and end of a leg along the line; nil for a missing one.
    ///
    /// - Complexity: O(log *n*) in the legs.
    public func extent(ofLeg leg: Int) -> ClosedRange<Meters>? {
        let i = foundLegs.partitioningIndex { $0.leg >= leg }
        guard i < foundLegs.count, foundLegs[i].leg == leg else { return nil }
        let found = foundLegs[i].vertices
        return Meters(offsets[found.lowerBound])...Meters(offsets[found.upperBound - 1])
    }

    /// The place at a distance along the line, clamped to its start and end. Nil if no leg was found.
    ///
    /// At a joint of two legs, it is the end of the first.
    ///
    /// - Precondition: `distance` is not NaN.
    /// - Complexity: O(log *n*) in the vertices.
    public func point(at distance: Meters) -> RoutePoint? {
        precondition(!distance.value.isNaN, "the distance is not a number")
        guard !vertices.isEmpty else { return nil }
        let along = max(0, min(length.value, distance.value))
        let vertex = min(offsets.partitioningIndex { $0 >= along }, offsets.count - 1)
        let found = foundLeg(holding: vertex)
        guard vertex > found.vertices.lowerBound, offsets[vertex] > along else {
            return point(vertices[vertex], found, along)
        }
        let (before, after) = (offsets[vertex - 1], offsets[vertex])
        let place = Sphere.earth.interpolate(
            from: vertices[vertex - 1], to: vertices[vertex], fraction: (along - before) / (after - before))
        return point(place, found, along)
    }

    /// The place at a fraction of the line's length: 0 is its start, 1 its end. Nil if no leg was found.
    ///
    /// - Precondition: `fraction` is not NaN.
    /// - Complexity: O(log *n*) in the vertices.
    public func point(atFraction fraction: Double) -> RoutePoint? {
        precondition(!fraction.isNaN, "the fraction is not a number")
        if fraction <= 0 { return point(at: .zero) }
        return point(at: fraction >= 1 ? length : length * fraction)
    }

    /// The leg that a vertex belongs to.
    func foundLeg(holding vertex: Int) -> FoundLeg {
        foundLegs[foundLegs.partitioningIndex { $0.vertices.upperBound > vertex }]
    }

    /// A place `along` metres from the start, on a leg.
    func point(_ coordinate: Coordinate, _ found: FoundLeg, _ along: Double) -> RoutePoint {
        let (start, end) = (offsets[found.vertices.lowerBound], offsets[found.vertices.upperBound - 1])
        return RoutePoint(
            coordinate: coordinate, leg: found.leg, distance: Meters(along),
            legFraction: end > start ? max(0, min(1, (along - start) / (end - start))) : 0,
            missingLegsBefore: missingLegs.partitioningIndex { $0 > found.leg })
    }
}

/// A place on a route.
public struct RoutePoint: Hashable, Sendable {
    /// The coordinate.
    public let coordinate: Coordinate
    /// The leg, from `stops[leg]` to `stops[leg + 1]`.
    public let leg: Int
    /// Its distance along the found legs.
    public let distance: Meters
    /// Its position on its leg: 0 at the start, 1 at the end.
    public let legFraction: Double
    /// The number of missing legs before it, which ``distance`` does not include.
    public let missingLegsBefore: Int
}

/// The place of a route nearest to a point.
public struct NearestRoutePoint: Hashable, Sendable {
    /// The place on the route.
    public let point: RoutePoint
    /// Great-circle distance from the point.
    public let separation: Meters
    /// The missing legs, which were not searched; the true route may be nearer there.
    public let missingLegs: [Int]
}

extension RouteLine {
    /// The place on the found legs nearest to `place`, great-circle; nil if no leg was found.
    ///
    /// Exact: equal to a scan over all segments. Of equally near places, the first along the route.
    ///
    /// - Complexity: O(log *n*) on average; O(*n*) if all segments are equally near.
    public func nearest(to place: Coordinate) -> NearestRoutePoint? {
        guard let foot = segments.nearest(to: place, within: Meters(.infinity)) else { return nil }
        let found = foundLeg(holding: foot.segment)
        let start = offsets[foot.segment]
        let end = offsets[min(foot.segment + 1, found.vertices.upperBound - 1)]
        return NearestRoutePoint(
            point: point(foot.point.coordinate, found, start + (end - start) * foot.point.fraction),
            separation: foot.point.distance, missingLegs: missingLegs)
    }
}
