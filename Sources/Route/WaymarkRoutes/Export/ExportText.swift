#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Pieces of text as the formats want them.
package enum ExportText {
    /// A time as `2027-04-01T09:00:00+09:00`, in UTC with `Z`; milliseconds where there are any; nil outside the years 1 to
    /// 9999.
    ///
    /// An offset that is not of whole minutes, as before standard time, is that of UTC.
    package static func timestamp(_ date: Date, in zone: ClockZone = .utc) -> String? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else { return nil }
        var offset = zone.secondsFromUTC(at: date)
        if offset % 60 != 0 { offset = 0 }
        let (days, rest) = (Int(milliseconds) + offset * 1000).dividedDown(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        guard (1...9999).contains(date.year) else { return nil }
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: count - text.utf8.count) + text
        }
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { digits($0, 2) }.joined(separator: ":")
        let fraction = rest % 1000 == 0 ? "" : "." + digits(rest % 1000, 3)
        let minutes = abs(offset) / 60
        let end = offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + digits(minutes / 60, 2) + ":" + digits(minutes % 60, 2)
        return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T\(time)\(fraction)\(end)"
    }
}
