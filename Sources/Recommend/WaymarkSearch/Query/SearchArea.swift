public import WaymarkGeodesy

/// A part of the Earth's surface that answers must lie in.
public enum SearchArea: Hashable, Sendable {
    /// The places within a great-circle distance of a centre, on `Sphere.earth`; the boundary is included.
    ///
    /// A negative or NaN radius contains nothing.
    case circle(Meters, of: Coordinate)
    /// The places in a box or on its edge.
    case box(BoundingBox)

    /// Whether a place lies in the area.
    public func contains(_ place: Coordinate) -> Bool {
        switch self {
        case .circle(let radius, let center): Sphere.earth.distance(from: center, to: place) <= radius
        case .box(let box): box.contains(place)
        }
    }
}
