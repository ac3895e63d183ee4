public import WaymarkGeodesy

/// Computes the bounding box of lines, including all places on their great-circle segments.
package struct LineExtent {
    private var south = Double.infinity
    private var north = -Double.infinity
    /// Covered longitudes, each from its west end to its east end, which may lie beyond -180 or 180. No end is computed
    /// from another one, so that equal longitudes stay equal.
    private var spans: [(west: Double, east: Double)] = []
    /// A narrower gap, in degrees, may be rounding.
    private static let minGap = 1e-9

    package init() {}

    /// The box that leaves out the widest gap in longitude; nil if nothing was added.
    package var box: BoundingBox? {
        guard south <= north else { return nil }
        var (west, east) = (0.0, 0.0)
        if let gap = widestGap {
            (west, east) = gap.width > Self.minGap ? (gap.east, gap.west) : (-180, 180)
        }
        func within(_ longitude: Double) -> Double {
            longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        }
        return try? BoundingBox(
            south: max(-90, south), west: within(west), north: min(90, north), east: within(east))
    }

    /// Adds a line; a single place is one too.
    mutating func add(_ line: some Collection<Coordinate>) {
        guard var previous = line.first else { return }
        // Longitude counted continuously over the antimeridian, from the start of the line.
        var (here, low, high) = (previous.longitude, previous.longitude, previous.longitude)
        var isOpen = false
        func isPole(_ place: Coordinate) -> Bool { abs(place.latitude) == 90 }
        func begin(_ place: Coordinate) {
            (here, low, high) = (place.longitude, place.longitude, place.longitude)
            isOpen = !isPole(place)
        }
        func end() {
            if isOpen { spans.append((west: low, east: min(low + 360, high))) }
        }
        add(latitude: previous.latitude)
        begin(previous)
        for next in line.dropFirst() {
            add(latitude: next.latitude)
            let step = (next.longitude - previous.longitude).remainder(dividingBy: 360)
            if abs(next.latitude - previous.latitude) > 0 || step != 0 { addHeight(of: previous, next) }
            if !isOpen || isPole(next) || abs(step) == 180 {
                // A meridian, up to a pole or over it.
                end()
                begin(next)
            } else {
                here += step
                (low, high) = (min(low, here), max(high, here))
            }
            previous = next
        }
        end()
    }

    /// Adds a range of latitudes, and one of longitudes: from `west`, -180 to 180, eastwards to `east`, which may lie beyond.
    package mutating func add(south: Double, north: Double, west: Double, east: Double) {
        add(latitude: south)
        add(latitude: north)
        spans.append((west: west, east: min(west + 360, east)))
    }

    private mutating func add(latitude: Double) {
        (south, north) = (min(south, latitude), max(north, latitude))
    }

    /// The northernmost and southernmost place of a segment, if they lie between its ends.
    private mutating func addHeight(of start: Coordinate, _ end: Coordinate) {
        let arc = Arc(from: UnitVector(start), to: UnitVector(end))
        let (leaving, reaching) = (arc.direction.z, arc.normal.cross(arc.end).z)
        let steepest = 90 - degrees(radians(arc.normal.coordinate.latitude).magnitude)
        if leaving > 0, reaching < 0 { add(latitude: steepest) }
        if leaving < 0, reaching > 0 { add(latitude: -steepest) }
    }

    /// The widest range of longitudes, from `west` to `east`, that no line covers; nil if lines cover no longitude.
    private var widestGap: (west: Double, east: Double, width: Double)? {
        // Each span within -180 to 540, and once more a turn later.
        let sorted = spans.map { span in
            let turn = span.west < -180 ? 360.0 : span.west >= 180 ? -360 : 0
            return (west: span.west + turn, east: span.east + turn)
        }.sorted { $0.west < $1.west }
        guard let first = sorted.first else { return nil }
        var widest: (west: Double, east: Double, width: Double)?
        // A span over the antimeridian covers the beginning too.
        var reach = sorted.reduce(first.east) { max($0, $1.east - 360) }
        func look(_ east: Double, turn: Double = 0) {
            let width = east + turn - reach
            if width > widest?.width ?? -.infinity { widest = (west: reach, east: east, width: width) }
        }
        for next in sorted.dropFirst() {
            look(next.west)
            reach = max(reach, next.east)
        }
        // From the last one over the antimeridian to the first.
        look(first.west, turn: 360)
        return widest
    }
}

extension Route {
    /// The smallest box that contains the stops and every place on the found legs; nil without stops.
    ///
    /// Great circles bulge towards the poles, and the box includes the bulge. It leaves out the widest gap in
    /// longitude, so a route over the antimeridian has a narrow box whose west is greater than its east. Exact to a
    /// nanodegree.
    ///
    /// - Complexity: O(*v* + *n* log *n*) for *v* vertices and *n* legs.
    public var boundingBox: BoundingBox? {
        var extent = LineExtent()
        for stop in stops { extent.add(CollectionOfOne(stop.coordinate)) }
        for case let leg? in legs.map(\.leg) { extent.add(leg.coordinates) }
        return extent.box
    }
}
