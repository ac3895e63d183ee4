import WaymarkTimes

/// A time as seconds, to the nanosecond.
struct StoredSeconds: Codable {
    /// 285 years: nanoseconds beyond do not fit 63 bits.
    private static let longest = 9e9
    let duration: Duration

    init(_ duration: Duration) {
        // To the nanosecond already when it is written, so that a route that was read is written as it was.
        let (seconds, attoseconds) = duration.components
        let nanoseconds = (Double(attoseconds) / 1e9).rounded()
        self.duration = .seconds(seconds) + .nanoseconds(Int64(nanoseconds))
    }

    /// Nil if it cannot be stored.
    init?(ifPossible duration: Duration) {
        guard abs(duration.inSeconds) <= Self.longest else { return nil }
        self.init(duration)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard abs(seconds) <= Self.longest else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(seconds) is not a duration in seconds")
        }
        // Whole seconds separately, since a single number would lose nanoseconds.
        let whole = seconds.rounded(.towardZero)
        duration = .seconds(Int64(whole)) + .nanoseconds(Int64(((seconds - whole) * 1e9).rounded()))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = duration.inSeconds
        guard abs(seconds) <= Self.longest else {
            throw EncodingError.invalidValue(
                duration,
                EncodingError.Context(codingPath: container.codingPath, debugDescription: "longer than 285 years"))
        }
        try container.encode(seconds)
    }
}
