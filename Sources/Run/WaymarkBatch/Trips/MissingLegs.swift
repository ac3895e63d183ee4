import WaymarkRoutes

/// Legs of a batch that are not there for one kind of reason, by the first of them.
public struct MissingLegs: Sendable, Hashable {
    /// The trip of the first.
    public let trip: String
    /// The stops between which it is missing.
    public let from: String, to: String
    /// How it ended.
    public let status: LegStatus
    /// Why there is none, in words.
    public let reason: String
    /// How many there are.
    public package(set) var count = 1
    /// What the others have in common with the first.
    private let kind: Kind

    private enum Kind { case notFound, unavailable, limited, timedOut, refused, invalidAnswer, invalidLeg, other }

    /// A leg of a route; nil where it is there, or nobody wanted it.
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

    /// Whether another is missing for a reason of this kind.
    func isLike(_ other: MissingLegs) -> Bool { status == other.status && kind == other.kind }
}

extension [MissingLegs] {
    /// Adds what is missing besides: to those of its kind, or as the first of it.
    mutating func add(_ missing: MissingLegs) {
        if let known = firstIndex(where: { $0.isLike(missing) }) {
            self[known].count += missing.count
        } else {
            append(missing)
        }
    }
}
