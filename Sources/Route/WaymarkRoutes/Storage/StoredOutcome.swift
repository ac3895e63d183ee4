/// The stored form of a leg's outcome.
struct StoredOutcome: Codable {
    enum Status: String, Codable {
        case found, failed, cancelled
        case notFound = "not_found"
    }

    let status: Status
    let leg: StoredLeg?
    let reason: String?
    let error: LegError?

    init(_ outcome: LegOutcome) {
        switch outcome {
        case .found(let leg): (status, self.leg, reason, error) = (.found, StoredLeg(leg), nil, nil)
        case .notFound(let why): (status, leg, reason, error) = (.notFound, nil, why, nil)
        case .failed(let why): (status, leg, reason, error) = (.failed, nil, nil, why)
        case .cancelled: (status, leg, reason, error) = (.cancelled, nil, nil, nil)
        }
    }

    func outcome(at position: Int) throws(RouteError) -> LegOutcome {
        switch status {
        case .found:
            guard let leg else { throw .invalidLeg(position: position, reason: "the found leg is missing") }
            return .found(try leg.leg(at: position))
        case .notFound: return .notFound(reason: reason ?? "")
        case .failed: return .failed(error ?? .other("the reason was not stored"))
        case .cancelled: return .cancelled
        }
    }
}
