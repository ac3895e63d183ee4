import WaymarkGeodesy

/// The costs between stops, as used by searches.
protocol TravelCosts: Sendable {
    var count: Int { get }
    var isSymmetric: Bool { get }
    /// Whether all costs are integers small enough for exact sums.
    var isIntegral: Bool { get }
    /// The cost from one stop to another, zero or more; both are below ``count``.
    func cost(_ from: Int, _ to: Int) -> Double
}

/// The total cost of an order, including the way back if it is closed.
func pathLength(_ order: [Int], isClosed: Bool, costs: some TravelCosts) -> Double {
    guard let first = order.first, let last = order.last, order.count > 1 else { return 0 }
    var sum = 0.0
    for (from, to) in zip(order, order.dropFirst()) { sum += costs.cost(from, to) }
    return isClosed ? sum + costs.cost(last, first) : sum
}

/// Costs between points, computed on demand: memory grows with the stops, not with their pairs.
package struct PointCosts: TravelCosts, Hashable {
    /// Unit vectors; or places on a plane, whose distances are rounded to whole numbers, as in TSPLIB.
    let points: ContiguousArray<SIMD3<Double>>
    let isPlane: Bool

    package var count: Int { points.count }
    var isSymmetric: Bool { true }
    var isIntegral: Bool { isPlane }

    init(_ coordinates: [Coordinate]) {
        points = ContiguousArray(
            coordinates.map {
                let vector = UnitVector($0)
                return SIMD3(vector.x, vector.y, vector.z)
            })
        isPlane = false
    }

    package init(_ points: ContiguousArray<SIMD3<Double>>, isPlane: Bool) {
        (self.points, self.isPlane) = (points, isPlane)
    }

    @inline(__always)
    package func cost(_ from: Int, _ to: Int) -> Double {
        let (a, b) = (points[from], points[to])
        guard isPlane else {
            return Sphere.earth.distance(
                from: UnitVector(x: a.x, y: a.y, z: a.z), to: UnitVector(x: b.x, y: b.y, z: b.z)
            ).value
        }
        let difference = a - b
        return ((difference * difference).sum().squareRoot() + 0.5).rounded(.down)
    }

    /// An upper bound of all costs; on a plane the sum of both sides of the bounding box, plus rounding.
    var largest: Double {
        guard isPlane, let first = points.first else { return 3e7 }
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        return (high - low).sum() + 1
    }
}

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
        let isFree = ends.first == nil && ends.last == nil
        count = ends.isClosed || ends.first != nil && ends.last != nil ? extra : extra + 1
        kept = ends.isClosed || isFree ? nil : (ends.last ?? extra, ends.first ?? extra)
        bonus = kept == nil ? 0 : -16 * max(largest, 1)
    }

    func cost(_ from: Int, _ to: Int) -> Double {
        if let kept, (from, to) == kept || isSymmetric && (to, from) == kept { return bonus }
        if from == baseCount || to == baseCount { return 0 }
        return base.cost(from, to)
    }

    /// The path represented by a round trip.
    func opened(_ tour: [Int]) -> [Int] {
        if count == baseCount {
            // Closed, or both ends are fixed, and next to one another.
            let order = rotated(tour, to: ends.first!)
            return ends.isClosed || order.last == ends.last ? order : rotated(tour.reversed(), to: ends.first!)
        }
        let order = Array(rotated(tour, to: baseCount).dropFirst())
        let isRight = (ends.first ?? order.first) == order.first && (ends.last ?? order.last) == order.last
        return isRight ? order : order.reversed()
    }
}

/// A round trip that starts at another of its stops.
func rotated(_ tour: [Int], to first: Int) -> [Int] {
    let position = tour.firstIndex(of: first)!
    return Array(tour[position...] + tour[..<position])
}
