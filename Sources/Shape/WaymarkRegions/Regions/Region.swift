public import WaymarkGeodesy

/// A named part of the Earth's surface, such as a province.
public struct Region: Hashable, Sendable {
    /// Its name; may be empty.
    public let name: String
    /// Its code, such as `39` or `11110`; may be empty.
    public let code: String
    /// Its bounding box. A region that is cut at the antimeridian spans all longitudes from -180 to 180.
    public let box: BoundingBox
    /// Its area on `Sphere.earth`, to a millionth or better; edges are straight in longitude and latitude.
    public let squareMeters: Double
}
