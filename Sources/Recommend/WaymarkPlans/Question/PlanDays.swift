public import WaymarkGeodesy
import WaymarkPlaces
import WaymarkQuestions

/// A place where a day starts or ends.
public struct PlanEnd: Hashable, Sendable {
    /// The name, as asked.
    public var name: String
    /// The location.
    public var coordinate: Coordinate
}

/// The days of a question: where they start and end, and when.
struct PlanDays {
    struct Day {
        var start, end: PlanEnd
        var opens, closes: Int
        var pauses: [PlanQuestion.Pause]
    }

    let days: [Day]
    /// Where the travellers are now, if that is asked.
    let here: PlanEnd?

    /// - Throws: ``PlanQuestionError`` for a text that is neither a point nor the name of one attraction.
    init(_ question: PlanQuestion, _ earlier: EarlierPlan?, _ find: (String) throws -> Coordinate) throws {
        func place(_ text: String, _ option: String) throws -> PlanEnd {
            if let point = try? OptionText.point(text) { return PlanEnd(name: text, coordinate: point) }
            do {
                return PlanEnd(name: text, coordinate: try find(text))
            } catch let error as UnclearPlaceName {
                throw PlanQuestionError.unclearName(option: option, reason: error.reason)
            }
        }
        // Where days start and end in the earlier plan counts unless the question says where.
        let ofEarlier = question.start == nil ? earlier : nil
        let start = try question.start.map { try place($0, "start") } ?? ofEarlier?.ends[0].start
        let end = try question.end.map { try place($0, "end") }
        guard
            let first = try start
                ?? question.dayChanges.last(where: { $0.number == 0 && $0.start != nil }).map({
                    try place($0.start!, "day")
                })
        else { throw PlanQuestionError.parameter(ParameterError("start", "--start must be given.")) }
        var days: [Day] = []
        for number in 0..<question.dayCount {
            let changes = question.dayChanges.filter { $0.number == number }
            let old = earlier?.day(number)
            let opens =
                changes.lazy.compactMap(\.departure).last ?? question.departure
                ?? old.map { earlier!.hours[$0].lowerBound } ?? 9 * 60
            let length =
                changes.lazy.compactMap(\.length).last ?? question.length ?? old.map { earlier!.hours[$0].count }
                ?? 9 * 60
            let last = days.last?.end
            let dayStart = try changes.lazy.compactMap(\.start).last.map { try place($0, "day") }
            let dayEnd = try changes.lazy.compactMap(\.end).last.map { try place($0, "day") }
            let isOld = ofEarlier != nil && number < earlier!.days.count
            days.append(
                Day(
                    start: dayStart ?? (isOld && number > 0 ? ofEarlier!.ends[number].start : last ?? first),
                    end: dayEnd ?? end ?? ofEarlier?.ends[ofEarlier!.day(number)].end ?? first,
                    opens: opens, closes: opens + length,
                    pauses: Self.pauses(
                        question, old.map { earlier!.breaks[$0] }, opens..<(opens + length), !changes.isEmpty)))
        }
        self.days = days
        here = try question.here.map { try place($0, "at") }
    }

    /// The breaks of a day from and to some minutes; `isOther` if the day differs from the others, and may go without.
    private static func pauses(
        _ question: PlanQuestion, _ earlier: [PlanQuestion.Pause]?, _ hours: Range<Int>, _ isOther: Bool
    ) -> [PlanQuestion.Pause] {
        func inDay(_ pause: PlanQuestion.Pause) -> PlanQuestion.Pause {
            let opens = shift(pause.minutes.lowerBound, hours)
            return .init(
                minutes: opens...(opens + pause.minutes.count - 1), length: pause.length, isLunch: pause.isLunch)
        }
        func fits(_ pause: PlanQuestion.Pause) -> Bool {
            min(pause.minutes.upperBound, hours.upperBound) - max(pause.minutes.lowerBound, hours.lowerBound)
                >= pause.length
        }
        var pauses = (question.breaks.isEmpty ? earlier ?? [] : question.breaks).map(inDay)
        if isOther { pauses.removeAll { !fits($0) } }
        if question.isWithoutLunch { pauses.removeAll(where: \.isLunch) }
        // Who goes on after lunch has time for it: a morning has none.
        let lunch = PlanQuestion.Pause.lunch
        let isMidday = hours.lowerBound <= 12 * 60 && hours.upperBound >= 14 * 60 && hours.count >= 4 * 60
        let isTaken = pauses.contains { $0.minutes.overlaps(lunch.minutes) }
        if !question.isWithoutLunch, isMidday, !isTaken, question.earlier == nil || !question.breaks.isEmpty {
            pauses.append(lunch)
            pauses.sort {
                ($0.minutes.lowerBound, $0.minutes.upperBound) < ($1.minutes.lowerBound, $1.minutes.upperBound)
            }
        }
        return pauses
    }

    /// A time after midnight counts from the midnight before on a day that lasts so long: 00:30 is 24:30 on a day from 20:00 to 04:00.
    private static func shift(_ minute: Int, _ hours: Range<Int>) -> Int {
        minute < hours.lowerBound && minute + 24 * 60 <= hours.upperBound ? minute + 24 * 60 : minute
    }

    /// A time of a day of the plan, counted from its own midnight.
    func minute(_ minute: Int, onDay day: Int) -> Int {
        days.indices.contains(day) ? Self.shift(minute, days[day].opens..<days[day].closes) : minute
    }

    /// The minutes of the longest day.
    var longest: Int { days.map { $0.closes - $0.opens }.max() ?? 0 }

    /// Where days start and end, each place once.
    var ends: [PlanEnd] {
        days.flatMap { [$0.start, $0.end] }.reduce(into: []) { ends, end in
            if !ends.contains(where: { $0.coordinate == end.coordinate }) { ends.append(end) }
        }
    }
}
