public import WaymarkGeodesy

/// An area of the map: a building, a park, a country with its islands.
///
/// Edges are straight in longitude and latitude and take the short way round the Earth, so an area may cross the
/// antimeridian; a ring that goes once round the Earth holds the pole that it is nearer to. Borders belong to the area.
/// Where rings cross one another or themselves, the even-odd rule decides.
public struct MapArea: Hashable, Sendable {
    /// A piece of an area, and what is cut out of it.
    public struct Part: Hashable, Sendable {
        /// The outer ring, counterclockwise; its first point is not repeated at the end.
        public let outer: [MapPoint]
        /// The rings of its holes, clockwise, in the same form.
        public let inners: [[MapPoint]]

        /// A piece of rings that have at least one point each, in any direction.
        init(outer: [MapPoint], inners: [[MapPoint]] = []) {
            self.outer = PlanePart.turn(of: outer) < 0 ? outer.reversed() : outer
            self.inners = inners.map { PlanePart.turn(of: $0) > 0 ? $0.reversed() : $0 }
        }
    }

    /// The pieces, at least one, none inside another except in its holes.
    public let parts: [Part]

    /// An area of at least one piece.
    init(parts: [Part]) {
        assert(!parts.isEmpty)
        self.parts = parts
    }

    /// The area in square metres on `Sphere.earth`, without holes; 0 for a ring without width.
    ///
    /// Of a ring that crosses itself it is the difference between what it goes round one way and the other.
    ///
    /// - Complexity: O(*n*).
    public var areaSquareMeters: Double {
        let radius = Sphere.earth.radius.value
        return parts.reduce(0) { $0 + PlanePart($1).steradians } * radius * radius
    }

    /// Whether a point lies in the area or, exactly, on its border.
    ///
    /// - Complexity: O(*n*).
    public func contains(_ point: MapPoint) -> Bool {
        parts.contains { PlanePart($0).contains(point) }
    }

    /// A point of the area near the middle of the widest place of its largest part: where a reader expects its name.
    ///
    /// Never outside and never in a hole. An area thinner than the resolution of points gives a point of its border.
    ///
    /// - Complexity: O(*n*); some dozens of passes.
    public var pointInside: MapPoint {
        var largest = PlanePart(parts[0])
        for part in parts.dropFirst() {
            let part = PlanePart(part)
            if part.steradians > largest.steradians { largest = part }
        }
        return largest.pointInside
    }

    /// The distance between the two points of the area that are farthest apart, up to 0.5 % too short, on
    /// `Sphere.earth`.
    ///
    /// Shorter still for areas of thousands of kilometres, for which directions differ from those of the map.
    ///
    /// - Complexity: O(*n*).
    public var diameter: Meters { MapPoint.diameter(of: parts.flatMap(\.outer)) }
}
