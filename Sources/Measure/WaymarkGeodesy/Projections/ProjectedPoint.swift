/// A place on a map: how far east and north of the map's origin, in the unit of the map's system.
///
/// That is the metre of most systems, and of ``TransverseMercator`` and ``LocalProjection``; EPSG:2264 counts in US survey
/// feet, and `ReferenceSystem.metersPerUnit` of `WaymarkProjections` says how long they are.
public struct ProjectedPoint: Hashable, Sendable {
    /// East of the origin, false easting included.
    public var east: Double
    /// North of the origin, false northing included.
    public var north: Double

    /// A place at units east and north.
    public init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// Returns the straight distance on the map, in the unit of its system: what a ruler shows, the map's scale error
    /// included. `Projection.distance(from:to:)` of `WaymarkProjections` measures in metres.
    public func distance(to other: ProjectedPoint) -> Double {
        let (x, y) = (other.east - east, other.north - north)
        return (x * x + y * y).squareRoot()
    }
}

extension ProjectedPoint: CustomStringConvertible {
    /// East, then north, as in `953898.467 E, 1952035.979 N`.
    public var description: String { "\(east) E, \(north) N" }
}
