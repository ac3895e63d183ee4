public import WaymarkGeodesy

/// A place of OpenStreetMap in its own resolution: ten-millionths of a degree.
public struct MapPoint: Hashable, Sendable {
    /// East of Greenwich, in 1e-7 degrees.
    public var longitude: Int32
    /// North of the equator, in 1e-7 degrees.
    public var latitude: Int32

    /// A point in 1e-7 degrees; numbers beyond 32 bits are off the planet anyway, and become the nearest that fit.
    public init(longitude: Int64, latitude: Int64) {
        (self.longitude, self.latitude) = (Int32(clamping: longitude), Int32(clamping: latitude))
    }

    /// The place, WGS 84; nil if it is off the planet.
    public var coordinate: Coordinate? {
        try? Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }
}

/// The three kinds of objects of OpenStreetMap.
public enum MapObjectKind: UInt8, Sendable {
    /// A point.
    case node
    /// A line or the border of an area, by its nodes.
    case way
    /// Other objects that belong together, such as the borders of an area.
    case relation
}
