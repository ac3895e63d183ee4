extension TourSearch {
    /// 2-opt: removes two edges, one of them at `a`, and joins their ends the other way. Returns whether that helped.
    mutating func exchangeTwoEdges(at a: Int) -> Bool {
        for isForward in [true, false] {
            let b = isForward ? tour.next(a) : tour.previous(a)
            let removed = costs.cost(a, b)
            for rank in 0..<neighbors.width {
                let c = neighbors[a, rank]
                let gain = removed - costs.cost(a, c)
                if gain <= tolerance { break }
                let d = isForward ? tour.next(c) : tour.previous(c)
                let total = gain + costs.cost(c, d) - costs.cost(b, d)
                if total <= tolerance { continue }
                let (first, last) = isForward ? (b, c) : (a, d)
                let length = tour.steps(from: first, to: last) + 1
                if min(length, tour.count - length) > longestReversal { continue }
                tour.reversePath(from: first, to: last)
                gained += total
                for node in [b, c, d] { enqueue(node) }
                return true
            }
        }
        return false
    }

    /// Or-opt: moves up to three nodes that begin with `a` between two others, in either direction. Returns whether
    /// that helped.
    mutating func moveSegment(at a: Int) -> Bool {
        for isForward in [true, false] {
            let p = isForward ? tour.previous(a) : tour.next(a)
            var e = a
            for length in 1...3 {
                if length > 1 { e = isForward ? tour.next(e) : tour.previous(e) }
                let n = isForward ? tour.next(e) : tour.previous(e)
                if n == p || e == p { break }
                let removed = costs.cost(p, a) + costs.cost(e, n) - costs.cost(p, n)
                if removed <= tolerance { continue }
                for rank in 0..<neighbors.width {
                    let c = neighbors[a, rank]
                    let gain = removed - costs.cost(a, c)
                    if gain <= tolerance { break }
                    // Steps from the segment's first node, in its direction; the segment has steps below its length.
                    if c == p || (isForward ? tour.steps(from: a, to: c) : tour.steps(from: c, to: a)) < length {
                        continue
                    }
                    for isAfter in [true, false] {
                        let x = isAfter ? tour.next(c) : tour.previous(c)
                        if x == a || x == e || (c == n && x == p) { continue }
                        let total = gain + costs.cost(c, x) - costs.cost(e, x)
                        if total <= tolerance { continue }
                        let first = isForward ? a : e
                        // The segment keeps its direction if its first node follows the previous node.
                        let isTurned = isAfter ? first != a : first != e
                        let place = isAfter ? (c, x) : (x, c)
                        guard insert(from: first, length: length, between: place, isTurned: isTurned) else { continue }
                        gained += total
                        for node in [p, n, c, x, e] { enqueue(node) }
                        return true
                    }
                }
            }
        }
        return false
    }

    /// Moves `length` nodes between two neighbours elsewhere, unless that is too far.
    private mutating func insert(from first: Int, length: Int, between: (Int, Int), isTurned: Bool) -> Bool {
        let start = tour.position(of: first)
        let last = tour.node(at: start + length - 1)
        let ahead = tour.steps(from: last, to: between.0)
        let behind = tour.steps(from: between.1, to: first)
        if min(ahead, behind) > longestReversal { return false }
        if ahead <= behind {
            tour.exchange(from: start, length, ahead, turningFirst: isTurned)
        } else {
            tour.exchange(from: tour.position(of: between.1), behind, length, turningSecond: isTurned)
        }
        return true
    }
}
