public import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkProjections

extension LookupSurface {
    /// The surface of a measure: the sphere, WGS 84, or a map.
    ///
    /// - Throws: ``ProjectionError`` for a system that PROJ does not know, and for the usual map, which is another one from
    ///   place to place.
    public init(_ measure: Measure) throws(ProjectionError) {
        switch measure {
        case .haversine: self = .sphere
        case .geodesic:
            self.init(column: measure.columns[0], definition: "WGS 84", ellipsoid: Geodesic.wgs84.surface)
        case .usualMap:
            throw .unknownReferenceSystem("usual-map", reason: "circles are drawn on one map: give its EPSG code")
        case .map(let system):
            let pool = try ProjectionPool(to: system)
            self.init(column: measure.columns[0], definition: Measure.name(system)) { Self.projector(pool) }
        }
    }

    /// One thread's way to the map.
    private static func projector(_ pool: ProjectionPool) -> MapProjector {
        let metersPerUnit = pool.target.metersPerUnit
        let lease: ProjectionPool.Lease
        do {
            lease = try pool.lease()
        } catch {
            return { _ in .refused("\(error)") }
        }
        return { place in
            do throws(ProjectionError) {
                let point = try lease.withProjection { (projection) throws(ProjectionError) in
                    try projection.project(place)
                }
                let (east, north) = (Meters(point.east * metersPerUnit), Meters(point.north * metersPerUnit))
                return PlanePoint(east: east, north: north).map { .at($0) }
                    ?? .refused("\(place) is farther from the map's origin than any place is")
            } catch {
                return .refused("\(error)")
            }
        }
    }
}
