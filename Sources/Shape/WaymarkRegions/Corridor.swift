public import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkPolylines
internal import WaymarkText

/// Everything within a distance of one or more lines, such as the places along a route.
///
/// ```swift
/// let corridor = Corridor(along: route, width: .kilometers(5))
/// for match in corridor.points(of: index) { print(match.along, attractions[match.index].name, match.aside) }
/// ```
///
/// Vertices are joined by great circles on `Sphere.earth`. A place belongs to the corridor exactly when
/// `Sphere.earth.distance(from:toSegmentFrom:to:)` to any of its segments is at most the width, also at the poles and
/// over the antimeridian. A line of one place is a circle; an empty line contains nothing. Separate lines are not
/// joined: a route's missing legs are not bridged.
public struct Corridor: Sendable {
    /// A point in a corridor.
    public struct Match: Hashable, Sendable {
        /// Position of the point in the collection from which the index was built.
        public let index: Int
        /// Length from the start of the first line to the nearest place on the lines; gaps between lines have length
        /// zero.
        public let along: Meters
        /// Great-circle distance from that place to the point.
        public let aside: Meters
        /// The line of that place; for a route, the leg.
        public let line: Int
        /// The segment of that line; the first of equally near ones.
        public let segment: Int

        /// A point in a corridor.
        public init(index: Int, along: Meters, aside: Meters, line: Int = 0, segment: Int) {
            self.index = index
            self.along = along
            self.aside = aside
            self.line = line
            self.segment = segment
        }
    }

    /// The vertices of the lines.
    public let lines: [[Coordinate]]
    /// The maximum distance of its places from the lines.
    public let width: Meters
    private let segments: LineTree
    /// Length of the lines up to each vertex, in metres.
    private let lengths: [Double]
    /// The vertices of each line.
    private let ranges: [Range<Int>]

    /// The places within `width` of a line, on both sides and around its ends.
    ///
    /// - Precondition: `width` is not negative and not NaN.
    /// - Complexity: O(*v*) for *v* vertices.
    public init(along line: [Coordinate], width: Meters) { self.init(alongEach: [line], width: width) }

    /// The places within `width` of any of several lines.
    ///
    /// - Precondition: `width` is not negative and not NaN.
    /// - Complexity: O(*v*) for *v* vertices.
    public init(alongEach lines: [[Coordinate]], width: Meters) {
        precondition(width.value >= 0, "the width is negative or not a number: \(width.value)")
        self.lines = lines
        self.width = width
        var vertices = ContiguousArray<Coordinate>()
        var (lengths, ranges): ([Double], [Range<Int>]) = ([], [])
        var length = 0.0
        for line in lines {
            ranges.append(vertices.count..<vertices.count + line.count)
            for (i, vertex) in line.enumerated() {
                if i > 0 { length += Sphere.earth.distance(from: line[i - 1], to: vertex).value }
                vertices.append(vertex)
                lengths.append(length)
            }
        }
        segments = LineTree(vertices, lines: ranges.lazy.filter { !$0.isEmpty })
        (self.lengths, self.ranges) = (lengths, ranges)
    }

    /// The place on the lines nearest to a point of an index; nil beyond the width.
    package func match(_ index: Int, at place: Coordinate) -> Match? {
        guard let foot = segments.nearest(to: place, within: width) else { return nil }
        // The last line that begins at or before the foot's vertex: preceding empty lines begin there, too.
        let line = ranges.partitioningIndex { $0.lowerBound > foot.segment } - 1
        let range = ranges[line]
        let end = min(foot.segment + 1, range.upperBound - 1)
        let (before, after) = (lengths[foot.segment], lengths[end])
        return Match(
            index: index, along: Meters(before + (after - before) * foot.point.fraction), aside: foot.point.distance,
            // A line ends with its last vertex, where no segment begins.
            line: line, segment: min(foot.segment - range.lowerBound, max(0, range.count - 2)))
    }

    /// Length of all lines together.
    package var length: Meters { Meters(lengths.last ?? 0) }

    /// Whether a place belongs to the corridor.
    ///
    /// - Complexity: O(log *v*) on average.
    public func contains(_ place: Coordinate) -> Bool { segments.nearest(to: place, within: width) != nil }

    /// Returns the points of an index in the corridor, in the order in which the line passes them.
    ///
    /// A point that lines pass several times is listed once, at the nearest place. Points at the same place of the line
    /// are sorted by distance from it, then by position.
    ///
    /// - Parameters:
    ///   - index: The points.
    ///   - isIncluded: Whether the point at a position is included; nil includes all.
    /// - Returns: Matches ascending by ``Match/along``, then ``Match/aside``, then ``Match/index``.
    /// - Complexity: O(*c* log *v* + *s* log *n*) on average, for *c* points within about 1.5 widths of the line and *s*
    ///   stretches of the line about as long as its width, or longer where there are few points.
    public func points(of index: PointIndex, where isIncluded: ((Int) -> Bool)? = nil) -> [Match] {
        var found: [Match] = []
        for (position, place) in candidates(of: index) {
            if let isIncluded, !isIncluded(position) { continue }
            if let match = match(position, at: place) { found.append(match) }
        }
        return found.sorted { ($0.along, $0.aside, $0.index) < ($1.along, $1.aside, $1.index) }
    }

    /// Candidates that include all points of the corridor, each once.
    package func candidates(of index: PointIndex) -> [(Int, Coordinate)] {
        var found: [(Int, Coordinate)] = []
        // A millimetre more than needed, to cover rounding.
        let margin = width + Meters(0.001)
        segments.forEachCap { cap in
            let radius = Meters(cap.radius * Sphere.earth.radius.value) + margin
            let center = cap.center.coordinate
            let count = index.countOfPoints(within: radius, of: center)
            if count == 0 { return .skip }
            // Few points, or a circle hardly larger than any of its parts would be.
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
