/// A point on a map: distances east and north of the map's origin, in the unit of the map's system.
///
/// The unit is the metre for most systems, and for ``TransverseMercator`` and ``LocalProjection``; EPSG:2264 uses US
/// survey feet. `ReferenceSystem.metersPerUnit` of `WaymarkProjections` gives its length.
public struct ProjectedPoint: Hashable, Sendable {
    /// Distance east of the origin, including the false easting.
    public var east: Double
    /// Distance north of the origin, including the false northing.
    public var north: Double

    /// A point at units east and north.
    public init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// Returns the straight distance on the map, in the unit of its system and including the map's scale error.
    /// `Projection.distance(from:to:)` of `WaymarkProjections` returns metres.
    public func distance(to other: ProjectedPoint) -> Double {
        let (x, y) = (other.east - east, other.north - north)
        return (x * x + y * y).squareRoot()
    }
}

extension ProjectedPoint: CustomStringConvertible {
    /// East, then north, as in `953898.467 E, 1952035.979 N`.
    public var description: String { "\(east) E, \(north) N" }
}
