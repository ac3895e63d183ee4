import WaymarkRoutes

/// A stop of a batch that is reached after its planned arrival.
public struct LateStop: Sendable, Hashable {
    /// The stop's trip.
    public let trip: String
    /// The stop's id.
    public let stop: String
    /// The time by which the stop is reached too late.
    public let lateness: Duration

    /// Creates a late stop; nil if the stop is less than a millisecond late, since dates are doubles.
    init?(_ time: RouteTime, of route: Route, trip: String) {
        guard time.lateness >= .milliseconds(1) else { return nil }
        (self.trip, stop, lateness) = (trip, route.stops[time.stop].id, time.lateness)
    }
}
