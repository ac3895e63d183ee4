import WaymarkGeodesy

extension PointIndex {
    /// Returns the points within `radius` of `center`, nearest first.
    ///
    /// Distances are great-circle, on `Sphere.earth`; the boundary belongs to the circle. Equal distances are in index
    /// order. A circle may cross the antimeridian or contain a pole.
    ///
    /// - Parameters:
    ///   - radius: Length along the ground. Zero finds only points exactly at `center`.
    ///   - center: Centre of the circle, WGS 84 degrees.
    ///   - isIncluded: Whether a point, given by its index, is included; called only for points in the circle.
    /// - Returns: Matches ascending by distance; empty if no point lies inside.
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *m*) for *m* matches on average; O(*n* log *n*) at worst.
    /// - SeeAlso: Packed Hilbert R-tree, after mourner/flatbush.
    public func points(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        matches(
            in: Circle(center: UnitVector(center), radius: radius, on: .earth), where: isIncluded, isSorted: true)
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
        matches(
            in: Circle(center: UnitVector(center), radius: radius, on: .earth), where: isIncluded, isSorted: false)
    }

    /// Returns the number of points within `radius` of `center`.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *r*) on average, for *r* points near the rim of the circle; nodes wholly inside are
    ///   counted without visiting their points, unless there is a filter.
    public func countOfPoints(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> Int {
        if isIncluded != nil {
            var count = 0
            forEachPoint(within: radius, of: center, where: isIncluded) { _ in count += 1 }
            return count
        }
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        guard tree.count > 0 else { return 0 }
        let found = unsafe Kernels.best.count(
            tree.searched, from: circle.center, surely: circle.surelyInside, possibly: circle.possiblyInside)
        return found.unsure == 0 ? found.inside : found.inside + countOfUnsure(circle)
    }

    /// The number of points inside, in the sliver where only the distance itself decides.
    @inline(never)
    private func countOfUnsure(_ circle: Circle) -> Int {
        var count = 0
        forEachRun(circle) { slots in
            for slot in slots {
                let vector = store.vector(at: slot)
                let chordSquared = circle.center.chordSquared(to: vector)
                if chordSquared > circle.surelyInside, circle.contains(vector, chordSquared: chordSquared) {
                    count += 1
                }
            }
        }
        return count
    }

    /// Calls `body` with each point within `radius` of `center`, in no particular order.
    ///
    /// The same matches as ``points(within:of:where:)``. Nothing is allocated; an error from `body` ends the search.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *m*) for *m* matches on average.
    public func forEachPoint<E: Error>(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil,
        _ body: (Match) throws(E) -> Void
    ) throws(E) {
        try forEachPoint(
            in: Circle(center: UnitVector(center), radius: radius, on: .earth), where: isIncluded, body)
    }

    /// Calls `body` with each point of a region, in no particular order.
    func forEachPoint<E: Error>(
        in region: some SearchRegion, where isIncluded: ((Int) -> Bool)?, _ body: (Match) throws(E) -> Void
    ) throws(E) {
        try forEachRun(region) { (slots) throws(E) in
            for slot in slots {
                guard let distance = region.distance(to: slot, in: store) else { continue }
                let position = store.position(at: slot)
                if let isIncluded, !isIncluded(position) { continue }
                try body(Match(index: position, distance: distance))
            }
        }
    }

    /// Calls `body` with the position and the place of each point within `radius` of `center`, in no particular order.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    package func forEachPlace(within radius: Meters, of center: Coordinate, _ body: (Int, Coordinate) -> Void) {
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        forEachRun(circle) { slots in
            for slot in slots {
                let vector = store.vector(at: slot)
                guard circle.contains(vector, chordSquared: circle.center.chordSquared(to: vector)) else { continue }
                body(store.position(at: slot), store.coordinate(at: slot))
            }
        }
    }

    /// The points of a region, nearest first or unsorted.
    func matches(in region: some SearchRegion, where isIncluded: ((Int) -> Bool)?, isSorted: Bool) -> [Match] {
        guard region.isForKernels else {
            var matches: [Match] = []
            forEachPoint(in: region, where: isIncluded) { matches.append($0) }
            if isSorted { matches.sort() }
            return matches
        }
        return ScratchPool.withScratch { scratch in
            collect(region, into: &scratch)
            let greatest = measure(region, &scratch, where: isIncluded)
            guard scratch.count > 0 else { return [] }
            return unsafe [Match](unsafeUninitializedCapacity: scratch.count) { output, count in
                if isSorted {
                    unsafe scratch.writeSorted(to: output, greatest: greatest, store)
                } else {
                    unsafe scratch.writeUnsorted(to: output, store)
                }
                count = scratch.count
            }
        }
    }

    /// Converts the collected squares to distances, and drops finds outside the region; returns an upper bound of the
    /// distances.
    @inline(__always)
    func measure(
        _ region: some SearchRegion, _ scratch: inout SearchScratch, where isIncluded: ((Int) -> Bool)?
    ) -> Double {
        let radius = region.radius.value
        let greatest = unsafe region.lengths(scratch.chords, count: scratch.count)
        // The sliver of the region where only the length itself decides, and the filter.
        guard greatest > radius || isIncluded != nil else { return greatest }
        unsafe scratch.keep { distance, number in
            distance <= radius && isIncluded?(store.position(number)) ?? true
        }
        return min(greatest, radius)
    }

    /// Collects the squares and positions of all points that may lie in `region`.
    @inline(__always)
    func collect(_ region: some SearchRegion, into scratch: inout SearchScratch) {
        guard tree.count > 0 else { return }
        var walk = unsafe Kernels.Runs(
            Kernels.best, tree.searched, from: region.center, possibly: region.possiblyInside, in: scratch.walk)
        while true {
            let runs = unsafe walk.advance()
            if runs.isEmpty { return }
            unsafe region.select(store.points, runs, into: &scratch)
        }
    }

    /// Calls `body` with runs of points that together contain every point of `region`.
    @inline(__always)
    func forEachRun<E: Error>(_ region: some SearchRegion, _ body: (Range<Int>) throws(E) -> Void) throws(E) {
        guard tree.count > 0 else { return }
        var memory = Kernels.Walk()
        try unsafe withUnsafeMutablePointer(to: &memory) { (memory) throws(E) in
            var walk = unsafe Kernels.Runs(
                Kernels.best, tree.searched, from: region.center, possibly: region.possiblyInside, in: memory)
            while true {
                let runs = unsafe walk.advance()
                if runs.isEmpty { return }
                for i in 0..<runs.count { try body(unsafe Int(runs[i].start)..<Int(runs[i].end)) }
            }
        }
    }
}

extension SearchScratch {
    /// Keeps the finds for which `isKept` is true, in order.
    @unsafe
    mutating func keep(_ isKept: (Double, UInt32) -> Bool) {
        var kept = 0
        for i in 0..<count {
            guard unsafe isKept(chords[i], numbers[i]) else { continue }
            unsafe chords[kept] = chords[i]
            unsafe numbers[kept] = numbers[i]
            kept += 1
        }
        count = kept
    }
}
