/// What a leg costs, for orders and tables.
public enum LegCost: String, Hashable, Sendable, CaseIterable {
    /// The duration of the leg, in seconds.
    case duration
    /// The length of the leg, in metres.
    case distance

    /// The cost of a leg; nil if its source gives none.
    package func value(of leg: Leg) -> Double? {
        switch self {
        case .duration: leg.duration.map { $0 / .seconds(1) }
        case .distance: leg.distance.value
        }
    }
}
