import WaymarkGeodesy

/// A piece of an area on a plane of longitudes and latitudes, cut open where no ring of it crosses.
struct PlanePart {
    /// A point in 1e-7 degrees; `x` is a longitude that may lie beyond 180 degrees.
    struct Point: Hashable {
        var x: Int64
        var y: Int64
    }

    /// 360 degrees.
    static let fullTurn: Int64 = 3_600_000_000

    /// The outer ring, then the inner ones.
    let rings: [[Point]]
    let (minX, maxX, minY, maxY): (Int64, Int64, Int64, Int64)

    init(_ part: MapArea.Part) {
        let outer = Self.ring(part.outer)
        var (minX, maxX, minY, maxY) = (Int64.max, Int64.min, Int64.max, Int64.min)
        for point in outer {
            (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
            (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
        }
        (self.minX, self.maxX, self.minY, self.maxY) = (minX, maxX, minY, maxY)
        rings =
            [outer]
            + part.inners.map { inner in
                var ring = Self.ring(inner)
                guard let west = ring.lazy.map(\.x).min() else { return ring }
                let shift = Self.first(atOrAfter: minX, west) - west
                if shift != 0 { for i in ring.indices { ring[i].x += shift } }
                return ring
            }
    }

    /// An angle in the range of -180 up to, but not including, 180 degrees.
    static func wrapped(_ angle: Int64) -> Int64 { first(atOrAfter: -fullTurn / 2, angle) }

    /// The first of a longitude's values, which are whole turns apart, that is not west of `west`.
    private static func first(atOrAfter west: Int64, _ longitude: Int64) -> Int64 {
        let east = (longitude - west) % fullTurn
        return west + (east < 0 ? east + fullTurn : east)
    }

    /// A ring without jumps at the antimeridian. One that goes round the Earth is closed over the pole that it is
    /// nearer to.
    private static func ring(_ points: [MapPoint]) -> [Point] {
        var ring: [Point] = []
        ring.reserveCapacity(points.count + 3)
        guard let first = points.first else { return ring }
        var x = Int64(first.longitude)
        var latitudes: Int64 = 0
        for point in points {
            x += wrapped(Int64(point.longitude) - x)
            ring.append(Point(x: x, y: Int64(point.latitude)))
            latitudes += Int64(point.latitude)
        }
        x += wrapped(Int64(first.longitude) - x)
        if x != ring[0].x {
            let pole: Int64 = latitudes < 0 ? -900_000_000 : 900_000_000
            ring += [Point(x: x, y: ring[0].y), Point(x: x, y: pole), Point(x: ring[0].x, y: pole)]
        }
        return ring
    }

    /// What a ring goes round in steradians: above 0 if counterclockwise.
    ///
    /// The sum of the areas between each edge and the ring's first parallel. Along an edge the latitude is linear, so
    /// the mean of its sine is the sine of the middle, times sin *h* / *h* for half the difference of latitudes, *h*.
    private static func steradians(of ring: [Point]) -> Double {
        guard let first = ring.first else { return 0 }
        var sum = 0.0
        var last = ring[ring.count - 1]
        for point in ring {
            let middle = Double(last.y + point.y) * 0.5e-7
            // sin φ - sin φ₀ as a product, so that small rings lose no digits.
            let (start, half) = (Double(first.y) * 1e-7, radians(Double(point.y - last.y) * 0.5e-7))
            let rise = 2 * sinCos(degrees: (middle + start) / 2).cos * sinCos(degrees: (middle - start) / 2).sin
            let h = half * half
            // sin h / h - 1, to the last digit for edges of up to 90 degrees.
            let shrinkage = -h / 6 * (1 - h / 20 * (1 - h / 42 * (1 - h / 72 * (1 - h / 110 * (1 - h / 156)))))
            sum += Double(last.x - point.x) * (rise + sinCos(degrees: middle).sin * shrinkage)
            last = point
        }
        return radians(sum * 1e-7)
    }

    /// What a ring goes round in steradians: above 0 if counterclockwise, 0 if it has no width.
    static func turn(of points: [MapPoint]) -> Double { steradians(of: ring(points)) }

    /// The outer ring without the inner ones.
    var steradians: Double {
        max(0, rings.dropFirst().reduce(abs(Self.steradians(of: rings[0]))) { $0 - abs(Self.steradians(of: $1)) })
    }

    /// Whether a point lies in the part or, exactly, on its border.
    func contains(_ point: MapPoint) -> Bool {
        let (x, y) = (Self.first(atOrAfter: minX, Int64(point.longitude)), Int64(point.latitude))
        guard x <= maxX, y >= minY, y <= maxY else { return false }
        var isInside = false
        for ring in rings {
            var a = ring[ring.count - 1]
            for b in ring {
                defer { a = b }
                if max(a.y, b.y) < y || min(a.y, b.y) > y || max(a.x, b.x) < x { continue }
                if a.y == b.y {
                    if min(a.x, b.x) <= x { return true }
                    continue
                }
                // Edges are at most 180 degrees wide, so the products fit once `x` lies within the edge.
                let isWest: Bool
                if x < min(a.x, b.x) {
                    isWest = true
                } else {
                    let side = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)
                    if side == 0 { return true }
                    isWest = (side > 0) == (b.y > a.y)
                }
                if isWest, (a.y > y) != (b.y > y) { isInside.toggle() }
            }
        }
        return isInside
    }
}
