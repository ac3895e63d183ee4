public import WaymarkFoundation
public import WaymarkTimes

/// Arrival at and departure from a stop.
public struct RouteTime: Hashable, Sendable {
    /// The position of the stop.
    public let stop: Int
    /// The arrival; nil if unknown.
    public let arrival: Date?
    /// The wait for the planned arrival, before the stay begins.
    public let wait: Duration
    /// The lateness after the planned arrival; zero if none was planned, or the arrival is unknown.
    public let lateness: Duration
    /// The departure, after the wait and the stay; nil if the arrival is unknown.
    public let departure: Date?
    /// The time zone.
    public let timeZone: ClockZone
}

extension RouteTime {
    /// The arrival in this zone: `2027-04-01T09:00:00+09:00`; nil if unknown, or beyond year 9999.
    public var arrivalText: String? { arrival.flatMap { $0.xsdDateTime(in: timeZone) } }
    /// The departure likewise.
    public var departureText: String? { departure.flatMap { $0.xsdDateTime(in: timeZone) } }
}

extension Route {
    /// Arrival at and departure from each stop.
    ///
    /// The first stop is reached at its planned arrival, or at `start`. Later times follow from the legs and the stays.
    /// An early arrival waits for the planned one; a late arrival continues late. After a leg that is missing or has no
    /// duration, all times are unknown, including planned ones, since it is unknown whether the plan was kept.
    ///
    /// - Parameter start: The arrival at the first stop; nil is its planned arrival.
    /// - Returns: One for each stop, in order. Times are exact to about a microsecond.
    /// - Complexity: O(*n*).
    public func times(startingAt start: Date? = nil) -> [RouteTime] {
        var clock = RouteClock(startingAt: start)
        return stops.indices.map { clock.time(at: $0, of: self) }
    }
}

/// Computes the arrivals at the stops of a route, one after another.
struct RouteClock {
    private let start: Date?
    private var zone = ClockZone.utc
    // Durations are summed separately, so that the rounding of dates does not accumulate.
    private var anchor: Date?
    private var elapsed: Duration?

    /// The first stop is reached at `start`, or at its planned arrival.
    init(startingAt start: Date? = nil) { self.start = start }

    /// Arrival at and departure from a stop; to be called for the stops in order.
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
            // Dates are doubles: do not wait for dates far outside any calendar.
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
