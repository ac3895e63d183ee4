import WaymarkPlans
import WaymarkRecommendations

/// The opening intervals of candidates, as a question gives them: those of a place come before those of its theme, those
/// of a day before those of every day.
struct PlanOpenings {
    /// The intervals by day; those of every day at nil.
    private typealias Hours = [Int?: [Range<Int>]]

    private let candidates: RecommendedPlaces
    private let days: Int
    private var byTheme: [String: Hours] = [:]
    private var byPlace: [Int: Hours] = [:]

    /// `position` finds a place by its name.
    init(_ question: PlanQuestion, _ candidates: RecommendedPlaces, position: (String) throws -> Int) throws {
        (self.candidates, days) = (candidates, question.days)
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

    /// The intervals of each day, in minutes after its midnight; empty if nothing is known.
    func windows(of place: Int) -> [[PlanWindow]] {
        let own = byPlace.first { candidates.areOne($0.key, place, within: nil) }?.value
        let all = candidates.places[place].theme.flatMap { byTheme[$0] }
        if own == nil && all == nil { return [] }
        return (0..<days).map { day in
            // A day may begin before the intervals of the last one end, and end after those of the next one begin.
            let shifted = (-1...1).flatMap { other in
                let hours = own?[day + other] ?? own?[nil] ?? all?[day + other] ?? all?[nil] ?? [0..<24 * 60]
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
