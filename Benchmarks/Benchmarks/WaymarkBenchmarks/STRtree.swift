import CGEOSDirect
import Waymark

/// GEOS's STR-packed R-tree over degrees: asked for a box that holds the circle, filtered by the haversine formula.
///
/// Right where the circle holds no pole and does not cross the antimeridian; no more is asked of it.
final class STRtree {
    private let context: GEOSContextHandle_t
    private let tree: OpaquePointer
    private var points: [OpaquePointer?] = []
    private let places: [Coordinate]

    init(_ places: [Coordinate]) {
        guard let context = GEOS_init_r(), let tree = GEOSSTRtree_create_r(context, 10) else {
            preconditionFailure("GEOS gives no tree")
        }
        (self.context, self.tree, self.places) = (context, tree, places)
        points.reserveCapacity(places.count)
        for (i, place) in places.enumerated() {
            let point = GEOSGeom_createPointFromXY_r(context, place.longitude, place.latitude)
            points.append(point)
            // The item is the position, from 1: no item is null.
            GEOSSTRtree_insert_r(context, tree, point, UnsafeMutableRawPointer(bitPattern: i + 1))
        }
        // The tree is packed at the first query.
        if let first = places.first { _ = within(0, of: first) }
    }

    deinit {
        GEOSSTRtree_destroy_r(context, tree)
        for point in points { GEOSGeom_destroy_r(context, point) }
        GEOS_finish_r(context)
    }

    func within(_ radius: Double, of center: Coordinate) -> [(index: Int, distance: Double)] {
        let box = BoundingBox(around: center, radius: Meters(radius))
        let query = GEOSGeom_createRectangle_r(context, box.west, box.south, box.east, box.north)
        defer { GEOSGeom_destroy_r(context, query) }
        var found: [Int] = []
        withUnsafeMutablePointer(to: &found) { found in
            GEOSSTRtree_query_r(
                context, tree, query,
                { item, found in
                    found?.assumingMemoryBound(to: [Int].self).pointee.append(Int(bitPattern: item) - 1)
                }, found)
        }
        return found.lazy.map { ($0, NaivePoints.distance(center, self.places[$0])) }.filter { $0.1 <= radius }
    }
}
