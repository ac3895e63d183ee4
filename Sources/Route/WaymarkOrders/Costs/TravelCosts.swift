import WaymarkC
import WaymarkGeodesy

/// The costs between stops, as used by searches.
protocol TravelCosts: Sendable {
    /// The number of stops.
    var count: Int { get }
    /// Whether costs are symmetric.
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
    /// The distance function.
    package enum Metric: Hashable, Sendable {
        /// Metres along the great circle; points are unit vectors.
        case greatCircle
        /// TSPLIB: plane distance to the nearest whole number.
        case nearest
        /// TSPLIB: ATT's pseudo-Euclidean distance.
        case pseudoEuclidean
        /// TSPLIB: GEO's distance; points are unit vectors, with angles kept separately.
        case geographical
    }

    let metric: Metric
    /// The points for neighbour lists, where near points have low costs.
    let points: ContiguousArray<SIMD3<Double>>
    /// GEO's latitudes and longitudes, in its own radians.
    let angles: ContiguousArray<SIMD2<Double>>

    package var count: Int { points.count }
    var isSymmetric: Bool { true }
    var isIntegral: Bool { metric != .greatCircle }

    init(_ coordinates: [Coordinate]) {
        metric = .greatCircle
        points = ContiguousArray(
            coordinates.map {
                let vector = UnitVector($0)
                return SIMD3(vector.x, vector.y, vector.z)
            })
        angles = []
    }

    package init(metric: Metric, points: ContiguousArray<SIMD3<Double>>, angles: ContiguousArray<SIMD2<Double>> = []) {
        self.metric = metric
        self.points = points
        self.angles = angles
    }

    @inline(__always)
    package func cost(_ from: Int, _ to: Int) -> Double {
        let (a, b) = (points[from], points[to])
        if metric == .greatCircle {
            return Sphere.earth.distance(
                from: UnitVector(x: a.x, y: a.y, z: a.z), to: UnitVector(x: b.x, y: b.y, z: b.z)
            ).value
        }
        let difference = a - b
        let square = (difference * difference).sum()
        switch metric {
        case .greatCircle, .nearest: return (square.squareRoot() + 0.5).rounded(.down)
        case .pseudoEuclidean: return (square / 10).squareRoot().rounded(.up)
        case .geographical: return from == to ? 0 : geographicalDistance(angles[from], angles[to])
        }
    }
}

extension PointCosts {
    /// An upper bound of all costs.
    var largest: Double {
        switch metric {
        case .greatCircle, .geographical: 3e7
        case .nearest, .pseudoEuclidean:
            // The sum of both sides of the bounding box, plus rounding.
            points.first.map { first in
                let low = points.reduce(first) { pointwiseMin($0, $1) }
                let high = points.reduce(first) { pointwiseMax($0, $1) }
                return (high - low).sum() + 1
            } ?? 0
        }
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
    let position = tour.firstIndex(of: first)!
    return Array(tour[position...] + tour[..<position])
}

/// TSPLIB's GEO distance in whole kilometres, between angles in its own radians (latitude, longitude).
///
/// Source: the formula in TSPLIB's FAQ, whose rounding the published optima use.
func geographicalDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let q1 = cos(a.y - b.y)
    let q2 = cos(a.x - b.x)
    let q3 = cos(a.x + b.x)
    let cosine = 0.5 * ((1 + q1) * q2 - (1 - q1) * q3)
    return (6378.388 * acos(max(-1, min(1, cosine))) + 1).rounded(.down)
}
