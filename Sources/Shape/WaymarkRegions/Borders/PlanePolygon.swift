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
