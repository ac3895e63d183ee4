/// What is said of the opening hours of a place beside a visit.
public struct HoursNote: Codable, Hashable, Sendable {
    /// When the place closes, in minutes after the midnight of the day of the plan, as the times of visits; nil if that is not known,
    /// or never.
    public var closes: Int?
    /// Whether that is the sunset, since no hours are known of a place outdoors.
    public var isSunset = false
    /// The text with the hours, if it is not understood.
    public var text: String?
    /// Whether the hours are not known.
    public var isUnknown = false

    /// What is said of opening hours.
    public init(closes: Int? = nil, isSunset: Bool = false, text: String? = nil, isUnknown: Bool = false) {
        (self.closes, self.isSunset, self.text, self.isUnknown) = (closes, isSunset, text, isUnknown)
    }

    /// The note in words, such as `closes 18:00`, `until sunset 19:12` or `hours unknown`; nil if there is nothing to say.
    public func words(isKorean: Bool) -> String? {
        if isUnknown {
            let unknown = isKorean ? "여는 시간 모름" : "hours unknown"
            return text.map { "\(unknown): \($0)" } ?? unknown
        }
        guard let closes else { return nil }
        let clock = PlanTime(minute: closes).description
        return switch (isSunset, isKorean) {
        case (true, true): "일몰 \(clock)까지"
        case (true, false): "until sunset \(clock)"
        case (false, true): "\(clock) 닫음"
        case (false, false): "closes \(clock)"
        }
    }
}
