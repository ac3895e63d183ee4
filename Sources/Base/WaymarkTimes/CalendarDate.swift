/// A day of the Gregorian calendar, without a time or a time zone.
///
/// ```swift
/// let baseDate = CalendarDate("2021.3.30")  // 2021-03-30
/// ```
public struct CalendarDate: Hashable, Sendable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The day with these numbers; `nil` if it does not exist, such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day in `text`.
    ///
    /// `nil` for anything but the forms below, and for days that do not exist.
    ///
    /// - Parameter text: `2021-03-30`, `2021.3.30`, `2021/3/30` or `20210330`, with one separator throughout; spaces
    ///   around a part, and a full stop at the end of `2021. 3. 30.`, are ignored. The year has four digits.
    public init?(_ text: String) { self.init(utf8: ContiguousArray(text.utf8).span) }

    /// The day in the bytes of such a text.
    package init?(utf8 text: Span<UInt8>) {
        // The numbers of the parts and the counts of their digits; the last part is `last`.
        var (values, digits, last) = (SIMD4<Int>.zero, SIMD4<Int>.zero, 0)
        var (separator, closesWithPoint, followsSpace) = (UInt8(0), false, false)
        for place in text.indices {
            let byte = text[place]
            switch byte {
            case 0x30...0x39:
                // A space inside a number is no space around it.
                if closesWithPoint || digits[last] == 8 || followsSpace && digits[last] > 0 { return nil }
                values[last] = values[last] * 10 + Int(byte - 0x30)
                digits[last] += 1
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
                if digits[last] == 0 || separator != 0 && byte != separator { return nil }
                separator = byte
                if last == 2 {
                    if byte != UInt8(ascii: ".") || closesWithPoint { return nil }
                    closesWithPoint = true
                } else {
                    last += 1
                }
            case UInt8(ascii: " "): break
            default: return nil
            }
            followsSpace = byte == UInt8(ascii: " ")
        }
        if last == 0, digits[0] == 8 {
            self.init(year: values[0] / 10_000, month: values[0] / 100 % 100, day: values[0] % 100)
        } else if last == 2, digits[0] == 4, (1...2).contains(digits[1]), (1...2).contains(digits[2]) {
            self.init(year: values[0], month: values[1], day: values[2])
        } else {
            return nil
        }
    }
}

extension CalendarDate: Comparable {
    /// Whether the first day is the earlier one.
    public static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The day as `2021-03-30`.
    public var description: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }
}

extension CalendarDate: Codable {
    /// Decodes a text such as `2021-03-30`, in any form that ``init(_:)`` reads.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CalendarDate(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a date")
        }
        self = date
    }

    /// Encodes the day as `2021-03-30`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

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
    package func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((self % divisor) + divisor) % divisor
        return ((self - remainder) / divisor, remainder)
    }
}
