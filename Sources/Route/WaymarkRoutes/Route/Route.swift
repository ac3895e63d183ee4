/// Stops in their order, and how the search for each leg between them ended.
public struct Route: Hashable, Sendable {
    /// The places to visit, in order; an id may come twice, as in a round trip, which a ``StopList`` refuses.
    public let stops: [Stop]
    /// `legs[i]` joins `stops[i]` to `stops[i + 1]`: one fewer than stops, none for no stop.
    public let legs: [LegOutcome]

    /// A route of stops and the legs between them.
    ///
    /// - Precondition: There is one leg fewer than there are stops; none where there is no stop.
    public init(stops: [Stop], legs: [LegOutcome]) {
        precondition(legs.count == max(0, stops.count - 1), "legs join each stop to the next")
        self.stops = stops
        self.legs = legs
    }
}
