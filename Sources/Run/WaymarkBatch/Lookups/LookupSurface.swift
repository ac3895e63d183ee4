import WaymarkGeodesy
import WaymarkIndex
package import WaymarkRoads
import WaymarkRoutes

/// The surface of a batch's circles and distances.
///
/// The sphere needs nothing else; ellipsoids and maps are those of WaymarkMeasures, where PROJ is.
public struct LookupSurface: Sendable {
    /// The name of the distance column: `haversine_m`, `geodesic_m`, `epsg5179_m`.
    public let column: String
    /// Its description, for a manifest.
    let definition: String
    let kind: Kind

    package enum Kind: Sendable {
        case sphere
        case ellipsoid(GeodesicSurface)
        case map(@Sendable () -> MapProjection)
        /// Roads: what is called a distance is seconds.
        case roads(RoadLegs)
    }

    package init(column: String, definition: String, kind: Kind) {
        (self.column, self.definition, self.kind) = (column, definition, kind)
    }

    /// `Sphere.earth`: great circles.
    public static let sphere = LookupSurface(
        column: OutputColumn.distance.name, definition: "the sphere", kind: .sphere)

    /// The times of ways over roads: distances are seconds, a radius is a time.
    package static func roads(_ legs: RoadLegs) -> LookupSurface {
        let mode = legs.mode?.rawValue ?? ""
        return LookupSurface(column: "\(mode)_s", definition: "\(mode) over roads", kind: .roads(legs))
    }

    /// Whether distances are seconds.
    var isTime: Bool { if case .roads = kind { true } else { false } }

    var isSphere: Bool { if case .sphere = kind { true } else { false } }
}

/// One thread's projection of places to points of a map, in metres, that searches cover.
package typealias MapProjection = (Coordinate) throws(MapRefusal) -> ProjectedPoint

/// Why a map has no point for a place.
package struct MapRefusal: Error {
    let reason: String

    /// A refusal for a reason, which names the place.
    package init(reason: String) { self.reason = reason }
}
