import WaymarkText
import WaymarkTimes

/// The stops of a trip that have times, as iCalendar (RFC 5545).
///
/// Each is an event from the planned arrival, for the stay, in UTC: calendars show it by their own clocks. An arrival
/// whose time of day is open is an event of its day. Its `UID` is
/// the id of the stop, so that a calendar that imports the file again changes its events instead of doubling them.
public enum TripCalendar {
    /// A trip as a calendar: the same trip gives the same bytes.
    ///
    /// - Parameters:
    ///   - whole: The trip.
    ///   - untitled: The name of the calendar of a trip without a title.
    /// - Returns: Text in UTF-8, its lines folded and ended as the standard says; a calendar without events if no stop
    ///   has a time.
    /// - Complexity: O(*n*).
    public static func document(of whole: WholeTrip, untitled: String = "제목 없음") -> ContiguousArray<UInt8> {
        var calendar = CalendarWriter()
        calendar.add("BEGIN", "VCALENDAR")
        calendar.add("VERSION", "2.0")
        calendar.add("PRODID", "-//Waymark//Trips//EN")
        calendar.add(
            "X-WR-CALNAME", text: DisplayTitle.line(of: whole.trip.title) == nil ? untitled : whole.trip.title)
        for stop in whole.stops {
            guard stop.arrival != nil || stop.arrivalDay != nil else { continue }
            calendar.add("BEGIN", "VEVENT")
            calendar.add("UID", "\(stop.id)")
            calendar.add("DTSTAMP", time(whole.modified))
            if let arrival = stop.arrival {
                calendar.add("DTSTART", time(arrival))
                // Not the end, which may be beyond the year 9999.
                let seconds = stop.stay.components.seconds
                if seconds > 0 { calendar.add("DURATION", "PT\(seconds)S") }
            } else if let day = stop.arrivalDay {
                calendar.add("DTSTART;VALUE=DATE", "\(day)".filter { $0 != "-" })
            }
            calendar.add("SUMMARY", text: stop.name)
            calendar.add("DESCRIPTION", text: stop.notes)
            let (latitude, longitude) = (stop.coordinate.latitude, stop.coordinate.longitude)
            calendar.add("GEO", "\(DecimalText.degrees(latitude));\(DecimalText.degrees(longitude))")
            calendar.add("END", "VEVENT")
        }
        calendar.add("END", "VCALENDAR")
        return calendar.bytes
    }

    /// `20270401T000000Z`; parts of a second are dropped.
    private static func time(_ moment: Moment) -> String {
        let seconds = (moment.milliseconds - Moment.range.lowerBound) / 1000 * 1000 + Moment.range.lowerBound
        return (Moment(milliseconds: seconds) ?? moment).description.filter { $0 != "-" && $0 != ":" }
    }
}

/// Writes lines of iCalendar.
struct CalendarWriter {
    /// The longest line, in bytes, without its end.
    private static let lineLength = 75

    private(set) var bytes: ContiguousArray<UInt8> = []

    /// Adds a property with a text, unless that is empty.
    mutating func add(_ name: String, text: String) {
        guard !text.isEmpty else { return }
        var escaped = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where wasReturn: break
            case "\n", "\r": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\\", ",", ";": escaped.append(contentsOf: ["\\", scalar])
            // The other control characters are not allowed.
            case "\t": escaped.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
            wasReturn = scalar == "\r"
        }
        add(name, String(escaped))
    }

    /// Adds a property, folded into lines of at most 75 bytes, between characters.
    mutating func add(_ name: String, _ value: String) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let character = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            if length + character.count > Self.lineLength {
                bytes.append("\r\n ")
                length = 1
            }
            bytes.append(contentsOf: character)
            length += character.count
        }
        bytes.append("\r\n")
    }
}
