public import WaymarkGeodesy

/// A projected system of coordinates in which a table gives its places, and the way from there to degrees on WGS 84.
///
/// What knows the way, such as libproj, comes from outside: tables of degrees are read without it.
public struct PlaceSystem: Sendable {
    /// What a point of the system amounts to.
    public enum Place: Sendable, Equatable {
        /// A place.
        case at(Coordinate)
        /// None, for a reason that names the point; `exchanged` is the place that it is with east and north exchanged, if any.
        case refused(reason: String, exchanged: Coordinate?)
    }

    /// What it is called, as in `EPSG:5174`.
    public let name: String
    let makeUnproject: @Sendable () -> (_ x: Double, _ y: Double) -> Place

    /// A system.
    ///
    /// - Parameters:
    ///   - name: What it is called. Systems of one name are equal.
    ///   - makeUnproject: Makes what one thread turns points into places by: finite x to the east and y to the north, in the
    ///     system's own unit.
    public init(name: String, makeUnproject: @escaping @Sendable () -> (_ x: Double, _ y: Double) -> Place) {
        self.name = name
        self.makeUnproject = makeUnproject
    }
}

extension PlaceSystem: Equatable {
    /// Whether both have one name.
    public static func == (a: PlaceSystem, b: PlaceSystem) -> Bool { a.name == b.name }
}
