/// A rule of opening hours as OpenStreetMap writes them: on which dates and days it holds, and what it says of them.
struct HoursRule: Hashable, Sendable {
    /// How a rule goes with those before it.
    enum Joint: Hashable, Sendable {
        /// It replaces what they say of its days (`;`).
        case replaces
        /// It adds to it (`,`).
        case adds
        /// It holds where none of them does (`||`).
        case fallsBack
    }

    enum Content: Hashable, Sendable {
        case times([Times])
        /// Open, without times.
        case open
        case closed
        /// By appointment, or other words in quotes.
        case unknown
    }

    /// A time of day in minutes after midnight, sunrise or sunset.
    struct Time: Hashable, Sendable {
        enum Base: Hashable, Sendable { case midnight, sunrise, sunset }

        var base = Base.midnight
        var minutes: Int
    }

    struct Times: Hashable, Sendable {
        var opens: Time
        var closes: Time
    }

    /// A day of every year, or of one.
    struct Day: Hashable, Sendable {
        var year: Int?
        var month: Int
        var day: Int
    }

    struct Dates: Hashable, Sendable {
        var first: Day
        var last: Day

        func contains(_ date: CalendarDate) -> Bool {
            func key(_ day: Day) -> Int { ((day.year ?? 0) * 13 + day.month) * 32 + day.day }
            let day = Day(year: first.year == nil ? nil : date.year, month: date.month, day: date.day)
            if key(first) <= key(last) { return key(first) <= key(day) && key(day) <= key(last) }
            return first.year == nil && (key(first) <= key(day) || key(day) <= key(last))
        }

        /// Whether it is a week at most: days that a week without dates leaves out.
        var isShort: Bool {
            let days =
                (last.month - first.month) * 31 + last.day - first.day + ((last.year ?? 0) - (first.year ?? 0)) * 372
            return (first.year == nil && days < 0 ? days + 372 : days) < 7
        }
    }

    /// Weekdays; if weeks are given, only the first, second and so on of a month, from -1 backwards.
    struct Days: Hashable, Sendable {
        var weekdays: Weekdays
        var weeks: [Int] = []

        func contains(_ date: CalendarDate) -> Bool {
            guard !weekdays.isDisjoint(with: Weekdays(of: date)) else { return false }
            let left = CalendarDate.days(inMonth: date.month, of: date.year) - date.day
            return weeks.isEmpty || weeks.contains((date.day - 1) / 7 + 1) || weeks.contains(-(left / 7 + 1))
        }
    }

    var joint: Joint
    /// None for all.
    var dates: [Dates] = []
    /// None for all, unless only holidays are named.
    var days: [Days] = []
    /// Whether holidays are named.
    var hasHolidays = false
    var content = Content.open

    var isOnlyOfHolidays: Bool { hasHolidays && days.isEmpty }
    /// Whether it is of single dates, which a week leaves out.
    var isOfShortDates: Bool { !dates.isEmpty && dates.allSatisfy(\.isShort) }
    var weekdays: Weekdays { days.isEmpty ? .all : days.reduce(into: []) { $0.formUnion($1.weekdays) } }

    func holds(on date: CalendarDate) -> Bool {
        !isOnlyOfHolidays && (dates.isEmpty || dates.contains { $0.contains(date) })
            && (days.isEmpty || days.contains { $0.contains(date) })
    }

    /// Whether every week has the same of it, but for single dates.
    var isWeekly: Bool {
        if isOnlyOfHolidays || isOfShortDates { return true }
        if !dates.isEmpty || days.contains(where: { !$0.weeks.isEmpty }) || content == .unknown { return false }
        guard case .times(let times) = content else { return true }
        return times.allSatisfy { $0.opens.base == .midnight && $0.closes.base == .midnight }
    }

    /// Whether nothing is left of what an earlier rule says: one of the two is a mistake.
    func replacesAll(of earlier: HoursRule) -> Bool {
        joint == .replaces && !isOnlyOfHolidays && !earlier.isOnlyOfHolidays
            && (dates.isEmpty || dates == earlier.dates)
            && days.allSatisfy(\.weeks.isEmpty) && weekdays.isSuperset(of: earlier.weekdays)
    }

    /// The intervals of a day that it says something of; nil if they are not known. `light` is from sunrise to sunset.
    func intervals(light: Range<Int>?) -> [Range<Int>]? {
        switch content {
        case .open: return WeeklyHours.wholeDay
        case .closed: return []
        case .unknown: return nil
        case .times(let times):
            var intervals: [Range<Int>] = []
            for time in times {
                guard let opens = time.opens.minute(light), var closes = time.closes.minute(light),
                    0..<24 * 60 ~= opens
                else { return nil }
                if time.closes.base == .midnight, closes < opens { closes += 24 * 60 }
                guard opens < closes, closes <= opens + 24 * 60 else { return nil }
                intervals.append(opens..<closes)
            }
            return WeeklyHours.united(intervals)
        }
    }
}

extension HoursRule.Time {
    fileprivate func minute(_ light: Range<Int>?) -> Int? {
        switch base {
        case .midnight: minutes
        case .sunrise: light.map { $0.lowerBound + minutes }
        case .sunset: light.map { $0.upperBound + minutes }
        }
    }
}
