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

/// Why a stored route was refused.
public enum RouteError: Error, Hashable, Sendable {
    /// The route was stored by a newer Waymark.
    case newerVersion(Int, known: Int)
    /// The version does not exist.
    case unknownVersion(Int)
    /// The number of legs is not one less than the number of stops.
    case legCount(Int, stops: Int)
    /// A stop is invalid; its position counts from 0.
    case invalidStop(position: Int, reason: String)
    /// A leg is invalid; its position counts from 0.
    case invalidLeg(position: Int, reason: String)
}

extension RouteError: CustomStringConvertible {
    /// The error and its position, as in `leg 3: a leg needs at least one vertex`.
    public var description: String {
        switch self {
        case .newerVersion(let version, let known):
            "the route has version \(version), but this Waymark supports versions up to \(known): use a newer Waymark"
        case .unknownVersion(let version): "version \(version) of stored routes does not exist"
        case .legCount(let legs, let stops):
            "\(legs) legs cannot join \(stops) stops: a route has one leg fewer than stops"
        case .invalidStop(let position, let reason): "stop \(position): \(reason)"
        case .invalidLeg(let position, let reason): "leg \(position): \(reason)"
        }
    }
}
