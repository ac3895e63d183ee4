/// A rule of clocks that change twice every year, or never: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyClockChange: Sendable {
    /// A day of every year.
    private enum Day {
        /// The *n*-th day from 1, without 29 February.
        case withoutLeapDay(Int)
        /// A number of days after the first.
        case fromZero(Int)
        /// The *n*-th given weekday of a month (Sunday is 0); the fifth is the last.
        case weekday(Int, week: Int, month: Int)

        func daysSince1970(in year: Int) -> Int {
            let first = CalendarDate.daysSince1970(year: year, month: 1, day: 1)
            switch self {
            case .withoutLeapDay(let day): return first + day - 1 + (CalendarDate.isLeap(year) && day >= 60 ? 1 : 0)
            case .fromZero(let day): return first + day
            case .weekday(let weekday, let week, let month):
                let start = CalendarDate.daysSince1970(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday, 4.
                let ahead = (weekday - start - 4).dividedDown(by: 7).remainder
                let day = ahead + 7 * (week - 1)
                return start + (day < CalendarDate.days(inMonth: month, of: year) ? day : day - 7)
            }
        }
    }

    private struct Change {
        let day: Day
        /// Seconds after midnight, on the clock before the change.
        let time: Int

        /// Seconds after 1970 on that clock.
        func seconds(in year: Int) -> Int { day.daysSince1970(in: year) * 86_400 + time }
    }

    /// Seconds ahead of UTC.
    private let standard: Int
    private let summer: (offset: Int, begins: Change, ends: Change)?

    /// Seconds ahead of UTC, at a number of seconds after 1970.
    func offset(at seconds: Int) -> Int {
        guard let summer else { return standard }
        let year = CalendarDate.date(daysSince1970: (seconds + standard).dividedDown(by: 86_400).quotient).year
        let begin = summer.begins.seconds(in: year) - standard
        let end = summer.ends.seconds(in: year) - summer.offset
        let isSummer = begin < end ? begin <= seconds && seconds < end : !(end <= seconds && seconds < begin)
        return isSummer ? summer.offset : standard
    }

    /// Reads the form of POSIX's `TZ`, with the hours up to 167 of RFC 9636; nil for anything else.
    init?(posix text: ArraySlice<UInt8>) {
        var scanner = DigitScanner(text)
        guard scanner.skipZoneName(), let west = scanner.clockTime(maxHours: 24) else { return nil }
        standard = -west
        guard !scanner.isAtEnd else {
            summer = nil
            return
        }
        guard scanner.skipZoneName() else { return nil }
        var offset = standard + 3600
        if scanner.next != UInt8(ascii: ",") {
            guard let west = scanner.clockTime(maxHours: 24) else { return nil }
            offset = -west
        }
        guard scanner.skip(","), let begins = Self.change(&scanner), scanner.skip(","),
            let ends = Self.change(&scanner), scanner.isAtEnd
        else { return nil }
        summer = (offset, begins, ends)
    }

    private static func change(_ scanner: inout DigitScanner) -> Change? {
        let day: Day
        if scanner.skip("J") {
            guard let number = scanner.number(upTo: 3), (1...365).contains(number) else { return nil }
            day = .withoutLeapDay(number)
        } else if scanner.skip("M") {
            guard let month = scanner.number(upTo: 2), (1...12).contains(month), scanner.skip("."),
                let week = scanner.number(1), (1...5).contains(week), scanner.skip("."),
                let weekday = scanner.number(1), weekday < 7
            else { return nil }
            day = .weekday(weekday, week: week, month: month)
        } else {
            guard let number = scanner.number(upTo: 3), number < 366 else { return nil }
            day = .fromZero(number)
        }
        guard scanner.skip("/") else { return Change(day: day, time: 7200) }
        return scanner.clockTime(maxHours: 167).map { Change(day: day, time: $0) }
    }
}

extension DigitScanner {
    /// Three letters or more, or anything within `<>`.
    fileprivate mutating func skipZoneName() -> Bool {
        if skip("<") {
            return !prefix { $0 != UInt8(ascii: ">") }.isEmpty && skip(">")
        }
        return prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) }.count >= 3
    }

    /// Seconds: `[+-]h[:m[:s]]`.
    fileprivate mutating func clockTime(maxHours: Int) -> Int? {
        let sign = skip("-") ? -1 : 1
        if sign == 1 { _ = skip("+") }
        guard let hours = number(upTo: 3), hours <= maxHours else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] {
            guard skip(":") else { break }
            guard let part = number(2), part < 60 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }
}
