public import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkPolylines

/// Everything within a distance of a line, such as what lies along a route.
///
/// ```swift
/// let corridor = Corridor(along: route.coordinates, width: .kilometers(5))
/// for match in corridor.points(of: index) { print(match.along, attractions[match.index].name, match.aside) }
/// ```
///
/// The line's vertices are joined by great circles on `Sphere.earth`. A place belongs to the corridor exactly when
/// `Sphere.earth.distance(from:toSegmentFrom:to:)` to any of its segments is at most the width, at the poles and over the
/// antimeridian too. A line of one place is a circle; one of none holds nothing.
public struct Corridor: Sendable {
    /// Where in the corridor a point lies.
    public struct Match: Hashable, Sendable {
        /// Position of the point in the collection the index was built from.
        public let index: Int
        /// Length of the line from its start to the place on it that is nearest to the point.
        public let along: Meters
        /// Great-circle distance from that place to the point.
        public let aside: Meters
        /// Which segment that place is on: the first of equally near ones.
        public let segment: Int

        /// A point of a corridor.
        public init(index: Int, along: Meters, aside: Meters, segment: Int) {
            self.index = index
            self.along = along
            self.aside = aside
            self.segment = segment
        }
    }

    /// The vertices of the line.
    public let line: [Coordinate]
    /// How far from the line its places are at most.
    public let width: Meters
    private let segments: LineTree
    /// Length of the line up to each vertex, in metres.
    private let lengths: [Double]

    /// The places within `width` of a line, on both sides and around its ends.
    ///
    /// - Precondition: `width` is not negative and not NaN.
    /// - Complexity: O(*v*) for *v* vertices.
    public init(along line: [Coordinate], width: Meters) {
        precondition(width.value >= 0, "a width is not negative and not NaN")
        self.line = line
        self.width = width
        segments = LineTree(ContiguousArray(line), lines: line.isEmpty ? [] : [0..<line.count])
        var lengths = [0.0]
        for (start, end) in zip(line, line.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + Sphere.earth.distance(from: start, to: end).value)
        }
        self.lengths = lengths
    }

    /// How far along the line a place on it is.
    private func along(_ foot: LineTree.Foot) -> Meters {
        let start = lengths[foot.segment]
        let end = lengths[min(foot.segment + 1, lengths.count - 1)]
        return Meters(start + (end - start) * foot.point.fraction)
    }

    /// Whether a place belongs to the corridor.
    ///
    /// - Complexity: O(log *v*) on average.
    public func contains(_ place: Coordinate) -> Bool { segments.nearest(to: place, within: width) != nil }

    /// Returns the points of an index that belong to the corridor, in the order in which the line passes them.
    ///
    /// Where the line passes a point several times, it is listed once, where the line is nearest to it. Points at one place
    /// of the line come by distance from it, then by position.
    ///
    /// - Parameters:
    ///   - index: Where to look.
    ///   - isIncluded: Which positions may be answers; all when nil.
    /// - Returns: Matches ascending by ``Match/along``, then ``Match/aside``, then ``Match/index``.
    /// - Complexity: O(*c* log *v* + *s* log *n*) on average, for *c* points within about 1.5 widths of the line and *s*
    ///   stretches of the line about as long as its width, or longer where there are few points.
    public func points(of index: PointIndex, where isIncluded: ((Int) -> Bool)? = nil) -> [Match] {
        var found: [Match] = []
        for (position, place) in candidates(of: index) {
            if let isIncluded, !isIncluded(position) { continue }
            guard let foot = segments.nearest(to: place, within: width) else { continue }
            found.append(
                Match(index: position, along: along(foot), aside: foot.point.distance, segment: foot.segment))
        }
        return found.sorted { ($0.along, $0.aside, $0.index) < ($1.along, $1.aside, $1.index) }
    }

    /// Points that together hold all of the corridor's, each once.
    private func candidates(of index: PointIndex) -> [(Int, Coordinate)] {
        var found: [(Int, Coordinate)] = []
        // A millimetre more than need be, for what is rounded.
        let margin = width + Meters(0.001)
        segments.forEachCap { cap in
            let radius = Meters(cap.radius * Sphere.earth.radius.value) + margin
            let center = cap.center.coordinate
            let count = index.countOfPoints(within: radius, of: center)
            if count == 0 { return .skip }
            // Few points, or a cap that is little larger than what any part of it would be.
            guard count <= 32 || radius.value <= 1.5 * margin.value || cap.radius < 1e-7 else { return .divide }
            index.forEachPlace(within: radius, of: center) { found.append(($0, $1)) }
            return .skip
        }
        found.sort { $0.0 < $1.0 }
        var last = -1
        found.removeAll { position, _ in
            defer { last = position }
            return position == last
        }
        return found
    }
}
