/// Days of the week.
///
/// ```swift
/// Weekdays("tue-sun")?.contains(Weekdays(of: date))
/// ```
public struct Weekdays: OptionSet, Hashable, Sendable, Codable {
    /// A bit for each day, Monday's the lowest.
    public let rawValue: UInt8

    /// The days of the lowest seven bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 127 }

    /// Monday.
    public static let monday = Weekdays(rawValue: 1)
    /// Saturday and Sunday.
    public static let weekend = Weekdays(rawValue: 96)
    /// All seven.
    public static let all = Weekdays(rawValue: 127)

    /// The seven days, one each, from Monday.
    package static let each = (0..<7).map(Weekdays.init(number:))

    /// The day of the week of a date.
    public init(of date: CalendarDate) {
        // 1970-01-01 was a Thursday.
        self.init(number: (date.daysSince1970 + 3).dividedDown(by: 7).remainder)
    }

    /// The day with a number, from 0 for Monday.
    init(number: Int) { self.init(rawValue: 1 << UInt8(number)) }

    /// The days in a text such as `mon`, `sat,sun`, `Tu-Su`, `월`, `화-일`, `주말`; nil for another text.
    ///
    /// A range may pass the end of the week, as `Fr-Mo` does.
    public init?(_ text: String) {
        guard let tokens = try? HoursTokens(text).tokens, let days = HoursClauses.weekdays(tokens) else { return nil }
        self = days
    }

    /// Numbers of the days, from 0 for Monday, ascending.
    var numbers: [Int] { (0..<7).filter { rawValue >> UInt8($0) & 1 == 1 } }
}

extension Weekdays: CustomStringConvertible {
    private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// The days as `Mo,We-Fr`, which reads back; empty without a day.
    public var description: String {
        var parts: [String] = []
        var rest = numbers[...]
        while let first = rest.first {
            var last = first
            while rest.first == last {
                rest = rest.dropFirst()
                last += 1
            }
            last -= 1
            parts.append(
                first == last
                    ? Self.names[first] : "\(Self.names[first])\(last == first + 1 ? "," : "-")\(Self.names[last])")
        }
        return parts.joined(separator: ",")
    }
}
