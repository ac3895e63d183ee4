import WaymarkFoundation
import WaymarkTimes

extension HTTPTransport.Answer {
    /// The time that the server asks to wait, given in seconds or as a date; nil without a valid `Retry-After`.
    ///
    /// Source: RFC 9110, 10.2.3 and 5.6.7; only the preferred date format is read.
    package var pause: Duration? {
        guard let text = retryAfter?.split(separator: " ").joined(separator: " ") else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // Beyond thirty years means never.
            return Int(text).map { .seconds(min($0, 1_000_000_000)) } ?? .seconds(1_000_000_000)
        }
        guard let date = Self.date(text) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(Date())), 1e9))
    }

    /// As in `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
            let day = Int(parts[1]), let year = Int(parts[3])
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]),
            year >= 1970, let date = CalendarDate(year: year, month: month + 1, day: day)
        else { return nil }
        let seconds = date.daysSince1970 * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
