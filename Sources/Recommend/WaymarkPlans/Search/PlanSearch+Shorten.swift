extension PlanSearch {
    /// Shortens the ways of a day without intervals or breaks: turns a stretch, or moves one of up to three places, while
    /// that helps. Returns whether it did.
    ///
    /// Source: Croes 1958, doi:10.1287/opre.6.6.791; Or 1976.
    mutating func shorten(_ day: Int) -> Bool {
        let (base, count) = (day * width, length[day])
        guard count > 3 else { return false }
        let least = -model.tolerance
        var (isShorter, isDone) = (false, false)
        while !isDone {
            isDone = true
            for first in (base + 1)..<(base + count - 1) {
                if model.isSymmetric && turn(first, base + count, least) || move(first, base, base + count, least) {
                    isDone = false
                    isShorter = true
                }
            }
        }
        if isShorter { refresh(day) }
        return isShorter
    }

    /// Turns the stretch from a position to the best other one, if that is shorter.
    private mutating func turn(_ first: Int, _ end: Int, _ least: Double) -> Bool {
        let (before, start) = (Int(sequence[first &- 1]), Int(sequence[first]))
        let (rowBefore, rowStart) = (before &* model.nodes, start &* model.nodes)
        let old = model.way[rowBefore &+ start]
        var (best, at) = (least, -1)
        var final = start
        var position = first &+ 1
        while position < end &- 1 {
            let next = Int(sequence[position &+ 1])
            final = Int(sequence[position])
            let added =
                model.way[rowBefore &+ final] + model.way[rowStart &+ next] - old - model.way[final &* model.nodes &+ next]
            if added < best { (best, at) = (added, position) }
            position &+= 1
        }
        if at < 0 { return false }
        reverse(first, at)
        return true
    }

    private mutating func reverse(_ first: Int, _ last: Int) {
        var (low, high) = (first, last)
        while low < high {
            sequence.swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    /// Moves a stretch that begins at a position to its best other position, if that is shorter.
    private mutating func move(_ first: Int, _ base: Int, _ end: Int, _ least: Double) -> Bool {
        for last in first..<min(first + 3, end - 1) {
            let (head, tail) = (Int(sequence[first]), Int(sequence[last]))
            let (before, after) = (Int(sequence[first - 1]), Int(sequence[last + 1]))
            let saved = model.way(before, head) + model.way(tail, after) - model.way(before, after)
            if saved <= -least { continue }
            let (rowHead, rowTail) = (head &* model.nodes, tail &* model.nodes)
            var (best, at, isTurned) = (least, -1, false)
            var position = base
            var from = Int(sequence[base])
            while position < end &- 1 {
                let to = Int(sequence[position &+ 1])
                if position < first &- 1 || position > last {
                    let old = model.way[from &* model.nodes &+ to] + saved
                    let added = model.back[rowHead &+ from] + model.way[rowTail &+ to] - old
                    if added < best { (best, at, isTurned) = (added, position, false) }
                    if model.isSymmetric {
                        let turned = model.back[rowTail &+ from] + model.way[rowHead &+ to] - old
                        if turned < best { (best, at, isTurned) = (turned, position, true) }
                    }
                }
                from = to
                position &+= 1
            }
            if at < 0 { continue }
            if isTurned { reverse(first, last) }
            // Two turns of neighbouring parts exchange them.
            if at < first {
                reverse(at + 1, first - 1)
                reverse(first, last)
                reverse(at + 1, last)
            } else {
                reverse(first, last)
                reverse(last + 1, at)
                reverse(first, at)
            }
            return true
        }
        return false
    }
}
