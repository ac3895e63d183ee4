import WaymarkGeodesy
import WaymarkThreads

extension PointIndex {
    /// Returns, for each of `centers`, the points within `radius` of it, nearest first.
    ///
    /// Each list equals ``points(within:of:where:)`` for that centre. Neighbouring centres are looked up consecutively,
    /// on all cores; the calling thread takes part and waits for the others.
    ///
    /// - Parameters:
    ///   - radius: Length along the ground, the same for all.
    ///   - centers: Centres of the circles, WGS 84 degrees.
    ///   - jobs: The maximum number of threads; nil is the number of cores.
    /// - Returns: A list for each centre, in the order of `centers`.
    /// - Precondition: `radius` is not negative and not NaN; `jobs` is above zero.
    /// - Complexity: That of the single lookups, divided among the cores, and O(*q*) for *q* centres.
    public func points(
        within radius: Meters, ofEach centers: some Sequence<Coordinate>, jobs: Int? = nil
    ) -> MatchLists {
        precondition(radius.value >= 0, "the radius is negative or not a number")
        return lists(for: ContiguousArray(centers), jobs: jobs) { points(within: radius, of: $0) }
    }

    /// Returns, for each of `centers`, the `count` points nearest to it, nearest first.
    ///
    /// Each list equals ``nearest(to:count:within:where:)`` for that centre. Neighbouring centres are looked up
    /// consecutively, on all cores; the calling thread takes part and waits for the others.
    ///
    /// - Parameters:
    ///   - centers: The centres of the searches, WGS 84 degrees.
    ///   - count: The maximum number of matches for each; may be zero.
    ///   - radius: The maximum distance, inclusive; nil is unlimited.
    ///   - jobs: The maximum number of threads; nil is the number of cores.
    /// - Returns: A list for each centre, in the order of `centers`.
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN; `jobs` is above zero.
    /// - Complexity: That of the single lookups, divided among the cores, and O(*q*) for *q* centres.
    public func nearest(
        toEach centers: some Sequence<Coordinate>, count: Int, within radius: Meters? = nil, jobs: Int? = nil
    ) -> MatchLists {
        precondition(count >= 0, "the count is negative: \(count)")
        precondition((radius ?? .zero).value >= 0, "the radius is negative or not a number")
        return lists(for: ContiguousArray(centers), jobs: jobs) { nearest(to: $0, count: count, within: radius) }
    }

    /// The answers to queries, found along the Hilbert curve by several threads.
    private func lists(
        for centers: ContiguousArray<Coordinate>, jobs: Int?, _ answer: @Sendable (Coordinate) -> [Match]
    ) -> MatchLists {
        // Enough runs for the threads to end together, each long enough to contain neighbours.
        let runs = Runs(of: centers.count, length: 64)
        let order = HilbertOrder.positions(of: centers, run: 1)
        let collected = Guarded(
            (
                arrays: ContiguousArray<[Match]>(),
                extents: ContiguousArray(repeating: MatchLists.Extent(array: 0, start: 0, end: 0), count: centers.count)
            ))
        runs.share(jobs: jobs) {
            while let run = runs.next() {
                let queries = order[run]
                // Short lists share an array; a long one keeps its own.
                var arrays: [[Match]] = [[]]
                var extents: [MatchLists.Extent] = []
                for query in queries {
                    let matches = answer(centers[Int(query)])
                    let isLong = matches.count > 256
                    let start = isLong ? 0 : arrays[0].count
                    extents.append(.init(array: isLong ? arrays.count : 0, start: start, end: start + matches.count))
                    if isLong { arrays.append(matches) } else { arrays[0] += matches }
                }
                collected.withLock { collected in
                    for (query, var extent) in zip(queries, extents) {
                        extent.array += collected.arrays.count
                        collected.extents[Int(query)] = extent
                    }
                    collected.arrays += arrays
                }
            }
        }
        return collected.withLock { MatchLists(arrays: $0.arrays, extents: $0.extents) }
    }
}
