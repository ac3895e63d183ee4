public import WaymarkGeodesy
public import WaymarkOrders
public import WaymarkRoutes

/// Where a plan has the ways between places from.
public struct PlanWays: Sendable {
    /// The source of ways, which have durations.
    public var source: any LegSource
    /// How they are requested.
    public var requests: OrderTravel.Requests
    /// Whether the travellers drive: then parking takes time, and short ways are walked.
    public var isDriven: Bool
    /// How far the travellers get in 36 minutes, where places are looked for unless a question says how far.
    public var reach: Meters

    /// Ways of a source, or of straight lines with a detour and a speed, from which the reach is taken.
    public init(
        by source: (any LegSource)? = nil, guess: GreatCircleLegs, _ requests: OrderTravel.Requests = .init(),
        isDriven: Bool
    ) {
        (self.source, self.requests, self.isDriven) = (source ?? guess, requests, isDriven)
        reach = Meters(36 * 60 * (guess.speed ?? 10) / guess.detour)
    }
}
