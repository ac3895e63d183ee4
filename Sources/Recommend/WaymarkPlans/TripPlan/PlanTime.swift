import WaymarkText

/// A local time of a day of a plan, in minutes after the midnight at its begin: `09:05`, or `00:30+1` on the next day.
public struct PlanTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Minutes after midnight.
    public var minute: Int

    /// A time of day.
    public init(minute: Int) { self.minute = minute }

    init(_ minutes: Double) { minute = Int(minutes.rounded()) }

    var value: Double { Double(minute) }

    /// The time as in `09:05` or `00:30+1`.
    public var description: String {
        let (day, rest) = minute.dividedDown(by: 24 * 60)
        return "\((rest / 60).digits(2)):\((rest % 60).digits(2))" + (day > 0 ? "+\(day)" : "")
    }

    /// The earlier of two.
    public static func < (a: PlanTime, b: PlanTime) -> Bool { a.minute < b.minute }

    /// Reads the text of a time.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        let day = parts.count == 1 ? 0 : Int(parts[1])
        guard parts.count <= 2, let day, 0...9 ~= day, let minute = PlanQuestion.minute(parts[0]) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is not a time such as 09:30")
        }
        self.minute = day * 24 * 60 + minute
    }

    /// Writes the text of the time.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
