public import WaymarkGeodesy
public import WaymarkIndex
internal import WaymarkPolylines

/// Everything within a distance of a line, such as what lies along a route, or of several lines.
///
/// ```swift
/// let corridor = Corridor(along: route, width: .kilometers(5))
/// for match in corridor.points(of: index) { print(match.along, attractions[match.index].name, match.aside) }
/// ```
///
/// The line's vertices are joined by great circles on `Sphere.earth`. A place belongs to the corridor exactly when
/// `Sphere.earth.distance(from:toSegmentFrom:to:)` to any of its segments is at most the width, at the poles and over the
/// antimeridian too. A line of one place is a circle; one of none holds nothing. From the end of one line to the beginning of
/// the next there is no way: a route's missing legs are not bridged.
public struct Corridor: Sendable {
    /// Where in the corridor a point lies.
    public struct Match: Hashable, Sendable {
        /// Position of the point in the collection the index was built from.
        public let index: Int
        /// Length from the start of the first line to the place that is nearest to the point; nothing is between two lines.
        public let along: Meters
        /// Great-circle distance from that place to the point.
        public let aside: Meters
        /// Which line that place is on: of a route, the leg.
        public let line: Int
        /// Which segment of that line it is on: the first of equally near ones.
        public let segment: Int

        /// A point of a corridor.
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
    /// How far from the lines its places are at most.
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
        precondition(width.value >= 0, "a width is not negative and not NaN")
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

    /// The place on the lines that is nearest to a point of an index; nil farther than the width.
    package func match(_ index: Int, at place: Coordinate) -> Match? {
        guard let foot = segments.nearest(to: place, within: width) else { return nil }
        // The last line that begins at the foot's vertex or before it: empty ones before it begin there, too.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= foot.segment { low = middle + 1 } else { high = middle }
        }
        let range = ranges[low - 1]
        let end = min(foot.segment + 1, range.upperBound - 1)
        let (before, after) = (lengths[foot.segment], lengths[end])
        return Match(
            index: index, along: Meters(before + (after - before) * foot.point.fraction), aside: foot.point.distance,
            // A line ends with its last vertex, where no segment begins.
            line: low - 1, segment: min(foot.segment - range.lowerBound, max(0, range.count - 2)))
    }

    /// Length of all lines together.
    package var length: Meters { Meters(lengths.last ?? 0) }

    /// Whether a place belongs to the corridor.
    ///
    /// - Complexity: O(log *v*) on average.
    public func contains(_ place: Coordinate) -> Bool { segments.nearest(to: place, within: width) != nil }

    /// Returns the points of an index that belong to the corridor, in the order in which the line passes them.
    ///
    /// Where lines pass a point several times, it is listed once, where a line is nearest to it. Points at one place
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
            if let match = match(position, at: place) { found.append(match) }
        }
        return found.sorted { ($0.along, $0.aside, $0.index) < ($1.along, $1.aside, $1.index) }
    }

    /// Points that together hold all of the corridor's, each once.
    package func candidates(of index: PointIndex) -> [(Int, Coordinate)] {
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
