import WaymarkRoutes

/// A stop of a batch that is reached after the time that was planned.
public struct LateStop: Sendable, Hashable {
    /// Its trip.
    public let trip: String
    /// Its id.
    public let stop: String
    /// By how much.
    public let lateness: Duration

    /// Nil for a stop that is in time, to a millisecond: dates are doubles.
    init?(_ time: RouteTime, of route: Route, trip: String) {
        guard time.lateness >= .milliseconds(1) else { return nil }
        (self.trip, stop, lateness) = (trip, route.stops[time.stop].id, time.lateness)
    }
}
