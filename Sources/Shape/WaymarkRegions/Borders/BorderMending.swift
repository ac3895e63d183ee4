/// Turns the borders of a file into valid polygons.
///
/// ``SoundBorders`` accepts only valid borders; `MendedBorders` of `WaymarkAreas` repairs the others with GEOS.
public protocol BorderMending {
    /// Cuts a polygon at the antimeridian.
    ///
    /// - Parameters:
    ///   - polygon: A polygon of closed rings of at least four positions, each within -180 to 180.
    ///   - place: Its position in its feature, such as `polygon 2, `, for refusals.
    /// - Returns: Its parts within longitudes -180 to 180, and the repairs.
    /// - Throws: ``BorderRefusal`` if the borders are ambiguous.
    func cut(_ polygon: PlanePolygon, at place: String) throws(BorderRefusal) -> (
        parts: [PlanePolygon], faults: [String]
    )

    /// The area of all polygons of a region as polygons that neither cross nor overlap, and the repairs; nil for none.
    func mend(_ polygons: [PlanePolygon]) throws(BorderRefusal) -> (polygons: [PlanePolygon], fault: String?)
}

/// Why borders were refused.
public struct BorderRefusal: Error, Hashable, Sendable {
    /// The reason in a few words.
    public let reason: String

    /// A refusal.
    public init(reason: String) { self.reason = reason }
}

/// Accepts valid borders, by exact arithmetic, and refuses those that need repair.
public struct SoundBorders: BorderMending {
    /// Accepts valid borders only.
    public init() {}

    /// Returns the polygon unchanged.
    ///
    /// - Throws: ``BorderRefusal`` for a polygon over the antimeridian that is not cut there.
    public func cut(
        _ polygon: PlanePolygon, at place: String
    ) throws(BorderRefusal) -> (parts: [PlanePolygon], faults: [String]) {
        for (i, ring) in polygon.rings.enumerated() {
            if let edge = PlanePolygon.longEdge(of: ring) {
                throw BorderRefusal(
                    reason:
                        "\(place)ring \(i + 1), positions \(edge + 1) and \(edge + 2): from longitude \(ring[edge].x) to "
                        + "\(ring[edge + 1].x) the border crosses the antimeridian without a cut")
            }
        }
        return ([polygon], [])
    }

    /// Returns the polygons unchanged.
    ///
    /// - Throws: ``BorderRefusal`` for those that cross or overlap.
    public func mend(_ polygons: [PlanePolygon]) throws(BorderRefusal) -> (polygons: [PlanePolygon], fault: String?) {
        if let fault = BorderCheck(polygons).fault { throw BorderRefusal(reason: fault) }
        return (polygons, nil)
    }
}

extension PlanePolygon {
    /// The first edge of more than 180 degrees that does not run along a pole or from -180 to 180.
    package static func longEdge(of ring: [PlanePoint]) -> Int? {
        ring.indices.dropLast().first { i in
            let (a, b) = (ring[i], ring[i + 1])
            return abs(b.x - a.x) > 180 && abs(b.x - a.x) < 360 && !(a.y == b.y && abs(a.y) == 90)
        }
    }
}
