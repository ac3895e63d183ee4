import WaymarkGeodesy

/// A region of a search and its distances: on the sphere, on an ellipsoid, or on a map.
///
/// On any surface, squared chords guide the walk of the tree; distances follow from squares that a kernel computes in
/// vectors.
protocol SearchRegion {
    /// The centre of distances.
    var center: UnitVector { get }
    /// Squared chords beyond this are outside.
    var possiblyInside: Double { get }
    /// Distances of up to this are inside.
    var radius: Meters { get }
    /// Whether squares give exact distances; otherwise each point is measured separately.
    var isForKernels: Bool { get }

    /// Adds the points of `runs` that may be inside to the finds: their squares and numbers.
    @unsafe
    func select(
        _ points: Kernels.Points, _ runs: UnsafeBufferPointer<Kernels.Run>, into scratch: inout SearchScratch)

    /// Converts squares to distances in metres, in place; returns the maximum.
    @unsafe
    func lengths(_ squares: UnsafeMutablePointer<Double>, count: Int) -> Double

    /// The distance of the point in a slot; nil if it lies outside.
    func distance(to slot: Int, in store: PointStore) -> Meters?
}

/// A region in which squared chords order points as their distances do, except where rounded distances are equal.
protocol ChordRegion: SearchRegion {
    /// Squares up to this give exact distances.
    var maxSquare: Double { get }
    /// The distance of a square up to ``maxSquare``.
    func length(ofSquare square: Double) -> Meters
}

extension ChordRegion {
    @unsafe @inline(__always)
    func select(
        _ points: Kernels.Points, _ runs: UnsafeBufferPointer<Kernels.Run>, into scratch: inout SearchScratch
    ) {
        unsafe scratch.reserve(runs.reduce(0) { $0 &+ Int($1.end &- $1.start) })
        scratch.count += unsafe Kernels.best.select(
            points, runs, from: center, limit: possiblyInside, chords: scratch.chords + scratch.count,
            numbers: scratch.numbers + scratch.count)
    }
}
