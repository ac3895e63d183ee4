import WaymarkGeodesy
import WaymarkIndex
public import WaymarkProjections

/// The surface of a batch's circles and distances.
public struct LookupSurface: Sendable {
    /// The name of the distance column: `haversine_m`, `geodesic_m`, `epsg5179_m`.
    public let column: String
    /// Its description, for a manifest.
    let definition: String
    let kind: Kind

    enum Kind: Sendable {
        case sphere
        case ellipsoid(GeodesicSurface)
        case map(ProjectionPool)
    }

    private init(column: String, definition: String, kind: Kind) {
        (self.column, self.definition, self.kind) = (column, definition, kind)
    }

    /// `Sphere.earth`: great circles.
    public static let sphere = LookupSurface(
        column: OutputColumn.distance.name, definition: "the sphere", kind: .sphere)

    /// The surface of a measure: the sphere, WGS 84, or a map.
    ///
    /// - Throws: ``/WaymarkProjections/ProjectionError`` for a system unknown to PROJ, and for the usual map, which
    ///   differs from place to place.
    public init(_ measure: Measure) throws(ProjectionError) {
        switch measure {
        case .haversine: self = .sphere
        case .geodesic:
            try ProjectionLibrary.check()
            self.init(
                column: measure.columns[0], definition: "WGS 84", kind: .ellipsoid(Geodesic.wgs84.surface))
        case .usualMap:
            throw .unknownReferenceSystem("usual-map", reason: "circles need a single map: give its EPSG code")
        case .map(let system):
            self.init(
                column: measure.columns[0], definition: Measure.name(system), kind: .map(try ProjectionPool(to: system))
            )
        }
    }

    /// Whether it is ``sphere``.
    var isSphere: Bool { if case .sphere = kind { true } else { false } }
}
