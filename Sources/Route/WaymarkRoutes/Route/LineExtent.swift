public import WaymarkGeodesy

/// Computes the bounding box of lines, including all places on their great-circle segments.
package struct LineExtent {
    private var south = Double.infinity
    private var north = -Double.infinity
    /// Covered longitudes: from a west end, -180 to 180, a number of degrees eastwards.
    private var spans: [(west: Double, width: Double)] = []

    /// The extent of nothing.
    package init() {}

    /// The box that leaves out the widest gap in longitude; nil if nothing was added.
    package var box: BoundingBox? {
        guard south <= north else { return nil }
        var (west, east) = (0.0, 0.0)
        if let gap = widestGap {
            (west, east) = gap.width > 0 ? (gap.east, gap.west) : (-180, 180)
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
            if isOpen { spans.append((west: low, width: min(360, high - low))) }
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

    /// Adds a range of latitudes, and one of longitudes: from `west`, -180 to 180, a number of degrees eastwards.
    package mutating func add(south: Double, north: Double, west: Double, width: Double) {
        add(latitude: south)
        add(latitude: north)
        spans.append((west: west, width: min(360, width)))
    }

    private mutating func add(latitude: Double) {
        (south, north) = (min(south, latitude), max(north, latitude))
    }

    /// The northernmost and southernmost place of a segment, if they lie between its ends.
    private mutating func addHeight(of start: Coordinate, _ end: Coordinate) {
        let arc = Arc(from: UnitVector(start), to: UnitVector(end))
        let (leaving, reaching) = (arc.direction.z, arc.normal.cross(arc.end).z)
        let steepest = 90 - degrees(arc.normal.latitudeRadians.magnitude)
        if leaving > 0, reaching < 0 { add(latitude: steepest) }
        if leaving < 0, reaching > 0 { add(latitude: -steepest) }
    }

    /// The widest range of longitudes, from `west` to `east`, that no line covers; nil if lines cover no longitude.
    private var widestGap: (west: Double, east: Double, width: Double)? {
        // Each span within -180 to 540, and once more a turn later.
        let sorted = spans.map { span in
            let west = span.west < -180 ? span.west + 360 : span.west >= 180 ? span.west - 360 : span.west
            return (west: west, east: west + span.width)
        }.sorted { $0.west < $1.west }
        guard let first = sorted.first else { return nil }
        var widest: (west: Double, east: Double, width: Double)?
        // A span over the antimeridian covers the beginning too.
        var reach = sorted.reduce(first.east) { max($0, $1.east - 360) }
        for next in sorted.dropFirst() + [(west: first.west + 360, east: first.east + 360)] {
            let width = next.west - reach
            if width > widest?.width ?? -.infinity { widest = (west: reach, east: next.west, width: width) }
            reach = max(reach, next.east)
        }
        return widest
    }
}

extension UnitVector {
    /// The angle above the equator.
    fileprivate var latitudeRadians: Double { radians(coordinate.latitude) }
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
