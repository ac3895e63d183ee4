/// Costs of a round trip that is equivalent to a path with other ends.
///
/// For a free end, the round trip has an additional node of cost zero. An edge that must be kept has such a low cost
/// that no exchange of a few edges can compensate for its loss.
struct ClosedCosts<Base: TravelCosts>: TravelCosts {
    let base: Base
    let ends: RouteEnds
    let count: Int
    /// The cost of the edge that must be kept: negative, or zero if there is none.
    let bonus: Double
    /// The edge that must be kept, in its direction.
    let kept: (from: Int, to: Int)?
    private let baseCount: Int

    var isSymmetric: Bool { base.isSymmetric }
    var isIntegral: Bool { base.isIntegral }

    /// Takes the costs of a path, none above `largest`.
    init(_ base: Base, ends: RouteEnds, largest: Double) {
        self.base = base
        self.ends = ends
        baseCount = base.count
        let extra = base.count
        switch ends {
        case .roundTrip: (count, kept) = (extra, nil)
        case .free: (count, kept) = (extra + 1, nil)
        case .start(let stop): (count, kept) = (extra + 1, (extra, stop))
        case .end(let stop): (count, kept) = (extra + 1, (stop, extra))
        case .startAndEnd(let start, let end): (count, kept) = (extra, (end, start))
        }
        bonus = kept == nil ? 0 : -16 * max(largest, 1)
    }

    func cost(_ from: Int, _ to: Int) -> Double {
        if let kept, (from, to) == kept || isSymmetric && (to, from) == kept { return bonus }
        if from == baseCount || to == baseCount { return 0 }
        return base.cost(from, to)
    }

    /// The round trip of a path: the node of cost zero comes last.
    func closed(_ order: [Int]) -> [Int] { count > order.count ? order + [order.count] : order }

    /// The path represented by a round trip.
    func opened(_ tour: [Int]) -> [Int] {
        guard count > baseCount || kept != nil else {
            return rotated(tour, to: ends.first!)
        }
        if count == baseCount {
            // Both ends are fixed, and next to one another.
            let order = rotated(tour, to: ends.first!)
            return order.last == ends.last ? order : rotated(tour.reversed(), to: ends.first!)
        }
        let order = Array(rotated(tour, to: baseCount).dropFirst())
        let isRight = (ends.first ?? order.first) == order.first && (ends.last ?? order.last) == order.last
        return isRight ? order : order.reversed()
    }
}

/// A round trip that starts at another of its stops.
func rotated(_ tour: [Int], to first: Int) -> [Int] {
    let place = tour.firstIndex(of: first)!
    return Array(tour[place...] + tour[..<place])
}
