public import WaymarkRegions

/// Mends borders with GEOS: rings that cross are made valid, and what goes over the antimeridian uncut is cut there.
///
/// ```swift
/// let provinces = try RegionSet(geoJSON: bytes, file: "provinces.geojson", mending: MendedBorders())
/// ```
///
/// It belongs to one thread.
public struct MendedBorders: BorderMending {
    private let context: GEOSContext

    /// Mends with the GEOS library that was loaded.
    ///
    /// - Throws: ``AreaError/libraryTooOld(found:needed:)``, ``AreaError/contextUnavailable``.
    public init() throws(AreaError) { context = try GEOSContext() }

    /// Returns the parts of a polygon within longitudes -180 to 180, and what had to be done.
    ///
    /// - Throws: ``BorderRefusal`` where it is not sure what ground is meant.
    public func cut(
        _ polygon: PlanePolygon, at place: String
    ) throws(BorderRefusal) -> (parts: [PlanePolygon], faults: [String]) {
        var cutter = UncutRings(at: place, context)
        let parts = try cutter.cut(polygon)
        return (parts, cutter.faults)
    }

    /// Returns the ground of the polygons, made valid by GEOS, and what had to be mended: nil for nothing.
    ///
    /// - Throws: ``BorderRefusal`` with GEOS's words.
    public func mend(_ polygons: [PlanePolygon]) throws(BorderRefusal) -> (polygons: [PlanePolygon], fault: String?) {
        do throws(AreaError) {
            let geometry = try GEOSGeometry(polygons, in: context)
            guard let fault = try geometry.fault() else { return (polygons, nil) }
            return (try geometry.mended().polygons(), fault)
        } catch {
            throw BorderRefusal(reason: "\(error)")
        }
    }
}
