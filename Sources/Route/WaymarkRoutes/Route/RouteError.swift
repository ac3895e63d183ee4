/// Why a stored route was refused.
public enum RouteError: Error, Hashable, Sendable {
    /// The route was stored by a newer Waymark.
    case newerVersion(Int, known: Int)
    /// The version is none there ever was.
    case unknownVersion(Int)
    /// There is not one leg fewer than there are stops.
    case legCount(Int, stops: Int)
    /// A stop is none; its position counts from 0.
    case invalidStop(position: Int, reason: String)
    /// A leg is none; its position counts from 0.
    case invalidLeg(position: Int, reason: String)
}

extension RouteError: CustomStringConvertible {
    /// What was refused and where, as in `leg 3: a leg has at least one vertex`.
    public var description: String {
        switch self {
        case .newerVersion(let version, let known):
            "the route is of version \(version), and \(known) is the newest that can be read: it needs a newer Waymark"
        case .unknownVersion(let version): "there is no version \(version) of stored routes"
        case .legCount(let legs, let stops):
            "\(legs) legs cannot join \(stops) stops: a route has one leg fewer than stops"
        case .invalidStop(let position, let reason): "stop \(position): \(reason)"
        case .invalidLeg(let position, let reason): "leg \(position): \(reason)"
        }
    }
}
