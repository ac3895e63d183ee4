import WaymarkGeodesy
import WaymarkThreads

/// An index over the map points of the places in another index, for searches by straight distance.
///
/// Points are given in metres. Every answer equals a linear scan in metres east and north; positions are those of the
/// other index.
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
        _ index: PointIndex, jobs: Int, _ makeProjection: @Sendable () -> (Coordinate) -> ProjectedPoint?
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
                        guard let point = project(store.coordinate(at: slot)), Self.covers(point) else { continue }
                        let vector = Self.vector(of: point)
                        unsafe (x[slot], y[slot]) = (vector.x, vector.y)
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

    /// Metres per unit of the vectors; maps are smaller than that.
    static let metersPerUnit = 0x1p28

    /// Whether searches reach a point: it is finite, and within 268 000 km of the map's origin along both axes.
    package static func covers(_ point: ProjectedPoint) -> Bool {
        abs(point.east) <= metersPerUnit && abs(point.north) <= metersPerUnit
    }

    /// A point in the form of searches: divided by a power of two, which is exact, so that squares and roots have the
    /// same digits as in metres.
    static func vector(of point: ProjectedPoint) -> UnitVector {
        UnitVector(x: point.east / metersPerUnit, y: point.north / metersPerUnit, z: 0)
    }

    /// Returns the points within `radius` of `center` on the map, nearest first.
    ///
    /// - Precondition: The map covers `center`; `radius` is not negative and not NaN.
    package func points(within radius: Meters, of center: ProjectedPoint) -> [Match] {
        points.matches(in: PlaneCircle(center: center, radius: radius), where: nil, isSorted: true)
    }

    /// Returns the `count` points nearest to `center` on the map, nearest first; within `radius` if given.
    ///
    /// - Precondition: As for ``points(within:of:)``; `count` is not negative.
    package func nearest(to center: ProjectedPoint, count: Int, within radius: Meters? = nil) -> [Match] {
        precondition(count >= 0, "the count is negative: \(count)")
        let circle = PlaneCircle(center: center, radius: radius ?? Meters(.infinity))
        return points.nearest(in: circle, count: count, where: nil)
    }
}
