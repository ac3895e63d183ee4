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
    /// The centres expected.
    private var vectors = VectorList()
    /// The same on an ellipsoid.
    private var geodesicCircle: GeodesicCircle?
    /// The cache of points near recent centres, for the last index and radius.
    private var vicinities: Vicinities?
    /// The last circle: its limits are reused for the same radius.
    private var circle: Circle?

    /// An empty buffer.
    package init() {}

    /// Prepares queries for some centres: computes their vectors together and prefetches the cached points around them.
    package mutating func expect(_ centers: Span<Coordinate>, within radius: Meters, in index: PointIndex) {
        vectors.update(centers)
        guard centers.count > 0 else { return }
        fetch(circle(of: radius, around: vectors[0]), centers.count, in: index)
    }

    private mutating func fetch(_ region: some SearchRegion, _ centers: Int, in index: PointIndex) {
        guard region.isForKernels else { return }
        prepare(region, in: index)
        for number in 0..<centers { vicinities?.fetch(vectors[number]) }
    }

    /// Holds the answer of ``PointIndex/points(within:of:where:)`` for one of the centres expected last.
    package mutating func findPoints(
        within radius: Meters, ofExpected number: Int, _ center: Coordinate, in index: PointIndex
    ) {
        find(circle(of: radius, around: vectors[number]), in: index)
    }

    /// Holds the answer of ``PointIndex/points(within:of:where:)``.
    package mutating func findPoints(within radius: Meters, of center: Coordinate, in index: PointIndex) {
        find(circle(of: radius, around: UnitVector(center)), in: index)
    }

    /// Prepares queries for some centres on an ellipsoid.
    package mutating func expect(
        _ centers: Span<Coordinate>, within radius: Meters, on surface: GeodesicSurface, in index: PointIndex
    ) {
        vectors.update(centers)
        guard centers.count > 0 else { return }
        fetch(circle(of: radius, around: centers[0], vectors[0], on: surface), centers.count, in: index)
    }

    /// Holds the points within `radius` of one of the centres expected last, on an ellipsoid.
    package mutating func findPoints(
        within radius: Meters, ofExpected number: Int, _ center: Coordinate, on surface: GeodesicSurface,
        in index: PointIndex
    ) {
        find(circle(of: radius, around: center, vectors[number], on: surface), in: index)
    }

    /// Holds the points within `radius` of `center` on an ellipsoid.
    package mutating func findPoints(
        within radius: Meters, of center: Coordinate, on surface: GeodesicSurface, in index: PointIndex
    ) {
        find(circle(of: radius, around: center, UnitVector(center), on: surface), in: index)
    }

    /// Holds the points within `radius` of one of the centres expected last: first the `nearest`, sorted, then all others
    /// in any order.
    package mutating func findPoints(
        within radius: Meters, ofExpected number: Int, _ center: Coordinate, nearest: Int, in index: PointIndex
    ) {
        find(circle(of: radius, around: vectors[number]), nearest: nearest, in: index)
    }

    /// Holds the points of a region: first the `nearest`, sorted, then all others; nil sorts all.
    @inline(__always)
    private mutating func find(_ region: some SearchRegion, nearest: Int? = nil, in index: PointIndex) {
        guard region.isForKernels else { return keep(index.matches(in: region, where: nil, isSorted: true)) }
        scratch.count = 0
        prepare(region, in: index)
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

    @inline(__always)
    private mutating func circle(
        of radius: Meters, around center: Coordinate, _ vector: UnitVector, on surface: GeodesicSurface
    ) -> GeodesicCircle {
        let next =
            if let geodesicCircle, geodesicCircle.radius == radius, geodesicCircle.surface === surface {
                GeodesicCircle(center: center, vector, like: geodesicCircle)
            } else {
                GeodesicCircle(center: center, vector, radius: radius, on: surface)
            }
        geodesicCircle = next
        return next
    }

    @inline(__always)
    private mutating func circle(of radius: Meters, around center: UnitVector) -> Circle {
        let next =
            if let circle, circle.radius == radius {
                Circle(center: center, like: circle)
            } else {
                Circle(center: center, radius: radius, on: .earth)
            }
        circle = next
        return next
    }

    /// Clears the cache of near points if it is for another index or radius.
    @inline(__always)
    private mutating func prepare(_ region: some SearchRegion, in index: PointIndex) {
        if vicinities?.store === index.store, vicinities?.limit == region.possiblyInside { return }
        vicinities = Vicinities(index, region)
    }

    /// Holds an answer that was found without the buffer.
    package mutating func keep(_ matches: [Match]) {
        count = matches.count
        self.matches.replaceSubrange(..<min(count, self.matches.count), with: matches)
    }
}

/// Unit vectors of places, computed together in a reused buffer.
///
/// Not private: modules that keep a `MatchBuffer` in an optional refer to this type's metadata when they are linked.
@safe
struct VectorList: ~Copyable {
    private var x: UnsafeMutablePointer<Double>
    private var capacity = 0
    private var count = 0

    init() { unsafe x = .allocate(capacity: 0) }

    deinit { unsafe x.deallocate() }

    /// Holds the vectors of `places`.
    mutating func update(_ places: Span<Coordinate>) {
        if places.count > capacity {
            unsafe x.deallocate()
            capacity = places.count
            unsafe x = .allocate(capacity: 3 * capacity)
        }
        count = places.count
        unsafe places.withUnsafeBufferPointer { places in
            guard let start = places.baseAddress else { return }
            unsafe Kernels.best.unitVectors(
                of: start, count: count, x: x, y: x + capacity, z: x + 2 * capacity)
        }
    }

    subscript(_ number: Int) -> UnitVector {
        precondition(number >= 0 && number < count, "no such centre was expected")
        return unsafe UnitVector(x: x[number], y: x[capacity + number], z: x[2 * capacity + number])
    }
}
