public import WaymarkGeodesy
import WaymarkPolylines
import WaymarkTimes

/// The sums of a route's legs, and their numbers by outcome.
public struct RouteTotals: Hashable, Sendable {
    /// Length of the found legs by kind of distance; kinds without legs are absent.
    public let distances: [Leg.DistanceKind: Meters]
    /// Length of all found legs, of any kind.
    public let distance: Meters
    /// Duration of the found legs; nil if one of them has none.
    public let duration: Duration?
    /// Duration of the found legs that have one.
    public let knownDuration: Duration
    /// Time spent at the stops.
    public let stay: Duration
    /// The number of found legs, including fallbacks.
    public let found: Int
    /// The number of found legs that are fallbacks.
    public let fallback: Int
    /// The number of legs that do not exist according to their source.
    public let notFound: Int
    /// The number of legs without an answer.
    public let failed: Int
    /// The number of cancelled legs.
    public let cancelled: Int

    /// The number of missing legs, for any reason.
    public var missing: Int { notFound + failed + cancelled }
}

extension Route {
    /// The sums of the legs. Missing legs count as zero length and time.
    ///
    /// Sums are correct to a rounding or two, for any number of legs.
    ///
    /// - Complexity: O(*n*) in the legs.
    public var totals: RouteTotals {
        var sums: [Leg.DistanceKind: KahanSum] = [:]
        var sum = KahanSum()
        var (duration, saysAll) = (Duration.zero, true)
        var counts: [LegStatus: Int] = [:]
        for outcome in legs {
            counts[outcome.status, default: 0] += 1
            guard let leg = outcome.leg else { continue }
            sums[leg.distanceKind, default: KahanSum()].add(leg.distance.value)
            sum.add(leg.distance.value)
            if let time = leg.duration { duration = duration.adding(time) } else { saysAll = false }
        }
        func count(_ statuses: LegStatus...) -> Int { statuses.reduce(0) { $0 + (counts[$1] ?? 0) } }
        return RouteTotals(
            distances: sums.mapValues { Meters($0.value) }, distance: Meters(sum.value),
            duration: saysAll ? duration : nil, knownDuration: duration,
            stay: stops.reduce(.zero) { $0.adding($1.stay) }, found: count(.found, .fallback),
            fallback: count(.fallback), notFound: count(.notFound), failed: count(.failed),
            cancelled: count(.cancelled))
    }

    /// The positions of the missing legs: not found, failed or cancelled.
    public var missingLegs: [Int] { legs.indices.filter { legs[$0].leg == nil } }

    /// The part of the route from one stop to another, inclusive.
    ///
    /// - Precondition: `range` is within `stops.indices`.
    public func slice(stops range: ClosedRange<Int>) -> Route {
        precondition(
            stops.indices.contains(range.lowerBound) && stops.indices.contains(range.upperBound),
            "the stops \(range) are not all of \(stops.count)")
        return Route(stops: Array(stops[range]), legs: Array(legs[range.lowerBound..<range.upperBound]))
    }
}
