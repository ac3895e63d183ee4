extension Sphere {
    /// Writes the great-circle distance from `start` to each of `ends` into `distances`, in their order.
    ///
    /// Each is the same, bit for bit, as ``distance(from:to:)-(Coordinate,_)``. Nothing is allocated.
    ///
    /// - Precondition: `distances.count == ends.count`.
    /// - Complexity: O(*n*).
    public func distances(from start: Coordinate, to ends: Span<Coordinate>, into distances: inout MutableSpan<Meters>)
    {
        Kernels.best.lengths(from: start, to: ends, radius: radius, into: &distances)
    }

    /// Writes the great-circle distance from `start` to each of `ends`, given as unit vectors, into `distances`.
    ///
    /// Several times as fast as from coordinates; for places used repeatedly.
    ///
    /// - Precondition: `distances.count == ends.count`.
    /// - Complexity: O(*n*).
    public func distances(from start: UnitVector, to ends: Span<UnitVector>, into distances: inout MutableSpan<Meters>)
    {
        Kernels.best.lengths(from: start, to: ends, radius: radius, into: &distances)
    }

    /// Writes the great-circle distance from `starts[i]` to `ends[i]` into `distances[i]`, for each `i`.
    ///
    /// - Precondition: `starts`, `ends` and `distances` have the same count.
    /// - Complexity: O(*n*).
    public func distances(
        from starts: Span<Coordinate>, to ends: Span<Coordinate>, into distances: inout MutableSpan<Meters>
    ) {
        Kernels.best.lengths(from: starts, to: ends, radius: radius, into: &distances)
    }
}
