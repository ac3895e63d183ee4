public import WaymarkFoundation
public import WaymarkTimes

/// A moment in UTC, to the millisecond, in the years 1 to 9999.
///
/// Stores and backups have moments as whole numbers, so that they come back as they were; a `Date` is a binary
/// fraction.
public struct Moment: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// The accepted milliseconds: the years 1 to 9999.
    public static let range: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000

    /// A moment of the years 1 to 9999; nil outside.
    public init?(milliseconds: Int64) {
        guard Self.range.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// The moment nearest to a date; nil outside the years 1 to 9999 and if it is not finite.
    public init?(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard let whole = Int64(exactly: milliseconds) else { return nil }
        self.init(milliseconds: whole)
    }

    /// 1970-01-01T00:00:00Z.
    static let unixEpoch = Moment(unchecked: 0)

    /// The system's clock. A clock beyond the year 9999 shows its end.
    public static var now: Moment {
        Moment(Date()) ?? Moment(unchecked: range.upperBound - 1)
    }

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }

    /// A moment, or the next one after this if that is not earlier.
    func followed(by moment: Moment) -> Moment { max(moment, Moment(milliseconds: milliseconds + 1) ?? self) }

    /// The date nearest to this moment.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// The day that calendars show in a time zone; nil beyond the years 1 to 9999.
    public func day(in zone: ClockZone) -> CalendarDate? {
        let local = milliseconds + Int64(zone.secondsFromUTC(at: date)) * 1000
        return CalendarDate(daysSince1970: Int((Double(local) / 86_400_000).rounded(.down)))
    }

    /// The first moment of a day in a time zone; the change of the clocks if they skip midnight.
    ///
    /// At the ends of the calendar it is the first or last moment there is.
    public init(startOf day: CalendarDate, in zone: ClockZone) {
        self.init(daysSince1970: day.daysSince1970, zone)
    }

    /// The first moment after a day in a time zone, which is the start of the next.
    public init(endOf day: CalendarDate, in zone: ClockZone) {
        self.init(daysSince1970: day.daysSince1970 + 1, zone)
    }

    private init(daysSince1970 days: Int, _ zone: ClockZone) {
        let date = ClockReading(seconds: days * 86_400).moment(in: zone)
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        self.init(unchecked: min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound - 1))
    }
}

extension Moment: Comparable {
    /// Whether the first moment is earlier.
    public static func < (a: Moment, b: Moment) -> Bool { a.milliseconds < b.milliseconds }
}

extension Moment: CustomStringConvertible {
    /// The moment in UTC, as `2027-04-01T00:00:00Z`.
    public var description: String { date.xsdDateTime() ?? "\(milliseconds) ms" }
}
