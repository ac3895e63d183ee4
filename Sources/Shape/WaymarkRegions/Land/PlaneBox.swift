/// A box of a plane of degrees, edges included; it does not cross the meridian of 180°.
package struct PlaneBox: Hashable, Sendable {
    package var west: Double
    package var south: Double
    package var east: Double
    package var north: Double

    package init(west: Double, south: Double, east: Double, north: Double) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// The smallest box around points; nil for none.
    package init?(enclosing points: some Collection<PlanePoint>) {
        guard let first = points.first else { return nil }
        self.init(west: first.x, south: first.y, east: first.x, north: first.y)
        for point in points.dropFirst() {
            (west, east) = (min(west, point.x), max(east, point.x))
            (south, north) = (min(south, point.y), max(north, point.y))
        }
    }

    package func contains(_ point: PlanePoint) -> Bool {
        point.x >= west && point.x <= east && point.y >= south && point.y <= north
    }

    package func intersects(_ other: PlaneBox) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    /// The box with a margin around it.
    package func grown(by margin: Double) -> PlaneBox {
        PlaneBox(west: west - margin, south: south - margin, east: east + margin, north: north + margin)
    }
}

extension [PlanePoint] {
    /// How many times the ring goes round a point, counterclockwise; 0 if the point lies outside.
    package func winding(around point: PlanePoint) -> Int {
        guard var last = self.last else { return 0 }
        var winding = 0
        for next in self {
            if (last.y > point.y) != (next.y > point.y),
                point.x < last.x + (point.y - last.y) / (next.y - last.y) * (next.x - last.x)
            {
                winding += next.y > last.y ? 1 : -1
            }
            last = next
        }
        return winding
    }

    /// Whether a point lies inside the ring.
    package func surrounds(_ point: PlanePoint) -> Bool { winding(around: point) != 0 }

    /// The square of the distance of a point from the ring, whose lengths along x count by a factor.
    package func squaredDistance(from point: PlanePoint, shrink: Double = 1) -> Double {
        guard var last = self.last else { return .infinity }
        var least = Double.infinity
        for next in self {
            let (x, y) = ((last.x - point.x) * shrink, last.y - point.y)
            let (dx, dy) = ((next.x - last.x) * shrink, next.y - last.y)
            let square = dx * dx + dy * dy
            let along = square == 0 ? 0 : Swift.min(1, Swift.max(0, -(x * dx + y * dy) / square))
            let (awayX, awayY) = (x + along * dx, y + along * dy)
            least = Swift.min(least, awayX * awayX + awayY * awayY)
            last = next
        }
        return least
    }
}
