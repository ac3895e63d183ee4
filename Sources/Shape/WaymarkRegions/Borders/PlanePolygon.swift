internal import WaymarkGeodesy

/// A point of a plane: on maps in degrees, x is the longitude and y the latitude.
public struct PlanePoint: Hashable, Sendable {
    /// Eastwards; in degrees -180 to 180, where both ends are distinct.
    public var x: Double
    /// Northwards; in degrees -90 to 90.
    public var y: Double

    /// A point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A polygon of a plane: an outer ring, and holes.
public struct PlanePolygon: Hashable, Sendable {
    /// The outer ring, then the holes; all are closed.
    public var rings: [[PlanePoint]]

    /// A polygon of rings.
    public init(rings: [[PlanePoint]]) {
        self.rings = rings
    }
}

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

    /// The same polygon with its outer ring counterclockwise and its holes clockwise.
    package var wound: PlanePolygon {
        PlanePolygon(
            rings: rings.enumerated().map { i, ring in
                var twiceArea = 0.0
                for (a, b) in zip(ring, ring.dropFirst()) {
                    // Relative to the first vertex, for precision with small rings.
                    twiceArea +=
                        (a.x - ring[0].x) * (b.y - ring[0].y) - (b.x - ring[0].x) * (a.y - ring[0].y)
                }
                return (twiceArea > 0) == (i == 0) ? ring : ring.reversed()
            })
    }
}
