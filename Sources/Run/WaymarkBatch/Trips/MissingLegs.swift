import WaymarkRoutes

/// The missing legs of a batch with the same kind of reason, with the first one as an example.
public struct MissingLegs: Sendable, Hashable {
    /// The trip of the first missing leg.
    public let trip: String
    /// The ids of the stops that the first missing leg should join.
    public let from: String, to: String
    /// The status of the first missing leg.
    public let status: LegStatus
    /// The reason why the first leg is missing.
    public let reason: String
    /// The number of missing legs.
    public package(set) var count = 1
    /// The kind of reason that all of them share.
    private let kind: Kind

    private enum Kind { case notFound, unavailable, limited, timedOut, refused, invalidAnswer, invalidLeg, other }

    /// Creates an entry for a leg of a route; nil if the leg was found or cancelled.
    init?(_ leg: Int, of route: Route, trip: String) {
        let outcome = route.legs[leg]
        guard let reason = outcome.reason else { return nil }
        self.trip = trip
        (from, to) = (route.stops[leg].id, route.stops[leg + 1].id)
        status = outcome.status
        self.reason = reason
        kind = if case .failed(let error) = outcome { Self.kind(of: error) } else { .notFound }
    }

    private static func kind(of error: LegError) -> Kind {
        switch error {
        case .notFound: .notFound
        case .unavailable: .unavailable
        case .limited: .limited
        case .timedOut: .timedOut
        case .refused: .refused
        case .invalidAnswer: .invalidAnswer
        case .invalidLeg: .invalidLeg
        case .other: .other
        }
    }

    /// Whether another leg is missing for the same kind of reason.
    func isLike(_ other: MissingLegs) -> Bool { status == other.status && kind == other.kind }
}

extension [MissingLegs] {
    /// Adds missing legs to the entry of their kind, or as a new entry.
    mutating func add(_ missing: MissingLegs) {
        if let known = firstIndex(where: { $0.isLike(missing) }) {
            self[known].count += missing.count
        } else {
            append(missing)
        }
    }
}
