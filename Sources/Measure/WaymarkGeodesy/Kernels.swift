package import CWaymarkKernels

/// The loops that run in SIMD instructions chosen at run time.
///
/// Every set gives the same bits as the Swift it stands for: the same operations in the same order. Addresses are
/// taken, because a search walks over its points for its whole length; whoever calls says that they hold what is read.
@safe
package struct Kernels: @unchecked Sendable {
    // @unchecked Sendable: a set of loops is constant.
    @usableFromInline
    package let loops: UnsafePointer<wm_kernels>

    @unsafe
    private init(loops: UnsafePointer<wm_kernels>) {
        unsafe self.loops = loops
    }

    /// Those that this processor can run, the fastest first; the last run on any.
    package static let all: [Kernels] = {
        var all: [Kernels] = []
        while let loops = unsafe wm_kernels_here(all.count) { unsafe all.append(Kernels(loops: loops)) }
        return all
    }()
    /// The fastest for this processor.
    package static let best = all[0]

    /// What the set is made for.
    package var name: String { unsafe String(cString: loops.pointee.name) }

    /// The points of an index: unit vectors and numbers, side by side, with room for four more at the end.
    @safe
    package struct Points {
        package let x: UnsafePointer<Double>
        package let y: UnsafePointer<Double>
        package let z: UnsafePointer<Double>
        package let numbers: UnsafePointer<UInt32>

        @unsafe package init(
            x: UnsafePointer<Double>, y: UnsafePointer<Double>, z: UnsafePointer<Double>,
            numbers: UnsafePointer<UInt32>
        ) {
            unsafe (self.x, self.y, self.z, self.numbers) = (x, y, z, numbers)
        }
    }

    /// A tree of boxes over points: leaves of 32, eight children to a node of 48 floats.
    @safe
    package struct Tree {
        @usableFromInline
        let tree: wm_tree

        /// A tree of at least one point; `levels` tells where in `nodes` each level begins, the root's last.
        @unsafe @inlinable @inline(__always)
        package init(
            points: Points, count: Int, nodes: UnsafePointer<Float>, levels: UnsafePointer<Int>, top: Int
        ) {
            unsafe tree = wm_tree(
                x: points.x, y: points.y, z: points.z, numbers: points.numbers, count: count, nodes: nodes,
                levels: levels, top: top)
        }
    }

    /// The most points that a search by chords looks for.
    package static let mostSearched = Int(WM_KEYS) - 1
    /// Room for the keys that such a search writes.
    package static let searchRoom = Int(WM_KEYS)
    /// Places that may be overwritten past those that all points would take.
    package static let overrun = Int(WM_OVERRUN)
    /// What stands in place of a key that there is not.
    package static let noKey = Double.infinity.bitPattern

    /// Writes the `count` + 1 least keys of the points up to `limit` from `center`, ascending: the first half of the bits
    /// of a squared chord, and the slot of the point.
    ///
    /// Every point is considered that can be among the `count` nearest, as far as the keys tell.
    @unsafe @inlinable @inline(__always)
    package func search(
        _ tree: Tree, from center: UnitVector, limit: Double, count: Int, keys: UnsafeMutablePointer<UInt64>
    ) {
        var center = center
        var tree = unsafe tree.tree
        unsafe withUnsafeBytes(of: &center) { center in
            unsafe loops.pointee.search(
                &tree, center.assumingMemoryBound(to: Double.self).baseAddress!, limit, count, keys)
        }
    }

    /// Points that follow one another, to before `end`.
    @frozen
    package struct Run {
        package var start: UInt32
        package var end: UInt32

        @inlinable
        package init(start: UInt32, end: UInt32) { (self.start, self.end) = (start, end) }

        /// No points.
        package static let none = Run(start: 0, end: 0)
    }

    /// Writes the squared chords up to `limit` from `center` to the points of `runs`, and the points' numbers;
    /// returns how many. There is room for the points of all runs and ``overrun`` more.
    @unsafe @inlinable @inline(__always)
    package func select(
        _ points: Points, _ runs: UnsafeBufferPointer<Run>, from center: UnitVector, limit: Double,
        chords: UnsafeMutablePointer<Double>, numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let start = runs.baseAddress else { return 0 }
        var center = center
        return unsafe withUnsafeBytes(of: &center) { center in
            unsafe loops.pointee.select(
                points.x, points.y, points.z, points.numbers,
                UnsafeRawPointer(start).assumingMemoryBound(to: wm_run.self), runs.count,
                center.assumingMemoryBound(to: Double.self).baseAddress!, limit, chords, numbers)
        }
    }

    /// The same of one run.
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

    /// How many points have a squared chord of at most `surely`, and how many lie between that and `possibly`.
    @unsafe @inlinable @inline(__always)
    package func count(
        _ tree: Tree, from center: UnitVector, surely: Double, possibly: Double
    ) -> (inside: Int, unsure: Int) {
        var center = center
        var tree = unsafe tree.tree
        var unsure = 0
        let inside = unsafe withUnsafeBytes(of: &center) { center in
            unsafe loops.pointee.count(
                &tree, center.assumingMemoryBound(to: Double.self).baseAddress!, surely, possibly, &unsure)
        }
        return (inside, unsure)
    }

    /// Writes the squares of the geodesics of up to `limit` from `center` to the points of `runs`, and the points' numbers;
    /// returns how many. There is room for the points of all runs and ``overrun`` more; `limit` is at most ``ShortGeodesic/greatestReach``.
    @unsafe @inlinable @inline(__always)
    package func select(
        _ points: Points, _ runs: UnsafeBufferPointer<Run>, on ellipsoid: ShortGeodesic,
        from center: ShortGeodesic.Place, limit: Double, squares: UnsafeMutablePointer<Double>,
        numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        guard let start = runs.baseAddress else { return 0 }
        var place = wm_place(center)
        return unsafe withUnsafePointer(to: ellipsoid.constants) { constants in
            unsafe loops.pointee.select_geodesics(
                constants, points.x, points.y, points.z, points.numbers,
                UnsafeRawPointer(start).assumingMemoryBound(to: wm_run.self), runs.count, &place, limit, squares,
                numbers)
        }
    }

    /// How many points have a squared geodesic of at most `surely`, and how many lie between that and `possibly`, which is at
    /// most ``ShortGeodesic/greatestReach``; squared chords of normals of at most `inner` are surely inside, and beyond `outer` outside.
    @unsafe @inlinable @inline(__always)
    package func count(
        _ tree: Tree, on ellipsoid: ShortGeodesic, from center: ShortGeodesic.Place, inner: Double, outer: Double,
        surely: Double, possibly: Double
    ) -> (inside: Int, unsure: Int) {
        var constants = ellipsoid.constants
        var place = wm_place(center)
        var tree = unsafe tree.tree
        var unsure = 0
        let inside = unsafe loops.pointee.count_geodesics(
            &constants, &tree, &place, inner, outer, surely, possibly, &unsure)
        return (inside, unsure)
    }

    /// Asks for what is at an address before it is looked at.
    @unsafe @inlinable @inline(__always)
    package static func fetch(_ address: UnsafeRawPointer) { unsafe wm_fetch(address) }

    /// What a walk through a tree remembers.
    @safe
    package struct Walk {
        @usableFromInline
        var walk = wm_walk()

        package init() {}
    }

    /// Runs of points that together hold every point with a squared chord of at most `possibly`, in ascending order.
    @safe
    package struct Runs {
        private let loops: UnsafePointer<wm_kernels>
        private let walk: UnsafeMutablePointer<wm_walk>
        private var tree: wm_tree
        private var center: UnitVector
        private let possibly: Double

        /// A walk that uses memory that outlives it; the tree holds a point.
        @unsafe @inline(__always)
        package init(
            _ kernels: Kernels, _ tree: Tree, from center: UnitVector, possibly: Double,
            in memory: UnsafeMutablePointer<Walk>
        ) {
            unsafe loops = kernels.loops
            unsafe walk = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: wm_walk.self)
            unsafe walk.pointee.level = Int(WM_LEVELS)
            (self.center, self.possibly) = (center, possibly)
            unsafe self.tree = tree.tree
        }

        /// The next runs, valid until they are asked for again; none after the last.
        @unsafe @inline(__always)
        package mutating func advance() -> UnsafeBufferPointer<Run> {
            let count = unsafe withUnsafeBytes(of: &center) { center in
                unsafe loops.pointee.runs(
                    &tree, center.assumingMemoryBound(to: Double.self).baseAddress!, possibly, walk)
            }
            return unsafe withUnsafePointer(to: &walk.pointee.runs) { runs in
                unsafe UnsafeBufferPointer(
                    start: UnsafeRawPointer(runs).assumingMemoryBound(to: Run.self), count: count)
            }
        }
    }

    /// The most values that ``ranks(of:count:into:)`` takes.
    package static let mostRanked = Int(WM_RANKED)

    /// Writes how many of the values are less than each, for as many as `mostRanked`; returns whether no two are equal, so
    /// that these are their places in ascending order.
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
        var center = center
        unsafe withUnsafeBytes(of: &center) { center in
            unsafe loops.pointee.nearest(
                boxes, center.assumingMemoryBound(to: Double.self).baseAddress!, squares)
        }
    }

    /// Turns squared chords of at most 1 into lengths on a sphere, in place; returns the greatest.
    @unsafe @inlinable @inline(__always)
    package func lengths(_ chords: UnsafeMutablePointer<Double>, count: Int, radius: Meters) -> Double {
        unsafe loops.pointee.lengths(chords, count, radius.value)
    }

    /// Turns squares into their roots times a scale, in place; returns the greatest.
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

    /// The least and the greatest latitude and longitude of places; there is one.
    @unsafe
    package func extent(of places: UnsafePointer<Coordinate>, count: Int) -> (
        south: Double, west: Double, north: Double, east: Double
    ) {
        unsafe places.withMemoryRebound(to: Double.self, capacity: 2 * count) { places in
            unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { extent in
                unsafe loops.pointee.extent(places, count, extent.baseAddress!)
                return unsafe (extent[0], extent[1], extent[2], extent[3])
            }
        }
    }

    /// Writes for each place the number of its cell along the Hilbert curve of 65 536 by 65 536 cells, in the upper half,
    /// and its position, counted from `first`, in the lower one. Rows and columns are counted from a place, by their number to a degree.
    @unsafe
    package func curve(
        through places: UnsafePointer<Coordinate>, count: Int, first: Int = 0,
        from origin: (latitude: Double, longitude: Double),
        rows: Double, columns: Double, keys: UnsafeMutablePointer<UInt64>
    ) {
        unsafe places.withMemoryRebound(to: Double.self, capacity: 2 * count) { places in
            let numbers = [origin.latitude, origin.longitude, rows, columns]
            unsafe numbers.withUnsafeBufferPointer { numbers in
                let numbers = numbers.baseAddress!
                unsafe loops.pointee.curve(places, count, first, numbers, numbers + 2, keys)
            }
        }
    }

    /// Writes the bounds of each leaf of values, rounded outwards, to the nodes over them: `boxes` is where the first low
    /// bound belongs.
    @unsafe
    package func boxes(over values: UnsafePointer<Double>, count: Int, _ boxes: UnsafeMutablePointer<Float>) {
        unsafe loops.pointee.boxes(values, count, boxes)
    }

    /// Writes the lengths from one vector to many.
    package func lengths(
        from start: UnitVector, to ends: Span<UnitVector>, radius: Meters, into lengths: inout MutableSpan<Meters>
    ) {
        precondition(lengths.count == ends.count, "one distance for each end")
        var start = start
        unsafe ends.withUnsafeBytes { ends in
            unsafe lengths.withUnsafeMutableBytes { lengths in
                unsafe withUnsafeBytes(of: &start) { start in
                    guard let from = ends.baseAddress, let to = lengths.baseAddress else { return }
                    unsafe loops.pointee.one_to_many(
                        start.assumingMemoryBound(to: Double.self).baseAddress!,
                        from.assumingMemoryBound(to: Double.self), ends.count / MemoryLayout<UnitVector>.stride,
                        radius.value, to.assumingMemoryBound(to: Double.self))
                }
            }
        }
    }

    /// Writes the lengths from one place to many.
    package func lengths(
        from start: Coordinate, to ends: Span<Coordinate>, radius: Meters, into lengths: inout MutableSpan<Meters>
    ) {
        precondition(lengths.count == ends.count, "one distance for each end")
        let count = ends.count
        // The start is paired with each end, in pieces that stay in the nearest cache.
        let piece = 256
        unsafe withUnsafeTemporaryAllocation(of: Coordinate.self, capacity: piece) { starts in
            unsafe starts.initialize(repeating: start)
            unsafe ends.withUnsafeBytes { ends in
                unsafe lengths.withUnsafeMutableBytes { lengths in
                    guard let to = unsafe ends.baseAddress?.assumingMemoryBound(to: Double.self),
                        let out = unsafe lengths.baseAddress?.assumingMemoryBound(to: Double.self)
                    else { return }
                    let from = unsafe UnsafeRawPointer(starts.baseAddress!).assumingMemoryBound(to: Double.self)
                    for first in stride(from: 0, to: count, by: piece) {
                        unsafe loops.pointee.pairs(
                            from, to + 2 * first, min(piece, count - first), radius.value, out + first)
                    }
                }
            }
        }
    }

    /// Writes the lengths between pairs of places.
    package func lengths(
        from starts: Span<Coordinate>, to ends: Span<Coordinate>, radius: Meters,
        into lengths: inout MutableSpan<Meters>
    ) {
        precondition(starts.count == ends.count, "one end for each start")
        precondition(lengths.count == ends.count, "one distance for each pair")
        let count = starts.count
        unsafe starts.withUnsafeBytes { starts in
            unsafe ends.withUnsafeBytes { ends in
                unsafe lengths.withUnsafeMutableBytes { lengths in
                    guard let from = starts.baseAddress, let to = ends.baseAddress, let out = lengths.baseAddress else {
                        return
                    }
                    unsafe loops.pointee.pairs(
                        from.assumingMemoryBound(to: Double.self), to.assumingMemoryBound(to: Double.self), count,
                        radius.value, out.assumingMemoryBound(to: Double.self))
                }
            }
        }
    }
}

extension wm_place {
    /// A place as the loops take it.
    package init(_ place: ShortGeodesic.Place) {
        self.init(
            normal: (place.normal.x, place.normal.y, place.normal.z),
            point: (place.point.x, place.point.y, place.point.z))
    }
}
