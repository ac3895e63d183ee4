/// Why there is no leg.
public enum LegError: Error, Hashable, Sendable, Codable {
    /// The leg does not exist according to the source: it ends as not found.
    case notFound(reason: String)
    /// The source cannot be reached, or cannot answer now.
    case unavailable(reason: String)
    /// The source was not asked, because its last requests failed: see ``LegSource/pausing(after:for:clock:)``.
    case notAsked(reason: String)
    /// The source limits the rate of requests; it may state how long to wait.
    case limited(retryAfter: Duration?)
    /// No answer came within the time given.
    case timedOut(after: Duration)
    /// The source refuses the request, and would refuse it again.
    case refused(reason: String)
    /// The source gave an unreadable answer.
    case invalidAnswer(reason: String)
    /// The parts do not form a leg.
    case invalidLeg(reason: String)
    /// Any other error, with its description.
    case other(String)
}

extension LegError: CustomStringConvertible {
    /// The error, as in `no answer within 5.0 seconds`.
    public var description: String {
        switch self {
        case .notFound(let reason): "no way found: \(reason)"
        case .unavailable(let reason): "unavailable: \(reason)"
        case .notAsked(let reason): "not asked: \(reason)"
        case .limited(let time?): "too many requests; retry after \(time)"
        case .limited(nil): "too many requests"
        case .timedOut(let time): "no answer within \(time)"
        case .refused(let reason): "refused: \(reason)"
        case .invalidAnswer(let reason): "unreadable answer: \(reason)"
        case .invalidLeg(let reason): "not a leg: \(reason)"
        case .other(let words): words
        }
    }
}
