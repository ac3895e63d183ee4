import WaymarkRoutes

/// Missing legs of a batch with the same kind of reason, with the first as an example.
public struct MissingLegs: Sendable, Hashable {
    /// The trip of the first.
    public let trip: String
    /// The stops between which it is missing.
    public let from: String, to: String
    /// Its outcome.
    public let status: LegStatus
    /// The reason.
    public let reason: String
    /// Their number.
    public package(set) var count = 1
    /// What the others have in common with the first.
    private let kind: Kind

    private enum Kind { case notFound, unavailable, limited, timedOut, refused, invalidAnswer, invalidLeg, other }

    /// A missing leg of a route; nil if it was found or cancelled.
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
    /// Adds a missing leg to those of its kind, or as the first of its kind.
    mutating func add(_ missing: MissingLegs) {
        if let known = firstIndex(where: { $0.isLike(missing) }) {
            self[known].count += missing.count
        } else {
            append(missing)
        }
    }
}
