import WaymarkGeodesy

/// A spatial index over points: what lies within a radius, what is nearest, what is in a box.
///
/// Built once, then read; a value that may be shared by any number of tasks. Answers are positions in the
/// collection it was built from, and great-circle distances on `Sphere.earth`. Every search equals a linear scan with
/// `Sphere.earth.distance(from:to:)`, on both sides of the antimeridian, at the poles and at any radius.
///
/// ```swift
/// let index = PointIndex(attractions.map(\.coordinate))
/// for match in index.points(within: .kilometers(10), of: hotel) {
///     print(attractions[match.index].name, match.distance)
/// }
/// ```
///
/// Memory: 44 bytes a point and under 1 byte for the tree.
public struct PointIndex: Sendable {
    // In Hilbert order: the points of a leaf lie side by side.
    let x: ContiguousArray<Double>
    let y: ContiguousArray<Double>
    let z: ContiguousArray<Double>
    /// Where each stood in the collection the index was built from.
    let positions: ContiguousArray<UInt32>
    let coordinates: ContiguousArray<Coordinate>
    let tree: PackedRTree

    /// An index over any number of places; duplicates are kept.
    ///
    /// - Precondition: fewer than 2³² places.
    /// - Complexity: O(*n*).
    public init(_ places: some Sequence<Coordinate>) {
        let places = ContiguousArray(places)
        precondition(places.count <= UInt32.max, "an index holds fewer than 2^32 points")
        positions = HilbertOrder.positions(of: places, run: PackedRTree.leaf)
        coordinates = ContiguousArray(positions.lazy.map { places[Int($0)] })
        var (x, y, z) = (ContiguousArray<Double>(), ContiguousArray<Double>(), ContiguousArray<Double>())
        x.reserveCapacity(places.count)
        y.reserveCapacity(places.count)
        z.reserveCapacity(places.count)
        for coordinate in coordinates {
            let vector = UnitVector(coordinate)
            x.append(vector.x)
            y.append(vector.y)
            z.append(vector.z)
        }
        tree = PackedRTree(x: x.span, y: y.span, z: z.span)
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// How many points the index holds.
    public var count: Int { positions.count }

    /// Whether the index holds no points.
    public var isEmpty: Bool { positions.isEmpty }

    @inline(__always)
    func vector(at slot: Int) -> UnitVector { UnitVector(x: x[slot], y: y[slot], z: z[slot]) }
}
