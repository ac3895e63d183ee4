public import WaymarkGeodesy
public import WaymarkRegions

extension Corridor {
    /// The maximum width of a drawn corridor.
    public static let maxDrawnWidth: Meters = .kilometers(500)

    /// The length of the line that is drawn on one plane.
    private static let stretch: Meters = .kilometers(100)
    /// The number of edges of a quarter circle.
    private static let segmentsOfQuarter: Int32 = 16

    /// Returns the corridor as polygons to draw, in longitude and latitude, cut at the antimeridian.
    ///
    /// GEOS draws stretches of 100 km, each on a plane around its middle, and unites them. The error of the rim is at
    /// most 0.5 % of the width up to 100 km, and 1 % up to ``maxDrawnWidth``. The polygons are for drawing;
    /// ``contains(_:)`` decides exactly which places belong to the corridor. Outer rings run counterclockwise (RFC
    /// 7946).
    ///
    /// - Throws: ``/WaymarkAreas/AreaError/corridorTooWide(meters:)``; ``/WaymarkAreas/AreaError/geometry(reason:)`` with GEOS's message.
    /// - Complexity: O(*v* log *v*) for *v* vertices on average.
    public func outline() throws(AreaError) -> [PlanePolygon] {
        guard width <= Self.maxDrawnWidth else { throw .corridorTooWide(meters: width.value) }
        guard width > .zero else { return [] }
        let context = try GEOSContext()
        var parts: [PlanePolygon] = []
        for stretch in lines.flatMap(Self.stretches) { parts += try outline(of: stretch, context) }
        if parts.isEmpty { return [] }
        let united = try GEOSGeometry(parts, in: context).united().polygons()
        return united.map(\.wound)
    }

    /// A line in consecutive stretches, with segments divided until they are short.
    private static func stretches(of line: [Coordinate]) -> [[Coordinate]] {
        guard let first = line.first else { return [] }
        var stretches: [[Coordinate]] = []
        var stretch = [first]
        var length = Meters.zero
        for (start, end) in zip(line, line.dropFirst()) {
            let distance = Sphere.earth.distance(from: start, to: end)
            let pieces = max(1, (2 * (distance / Self.stretch)).rounded(.up))
            for piece in 1...Int(pieces) {
                stretch.append(Sphere.earth.interpolate(from: start, to: end, fraction: Double(piece) / pieces))
                length = length + distance * (1 / pieces)
                if length >= Self.stretch {
                    stretches.append(stretch)
                    stretch = [stretch[stretch.count - 1]]
                    length = .zero
                }
            }
        }
        if stretch.count > 1 || stretches.isEmpty { stretches.append(stretch) }
        return stretches
    }

    private func outline(of stretch: [Coordinate], _ context: GEOSContext) throws(AreaError) -> [PlanePolygon] {
        let middle = stretch[stretch.count / 2]
        let plane = AzimuthalPlane(around: middle)
        var points: [PlanePoint] = []
        for point in stretch.lazy.map(plane.project) where point != points.last { points.append(point) }
        let drawn = try GEOSGeometry(line: points, in: context)
            .buffer(width: width.value, segments: Self.segmentsOfQuarter).polygons()
        var parts: [PlanePolygon] = []
        for polygon in drawn {
            // If a ring surrounds a pole, its hole does not lie within it in longitude and latitude, but is still
            // subtracted.
            var rings = polygon.rings.map { degrees($0, on: plane, isNorthern: middle.latitude >= 0) }
            let shell = rings.removeFirst()
            let ground = try Self.cut(shell, context)
            if rings.isEmpty {
                parts += ground
                continue
            }
            var holes: [PlanePolygon] = []
            for hole in rings { holes += try Self.cut(hole, context) }
            parts += try GEOSGeometry(ground, in: context).mended()
                .difference(GEOSGeometry(holes, in: context).mended()).polygons()
        }
        return parts
    }

    /// A ring of the plane in degrees; longitudes continue beyond 180. A ring around a pole is closed over it.
    private func degrees(_ ring: [PlanePoint], on plane: AzimuthalPlane, isNorthern: Bool) -> [PlanePoint] {
        let tolerance = max(width * 0.001, Meters(0.01))
        var points: [PlanePoint] = []

        func degrees(_ point: PlanePoint, near longitude: Double) -> PlanePoint {
            let place = plane.unproject(point)
            if abs(place.latitude) == 90 { return PlanePoint(x: longitude, y: place.latitude) }
            return PlanePoint(
                x: longitude + (place.longitude - longitude).remainder(dividingBy: 360), y: place.latitude)
        }
        // Halves an edge until it is straight in longitude and latitude, too.
        func add(_ a: PlanePoint, _ b: PlanePoint, depth: Int) {
            let last = points[points.count - 1]
            let middle = PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
            let half = degrees(middle, near: last.x)
            let end = degrees(b, near: half.x)
            let straight = Coordinate(
                uncheckedLatitude: (last.y + end.y) / 2,
                longitude: ((last.x + end.x) / 2).remainder(dividingBy: 360))
            if depth == 0 || Sphere.earth.distance(from: straight, to: plane.unproject(middle)) <= tolerance {
                points.append(end)
            } else {
                add(a, middle, depth: depth - 1)
                add(middle, b, depth: depth - 1)
            }
        }
        points.append(degrees(ring[0], near: 0))
        for (a, b) in zip(ring, ring.dropFirst()) { add(a, b, depth: 16) }
        let (first, last) = (points[0], points[points.count - 1])
        if abs(last.x - first.x) > 180 {
            let pole = isNorthern ? 90.0 : -90.0
            points += [PlanePoint(x: last.x, y: pole), PlanePoint(x: first.x, y: pole), first]
        } else {
            points[points.count - 1] = first
        }
        return points
    }

    /// The area of a ring as valid polygons within -180...180.
    static func cut(_ ring: [PlanePoint], _ context: GEOSContext) throws(AreaError) -> [PlanePolygon] {
        let ground = try GEOSGeometry([PlanePolygon(rings: [ring])], in: context).mended()
        let longitudes = ring.lazy.map(\.x)
        let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
        if west >= -180, east <= 180 { return try ground.polygons() }
        var parts: [PlanePolygon] = []
        var turn = ((west + 180) / 360).rounded(.down)
        while 360 * turn - 180 < east {
            let middle = 360 * turn
            let corners = [(-180.0, -90.0), (180, -90), (180, 90), (-180, 90), (-180, -90)]
            let window = PlanePolygon(rings: [corners.map { PlanePoint(x: middle + $0.0, y: $0.1) }])
            for var part in try ground.intersection(GEOSGeometry([window], in: context)).polygons() {
                part.rings = part.rings.map { $0.map { PlanePoint(x: $0.x - middle, y: $0.y) } }
                parts.append(part)
            }
            turn += 1
        }
        return parts
    }
}
