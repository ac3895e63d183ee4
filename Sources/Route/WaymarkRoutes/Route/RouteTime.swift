public import WaymarkTimes

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// When a stop is reached and left.
public struct RouteTime: Hashable, Sendable {
    /// The position of the stop.
    public let stop: Int
    /// When it is reached; nil where that cannot be known.
    public let arrival: Date?
    /// How long one waits, before the stay begins, for the time that was planned.
    public let wait: Duration
    /// How long after the planned time one arrives; zero where none was planned, or the arrival is not known.
    public let lateness: Duration
    /// When it is left: after the wait and the stay; nil where the arrival is not known.
    public let departure: Date?
    /// The zone whose clock is meant.
    public let timeZone: ClockZone
}

extension RouteTime {
    /// The arrival on the clock that is meant: `2027-04-01T09:00:00+09:00`; nil where it is not known, or beyond year 9999.
    public var arrivalText: String? { arrival.flatMap { $0.xsdDateTime(in: timeZone) } }
    /// The departure likewise.
    public var departureText: String? { departure.flatMap { $0.xsdDateTime(in: timeZone) } }
}

extension Route {
    /// When each stop is reached and left.
    ///
    /// The first stop is reached when it is planned to be, or at `start`. From then on times follow from the legs and the
    /// stays. Whoever is early at a stop with a planned arrival waits for it; whoever is late goes on late. Behind a leg that
    /// is missing or does not say how long it takes, times are not known, planned ones included: nobody can tell whether
    /// the plan was kept.
    ///
    /// - Parameter start: When the first stop is reached; nil is its planned arrival.
    /// - Returns: One for each stop, in order. Times are exact to about a microsecond.
    /// - Complexity: O(*n*).
    public func times(startingAt start: Date? = nil) -> [RouteTime] {
        var clock = RouteClock(startingAt: start)
        return stops.indices.map { clock.time(at: $0, of: self) }
    }
}

/// Works out when the stops of a route are reached, one after another.
struct RouteClock {
    private let start: Date?
    private var zone = ClockZone.utc
    // Durations are summed by themselves, so that a long trip does not gather the rounding of dates.
    private var anchor: Date?
    private var elapsed: Duration?

    /// The first stop is reached at `start`, or when it is planned to be.
    init(startingAt start: Date? = nil) { self.start = start }

    /// When a stop is reached and left: first the first stop is asked about, then each in turn.
    mutating func time(at i: Int, of route: Route) -> RouteTime {
        let stop = route.stops[i]
        if let own = stop.timeZone { zone = own }
        if i == 0 {
            anchor = start ?? stop.arrival
            elapsed = anchor == nil ? nil : .zero
        } else if let sum = elapsed, let duration = route.legs[i - 1].leg?.duration {
            elapsed = sum.adding(duration)
        } else {
            elapsed = nil
        }
        guard let anchored = anchor, let reached = elapsed else {
            return RouteTime(stop: i, arrival: nil, wait: .zero, lateness: .zero, departure: nil, timeZone: zone)
        }
        let arrival = anchored + reached.inSeconds
        var (wait, lateness) = (Duration.zero, Duration.zero)
        if let planned = stop.arrival {
            let early = planned.timeIntervalSince(arrival)
            // Dates are doubles: what is far from any calendar is not waited for.
            if early > 0, early < 1e17 { wait = .seconds(early) }
            if early < 0, early > -1e17 { lateness = .seconds(-early) }
        }
        if wait > .zero, let planned = stop.arrival {
            // From here on the plan is exact.
            (anchor, elapsed) = (planned, stop.stay)
        } else {
            elapsed = reached.adding(stop.stay)
        }
        return RouteTime(
            stop: i, arrival: arrival, wait: wait, lateness: lateness,
            departure: (anchor ?? anchored) + (elapsed ?? .zero).inSeconds, timeZone: zone)
    }
}
