public import WaymarkBatch
import WaymarkGeodesy
public import WaymarkProjections

extension LookupSurface {
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
            let pool = try ProjectionPool(to: system)
            let kind = Kind.map {
                let projection = LeasedProjection(pool)
                return { place throws(MapRefusal) in
                    do throws(ProjectionError) {
                        return try projection.point(of: place)
                    } catch {
                        throw MapRefusal(reason: "\(error)")
                    }
                }
            }
            self.init(column: measure.columns[0], definition: Measure.name(system), kind: kind)
        }
    }
}
