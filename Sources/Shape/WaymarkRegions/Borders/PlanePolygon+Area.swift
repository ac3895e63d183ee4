internal import WaymarkGeodesy

extension PlanePolygon {
    /// The area on `Sphere.earth` of a polygon in degrees, without its holes.
    var squareMeters: Double {
        let areas = rings.map(Self.area)
        return max(0, areas.dropFirst().reduce(areas.first ?? 0, -))
    }

    /// The area between a ring and the equator, exactly: the integral of sin φ dλ along straight edges.
    private static func area(_ ring: [PlanePoint]) -> Double {
        var sum = 0.0
        for (a, b) in zip(ring, ring.dropFirst()) {
            // The mean of sin φ between two latitudes is sin of their mean times sin(h) / h for half their difference.
            let half = radians((b.y - a.y) / 2)
            let ratio = abs(half) < 1e-4 ? 1 - half * half / 6 : sinCos(degrees: (b.y - a.y) / 2).sin / half
            sum += radians(b.x - a.x) * sinCos(degrees: (a.y + b.y) / 2).sin * ratio
        }
        let radius = Sphere.earth.radius.value
        return abs(sum) * radius * radius
    }
}
