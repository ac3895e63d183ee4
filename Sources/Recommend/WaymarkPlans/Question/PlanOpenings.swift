import WaymarkRecommendations
import WaymarkText

/// The opening intervals of candidates, as a question gives them: those of a place come before those of its column, those
/// before those of its theme, those of a day before those of every day.
struct PlanOpenings {
    /// The intervals by day; those of every day at nil.
    private typealias Hours = [Int?: [Range<Int>]]

    private let candidates: RecommendedPlaces
    private let days: Int
    private let column: [Int: PlanHours]
    private let opensUnknown: Bool
    private var byTheme: [String: Hours] = [:]
    private var byPlace: [Int: Hours] = [:]

    /// `position` finds a place by its name.
    init(
        _ question: PlanQuestion, _ hours: [Int: PlanHours], _ candidates: RecommendedPlaces,
        position: (String) throws -> Int
    ) throws {
        (self.candidates, days, column) = (candidates, question.dayCount, hours)
        opensUnknown = question.unknownHours == .open
        for opening in question.openings {
            let old: [Range<Int>]?
            if let theme = try? Interests.theme(named: opening.name, among: candidates.themes) {
                old = byTheme[theme, default: [:]].updateValue(opening.intervals, forKey: opening.day)
            } else {
                let place = try position(opening.name)
                old = byPlace[place, default: [:]].updateValue(opening.intervals, forKey: opening.day)
            }
            if old != nil {
                throw PlanQuestionError.unclearName(
                    option: "open", reason: "\(opening.name) is given twice for the same days")
            }
        }
    }

    /// The hours of a place itself.
    private func own(_ place: Int) -> Hours? {
        byPlace.first { candidates.areOne($0.key, place, within: nil) }?.value
    }

    /// The text with the hours of a place, if it is not understood and no others are given.
    func unknown(of place: Int) -> String? {
        guard case .unknown(let text) = column[place], own(place) == nil else { return nil }
        return text
    }

    /// The intervals of each day, in minutes after its midnight; empty if the place is always open. One whose hours are not
    /// understood never is, unless it counts as open.
    func windows(of place: Int) -> [[PlanWindow]] {
        let own = own(place)
        let all = candidates.places[place].theme.flatMap { byTheme[$0] }
        let known: [Range<Int>]? =
            switch column[place] {
            case .known(let intervals): intervals
            case .unknown: opensUnknown ? [0..<24 * 60] : []
            case nil: nil
            }
        if own == nil && known == nil && all == nil { return [] }
        return (0..<days).map { day in
            // A day may begin before the intervals of the last one end, and end after those of the next one begin.
            let shifted = (-1...1).flatMap { (other: Int) -> [(Int, Int)] in
                let day = day + other
                let hours: [Range<Int>] = own?[day] ?? own?[nil] ?? known ?? all?[day] ?? all?[nil] ?? [0..<24 * 60]
                return hours.map { ($0.lowerBound + other * 24 * 60, $0.upperBound + other * 24 * 60) }
            }
            var windows: [PlanWindow] = []
            for (opens, closes) in shifted.sorted(by: <) {
                if let last = windows.last, Double(opens) <= last.closes {
                    windows[windows.count - 1].closes = max(last.closes, Double(closes))
                } else {
                    windows.append(PlanWindow(opens: Double(opens), closes: Double(closes)))
                }
            }
            return windows
        }
    }
}

extension PlanQuestion.Opening {
    /// The intervals in a text such as `09:00-12:00, 13:00~18:00`, none for `closed` or `휴무`, a whole day for `24시간` and
    /// `24/7`; nil for another text.
    ///
    /// `Mo-Su` or `연중무휴` may come before the times; `연중무휴` alone is every day. What closes before it opens, as
    /// `18:00-02:00`, does so on the next day.
    public static func intervals(_ text: Substring) -> [Range<Int>]? {
        var times = PlainText.trimmed(String(text))
        if times == "연중무휴" { return [0..<24 * 60] }
        for everyDay in ["Mo-Su", "연중무휴"] where times.hasPrefix(everyDay) {
            times = PlainText.trimmed(String(times.dropFirst(everyDay.count)))
        }
        switch times {
        case "closed", "휴무": return []
        case "24시간", "24/7": return [0..<24 * 60]
        default: break
        }
        var intervals: [Range<Int>] = []
        for part in times.split(separator: ",", omittingEmptySubsequences: false) {
            let times = part.split(omittingEmptySubsequences: false) { "-~–".contains($0) }.map {
                PlanQuestion.minute(PlainText.trimmed(String($0))[...], through: 24 * 60)
            }
            guard times.count == 2, let opens = times[0], let closes = times[1], opens != closes, opens < 24 * 60 else {
                return nil
            }
            intervals.append(opens..<(closes < opens ? closes + 24 * 60 : closes))
        }
        return intervals
    }
}

/// The opening hours of a place on every day.
public enum PlanHours: Hashable, Sendable {
    /// The intervals, as in ``PlanQuestion/Opening``.
    case known([Range<Int>])
    /// A text that is not understood.
    case unknown(String)

    /// The hours in a text.
    public init(_ text: String) {
        self = PlanQuestion.Opening.intervals(text[...]).map(PlanHours.known) ?? .unknown(text)
    }
}
