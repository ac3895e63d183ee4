package import CWaymarkKernels

/// The loops in SIMD instructions, chosen at run time.
///
/// Every set gives the same bits as its Swift twin: the same operations in the same order. Functions take addresses,
/// because a search passes over its points many times; the caller guarantees that they are valid.
@safe
package struct Kernels: @unchecked Sendable {
    // @unchecked Sendable: a set of loops is constant.
    @usableFromInline
    package let loops: UnsafePointer<wm_kernels>

    @unsafe
    private init(loops: UnsafePointer<wm_kernels>) {
        unsafe self.loops = loops
    }

    /// The sets that this processor can run, the fastest first; the last one runs on any.
    package static let all: [Kernels] = {
        var all: [Kernels] = []
        while let loops = unsafe wm_kernels_here(all.count) { unsafe all.append(Kernels(loops: loops)) }
        return all
    }()
    /// The fastest set for this processor.
    package static let best = all[0]

    /// The instruction set.
    package var name: String { unsafe String(cString: loops.pointee.name) }

    /// The points of an index: unit vectors and numbers in separate arrays, with room for four more at the end.
    package typealias Points = wm_points
    /// A tree of boxes over at least one point: leaves of 32, eight children to a node of 48 floats.
    package typealias Tree = wm_tree
    /// A run of consecutive points, up to but excluding `end`.
    package typealias Run = wm_run
    /// The state of a walk through a tree.
    package typealias Walk = wm_walk

    /// A vector in the form of the loops.
    @inlinable @inline(__always)
    package static func vector(_ vector: UnitVector) -> wm_vector { wm_vector(x: vector.x, y: vector.y, z: vector.z) }

    /// The maximum number of points of a search by chords.
    package static let maxSearched = Int(WM_KEYS) - 1
    /// The number of keys that such a search may write.
    package static let searchRoom = Int(WM_KEYS)
    /// The number of elements that may be overwritten after those for all points.
    package static let overrun = Int(WM_OVERRUN)
    /// The sentinel of an unused key slot.
    package static let noKey = Double.infinity.bitPattern

    /// Writes the `count` + 1 smallest keys of the points up to `limit` from `center`, ascending: the upper half of the
    /// bits of a squared chord, and the slot of the point.
    ///
    /// The keys include every point that can be among the `count` nearest.
    @unsafe @inlinable @inline(__always)
    package func search(
        _ tree: Tree, from center: UnitVector, limit: Double, count: Int, keys: UnsafeMutablePointer<UInt64>
    ) {
        var (tree, center) = unsafe (tree, Kernels.vector(center))
        unsafe loops.pointee.search(&tree, &center, limit, count, keys)
    }

    /// Writes the squared chords up to `limit` from `center` to the points of `runs`, and the points' numbers; returns
    /// their number. Needs room for the points of all runs and ``overrun`` more.
    @unsafe @inlinable @inline(__always)
    package func select(
        _ points: Points, _ runs: UnsafeBufferPointer<Run>, from center: UnitVector, limit: Double,
        chords: UnsafeMutablePointer<Double>, numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let start = runs.baseAddress else { return 0 }
        return unsafe loops.pointee.select(points, start, runs.count, Kernels.vector(center), limit, chords, numbers)
    }

    /// The same for one run.
    @unsafe @inlinable @inline(__always)
    package func select(
        _ points: Points, _ slots: Range<Int>, from center: UnitVector, limit: Double,
        chords: UnsafeMutablePointer<Double>, numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var run = Run(
            start: UInt32(truncatingIfNeeded: slots.lowerBound), end: UInt32(truncatingIfNeeded: slots.upperBound))
        return unsafe withUnsafePointer(to: &run) { run in
            unsafe select(
                points, UnsafeBufferPointer(start: run, count: 1), from: center, limit: limit, chords: chords,
                numbers: numbers)
        }
    }

    /// The number of points with a squared chord of at most `surely`, and the number between that and `possibly`.
    @unsafe @inlinable @inline(__always)
    package func count(
        _ tree: Tree, from center: UnitVector, surely: Double, possibly: Double
    ) -> (inside: Int, unsure: Int) {
        var (tree, center, unsure) = unsafe (tree, Kernels.vector(center), 0)
        let inside = unsafe loops.pointee.count(&tree, &center, surely, possibly, &unsure)
        return (inside, unsure)
    }

    /// Writes the squared geodesics up to `limit` from `center` to the points of `runs`, and the points' numbers;
    /// returns their number. Needs room for the points of all runs and ``overrun`` more; `limit` is at most
    /// ``ShortGeodesic/maxReach``.
    @unsafe @inlinable @inline(__always)
    package func select(
        _ points: Points, _ runs: UnsafeBufferPointer<Run>, on ellipsoid: ShortGeodesic,
        from center: ShortGeodesic.SurfacePoint, limit: Double, squares: UnsafeMutablePointer<Double>,
        numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let start = runs.baseAddress else { return 0 }
        return unsafe loops.pointee.select_geodesics(
            ellipsoid.constants, points, start, runs.count, wm_surface_point(center), limit, squares, numbers)
    }

    /// The number of points with a squared geodesic of at most `surely`, and the number between that and `possibly`,
    /// which is at most ``ShortGeodesic/maxReach``; points with squared chords of normals up to `inner` are
    /// inside, beyond `outer` outside.
    @unsafe @inlinable @inline(__always)
    package func count(
        _ tree: Tree, on ellipsoid: ShortGeodesic, from center: ShortGeodesic.SurfacePoint, inner: Double,
        outer: Double,
        surely: Double, possibly: Double
    ) -> (inside: Int, unsure: Int) {
        var (tree, center, unsure) = unsafe (tree, wm_surface_point(center), 0)
        let inside = unsafe loops.pointee.count_geodesics(
            ellipsoid.constants, &tree, &center, inner, outer, surely, possibly, &unsure)
        return (inside, unsure)
    }

    /// Prefetches the memory at an address.
    @unsafe @inlinable @inline(__always)
    package static func fetch(_ address: UnsafeRawPointer) { unsafe wm_fetch(address) }

    /// Runs of points that together contain every point with a squared chord of at most `possibly`, in ascending order.
    @safe
    package struct Runs {
        private let loops: UnsafePointer<wm_kernels>
        private let walk: UnsafeMutablePointer<wm_walk>
        private var tree: wm_tree
        private var center: wm_vector
        private let possibly: Double

        /// A walk over memory that must outlive it; the tree must have at least one point.
        @unsafe @inline(__always)
        package init(
            _ kernels: Kernels, _ tree: Tree, from center: UnitVector, possibly: Double,
            in memory: UnsafeMutablePointer<Walk>
        ) {
            unsafe loops = kernels.loops
            unsafe walk = memory
            unsafe walk.pointee.level = Int(WM_LEVELS)
            (self.center, self.possibly) = (Kernels.vector(center), possibly)
            unsafe self.tree = tree
        }

        /// The next runs, valid until the next call; empty at the end.
        @unsafe @inline(__always)
        package mutating func advance() -> UnsafeBufferPointer<Run> {
            let count = unsafe loops.pointee.runs(&tree, &center, possibly, walk)
            return unsafe withUnsafePointer(to: &walk.pointee.runs) { runs in
                unsafe UnsafeBufferPointer(
                    start: UnsafeRawPointer(runs).assumingMemoryBound(to: Run.self), count: count)
            }
        }
    }

    /// The maximum number of values for ``ranks(of:count:into:)``.
    package static let maxRanked = Int(WM_RANKED)

    /// Writes for each value the number of smaller values, for up to `maxRanked` values; returns whether all are
    /// distinct, so that these are their ranks.
    @unsafe @inlinable @inline(__always)
    package func ranks(
        of values: UnsafePointer<Double>, count: Int, into ranks: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        unsafe loops.pointee.ranks(values, count, ranks) == count * (count - 1) / 2
    }

    /// Writes the squared chord from `center` to the nearest corner or side of each of eight boxes.
    @unsafe @inlinable @inline(__always)
    package func nearest(
        _ boxes: UnsafePointer<Float>, from center: UnitVector, into squares: UnsafeMutablePointer<Double>
    ) {
        unsafe loops.pointee.nearest(boxes, Kernels.vector(center), squares)
    }

    /// Converts squared chords of at most 1 to lengths on a sphere, in place; returns the maximum.
    @unsafe @inlinable @inline(__always)
    package func lengths(_ chords: UnsafeMutablePointer<Double>, count: Int, radius: Meters) -> Double {
        unsafe loops.pointee.lengths(chords, count, radius.value)
    }

    /// Replaces squares by their roots times a scale; returns the maximum.
    @unsafe @inlinable @inline(__always)
    package func roots(_ squares: UnsafeMutablePointer<Double>, count: Int, scale: Double) -> Double {
        unsafe loops.pointee.roots(squares, count, scale)
    }

    /// Writes the unit vectors of places.
    @unsafe
    package func unitVectors(
        of places: UnsafePointer<Coordinate>, count: Int, x: UnsafeMutablePointer<Double>,
        y: UnsafeMutablePointer<Double>, z: UnsafeMutablePointer<Double>
    ) {
        unsafe places.withMemoryRebound(to: Double.self, capacity: 2 * count) {
            unsafe loops.pointee.unit_vectors($0, count, x, y, z)
        }
    }

    /// The minimum and maximum latitude and longitude of at least one place.
    @unsafe
    package func extent(of places: UnsafePointer<Coordinate>, count: Int) -> wm_extent {
        unsafe places.withMemoryRebound(to: Double.self, capacity: 2 * count) {
            unsafe loops.pointee.extent($0, count)
        }
    }

    /// Writes for each place the number of its cell along the Hilbert curve of 65 536 by 65 536 cells, in the upper
    /// half, and its position, counted from `first`, in the lower half. Rows and columns count from an origin, with a
    /// given number per degree.
    @unsafe
    package func curve(
        through places: UnsafePointer<Coordinate>, count: Int, first: Int = 0,
        from origin: (latitude: Double, longitude: Double),
        rows: Double, columns: Double, keys: UnsafeMutablePointer<UInt64>
    ) {
        let grid = wm_grid(south: origin.latitude, west: origin.longitude, rows: rows, columns: columns)
        unsafe places.withMemoryRebound(to: Double.self, capacity: 2 * count) {
            unsafe loops.pointee.curve($0, count, first, grid, keys)
        }
    }

    /// Writes the bounds of each leaf of values, rounded outwards, to the parent nodes; `boxes` is the address of the
    /// first low bound.
    @unsafe
    package func boxes(over values: UnsafePointer<Double>, count: Int, _ boxes: UnsafeMutablePointer<Float>) {
        unsafe loops.pointee.boxes(values, count, boxes)
    }

    /// Writes the lengths from one vector to many.
    package func lengths(
        from start: UnitVector, to ends: Span<UnitVector>, radius: Meters, into lengths: inout MutableSpan<Meters>
    ) {
        precondition(lengths.count == ends.count, "\(lengths.count) distances for \(ends.count) ends")
        unsafe ends.withUnsafeBytes { ends in
            unsafe lengths.withUnsafeMutableBytes { lengths in
                guard let from = ends.baseAddress, let to = lengths.baseAddress else { return }
                unsafe loops.pointee.one_to_many(
                    Kernels.vector(start), from.assumingMemoryBound(to: Double.self),
                    ends.count / MemoryLayout<UnitVector>.stride, radius.value,
                    to.assumingMemoryBound(to: Double.self))
            }
        }
    }

    /// Writes the lengths from one place to many.
    package func lengths(
        from start: Coordinate, to ends: Span<Coordinate>, radius: Meters, into lengths: inout MutableSpan<Meters>
    ) {
        precondition(lengths.count == ends.count, "\(lengths.count) distances for \(ends.count) ends")
        // A list of one element: nothing is allocated.
        unsafe withUnsafePointer(to: start) { start in
            unsafe pairs(UnsafeBufferPointer(start: start, count: 1).span, step: 0, ends, radius, &lengths)
        }
    }

    /// Writes the lengths between pairs of places.
    package func lengths(
        from starts: Span<Coordinate>, to ends: Span<Coordinate>, radius: Meters,
        into lengths: inout MutableSpan<Meters>
    ) {
        precondition(starts.count == ends.count, "\(ends.count) ends for \(starts.count) starts")
        precondition(lengths.count == ends.count, "\(lengths.count) distances for \(ends.count) pairs")
        pairs(starts, step: 1, ends, radius, &lengths)
    }

    private func pairs(
        _ starts: Span<Coordinate>, step: Int, _ ends: Span<Coordinate>, _ radius: Meters,
        _ lengths: inout MutableSpan<Meters>
    ) {
        unsafe starts.withUnsafeBytes { starts in
            unsafe ends.withUnsafeBytes { ends in
                unsafe lengths.withUnsafeMutableBytes { lengths in
                    guard let from = starts.baseAddress, let to = ends.baseAddress, let out = lengths.baseAddress else {
                        return
                    }
                    unsafe loops.pointee.pairs(
                        from.assumingMemoryBound(to: Double.self), step, to.assumingMemoryBound(to: Double.self),
                        ends.count / MemoryLayout<Coordinate>.stride, radius.value,
                        out.assumingMemoryBound(to: Double.self))
                }
            }
        }
    }
}

extension wm_run {
    /// No points.
    package static let none = wm_run(start: 0, end: 0)
}

extension wm_surface_point {
    /// A point on the ellipsoid in the form of the loops.
    package init(_ point: ShortGeodesic.SurfacePoint) {
        self.init(normal: Kernels.vector(point.normal), point: Kernels.vector(point.point))
    }
}
