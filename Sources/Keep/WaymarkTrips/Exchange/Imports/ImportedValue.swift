import WaymarkGeodesy
import WaymarkText
import WaymarkTimes

/// Reads values of texts, with what is wrong with them.
enum ImportedValue {
    /// Why a value is refused.
    struct Fault: Error {
        let reason: String

        /// A line that would take too much memory.
        static let tooManyPoints = Self(reason: "the line has more than \(ImportedLine.maxPoints) points")
    }

    /// The place at two numbers of degrees.
    static func coordinate(latitude: String?, longitude: String?) throws(Fault) -> Coordinate {
        guard let latitude else { throw Fault(reason: "the latitude is missing") }
        guard let longitude else { throw Fault(reason: "the longitude is missing") }
        guard let north = NumberParser.double(latitude) else {
            throw Fault(reason: "the latitude \(quoted(latitude)) is not a number")
        }
        guard let east = NumberParser.double(longitude) else {
            throw Fault(reason: "the longitude \(quoted(longitude)) is not a number")
        }
        return try coordinate(north, east)
    }

    /// The place at some degrees.
    static func coordinate(_ latitude: Double, _ longitude: Double) throws(Fault) -> Coordinate {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw Fault(reason: "\(error)")
        }
    }

    /// A time such as `2027-05-01T09:00:00+09:00`, which may be local.
    static func reading(_ text: String) throws(Fault) -> ClockReading {
        try value(text, "a time such as 2027-05-01T09:00") { ClockReading(Array($0.utf8)[...], form: .person) }
    }

    /// The moment of a time, in a zone if it names none.
    static func moment(_ reading: ClockReading, in zone: ClockZone) throws(Fault) -> Moment {
        guard let moment = Moment(reading.moment(in: zone)) else {
            throw Fault(reason: "the time is outside the years 1 to 9999")
        }
        return moment
    }

    /// The moment of a time, in a zone if it names none; a local time without that is refused.
    static func moment(_ text: String, in zone: ClockZone?) throws(Fault) -> Moment {
        let reading = try reading(text)
        guard let zone = reading.offset != nil ? .utc : zone else {
            throw Fault(reason: "\(quoted(text)) has no time zone")
        }
        return try moment(reading, in: zone)
    }

    /// What `read` makes of a text.
    private static func value<Value>(
        _ text: String, _ expected: String, _ read: (String) -> Value?
    ) throws(Fault) -> Value {
        guard let value = read(text) else { throw Fault(reason: "\(quoted(text)) is not \(expected)") }
        return value
    }

    /// A time zone by its name.
    static func zone(_ name: String) throws(Fault) -> ClockZone {
        try value(name, "a known time zone such as Asia/Seoul or +09:00") { ClockZone(identifier: $0) }
    }

    /// A stay such as `45`, minutes, or `1h30m`.
    static func stay(_ text: String) throws(Fault) -> Duration {
        try value(text, "a stay such as 45, 1h30m or PT45M") { StayText.duration($0) }
    }

    /// A stay in milliseconds, up to 100 years.
    static func stay(milliseconds text: String) throws(Fault) -> Duration {
        try value(text, "a number of milliseconds up to 100 years") { text in
            Int64(text).flatMap { (0...3_155_760_000_000).contains($0) ? .milliseconds($0) : nil }
        }
    }

    /// Whether a text says yes.
    static func bool(_ text: String) throws(Fault) -> Bool {
        try value(text, "true or false") { text in
            switch text.lowercased() {
            case "1", "true", "yes", "y", "o", "예": true
            case "0", "false", "no", "n", "x", "아니오", "아니요": false
            default: nil
            }
        }
    }

    /// A number of nights.
    static func nights(_ text: String) throws(Fault) -> Int {
        try value(text, "a number of nights") { text in Int(text).flatMap { $0 >= 0 ? $0 : nil } }
    }

    /// A text in quotes, shortened.
    static func quoted(_ text: String) -> String { PlainText.shortened(text).debugDescription }
}
