import WaymarkRoutes

/// A stop of a batch that is reached after its planned arrival.
public struct LateStop: Sendable, Hashable {
    /// Its trip.
    public let trip: String
    /// Its id.
    public let stop: String
    /// The lateness.
    public let lateness: Duration

    /// Nil for a stop in time, within a millisecond, since dates are doubles.
    init?(_ time: RouteTime, of route: Route, trip: String) {
        guard time.lateness >= .milliseconds(1) else { return nil }
        (self.trip, stop, lateness) = (trip, route.stops[time.stop].id, time.lateness)
    }
}
