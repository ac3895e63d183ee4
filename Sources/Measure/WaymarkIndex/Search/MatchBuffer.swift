import WaymarkGeodesy

/// The answers to successive queries, in a reused buffer; each thread has its own.
///
/// For many queries whose answers are used one at a time: threads share nothing, and up to 60° nothing is allocated
/// once the buffer has grown.
package struct MatchBuffer: ~Copyable {
    /// The last answer is at the front, sorted by distance, then by index, as far as the search sorts it; elements after
    /// its `count` matches are meaningless.
    package private(set) var matches: ContiguousArray<Match> = []
    /// The number of matches of the last answer.
    package private(set) var count = 0
    private var scratch = SearchScratch()
    /// The vectors of the centres expected.
    private var vectors = ContiguousArray<UnitVector>()
    /// The cache of points near recent centres, for the last index and radius.
    private var vicinities: Vicinities?
    /// The last circle, and the last on an ellipsoid: their limits are reused for the same radius.
    private var circle: Circle?
    private var geodesicCircle: GeodesicCircle?

    private let keepsVicinities: Bool

    /// An empty buffer; `keepsVicinities` makes many queries with one radius faster, and a single one slower.
    package init(keepsVicinities: Bool = true) { self.keepsVicinities = keepsVicinities }

    /// Prepares queries for some centres: computes their vectors together, and prefetches the points cached around them.
    package mutating func expect(_ centers: Span<Coordinate>) {
        let count = centers.count
        vectors.removeAll(keepingCapacity: true)
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * count) { numbers in
            unsafe centers.withUnsafeBufferPointer { centers in
                guard let first = centers.baseAddress, let x = numbers.baseAddress else { return }
                unsafe Kernels.best.unitVectors(of: first, count: count, x: x, y: x + count, z: x + 2 * count)
                for i in 0..<count {
                    let vector = unsafe UnitVector(x: x[i], y: x[count + i], z: x[2 * count + i])
                    vicinities?.fetch(vector)
                    vectors.append(vector)
                }
            }
        }
    }

    /// Holds the points within `radius` of one of the centres expected last: all sorted, or first the `nearest`, sorted,
    /// then the others in any order.
    package mutating func findPoints(
        within radius: Meters, ofExpected number: Int, nearest: Int? = nil, in index: PointIndex
    ) {
        let next = Circle(center: vectors[number], radius: radius, like: circle)
        circle = next
        find(next, nearest: nearest, in: index)
    }

    /// Holds the points within `radius` of one of the centres expected last, `center`, on an ellipsoid.
    package mutating func findPoints(
        within radius: Meters, ofExpected number: Int, _ center: Coordinate, on surface: GeodesicSurface,
        in index: PointIndex
    ) {
        let next = GeodesicCircle(
            center: center, vectors[number], radius: radius, on: surface, like: geodesicCircle)
        geodesicCircle = next
        find(next, in: index)
    }

    /// Holds the points of a region: first the `nearest`, sorted, then all others; nil sorts all.
    @inline(__always)
    private mutating func find(_ region: some SearchRegion, nearest: Int? = nil, in index: PointIndex) {
        guard region.isForKernels else { return keep(index.matches(in: region, where: nil, isSorted: true)) }
        scratch.count = 0
        if keepsVicinities, vicinities?.store !== index.store || vicinities?.limit != region.possiblyInside {
            vicinities = Vicinities(index, region)
        }
        if vicinities?.collect(region, of: index, into: &scratch) != true { index.collect(region, into: &scratch) }
        count = 0
        if scratch.count == 0 { return }
        let greatest = index.measure(region, &scratch, where: nil)
        count = scratch.count
        if count > matches.count {
            let none = Match(index: 0, distance: .zero)
            matches.append(contentsOf: repeatElement(none, count: count + count / 2 - matches.count))
        }
        if count > 0 {
            unsafe matches.withUnsafeMutableBufferPointer { matches in
                if let nearest {
                    unsafe scratch.write(nearest: nearest, to: matches, index.store)
                } else {
                    unsafe scratch.writeSorted(to: matches, greatest: greatest, index.store)
                }
            }
        }
    }

    /// Holds the points within `radius` of a point of a map.
    package mutating func findPoints(within radius: Meters, of center: ProjectedPoint, in plane: PlaneIndex) {
        find(PlaneCircle(center: center, radius: radius), in: plane.points)
    }

    /// Gives the matches of an index over some of the points the positions of these among all, in ascending order.
    package mutating func renumber(by positions: ContiguousArray<Int>) {
        for i in 0..<count { matches[i] = Match(index: positions[matches[i].index], distance: matches[i].distance) }
    }

    /// Holds an answer that was found without the buffer.
    package mutating func keep(_ matches: [Match]) {
        count = matches.count
        self.matches.replaceSubrange(..<min(count, self.matches.count), with: matches)
    }
}
