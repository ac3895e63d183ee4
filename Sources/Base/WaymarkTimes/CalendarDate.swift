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
    /// - Parameter text: `2021-03-30`, `2021.3.30`, `2021/3/30` or `20210330`; spaces around a part and a full stop
    ///   at the end are ignored. The year has four digits.
    public init?(_ text: String) {
        var parts: [(value: Int, digits: Int)] = [(0, 0)]
        var closesWithPoint = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39:
                if closesWithPoint { return nil }
                let last = parts.count - 1
                if parts[last].digits == 8 { return nil }
                parts[last].value = parts[last].value * 10 + Int(byte - 0x30)
                parts[last].digits += 1
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
                if parts[parts.count - 1].digits == 0 { return nil }
                if parts.count == 3 {
                    if byte != UInt8(ascii: ".") || closesWithPoint { return nil }
                    closesWithPoint = true
                } else {
                    parts.append((0, 0))
                }
            case UInt8(ascii: " "): break
            default: return nil
            }
        }
        if parts.count == 1, parts[0].digits == 8 {
            let number = parts[0].value
            self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        } else if parts.count == 3, parts[0].digits == 4, (1...2).contains(parts[1].digits),
            (1...2).contains(parts[2].digits)
        {
            self.init(year: parts[0].value, month: parts[1].value, day: parts[2].value)
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
