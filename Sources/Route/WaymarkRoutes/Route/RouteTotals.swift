public import WaymarkGeodesy
import WaymarkPolylines
import WaymarkTimes

/// What the legs of a route amount to, and how many of them there are of each kind.
public struct RouteTotals: Hashable, Sendable {
    /// Length of the found legs, by what it was measured along; kinds that no leg has are absent.
    public let distances: [Leg.DistanceKind: Meters]
    /// Length of all found legs, whatever it was measured along.
    public let distance: Meters
    /// Time that the found legs take; nil where one of them does not say.
    public let duration: Duration?
    /// Time of those found legs that say.
    public let knownDuration: Duration
    /// Time spent at the stops.
    public let stay: Duration
    /// Legs that were found, fallbacks among them.
    public let found: Int
    /// Found legs that stand in for what the source asked first did not give.
    public let fallback: Int
    /// Legs whose source says that there is no way.
    public let notFound: Int
    /// Legs that no answer could be had for.
    public let failed: Int
    /// Legs that nobody wanted any more.
    public let cancelled: Int

    /// Legs that are not there, for whatever reason.
    public var missing: Int { notFound + failed + cancelled }
}

extension Route {
    /// What the legs amount to. Missing legs have no length and take no time.
    ///
    /// Sums are correct to a rounding or two, however many legs there are.
    ///
    /// - Complexity: O(*n*) in the legs.
    public var totals: RouteTotals {
        var sums: [Leg.DistanceKind: KahanSum] = [:]
        var sum = KahanSum()
        var (duration, saysAll) = (Duration.zero, true)
        var (found, fallback, notFound, failed, cancelled) = (0, 0, 0, 0, 0)
        for outcome in legs {
            switch outcome {
            case .found(let leg):
                found += 1
                if leg.isFallback { fallback += 1 }
                sums[leg.distanceKind, default: KahanSum()].add(leg.distance.value)
                sum.add(leg.distance.value)
                if let time = leg.duration { duration = duration.adding(time) } else { saysAll = false }
            case .notFound: notFound += 1
            case .failed: failed += 1
            case .cancelled: cancelled += 1
            }
        }
        return RouteTotals(
            distances: sums.mapValues { Meters($0.value) }, distance: Meters(sum.value),
            duration: saysAll ? duration : nil, knownDuration: duration,
            stay: stops.reduce(.zero) { $0.adding($1.stay) }, found: found, fallback: fallback, notFound: notFound,
            failed: failed, cancelled: cancelled)
    }

    /// The positions of the legs that are not there: not found, failed or cancelled.
    public var missingLegs: [Int] { legs.indices.filter { legs[$0].leg == nil } }

    /// The part of the route from one stop to another, both with it.
    ///
    /// - Precondition: `range` is within `stops.indices`.
    public func slice(stops range: ClosedRange<Int>) -> Route {
        precondition(stops.indices.contains(range.lowerBound) && stops.indices.contains(range.upperBound))
        return Route(stops: Array(stops[range]), legs: Array(legs[range.lowerBound..<range.upperBound]))
    }
}
