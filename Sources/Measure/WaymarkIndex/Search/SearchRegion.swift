import WaymarkGeodesy

/// Where a search looks, and how it measures there: on the sphere, on an ellipsoid, or on a map.
///
/// What the tree is walked by are squared chords, whatever the surface; how far a point is follows from squares that a kernel
/// computes side by side.
protocol SearchRegion {
    /// The place that distances are from.
    var center: UnitVector { get }
    /// Squared chords beyond this are outside.
    var possiblyInside: Double { get }
    /// Distances of up to this are inside.
    var radius: Meters { get }
    /// Whether squares give the distances to the last digit; else each point is asked about on its own.
    var isForKernels: Bool { get }

    /// Writes the squares and the numbers of the points of `runs` that may be inside; returns how many.
    @unsafe
    func select(
        _ points: Kernels.Points, _ runs: UnsafeBufferPointer<Kernels.Run>, squares: UnsafeMutablePointer<Double>,
        numbers: UnsafeMutablePointer<UInt32>
    ) -> Int

    /// Turns squares into distances in metres, in place; returns the greatest.
    @unsafe
    func lengths(_ squares: UnsafeMutablePointer<Double>, count: Int) -> Double

    /// How far the point in a slot is; nil where it lies outside.
    func distance(to slot: Int, in store: PointStore) -> Meters?
}

/// A region in which squared chords order points as their distances do, but for those whose distances are equal as rounded.
protocol ChordRegion: SearchRegion {
    /// Squares up to this give distances to the last digit.
    var mostSquare: Double { get }
    /// The distance of a square up to ``mostSquare``.
    func length(ofSquare square: Double) -> Meters
}

extension ChordRegion {
    @unsafe @inline(__always)
    func select(
        _ points: Kernels.Points, _ runs: UnsafeBufferPointer<Kernels.Run>, squares: UnsafeMutablePointer<Double>,
        numbers: UnsafeMutablePointer<UInt32>
    ) -> Int {
        unsafe Kernels.best.select(
            points, runs, from: center, limit: possiblyInside, chords: squares, numbers: numbers)
    }
}
