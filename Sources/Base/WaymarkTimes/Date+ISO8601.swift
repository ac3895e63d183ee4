package import WaymarkFoundation

extension Date {
    /// The moment of an `xsd:dateTime` such as `2013-07-06T17:26:26.5+02:00`; UTC without a zone.
    package init?(xsdDateTime text: String) {
        guard let reading = ClockReading(Array(text.utf8)[...], form: .schema) else { return nil }
        self = reading.moment(in: .utc)
    }

    /// The moment as `2027-04-01T09:00:00+09:00`, in UTC with `Z`; with milliseconds if not zero; nil outside the years
    /// 1 to 9999.
    ///
    /// If the offset is not a whole number of minutes, as before standard time, UTC is used.
    package func xsdDateTime(in zone: ClockZone = .utc) -> String? {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else { return nil }
        var offset = zone.secondsFromUTC(at: self)
        if offset % 60 != 0 { offset = 0 }
        let (days, rest) = (Int(milliseconds) + offset * 1000).dividedDown(by: 86_400_000)
        guard let day = CalendarDate(daysSince1970: days) else { return nil }
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.digits(2) }.joined(separator: ":")
        let fraction = rest % 1000 == 0 ? "" : "." + (rest % 1000).digits(3)
        let minutes = abs(offset) / 60
        let end =
            offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + (minutes / 60).digits(2) + ":" + (minutes % 60).digits(2)
        return "\(day)T\(time)\(fraction)\(end)"
    }
}

extension Int {
    /// The number with leading zeros up to a minimum number of digits.
    package func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
    }
}
