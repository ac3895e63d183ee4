/// What makes ground of borders as a file has them.
///
/// ``SoundBorders`` takes those that need no mending, and refuses others; `MendedBorders` of `WaymarkAreas` mends them with GEOS.
public protocol BorderMending {
    /// Cuts a polygon at the antimeridian.
    ///
    /// - Parameters:
    ///   - polygon: Of closed rings of four positions or more, within -180 to 180 each.
    ///   - place: Where it stands in its feature, such as `polygon 2, `, for refusals.
    /// - Returns: The parts of it within longitudes -180 to 180, and what had to be done.
    /// - Throws: ``BorderRefusal`` where it is not sure what ground is meant.
    func cut(_ polygon: PlanePolygon, at place: String) throws(BorderRefusal) -> (
        parts: [PlanePolygon], faults: [String]
    )

    /// The ground of all polygons of a region as polygons that neither cross nor overlap, and what had to be mended: nil for
    /// nothing.
    func mend(_ polygons: [PlanePolygon]) throws(BorderRefusal) -> (polygons: [PlanePolygon], fault: String?)
}

/// Why borders are no ground.
public struct BorderRefusal: Error, Hashable, Sendable {
    /// What is wrong, in a few words.
    public let reason: String

    /// A refusal.
    public init(reason: String) { self.reason = reason }
}

/// Takes borders that are sound, by exact arithmetic, and refuses those that need mending.
public struct SoundBorders: BorderMending {
    /// Takes sound borders.
    public init() {}

    /// Returns the polygon as it is.
    ///
    /// - Throws: ``BorderRefusal`` for one that goes over the antimeridian and is not cut there.
    public func cut(
        _ polygon: PlanePolygon, at place: String
    ) throws(BorderRefusal) -> (parts: [PlanePolygon], faults: [String]) {
        for (i, ring) in polygon.rings.enumerated() {
            if let edge = PlanePolygon.longEdge(of: ring) {
                throw BorderRefusal(
                    reason:
                        "\(place)ring \(i + 1), positions \(edge + 1) and \(edge + 2): from longitude \(ring[edge].x) to "
                        + "\(ring[edge + 1].x) the border goes over the antimeridian and is not cut there")
            }
        }
        return ([polygon], [])
    }

    /// Returns the polygons as they are.
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
