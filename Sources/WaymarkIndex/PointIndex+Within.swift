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
    /// - Complexity: O(log *n* + *m* log *m*) for *m* matches on average; O(*n* log *n*) at worst.
    /// - SeeAlso: Packed Hilbert R-tree, after mourner/flatbush.
    public func points(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        var matches = unsortedPoints(within: radius, of: center, where: isIncluded)
        matches.sort()
        return matches
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
        var matches: [Match] = []
        forEachPoint(within: radius, of: center, where: isIncluded) { matches.append($0) }
        return matches
    }

    /// Returns how many points lie within `radius` of `center`.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *r*) on average, for *r* points near the rim of the circle; nodes wholly inside are
    ///   counted without a look at their points, unless there is a filter.
    public func countOfPoints(
        within radius: Meters, of center: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
    ) -> Int {
        var count = 0
        forEachSlot(within: radius, of: center) { slots, circle in
            if let isIncluded {
                for slot in slots where isIncluded(Int(positions[slot])) && circle.holds(self, slot) { count += 1 }
            } else if circle.wholly {
                count += slots.count
            } else {
                for slot in slots where circle.holds(self, slot) { count += 1 }
            }
        }
        return count
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
        let origin = UnitVector(center)
        try forEachSlot(within: radius, of: center) { (slots, circle) throws(E) in
            for slot in slots where circle.holds(self, slot) {
                let position = Int(positions[slot])
                if let isIncluded, !isIncluded(position) { continue }
                try body(
                    Match(index: position, distance: Sphere.earth.distance(from: origin, to: vector(at: slot))))
            }
        }
    }

    /// Calls `body` with runs of slots that hold every point of the circle, and with what decides a single one.
    @inline(__always)
    private func forEachSlot<E: Error>(
        within radius: Meters, of center: Coordinate, _ body: (Range<Int>, RunTest) throws(E) -> Void
    ) throws(E) {
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        try tree.walk(circle) { (slots, wholly) throws(E) in
            try body(slots, RunTest(circle: circle, wholly: wholly))
        }
    }

    /// Decides which points of a run lie in the circle.
    private struct RunTest {
        let circle: Circle
        /// Whether all of the run lies inside, so that no point need be looked at.
        let wholly: Bool

        @inline(__always)
        func holds(_ index: PointIndex, _ slot: Int) -> Bool {
            if wholly { return true }
            let vector = index.vector(at: slot)
            return circle.contains(vector, chordSquared: circle.center.chordSquared(to: vector))
        }
    }
}
