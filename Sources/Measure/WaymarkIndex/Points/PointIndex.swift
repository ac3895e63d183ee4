import WaymarkGeodesy

/// A spatial index over points, for searches within a radius, for the nearest, and in a box.
///
/// Built once, then read; a value that any number of tasks can share. Answers are positions in the original collection,
/// and great-circle distances on `Sphere.earth`. Every search equals a linear scan with
/// `Sphere.earth.distance(from:to:)`, on both sides of the antimeridian, at the poles and at any radius.
///
/// ```swift
/// let index = PointIndex(attractions.map(\.coordinate))
/// for match in index.points(within: .kilometers(10), of: hotel) {
///     print(attractions[match.index].name, match.distance)
/// }
/// ```
///
/// Memory: 44 bytes per point, and less than 1 byte for the tree.
public struct PointIndex: Sendable {
    let store: PointStore
    let tree: PackedRTree

    /// An index over any number of places; duplicates are kept.
    ///
    /// - Parameters:
    ///   - places: The places, WGS 84 degrees.
    ///   - jobs: The maximum number of threads; the index does not depend on it.
    /// - Precondition: fewer than 2³² places; `jobs` is above zero.
    /// - Complexity: O(*n*).
    public init(_ places: some Sequence<Coordinate>, jobs: Int = 1) {
        precondition(jobs > 0, "the number of jobs is below 1: \(jobs)")
        let index = places.withContiguousStorageIfAvailable { unsafe PointIndex($0, jobs: jobs) }
        self =
            unsafe index
            ?? ContiguousArray(places).withUnsafeBufferPointer { unsafe PointIndex($0, jobs: jobs) }
    }

    @unsafe
    private init(_ places: UnsafeBufferPointer<Coordinate>, jobs: Int) {
        precondition(places.count < UInt32.max, "there are too many points for 32 bits: \(places.count)")
        self.init(unsafe PointStore(places, jobs: jobs))
    }

    /// The index over the points of a store.
    init(_ store: PointStore) {
        self.store = store
        tree = PackedRTree(store)
    }

    /// The number of points in the index.
    public var count: Int { store.count }

    /// Whether the index is empty.
    public var isEmpty: Bool { store.count == 0 }
}
