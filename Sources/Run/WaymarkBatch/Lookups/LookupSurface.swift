import WaymarkGeodesy
import WaymarkIndex

/// What the circles of a batch are drawn on, and its distances are measured on.
///
/// The sphere is here; `WaymarkMaps` has the ellipsoid and maps, which need libproj.
public struct LookupSurface: Sendable {
    /// What stands over the distances: `haversine_m`, `geodesic_m`, `epsg5179_m`.
    public let column: String
    /// What it is, for a manifest.
    let definition: String
    let kind: Kind

    enum Kind: Sendable {
        case sphere
        case ellipsoid(GeodesicSurface)
        case map(@Sendable () -> MapProjector)
    }

    private init(column: String, definition: String, kind: Kind) {
        (self.column, self.definition, self.kind) = (column, definition, kind)
    }

    /// `Sphere.earth`: great circles.
    public static let sphere = LookupSurface(
        column: OutputColumn.distance.name, definition: "the sphere", kind: .sphere)

    /// Whether it is ``sphere``.
    var isSphere: Bool { if case .sphere = kind { true } else { false } }

    /// An ellipsoid: geodesics.
    package init(column: String, definition: String, ellipsoid: GeodesicSurface) {
        self.init(column: column, definition: definition, kind: .ellipsoid(ellipsoid))
    }

    /// A map: straight lines. Each thread projects with a projector of its own.
    package init(column: String, definition: String, map makeProjector: @escaping @Sendable () -> MapProjector) {
        self.init(column: column, definition: definition, kind: .map(makeProjector))
    }
}

/// The way from places to points of a map, for one thread.
package typealias MapProjector = (Coordinate) -> MapPlace

/// Where a place is on a map.
package enum MapPlace {
    /// There.
    case at(PlanePoint)
    /// The map is not made for the place; in words.
    case refused(String)
}

/// The points that a batch looks up, and how.
enum SearchedPoints: Sendable {
    case sphere(PointIndex)
    case ellipsoid(PointIndex, GeodesicSurface)
    case map(PlaneIndex, @Sendable () -> MapProjector)

    /// The points of an index on a surface.
    init(_ index: PointIndex, on surface: LookupSurface, jobs: Int) {
        switch surface.kind {
        case .sphere: self = .sphere(index)
        case .ellipsoid(let ellipsoid): self = .ellipsoid(index, ellipsoid)
        case .map(let makeProjector):
            let plane = PlaneIndex(index, jobs: jobs) {
                let project = makeProjector()
                return { if case .at(let point) = project($0) { point } else { nil } }
            }
            self = .map(plane, makeProjector)
        }
    }

    /// What a thread finds the stops' points of the map with; nil where there is no map.
    var projector: MapProjector? {
        if case .map(_, let makeProjector) = self { makeProjector() } else { nil }
    }

    /// How many points the map has no place for, and why the first of them.
    var leftOut: (count: Int, reason: String)? {
        guard case .map(let plane, let makeProjector) = self, let first = plane.firstLeftOut else { return nil }
        switch makeProjector()(first) {
        case .refused(let reason): return (plane.leftOut, reason)
        // Another thread could not: its projection could not be made, and this one's can.
        case .at: return (plane.leftOut, "a thread could not make its projection: try fewer jobs, or later")
        }
    }
}
