/// The opening hours of a place by date, in the syntax of OpenStreetMap or in what ``WeeklyHours`` reads.
///
/// ```swift
/// let hours = OpeningHours("Apr-Sep: Tu-Su 10:00-19:00; Oct-Mar: Tu-Su 10:00-17:00")!
/// hours.week                                             // nil: the season decides
/// hours.intervals(on: CalendarDate("2027-04-06")!)       // [600..<1140], a Tuesday
/// ```
public struct OpeningHours: Hashable, Sendable {
    /// The hours of every week; nil where seasons, weeks of a month, the sun or an appointment decide. Single dates and
    /// holidays are left out (``WeeklyHours/hasOtherDays``).
    public let week: WeeklyHours?
    /// Whether the text also tells of holidays, whose dates are not known here.
    public let hasHolidays: Bool
    /// None if the text is not in the syntax of OpenStreetMap.
    private let rules: [HoursRule]

    /// The hours in a text; nil if any part of it is not understood, or if a rule leaves nothing of an earlier one.
    ///
    /// A rule is dates (`Jun 15-Sep 15`, `2026`), days (`Tu-Su`, `Sa[1]`, `PH`), times (`sunrise-(sunset+00:30)`) and a word (`off`,
    /// `unknown`), each optional. `;` replaces what was said of a day, `,` adds to it, after `||` is what holds otherwise.
    /// `22:00+` has no end and is not understood; in `18:00-22:00+` the end that is given counts. Words in quotes without
    /// `open` or `off` make hours unknown. Any other text is read as by ``WeeklyHours``.
    ///
    /// - Complexity: O(*n* + *r*²) for a text of *n* bytes, at most 500, and *r* rules, at most 64.
    public init?(_ text: String) {
        if let rules = HoursRules.read(text), let hours = Self(rules) {
            self = hours
        } else if let tokens = try? HoursTokens(text), let week = HoursClauses.hours(tokens) {
            (self.week, hasHolidays, rules) = (week, week.hasOtherDays, [])
        } else {
            return nil
        }
    }

    private init?(_ rules: [HoursRule]) {
        self.rules = rules
        hasHolidays = rules.contains(where: \.hasHolidays)
        // What never can be read is not understood: 10:00-09:00,23:00-22:00.
        let noon = 720..<721
        if rules.contains(where: { $0.content != .unknown && $0.intervals(light: noon) == nil && $0.isWeekly }) {
            return nil
        }
        guard rules.allSatisfy({ $0.isWeekly && $0.joint != .fallsBack }) else {
            week = nil
            return
        }
        let weekly = rules.filter { !$0.isOfShortDates && !$0.isOnlyOfHolidays }
        var days: [[Range<Int>]] = []
        for day in Weekdays.each {
            guard let known = Self.intervals(weekly.filter { $0.weekdays.contains(day) }, light: nil) else {
                return nil
            }
            days.append(known)
        }
        let hasTimes = weekly.contains { if case .times = $0.content { true } else { false } }
        // Open on single dates alone says nothing of weeks.
        guard days.contains(where: { !$0.isEmpty }) else {
            week = nil
            return
        }
        week = WeeklyHours(
            days: days, hasTimes: hasTimes, hasOtherDays: hasHolidays || rules.contains(where: \.isOfShortDates))
    }

    /// The intervals of a date. Whether it is a holiday is not considered.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - light: From sunrise to sunset, in minutes after midnight; without it hours by the sun are not known.
    /// - Returns: The intervals in minutes after midnight, ascending and apart; none if the place is closed, nil if that is not
    ///   known. One may end on the next day.
    /// - Complexity: O(*r*) for *r* rules.
    public func intervals(on date: CalendarDate, light: Range<Int>? = nil) -> [Range<Int>]? {
        if rules.isEmpty { return week?[date] }
        var rest = rules[...]
        var isClosed = false
        while let first = rest.first {
            let group = [first] + rest.dropFirst().prefix { $0.joint != .fallsBack }
            rest = rest.dropFirst(group.count)
            let holding = group.filter { $0.holds(on: date) }
            guard let intervals = Self.intervals(holding, light: light) else { return nil }
            // Whether a fallback is for days on which a place is said to be closed is not agreed on.
            if !intervals.isEmpty { return isClosed ? nil : intervals }
            isClosed = isClosed || !holding.isEmpty
        }
        return []
    }

    /// What rules that hold on a day say of it together.
    private static func intervals(_ rules: [HoursRule], light: Range<Int>?) -> [Range<Int>]? {
        var intervals: [Range<Int>]? = []
        for rule in rules {
            let own = rule.intervals(light: light)
            if rule.joint == .adds, rule.content != .closed {
                intervals = intervals.flatMap { before in own.flatMap { WeeklyHours.united(before + $0) } }
            } else {
                intervals = own
            }
        }
        return intervals
    }
}
