public import WaymarkGeodesy

/// A place on a map: metres east and north of the map's origin.
public struct ProjectedPoint: Hashable, Sendable {
    /// Metres east of the origin, false easting included.
    public var east: Meters
    /// Metres north of the origin, false northing included.
    public var north: Meters

    /// A place at metres east and north.
    public init(east: Meters, north: Meters) {
        self.east = east
        self.north = north
    }

    /// Returns the straight distance on the map: what a ruler shows, the map's scale error included.
    public func distance(to other: ProjectedPoint) -> Meters {
        let (x, y) = (other.east.value - east.value, other.north.value - north.value)
        return Meters((x * x + y * y).squareRoot())
    }
}

extension ProjectedPoint: CustomStringConvertible {
    /// East, then north, as in `953898.467 m E, 1952035.979 m N`.
    public var description: String { "\(east.value) m E, \(north.value) m N" }
}
