public import WaymarkRegions

/// Repairs borders with GEOS: crossing rings are made valid, and polygons over the antimeridian are cut there.
///
/// ```swift
/// let provinces = try RegionSet(geoJSON: bytes, file: "provinces.geojson", mending: MendedBorders())
/// ```
///
/// Only one thread may use it.
public struct MendedBorders: BorderMending {
    private let context: GEOSContext

    /// Uses the loaded GEOS library.
    ///
    /// - Throws: ``AreaError/libraryUnavailable(reason:)``, ``AreaError/libraryTooOld(found:needed:)``,
    ///   ``AreaError/contextUnavailable``.
    public init() throws(AreaError) { context = try GEOSContext() }

    /// Returns the parts of a polygon within longitudes -180 to 180, and the repairs.
    ///
    /// - Throws: ``BorderRefusal`` if the borders are ambiguous.
    public func cut(
        _ polygon: PlanePolygon, at place: String
    ) throws(BorderRefusal) -> (parts: [PlanePolygon], faults: [String]) {
        var cutter = UncutRings(at: place, context)
        let parts = try cutter.cut(polygon)
        return (parts, cutter.faults)
    }

    /// Returns the area of the polygons, made valid by GEOS, and the repairs; nil for none.
    ///
    /// - Throws: ``BorderRefusal`` with GEOS's message, or if the borders cross more than 4 times per edge and 10 000 times:
    ///   GEOS would take a long time and much memory for each crossing.
    public func mend(_ polygons: [PlanePolygon]) throws(BorderRefusal) -> (polygons: [PlanePolygon], fault: String?) {
        // GEOS compares all edges with overlapping boxes: most pairs of a star, which takes long if they are many. Only
        // where rings touch is it stricter than a sweep.
        let edgeCount = polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } }
        let isLong = edgeCount > 2000
        if isLong {
            let check = BorderCheck(polygons)
            if check.fault == nil, !check.hasTouches { return (polygons, nil) }
            if check.fault != nil { try BorderRefusal.refuseTangle(polygons) }
        }
        let geometry = try BorderRefusal.wrapping { () throws(AreaError) in try GEOSGeometry(polygons, in: context) }
        guard let fault = try BorderRefusal.wrapping({ () throws(AreaError) in try geometry.fault() }) else {
            return (polygons, nil)
        }
        if !isLong { try BorderRefusal.refuseTangle(polygons) }
        return (
            try BorderRefusal.wrapping { () throws(AreaError) in try geometry.mended().polygons() }, fault
        )
    }
}

extension BorderRefusal {
    /// Refuses borders that are a tangle of lines.
    static func refuseTangle(_ polygons: [PlanePolygon]) throws(BorderRefusal) {
        if let reason = BorderTangle.fault(polygons) { throw BorderRefusal(reason: reason) }
    }

    /// Calls GEOS; its error becomes a refusal.
    static func wrapping<Result: ~Copyable>(
        _ body: () throws(AreaError) -> Result
    ) throws(BorderRefusal) -> Result {
        do throws(AreaError) {
            return try body()
        } catch {
            throw BorderRefusal(reason: "\(error)")
        }
    }
}
