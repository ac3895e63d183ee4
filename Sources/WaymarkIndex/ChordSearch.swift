import WaymarkGeodesy

/// A nearest search that compares squared chords alone: for few neighbours, without a filter.
///
/// Chords order points as distances do, but for those whose distances are equal as rounded. The search sees every
/// point that could tie with the last of the best; where there is one, it gives no answer, and the search by
/// distances must be asked.
@safe
struct ChordSearch {
    /// The most neighbours it is asked for: they are kept sorted by insertion.
    static let most = 32

    private let index: PointIndex
    private let circle: Circle
    private let count: Int
    private let kernels = Kernels.best
    // Memory of the scratch, which outlives the search: the bounds of a node for each level, what a leaf gives, and
    // the best so far, by chord.
    private let bounds: UnsafeMutablePointer<Double>
    private let chords: UnsafeMutablePointer<Double>
    private let numbers: UnsafeMutablePointer<UInt32>
    private let bestChords: UnsafeMutablePointer<Double>
    private let bestNumbers: UnsafeMutablePointer<UInt32>
    private var found = 0
    /// Squared chords beyond this can neither be among the best nor tie with them.
    private var limit: Double
    /// The least squared chord that was seen and not kept.
    private var leastLeftOut = Double.infinity

    init(index: PointIndex, scratch: inout SearchScratch, circle: Circle, count: Int) {
        self.index = index
        self.circle = circle
        self.count = count
        limit = circle.possiblyInside
        let room = PackedRTree.leaf + 4
        scratch.reserve(room + Self.most)
        unsafe (bounds, chords, numbers) = (scratch.bounds, scratch.chords, scratch.numbers)
        unsafe (bestChords, bestNumbers) = (scratch.chords + room, scratch.numbers + room)
    }

    mutating func visit(level: Int, node: Int) {
        let nearest = unsafe bounds + PackedRTree.fan * level
        unsafe kernels.nearest(index.tree.boxes(node, onLevel: level), from: circle.center, into: nearest)
        var (order, reached) = unsafe childrenByDistance(nearest, limit: limit)
        while reached > 0 {
            let j = Int(order & 7)
            order >>= 8
            reached -= 1
            guard unsafe nearest[j] <= limit else { return }
            let child = node * PackedRTree.fan + j
            if level > 0 {
                visit(level: level - 1, node: child)
            } else {
                search(index.tree.points(below: child, onLevel: 0))
            }
        }
    }

    private mutating func search(_ slots: Range<Int>) {
        let selected = unsafe kernels.select(
            index.store.points, slots, from: circle.center, limit: limit, chords: chords, numbers: numbers)
        for i in 0..<selected {
            let chord = unsafe chords[i]
            if found == count {
                let worst = unsafe bestChords[count - 1]
                guard chord < worst else {
                    leastLeftOut = min(leastLeftOut, chord)
                    continue
                }
                leastLeftOut = min(leastLeftOut, worst)
                found -= 1
            }
            var at = found
            while at > 0, unsafe bestChords[at - 1] > chord {
                unsafe bestChords[at] = bestChords[at - 1]
                unsafe bestNumbers[at] = bestNumbers[at - 1]
                at -= 1
            }
            unsafe bestChords[at] = chord
            unsafe bestNumbers[at] = numbers[i]
            found += 1
            if found == count { limit = unsafe min(limit, Circle.bracket(bestChords[count - 1]).possibly) }
        }
    }

    /// The answer; nil where distances must decide who is among the best.
    func matches() -> [Match]? {
        guard found > 0 else { return [] }
        let last = unsafe bestChords[found - 1]
        if last > 1 || found == count && leastLeftOut <= Circle.bracket(last).possibly { return nil }
        let radius = circle.sphere.radius.value
        let matches = unsafe [Match](unsafeUninitializedCapacity: found) { output, written in
            for i in 0..<found {
                let distance = unsafe Meters(radius * chordAngle(squared: bestChords[i]))
                if distance > circle.radius { continue }
                let match = unsafe Match(index: Int(bestNumbers[i]), distance: distance)
                var at = written
                while at > 0, unsafe match < output[at - 1] {
                    unsafe output[at] = output[at - 1]
                    at -= 1
                }
                unsafe output[at] = match
                written += 1
            }
        }
        if found == count, matches.count < count { return nil }
        return matches
    }
}

/// The children whose bound is within `limit`, nearest first: their numbers, a byte each, the first in the lowest.
@unsafe @inline(__always)
func childrenByDistance(_ bounds: UnsafePointer<Double>, limit: Double) -> (order: UInt64, count: Int) {
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
