extension CalendarDate {
    /// The day this many days after 1970-01-01; `nil` outside the years 1 to 9999.
    package init?(daysSince1970 days: Int) {
        let (year, month, day) = Self.date(daysSince1970: days)
        self.init(year: year, month: month, day: day)
    }

    /// The number of days from 1970-01-01 to this day; negative before.
    package var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

    // Time zone rules need any year, so these take and return numbers instead of a day.

    /// The year, month and day this many days after 1970-01-01.
    static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        // Years are counted from March, so that a leap day comes last.
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The number of days from 1970-01-01 to a day of any year.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays =
            year.dividedDown(by: 4).quotient - year.dividedDown(by: 100).quotient
            + year.dividedDown(by: 400).quotient
        return year * 365 + leapDays + dayOfYear - 719_468
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int {
    /// Quotient and remainder, the remainder never negative.
    func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((self % divisor) + divisor) % divisor
        return ((self - remainder) / divisor, remainder)
    }
}
