import WaymarkGeodesy

extension PointIndex {
    /// Returns the points within `radius` of `center`, nearest first.
    ///
    /// Distances are great-circle, on `Sphere.earth`; the boundary belongs to the circle. Equal distances come in
    /// index order. A circle may cross the antimeridian or hold a pole.
    ///
    /// - Parameters:
    ///   - radius: Length along the ground. Zero finds only points exactly at `center`.
    ///   - center: Centre of the circle, WGS 84 degrees.
    ///   - isIncluded: Whether a point, given by its index, takes part; asked only about points in the circle.
    /// - Returns: Matches ascending by distance; empty when no point lies inside.
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *m*) for *m* matches on average; O(*n* log *n*) at worst.
    /// - SeeAlso: Packed Hilbert R-tree, after mourner/flatbush.
    public func points(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        matches(within: radius, of: center, where: isIncluded, isSorted: true)
    }

    /// Returns the points within `radius` of `center`, in no particular order.
    ///
    /// The same matches as ``points(within:of:where:)``, without the sorting.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *m*) for *m* matches on average.
    public func unsortedPoints(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        matches(within: radius, of: center, where: isIncluded, isSorted: false)
    }

    /// Returns how many points lie within `radius` of `center`.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *r*) on average, for *r* points near the rim of the circle; nodes wholly inside are
    ///   counted without a look at their points, unless there is a filter.
    public func countOfPoints(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> Int {
        if isIncluded != nil {
            var count = 0
            forEachPoint(within: radius, of: center, where: isIncluded) { _ in count += 1 }
            return count
        }
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        var runs = RunCounter(store, circle)
        tree.walk(circle) { slots, wholly in runs.add(slots, wholly: wholly) }
        runs.end()
        return runs.total
    }

    /// Calls `body` with each point within `radius` of `center`, in no particular order.
    ///
    /// The same matches as ``points(within:of:where:)``. Nothing is allocated; an error that `body` throws ends
    /// the search.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *m*) for *m* matches on average.
    public func forEachPoint<E: Error>(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil,
        _ body: (Match) throws(E) -> Void
    ) throws(E) {
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        try tree.walk(circle) { (slots, wholly) throws(E) in
            for slot in slots {
                let vector = store.vector(at: slot)
                if !wholly {
                    guard circle.contains(vector, chordSquared: circle.center.chordSquared(to: vector)) else {
                        continue
                    }
                }
                let position = store.position(at: slot)
                if let isIncluded, !isIncluded(position) { continue }
                try body(
                    Match(index: position, distance: Sphere.earth.distance(from: circle.center, to: vector)))
            }
        }
    }

    private func matches(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)?, isSorted: Bool
    ) -> [Match] {
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        // Beyond 60° lengths need the chord to the antipode too, and nearly all points are matches anyway.
        if circle.possiblyInside > 1 {
            var matches: [Match] = []
            forEachPoint(within: radius, of: center, where: isIncluded) { matches.append($0) }
            if isSorted { matches.sort() }
            return matches
        }
        return ScratchPool.withScratch { scratch in
            collect(circle, into: &scratch)
            var greatest = unsafe Kernels.best.lengths(
                scratch.chords, count: scratch.count, radius: circle.sphere.radius)
            // The sliver of the circle where only the length itself decides, and the filter.
            if greatest > radius.value || isIncluded != nil {
                unsafe scratch.keep { distance, position in
                    distance <= radius.value && isIncluded?(position) ?? true
                }
                greatest = min(greatest, radius.value)
            }
            guard scratch.count > 0 else { return [] }
            return unsafe [Match](unsafeUninitializedCapacity: scratch.count) { output, count in
                if isSorted {
                    unsafe scratch.writeSorted(to: output, greatest: greatest)
                } else {
                    unsafe scratch.writeUnsorted(to: output)
                }
                count = scratch.count
            }
        }
    }

    /// Collects the squared chords and positions of all points that may lie in `circle`.
    func collect(_ circle: Circle, into scratch: inout SearchScratch) {
        var runs = RunCollector(store, circle)
        tree.walk(circle) { slots, _ in runs.add(slots, to: &scratch) }
        runs.end(in: &scratch)
    }
}

// Runs of slots that follow one another are searched as one, so that the inner loops are long.

/// Counts the points of runs that lie in a circle.
private struct RunCounter {
    private let store: PointStore
    private let circle: Circle
    private let kernels = Kernels.best
    private var run = 0..<0
    private(set) var total = 0

    init(_ store: PointStore, _ circle: Circle) {
        (self.store, self.circle) = (store, circle)
    }

    @inline(__always)
    mutating func add(_ slots: Range<Int>, wholly: Bool) {
        if wholly {
            total += slots.count
        } else if slots.lowerBound == run.upperBound {
            run = run.lowerBound..<slots.upperBound
        } else {
            end()
            run = slots
        }
    }

    mutating func end() {
        if run.isEmpty { return }
        let found = unsafe kernels.count(
            store.points, run, from: circle.center, surely: circle.surelyInside, possibly: circle.possiblyInside)
        total += found.inside
        if found.unsure > 0 { total += countOfUnsure() }
    }

    /// How many of the run lie in the sliver where only the distance itself decides, and are inside.
    @inline(never)
    private func countOfUnsure() -> Int {
        run.count { slot in
            let vector = store.vector(at: slot)
            let chordSquared = circle.center.chordSquared(to: vector)
            return chordSquared > circle.surelyInside && circle.contains(vector, chordSquared: chordSquared)
        }
    }
}

/// Collects the points of runs that may lie in a circle.
private struct RunCollector {
    private let store: PointStore
    private let circle: Circle
    private let kernels = Kernels.best
    private var run = 0..<0

    init(_ store: PointStore, _ circle: Circle) {
        (self.store, self.circle) = (store, circle)
    }

    @inline(__always)
    mutating func add(_ slots: Range<Int>, to scratch: inout SearchScratch) {
        if slots.lowerBound == run.upperBound {
            run = run.lowerBound..<slots.upperBound
        } else {
            end(in: &scratch)
            run = slots
        }
    }

    func end(in scratch: inout SearchScratch) {
        if run.isEmpty { return }
        scratch.reserve(run.count)
        scratch.count += unsafe kernels.select(
            store.points, run, from: circle.center, limit: circle.possiblyInside,
            chords: scratch.chords + scratch.count, numbers: scratch.numbers + scratch.count)
    }
}

extension SearchScratch {
    /// Keeps the finds for which `isKept` is true, in their order.
    @unsafe
    mutating func keep(_ isKept: (Double, Int) -> Bool) {
        var kept = 0
        for i in 0..<count {
            guard unsafe isKept(chords[i], Int(numbers[i])) else { continue }
            unsafe chords[kept] = chords[i]
            unsafe numbers[kept] = numbers[i]
            kept += 1
        }
        count = kept
    }
}
