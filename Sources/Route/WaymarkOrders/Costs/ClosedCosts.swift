/// Costs of a round trip whose best order is the best order of a way with other ends.
///
/// Where a way has a free end, the round trip passes one node more, which costs nothing to reach. An edge that must be kept
/// costs so little that no exchange of a few edges can pay for its loss.
struct ClosedCosts<Base: TravelCosts>: TravelCosts {
    let base: Base
    let ends: RouteEnds
    let count: Int
    /// What the edge that must be kept adds to the length: below zero, or zero where there is none.
    let bonus: Double
    /// The edge that must be kept, as it is passed.
    let kept: (from: Int, to: Int)?
    private let baseCount: Int

    var isSymmetric: Bool { base.isSymmetric }
    var isIntegral: Bool { base.isIntegral }

    /// Takes the costs of a way, none above `largest`.
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

    /// The round trip of a way: the node that costs nothing comes last.
    func closed(_ order: [Int]) -> [Int] { count > order.count ? order + [order.count] : order }

    /// The way that a round trip stands for.
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

/// A round trip told from another of its stops on.
func rotated(_ tour: [Int], to first: Int) -> [Int] {
    let place = tour.firstIndex(of: first)!
    return Array(tour[place...] + tour[..<place])
}
