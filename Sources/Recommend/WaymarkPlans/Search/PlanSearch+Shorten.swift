extension PlanSearch {
    /// Shortens the days without intervals or breaks, and fills the time that this leaves.
    mutating func shortenAll(_ weights: ContiguousArray<Double>) {
        var isShorter = false
        for day in 0..<model.days where model.isUntimed[day] {
            if shorten(day) { isShorter = true }
        }
        if isShorter { fill(weights, noise: 0) }
    }

    /// Shortens the ways of a day without intervals or breaks around the places that changed: turns a stretch, or moves one
    /// of up to three places next to a near one, while that helps. Returns whether it did.
    ///
    /// Sources: Croes 1958, doi:10.1287/opre.6.6.791 (turning); Bentley 1992, doi:10.1287/ijoc.4.4.387 (near places, and
    /// only around changes).
    mutating func shorten(_ day: Int) -> Bool {
        let (base, end) = (day * width, day * width + length[day])
        guard end - base > 3 else { return false }
        var isShorter = false
        for position in base..<end where isChanged[Int(sequence[position])] { queue.append(sequence[position]) }
        var next = 0
        while next < queue.count {
            let node = Int(queue[next])
            next += 1
            isChanged[node] = false
            while shorten(around: node, base, end) { isShorter = true }
        }
        queue.removeAll(keepingCapacity: true)
        if isShorter { refresh(day) }
        return isShorter
    }

    private mutating func touch(_ node: Int) {
        if isChanged[node] { return }
        isChanged[node] = true
        queue.append(Int32(node))
    }

    /// Makes one improvement with a new edge at a node, if there is one.
    private mutating func shorten(around node: Int, _ base: Int, _ end: Int) -> Bool {
        let at = Int(position[node])
        let least = -model.tolerance
        let count = min(near, Self.lookedAt)
        for rank in -2..<count {
            // The ends of the day, then the near places.
            let other =
                rank < 0
                ? Int(sequence[rank == -2 ? base : end - 1])
                : node < model.count ? Int(neighbors[node * near + rank]) : -1
            if other < 0 { break }
            if other == node || (other < model.count && dayOf[other] != Int32(truncatingIfNeeded: base / width)) {
                continue
            }
            let to = Int(position[other])
            let direct = model.way(node, other)
            if model.isSymmetric {
                // The edge between the two, and one between those after them.
                if at < end - 1 && to < end - 1 {
                    let (after, last) = (Int(sequence[at + 1]), Int(sequence[to + 1]))
                    let added = direct + model.way(after, last) - model.way(node, after) - model.way(other, last)
                    if added < least {
                        for end in [node, other, after, last] { touch(end) }
                        reverse(min(at, to) + 1, max(at, to))
                        return true
                    }
                }
                // Likewise before them.
                if at > base && to > base {
                    let (before, first) = (Int(sequence[at - 1]), Int(sequence[to - 1]))
                    let added = direct + model.way(before, first) - model.way(before, node) - model.way(first, other)
                    if added < least {
                        for end in [node, other, before, first] { touch(end) }
                        reverse(min(at, to), max(at, to) - 1)
                        return true
                    }
                }
            }
            if at > base && at < end - 1 && move(at, to, base, end, least) { return true }
        }
        return false
    }

    private mutating func reverse(_ first: Int, _ last: Int) {
        var (low, high) = (first, last)
        while low <= high {
            let node = sequence[low]
            sequence[low] = sequence[high]
            sequence[high] = node
            position[Int(sequence[low])] = Int32(truncatingIfNeeded: low)
            position[Int(node)] = Int32(truncatingIfNeeded: high)
            low += 1
            high -= 1
        }
    }

    /// Moves a stretch that begins or ends at a position next to another position, if that is shorter.
    private mutating func move(_ at: Int, _ to: Int, _ base: Int, _ end: Int, _ least: Double) -> Bool {
        for extent in 0..<3 {
            for (first, last) in extent == 0 ? [(at, at)] : [(at, at + extent), (at - extent, at)] {
                if first <= base || last >= end - 1 || (to >= first && to <= last) { continue }
                let (head, tail) = (Int(sequence[first]), Int(sequence[last]))
                let (before, after) = (Int(sequence[first - 1]), Int(sequence[last + 1]))
                let saved = model.way(before, head) + model.way(tail, after) - model.way(before, after)
                // Between the other node and that before or after it.
                for gap in [to - 1, to] {
                    if gap < base || gap >= end - 1 || (gap >= first - 1 && gap <= last) { continue }
                    let (from, onward) = (Int(sequence[gap]), Int(sequence[gap + 1]))
                    let old = model.way(from, onward) + saved
                    let straight = model.way(from, head) + model.way(tail, onward) - old
                    let turned =
                        model.isSymmetric ? model.way(from, tail) + model.way(head, onward) - old : Double.infinity
                    if min(straight, turned) >= least { continue }
                    for node in [head, tail, before, after, from, onward] { touch(node) }
                    if turned < straight { reverse(first, last) }
                    // Two turns of neighbouring parts exchange them.
                    if gap < first {
                        reverse(gap + 1, first - 1)
                        reverse(first, last)
                        reverse(gap + 1, last)
                    } else {
                        reverse(first, last)
                        reverse(last + 1, gap)
                        reverse(first, gap)
                    }
                    return true
                }
            }
        }
        return false
    }
}
