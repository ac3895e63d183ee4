/// Stops in order, and the outcome of each leg between them.
public struct Route: Hashable, Sendable {
    /// The places to visit, in order; an id may come twice, as in a round trip, which a ``StopList`` refuses.
    public let stops: [Stop]
    /// `legs[i]` joins `stops[i]` to `stops[i + 1]`: one fewer than stops, none for no stop.
    public let legs: [LegOutcome]

    /// A route of stops and the legs between them.
    ///
    /// - Precondition: There is one leg fewer than stops, or none without stops.
    public init(stops: [Stop], legs: [LegOutcome]) {
        precondition(legs.count == max(0, stops.count - 1), "\(legs.count) legs for \(stops.count) stops")
        self.stops = stops
        self.legs = legs
    }
}
