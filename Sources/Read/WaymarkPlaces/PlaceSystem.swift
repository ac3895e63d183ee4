public import WaymarkGeodesy

/// The projected coordinate system of a table, with its conversion to degrees on WGS 84.
///
/// The caller supplies the conversion, for example from libproj, so tables of degrees need none.
public struct PlaceSystem: Sendable {
    /// The result of converting a point of the system.
    public enum Conversion: Sendable, Equatable {
        /// A place.
        case at(Coordinate)
        /// No place, for a reason that contains the point; `exchanged` is its place with swapped east and north, if
        /// any.
        case refused(reason: String, exchanged: Coordinate?)
    }

    /// Its name, such as `EPSG:5174`.
    public let name: String
    let makeUnproject: @Sendable () -> (_ x: Double, _ y: Double) -> Conversion

    /// A system.
    ///
    /// - Parameters:
    ///   - name: Its name. Systems with the same name are equal.
    ///   - makeUnproject: Makes a thread's conversion of points to places, given finite x (east) and y (north) in the
    ///     system's own unit.
    public init(name: String, makeUnproject: @escaping @Sendable () -> (_ x: Double, _ y: Double) -> Conversion) {
        self.name = name
        self.makeUnproject = makeUnproject
    }
}

extension PlaceSystem: Equatable {
    /// Whether both have the same name.
    public static func == (a: PlaceSystem, b: PlaceSystem) -> Bool { a.name == b.name }
}
