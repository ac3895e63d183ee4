import WaymarkGeodesy
import WaymarkText

extension PointIndex {
    /// Returns the `count` points nearest to `center`, nearest first.
    ///
    /// Equal distances are in index order, which also decides which of them fit. Fewer are returned if the index, or
    /// the circle of `radius`, has fewer.
    ///
    /// - Parameters:
    ///   - center: The centre of the search, WGS 84 degrees.
    ///   - count: The maximum number of matches; may be zero.
    ///   - radius: The maximum distance, inclusive; nil is unlimited.
    ///   - isIncluded: Whether a point, given by its index, is included.
    /// - Returns: Matches ascending by distance.
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + *k* log *k*) on average for *k* = `count`.
    public func nearest(
        to center: Coordinate, count: Int, within radius: Meters? = nil, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Match] {
        precondition(count >= 0, "the count is negative: \(count)")
        let circle = Circle(
            center: UnitVector(center), radius: radius ?? Sphere.earth.halfCircumference, on: .earth)
        return nearest(in: circle, count: count, where: isIncluded)
    }

    /// The points of a region that are nearest to its centre, nearest first.
    func nearest(in circle: some ChordRegion, count: Int, where isIncluded: ((Int) -> Bool)?) -> [Match] {
        guard count > 0, tree.count > 0 else { return [] }
        if count <= Kernels.maxSearched, isIncluded == nil,
            let matches = nearestByChords(circle, count: min(count, self.count))
        {
            return matches
        }
        return ScratchPool.withScratch { scratch in
            var search = NearestSearch(
                index: self, scratch: &scratch, circle: circle, count: count, isIncluded: isIncluded)
            search.visit(level: tree.top, node: 0)
            return search.best.elements.map(\.match).sorted()
        }
    }
}

/// Depth first, nearest child first, skipping what is farther than the worst of the best so far.
@safe
private struct NearestSearch<Region: ChordRegion> {
    private let index: PointIndex
    // Memory of the scratch, which outlives the search.
    private let bounds: UnsafeMutablePointer<Double>
    private let chords: UnsafeMutablePointer<Double>
    private let numbers: UnsafeMutablePointer<UInt32>
    private let circle: Region
    private let isIncluded: ((Int) -> Bool)?
    /// The best matches so far, with the worst on top.
    private(set) var best = Heap<RankedMatch>()
    /// The maximum number of them.
    private let count: Int
    /// Squared chords beyond this cannot be among the best.
    private var limit: Double

    init(
        index: PointIndex, scratch: inout SearchScratch, circle: Region, count: Int, isIncluded: ((Int) -> Bool)?
    ) {
        self.index = index
        self.circle = circle
        self.count = count
        self.isIncluded = isIncluded
        limit = circle.possiblyInside
        scratch.reserve(PackedRTree.leaf)
        unsafe (bounds, chords, numbers) = (scratch.bounds, scratch.chords, scratch.numbers)
    }

    mutating func visit(level: Int, node: Int) {
        let nearest = unsafe bounds + PackedRTree.fan * level
        unsafe Kernels.best.nearest(index.tree.boxes(node, onLevel: level), from: circle.center, into: nearest)
        var (order, reached) = unsafe childrenByDistance(nearest, limit: limit)
        while reached > 0 {
            let j = Int(order & 7)
            order >>= 8
            reached -= 1
            guard unsafe nearest[j] <= limit else { return }
            let child = node * PackedRTree.fan + j
            let points = index.tree.points(below: child, onLevel: level)
            if points.isEmpty { continue }
            if level > 0 {
                visit(level: level - 1, node: child)
            } else {
                search(points)
            }
        }
    }

    private mutating func search(_ slots: Range<Int>) {
        let found = unsafe Kernels.best.select(
            index.store.points, slots, from: circle.center, limit: limit, chords: chords,
            numbers: numbers)
        for i in 0..<found {
            let chordSquared = unsafe chords[i]
            if chordSquared > limit { continue }
            unsafe consider(chordSquared, number: numbers[i], in: slots)
        }
    }

    private mutating func consider(_ chordSquared: Double, number: UInt32, in slots: Range<Int>) {
        let distance =
            chordSquared <= circle.maxSquare ? circle.length(ofSquare: chordSquared) : exactDistance(number, slots)
        let match = Match(index: index.store.position(number), distance: distance)
        guard distance <= circle.radius else { return }
        if best.count == count, let worst = best.first, worst.match < match { return }
        if let isIncluded, !isIncluded(match.index) { return }
        best.insert(RankedMatch(match: match, chordSquared: chordSquared), keeping: count)
        guard best.count == count, let worst = best.first else { return }
        limit = min(limit, Circle.bracket(worst.chordSquared).possibly)
    }

    /// The distance of a point beyond 60°, which does not follow exactly from the chord alone.
    private func exactDistance(_ number: UInt32, _ slots: Range<Int>) -> Meters {
        let slot = slots.first { unsafe index.store.positions[$0] == number } ?? slots.lowerBound
        return index.store.distance(from: circle.center, to: slot)
    }
}

/// The children whose bound is within `limit`, nearest first: their numbers, one byte each, the first in the lowest
/// byte.
@unsafe @inline(__always)
private func childrenByDistance(_ bounds: UnsafePointer<Double>, limit: Double) -> (order: UInt64, count: Int) {
    var order: UInt64 = 0
    var count = 0
    for j in 0..<PackedRTree.fan {
        let bound = unsafe bounds[j]
        guard bound <= limit else { continue }
        var at = count
        while at > 0, unsafe bounds[Int(order >> UInt64(8 * (at - 1)) & 7)] > bound { at -= 1 }
        let below = order & ((1 << UInt64(8 * at)) &- 1)
        order = below | UInt64(j) << UInt64(8 * at) | (order &- below) << 8
        count += 1
    }
    return (order, count)
}

/// A match and its squared chord, ranked by the match alone.
private struct RankedMatch: Comparable {
    let match: Match
    let chordSquared: Double

    static func < (a: Self, b: Self) -> Bool { a.match < b.match }
    static func == (a: Self, b: Self) -> Bool { a.match == b.match }
}
