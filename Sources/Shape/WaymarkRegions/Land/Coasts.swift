internal import WaymarkC
internal import WaymarkGeodesy

/// The coasts of the backdrop around some places, in runs of edges with boxes.
struct Coasts: Sendable {
    /// How many rings of land and of lakes go round a place.
    struct Ground: Sendable {
        private(set) var lands = 0
        private(set) var lakes = 0

        /// Rings overlap where South Korea meets the rest; those of seas within land go the other way.
        var isWater: Bool { lands <= 0 || lakes > 0 }

        mutating func add(_ winding: Int, isLake: Bool) {
            if isLake { lakes += winding } else { lands += winding }
        }
    }

    /// Consecutive edges of a ring.
    struct Run: Sendable {
        var box: PlaneBox
        var first: Int
        var count: Int
        var isLake: Bool
    }

    private static let longest = 16

    private(set) var runs: ContiguousArray<Run> = []
    private(set) var vertices: ContiguousArray<PlanePoint> = []
    /// The positions of rings that may go round the places, or pass them within the accuracy.
    private(set) var rings: [Int] = []
    var isEmpty: Bool { runs.isEmpty }

    /// The coasts that great circles between any of the places may cross.
    ///
    /// - Complexity: O(*n* log *n* + *v*) for *n* places and the *v* vertices of the lands around them.
    init(around places: some Collection<Coordinate>) {
        let windows = Self.windows(around: places)
        for (ring, line) in Backdrop.earth.lines.enumerated() where line.kind.isRing {
            // 0.2 degrees of longitude are 4 km at 80 degrees of latitude.
            guard windows.contains(where: line.box.grown(by: 0.2).intersects) else { continue }
            rings.append(ring)
            let points = line.points
            var edges = 0..<0
            for (edge, start) in points.enumerated() {
                let end = points[edge + 1 == points.count ? 0 : edge + 1]
                // A land on both sides of the meridian of 180° has no coast there.
                let isSeam = abs(start.x) == 180 && start.x == end.x
                let box = PlaneBox(
                    west: min(start.x, end.x), south: min(start.y, end.y), east: max(start.x, end.x),
                    north: max(start.y, end.y))
                let isNear = start != end && !isSeam && windows.contains(where: box.intersects)
                if isNear { edges = edges.isEmpty ? edge..<edge + 1 : edges.lowerBound..<edge + 1 }
                if !isNear || edges.count == Self.longest || edge + 1 == points.count {
                    append(edges, of: line)
                    edges = 0..<0
                }
            }
        }
    }

    private mutating func append(_ edges: Range<Int>, of line: Backdrop.Line) {
        guard !edges.isEmpty else { return }
        let first = vertices.count
        for vertex in edges.lowerBound...edges.upperBound { vertices.append(line.points[vertex % line.points.count]) }
        guard let box = PlaneBox(enclosing: vertices[first...]) else { return }
        runs.append(Run(box: box, first: first, count: edges.count, isLake: line.kind == .lake))
    }

    /// Boxes that have all great circles between places: two if these are on both sides of the meridian of 180°.
    private static func windows(around places: some Collection<Coordinate>) -> [PlaneBox] {
        guard let box = BoundingBox(enclosing: places) else { return [] }
        let span = box.east - box.west + (box.east < box.west ? 360 : 0)
        // A great circle goes nearer to the pole than its ends, the wider the nearer; then any may come over it.
        guard span < 90, max(abs(box.south), abs(box.north)) < 80 else {
            return [PlaneBox(west: -180, south: -90, east: 180, north: 90)]
        }
        let bend = 1 / sinCos(degrees: span / 2).cos
        func bent(_ latitude: Double) -> Double {
            let (sine, cosine) = sinCos(degrees: latitude)
            return degrees(atan2(sine * bend, cosine))
        }
        let (south, north) = (min(box.south, bent(box.south)) - 0.01, max(box.north, bent(box.north)) + 0.01)
        func window(_ west: Double, _ east: Double) -> PlaneBox {
            PlaneBox(west: west - 0.01, south: south, east: east + 0.01, north: north)
        }
        return box.east < box.west ? [window(box.west, 180), window(-180, box.east)] : [window(box.west, box.east)]
    }
}

