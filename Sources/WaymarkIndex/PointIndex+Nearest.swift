import WaymarkGeodesy

extension PointIndex {
    /// Returns the `count` points nearest to `center`, nearest first.
    ///
    /// Equal distances come in index order, also where only some of them fit. Fewer are returned when the index, or
    /// the circle of `radius`, holds fewer.
    ///
    /// - Parameters:
    ///   - center: The place asked about, WGS 84 degrees.
    ///   - count: How many at most; may be zero.
    ///   - radius: How far to look; as far as need be when nil. The boundary belongs to the circle.
    ///   - isIncluded: Whether a point, given by its index, takes part.
    /// - Returns: Matches ascending by distance.
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *k* log *k*) on average for *k* = `count`.
    public func nearest(
        to center: Coordinate, count: Int, within radius: Meters? = nil, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        precondition(count >= 0, "a count is not negative")
        let circle = Circle(
            center: UnitVector(center), radius: radius ?? Sphere.earth.halfCircumference, on: .earth)
        guard count > 0, tree.count > 0 else { return [] }
        var search = NearestSearch(index: self, circle: circle, count: count, isIncluded: isIncluded)
        search.visit(level: tree.levels.count - 1, node: 0)
        return search.best.sorted()
    }
}

/// Depth first, nearest child first, past whatever is farther than the worst of the best so far.
private struct NearestSearch {
    let index: PointIndex
    let circle: Circle
    let count: Int
    let isIncluded: ((Int) -> Bool)?
    /// The best matches so far, the worst on top.
    var best = MatchHeap()
    /// Squared chords beyond this cannot be among the best.
    var limit: Double

    init(index: PointIndex, circle: Circle, count: Int, isIncluded: ((Int) -> Bool)?) {
        self.index = index
        self.circle = circle
        self.count = count
        self.isIncluded = isIncluded
        limit = circle.possiblyInside
    }

    mutating func visit(level: Int, node: Int) {
        let tree = index.tree
        let nearest = PackedRTree.bounds(of: tree.nodes[tree.levels[level] + node], from: circle.center).nearest
        // Children in reach, sorted by insertion: child number and bound side by side.
        var order = SIMD8<UInt8>()
        var reached = 0
        for j in 0..<PackedRTree.fan where nearest[j] <= limit {
            var at = reached
            while at > 0, nearest[Int(order[at - 1])] > nearest[j] {
                order[at] = order[at - 1]
                at -= 1
            }
            order[at] = UInt8(j)
            reached += 1
        }
        for k in 0..<reached {
            let j = Int(order[k])
            guard nearest[j] <= limit else { return }
            let child = node * PackedRTree.fan + j
            if level == 0 {
                for slot in tree.points(below: child, onLevel: 0) { consider(slot) }
            } else {
                visit(level: level - 1, node: child)
            }
        }
    }

    @inline(__always)
    private mutating func consider(_ slot: Int) {
        let vector = index.vector(at: slot)
        let chordSquared = circle.center.chordSquared(to: vector)
        guard chordSquared <= limit else { return }
        let distance = circle.sphere.distance(from: circle.center, to: vector)
        let match = Match(index: Int(index.positions[slot]), distance: distance)
        guard distance <= circle.radius else { return }
        if best.count == count, best.worst < match { return }
        if let isIncluded, !isIncluded(match.index) { return }
        best.push(match, chordSquared: chordSquared, limit: count)
        if best.count == count { limit = min(limit, Circle.bracket(best.worstChordSquared).possibly) }
    }
}

/// A heap of matches with the worst on top, each with its squared chord.
private struct MatchHeap {
    private var items: ContiguousArray<(match: Match, chordSquared: Double)> = []

    var count: Int { items.count }
    var worst: Match { items[0].match }
    var worstChordSquared: Double { items[0].chordSquared }

    /// Adds a match; when there are `limit` already, it takes the place of the worst.
    mutating func push(_ match: Match, chordSquared: Double, limit: Int) {
        let item = (match, chordSquared)
        if items.count < limit {
            items.append(item)
            var at = items.count - 1
            while at > 0, items[(at - 1) / 2].match < match {
                items[at] = items[(at - 1) / 2]
                at = (at - 1) / 2
            }
            items[at] = item
            return
        }
        var at = 0
        while true {
            var child = 2 * at + 1
            guard child < items.count else { break }
            if child + 1 < items.count, items[child].match < items[child + 1].match { child += 1 }
            guard match < items[child].match else { break }
            items[at] = items[child]
            at = child
        }
        items[at] = item
    }

    func sorted() -> [Match] { items.map(\.match).sorted() }
}
