extension PlanSearch {
    /// Moves visits from one day to another while that leaves fewer days empty, or else makes the days more alike: by
    /// the sum of the squares of their durations. No gain is lost. Ends early if `isOver`.
    mutating func balance(isOver: () -> Bool) {
        guard model.days > 1 else { return }
        for _ in 0..<(4 * model.count) where isOver() || !moveToBalance(isOver) { return }
    }

    /// Moves a visit of the longest day that has one to move.
    private mutating func moveToBalance(_ isOver: () -> Bool) -> Bool {
        let longest = (0..<model.days).map { (duration($0), $0) }.sorted { ($0.0, $1.1) > ($1.0, $0.1) }
        for (_, from) in longest {
            if isOver() { return false }
            let old = unevenness
            var best = (old.empty, old.squares - 1e-9 * abs(old.squares))
            var found: (node: Int, day: Int)?
            for node in visits(from) {
                let kept = visits(from)
                drop(node)
                compact(from)
                if end(from) < .infinity {
                    for to in 0..<model.days where to != from {
                        guard model.gain[to * model.count + node] >= model.gain[from * model.count + node] else {
                            continue
                        }
                        scan(node, to)
                        guard cost[to * model.count + node] < .infinity else { continue }
                        insert(node, to, at: Int(place[to * model.count + node]))
                        let new = unevenness
                        if (new.empty, new.squares) < best { (best, found) = ((new.empty, new.squares), (node, to)) }
                        drop(node)
                        compact(to)
                    }
                }
                set(kept, from)
            }
            guard let found else { continue }
            drop(found.node)
            compact(from)
            scan(found.node, found.day)
            insert(found.node, found.day, at: Int(place[found.day * model.count + found.node]))
            return true
        }
        return false
    }

    /// The duration of a day.
    private func duration(_ day: Int) -> Double { end(day) - model.open[day * model.nodes + model.start(day)] }

    /// Makes a sequence a day's.
    mutating func set(_ places: [Int], _ day: Int) {
        clear(day)
        for place in places { insert(place, day, at: day * width + length[day] - 1) }
    }

    /// The number of empty days, and the sum of the squares of the durations.
    private var unevenness: (empty: Int, squares: Double) {
        (0..<model.days).reduce((0, 0.0)) { sum, day in
            let duration = duration(day)
            return (sum.0 + (length[day] == 2 ? 1 : 0), sum.1 + duration * duration)
        }
    }
}
