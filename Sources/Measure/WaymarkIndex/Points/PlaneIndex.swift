import WaymarkGeodesy
import WaymarkThreads

/// An index over the map points of the places in another index, for searches by straight distance.
///
/// Every answer equals a linear scan in metres east and north; positions are those of the other index.
package struct PlaneIndex: Sendable {
    /// The points, in the order of the places in their index: places near on the ground are near on the map.
    let points: PointIndex
    /// The number of places without a point on the map.
    package let leftOut: Int
    /// The first of them, by position.
    package let firstLeftOut: Coordinate?

    /// The places of `index` on a map.
    ///
    /// - Parameters:
    ///   - index: The places.
    ///   - jobs: The number of threads; each has its own projection.
    ///   - makeProjection: Makes a function from a place to its point; nil if the map has none.
    /// - Complexity: O(*n*).
    package init(
        _ index: PointIndex, jobs: Int, _ makeProjection: @Sendable () -> (Coordinate) -> PlanePoint?
    ) {
        let store = index.store
        // Out of range for a missing point.
        var (x, y) = (
            ContiguousArray(repeating: 9.0, count: store.count), ContiguousArray(repeating: 9.0, count: store.count)
        )
        unsafe x.withUnsafeMutableBufferPointer { x in
            unsafe y.withUnsafeMutableBufferPointer { y in
                Parts(of: store.count, jobs: jobs).forEach { _, slots in
                    let project = makeProjection()
                    for slot in slots {
                        guard let point = project(store.coordinate(at: slot)) else { continue }
                        unsafe (x[slot], y[slot]) = (point.vector.x, point.vector.y)
                    }
                }
            }
        }
        let kept = (0..<store.count).filter { x[$0] <= 1 }
        let missing = (0..<store.count).filter { x[$0] > 1 }
        leftOut = missing.count
        firstLeftOut = missing.min { store.position(at: $0) < store.position(at: $1) }.map { store.coordinate(at: $0) }
        points = PointIndex(PointStore(kept, of: store, x: x, y: y))
    }

    /// Returns the points within `radius` of `center` on the map, nearest first.
    package func points(within radius: Meters, of center: PlanePoint) -> [Match] {
        points.matches(in: PlaneCircle(center: center, radius: radius), where: nil, isSorted: true)
    }

    /// Returns the `count` points nearest to `center` on the map, nearest first; within `radius` if given.
    package func nearest(to center: PlanePoint, count: Int, within radius: Meters? = nil) -> [Match] {
        precondition(count >= 0, "a count is not negative")
        let circle = PlaneCircle(center: center, radius: radius ?? Meters(.infinity))
        return points.nearest(in: circle, count: count, where: nil)
    }
}