/// A great circle on its way across coasts, in pieces that are straight in degrees.
struct CoastWalk {
    /// Metres from a straight piece to the great circle, at most; and the maximum length of a piece.
    private static let (stray, longest) = (50.0, 200_000.0)

    private let coasts: Coasts
    private var ground: Coasts.Ground
    private var crossings: [(along: Double, winding: Int, isLake: Bool)] = []
    /// The metres of water so far.
    private(set) var water = 0.0

    init(_ coasts: Coasts, at ground: Coasts.Ground) { (self.coasts, self.ground) = (coasts, ground) }

    /// Goes on to a place at a distance in metres.
    mutating func go(
        from a: PlanePoint, _ start: UnitVector, to b: PlanePoint, _ end: UnitVector, length: Double
    ) {
        // The rise of an arc over its chord in degrees is d² tan φ / 8 R.
        let latitude = max(abs(a.y), abs(b.y))
        let (sine, cosine) = sinCos(degrees: latitude)
        let rise = length * length * sine
        if latitude < 80, length <= Self.longest, rise <= Self.stray * 8 * Sphere.earth.radius.value * cosine {
            return cross(from: a, to: b, length: length)
        }
        let arc = Arc(from: start, to: end)
        let middle = (arc.start * cos(arc.angle / 2) + arc.direction * sin(arc.angle / 2))
        let m = WaterBetween.point(of: middle.coordinate)
        if length <= Self.longest {
            // Near a pole the bound is too wide.
            let east = (b.x - a.x).remainder(dividingBy: 360)
            let x = (a.x + east / 2).remainder(dividingBy: 360)
            let half = Coordinate(uncheckedLatitude: (a.y + b.y) / 2, longitude: max(-180, min(180, x)))
            if length < 10 || Sphere.earth.distance(from: UnitVector(half), to: middle).value <= Self.stray {
                return cross(from: a, to: b, length: length)
            }
        }
        go(from: a, start, to: m, middle, length: length / 2)
        go(from: m, middle, to: b, end, length: length / 2)
    }

    /// Crosses coasts on a straight piece, which is cut at the meridian of 180°.
    private mutating func cross(from a: PlanePoint, to b: PlanePoint, length: Double) {
        guard abs(b.x - a.x) > 180 else { return add(from: a, to: b, length: length) }
        let turn = b.x > a.x ? -360.0 : 360
        let edge = turn > 0 ? 180.0 : -180
        let part = (edge - a.x) / (b.x + turn - a.x)
        let y = a.y + (b.y - a.y) * part
        add(from: a, to: PlanePoint(x: edge, y: y), length: length * part)
        add(from: PlanePoint(x: -edge, y: y), to: b, length: length * (1 - part))
    }

    private mutating func add(from a: PlanePoint, to b: PlanePoint, length: Double) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        guard square > 0 else { return }
        let box = PlaneBox(west: min(a.x, b.x), south: min(a.y, b.y), east: max(a.x, b.x), north: max(a.y, b.y))
        crossings.removeAll(keepingCapacity: true)
        for run in coasts.runs where run.box.intersects(box) {
            var last = coasts.vertices[run.first]
            var lastSide = dx * (last.y - a.y) - dy * (last.x - a.x)
            for vertex in run.first + 1...run.first + run.count {
                let next = coasts.vertices[vertex]
                let side = dx * (next.y - a.y) - dy * (next.x - a.x)
                if (lastSide >= 0) != (side >= 0) {
                    let part = lastSide / (lastSide - side)
                    let (x, y) = (last.x + part * (next.x - last.x), last.y + part * (next.y - last.y))
                    let along = ((x - a.x) * dx + (y - a.y) * dy) / square
                    // A ring has its inside to its left.
                    if along >= 0, along < 1 { crossings.append((along, lastSide >= 0 ? 1 : -1, run.isLake)) }
                }
                (last, lastSide) = (next, side)
            }
        }
        var wet = ground.isWater ? 1.0 : 0
        if !crossings.isEmpty {
            crossings.sort { $0.along < $1.along }
            var from = 0.0
            wet = 0
            for crossing in crossings {
                if ground.isWater { wet += crossing.along - from }
                from = crossing.along
                ground.add(crossing.winding, isLake: crossing.isLake)
            }
            if ground.isWater { wet += 1 - from }
        }
        water += wet * length
    }
}
