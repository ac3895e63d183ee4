extension TourSearch {
    /// Or-3opt: swaps two neighbouring parts of any length without reversing them; one of the three removed edges
    /// begins at `a`. Returns whether that helped.
    mutating func exchangeThreeEdges(at a: Int) -> Bool {
        let b = tour.next(a)
        let removed = costs.cost(a, b)
        var best = tolerance
        var move: (c: Int, d: Int, e: Int, f: Int)?
        for rank in 0..<neighbors.width {
            let d = neighbors[a, rank]
            let first = removed - costs.cost(a, d)
            if first <= tolerance { break }
            if d == b { continue }
            let c = tour.previous(d)
            let second = first + costs.cost(c, d)
            let reach = tour.steps(from: b, to: d)
            for rank in 0..<neighbors.width {
                let f = neighbors[c, rank]
                let partial = second - costs.cost(c, f)
                if partial <= best { break }
                if tour.steps(from: b, to: f) <= reach { continue }
                let e = tour.previous(f)
                let total = partial + costs.cost(e, f) - costs.cost(e, b)
                if total > best {
                    best = total
                    move = (c, d, e, f)
                }
            }
        }
        guard let (c, d, e, f) = move else { return false }
        exchangeParts((b, c), (d, e), (f, a))
        gained += best
        for node in [b, c, d, e, f] { enqueue(node) }
        return true
    }

    /// Swaps two of the three parts of the round trip, moving the two shortest ones.
    private mutating func exchangeParts(_ one: (Int, Int), _ two: (Int, Int), _ three: (Int, Int)) {
        let parts = [one, two, three]
        let lengths = parts.map { tour.steps(from: $0.0, to: $0.1) + 1 }
        let longest = lengths.indices.max { lengths[$0] < lengths[$1] }!
        let (first, second) = ((longest + 1) % 3, (longest + 2) % 3)
        tour.exchange(from: tour.position(of: parts[first].0), lengths[first], lengths[second])
    }
}
