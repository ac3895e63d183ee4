/// The opening hours of a place by weekday.
///
/// ```swift
/// let hours = WeeklyHours("화-일 09:00-18:00, 월 휴무")
/// hours?[CalendarDate("2027-04-05")!]  // [], a Monday
/// ```
public struct WeeklyHours: Hashable, Sendable {
    /// The intervals of the seven days from Monday, in minutes after the midnight before; ascending and apart. One may end on
    /// the next day, at most a day after its start. None on a day on which the place is closed.
    public let days: [[Range<Int>]]
    /// Whether times are known. If not, only the days are: the place is closed on those without an interval, and on the others
    /// open at some time, for which the whole day stands.
    public let hasTimes: Bool
    /// Whether the text also tells of days that the week does not: public holidays, dates, days that are announced.
    public let hasOtherDays: Bool

    init(days: [[Range<Int>]], hasTimes: Bool, hasOtherDays: Bool) {
        (self.days, self.hasTimes, self.hasOtherDays) = (days, hasTimes, hasOtherDays)
    }

    static let wholeDay = [0..<24 * 60]

    /// The same times, ascending and apart; nil if one lasts a day and is no whole day.
    static func united(_ times: [Range<Int>]) -> [Range<Int>]? {
        var united: [Range<Int>] = []
        for range in times.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if let last = united.last, range.lowerBound <= last.upperBound {
                united[united.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                united.append(range)
            }
        }
        return united.allSatisfy { $0.count < 24 * 60 || $0 == wholeDay[0] } ? united : nil
    }

    /// The hours in a text; nil if any part of it is not understood.
    ///
    /// Times are `09:00-18:00`, `9시~18시`, `오전 9시~오후 6시`, `9am-6pm`, `24시간`, `24/7`, several with commas between; what closes
    /// before it opens does so on the next day. Days are `Mo-Fr`, `Sat,Sun`, `화-일`, `평일`, `주말`, `매주 월요일`, and stand before
    /// their times or before a word for closed (`off`, `closed`, `휴무`, `휴관`), or after one that no days precede. Times without
    /// days are those of all other days; without such times a place is closed on the days that are not named, unless only
    /// closed days are named. Days named twice have what is said later, of fewer days; else the text is not understood.
    ///
    /// Holidays and dates are understood as such and left out (``hasOtherDays``), and so is what is done if a closed day is
    /// a holiday. A text in the syntax of OpenStreetMap is read by its rules; what depends on a season, a week of a month or the
    /// sun has no week, but ``OpeningHours``.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        guard let week = OpeningHours(text)?.week else { return nil }
        self = week
    }

    /// The intervals of a weekday.
    ///
    /// - Precondition: It is one day.
    public subscript(weekday: Weekdays) -> [Range<Int>] {
        precondition(weekday.numbers.count == 1, "\(weekday) is not one day")
        return days[weekday.numbers[0]]
    }

    /// The intervals of a date, by its weekday.
    public subscript(date: CalendarDate) -> [Range<Int>] { self[Weekdays(of: date)] }

    /// The weekdays with an interval.
    public var openDays: Weekdays {
        days.indices.reduce(into: Weekdays()) { if !days[$1].isEmpty { $0.insert(Weekdays(number: $1)) } }
    }

    /// The times that all lists of intervals, each ascending and apart, have in common; those of no list are all day.
    package static func common(_ lists: [[Range<Int>]]) -> [Range<Int>] {
        guard var common = lists.first else { return wholeDay }
        for list in lists.dropFirst() {
            common = common.flatMap { (one: Range<Int>) in
                list.map(one.clamped(to:)).filter { !$0.isEmpty }
            }
        }
        return common
    }
}

extension WeeklyHours: CustomStringConvertible {
    /// The hours as `Tu-Su 09:00-18:00; Mo off`, which reads back.
    public var description: String {
        var rules: [String] = []
        var left = Weekdays.all
        for day in 0..<7 where left.contains(Weekdays(number: day)) {
            let same = Weekdays(rawValue: (day..<7).reduce(0) { days[$1] == days[day] ? $0 | 1 << UInt8($1) : $0 })
            left.subtract(same)
            if days[day].isEmpty {
                rules.append(same == .all ? "off" : "\(same) off")
            } else if hasTimes {
                let times = days[day].map { "\(Self.clock($0.lowerBound))-\(Self.clock($0.upperBound))" }
                rules.append((same == .all ? "" : "\(same) ") + times.joined(separator: ","))
            }
        }
        if rules.isEmpty { rules = ["연중무휴"] }
        return (rules + (hasOtherDays ? ["PH off"] : [])).joined(separator: "; ")
    }

    private static func clock(_ minute: Int) -> String {
        let minute = minute > 24 * 60 ? minute - 24 * 60 : minute
        return (minute / 60).digits(2) + ":" + (minute % 60).digits(2)
    }
}
