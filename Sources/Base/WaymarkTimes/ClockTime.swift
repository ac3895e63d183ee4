package import WaymarkFoundation

/// A time of any day or of a date: `09:30`, `2027-05-01T09:30`, with or without an offset from UTC.
public struct ClockTime: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// Seconds after midnight.
        case ofDay(Int)
        case ofDate(ClockReading)
    }

    package let value: Value

    package init(_ value: Value) { self.value = value }

    /// Reads a text; nil if it is not a time. Hours go up to 47: 26:00 is 02:00 on the following day.
    public init?(_ text: String) {
        if let reading = ClockReading(Array(text.utf8)[...], form: .person) {
            value = .ofDate(reading)
            return
        }
        var scanner = DigitScanner(Array(text.utf8)[...])
        guard let hours = scanner.number(upTo: 2), hours < 48, scanner.skip(":"), let minutes = scanner.number(2),
            minutes < 60
        else { return nil }
        var seconds = 0
        if scanner.skip(":") {
            guard let more = scanner.number(2), more < 60 else { return nil }
            seconds = more
        }
        guard scanner.isAtEnd else { return nil }
        value = .ofDay(hours * 3600 + minutes * 60 + seconds)
    }
}

extension ClockTime {
    /// The preceding midnight, in seconds after 1970 on its own clock; nil for a time of any day.
    package var midnight: Int? {
        if case .ofDate(let reading) = value { reading.midnight } else { nil }
    }

    package var hasOffset: Bool {
        if case .ofDate(let reading) = value { reading.offset != nil } else { false }
    }

    /// Seconds after 1970; for a time of any day without a given day, seconds after midnight in any zone.
    package func seconds(on day: Int?, in zone: ClockZone) -> Double {
        switch value {
        case .ofDate(let reading): reading.moment(in: zone).timeIntervalSince1970
        case .ofDay(let seconds):
            day.map { ClockReading(seconds: $0 + seconds).moment(in: zone).timeIntervalSince1970 } ?? Double(seconds)
        }
    }
}

/// The reading of a clock and a calendar, as in `2013-07-06T17:26:26.5+02:00`.
package struct ClockReading: Hashable, Sendable {
    /// Seconds after 1970-01-01T00:00 of the same clock.
    package let seconds: Int
    /// The remaining fraction, below one.
    package let fraction: Double
    /// The clock's offset from UTC, in seconds; nil without a zone.
    package let offset: Int?

    /// The reading at a number of seconds after 1970-01-01T00:00.
    package init(seconds: Int, offset: Int? = nil) { (self.seconds, fraction, self.offset) = (seconds, 0, offset) }

    /// The preceding midnight, in seconds after 1970-01-01T00:00.
    package var midnight: Int { seconds.dividedDown(by: 86_400).quotient * 86_400 }

    /// The accepted forms.
    package enum Form: Sendable {
        /// `xsd:dateTime`, as it is in GPX.
        case schema
        /// ISO 8601 with common variants: a blank instead of the T, no seconds, `+09` and `+0900` as offsets. A date
        /// alone means its first moment.
        case person
    }

    /// Years are 0001 to 9999 of the Gregorian calendar; second 60 is the first of the next minute, 24:00 the start of
    /// the next day. Nil for anything else.
    package init?(_ text: ArraySlice<UInt8>, form: Form) {
        let isFree = form == .person
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        let midnight = date.daysSince1970 * 86_400
        if isFree, scanner.isAtEnd {
            (self.seconds, self.fraction, self.offset) = (midnight, 0, nil)
            return
        }
        guard
            scanner.skip("T") || (isFree && (scanner.skip(" ") || scanner.skip("t"))),
            let hour = scanner.number(2), hour <= 24, scanner.skip(":"),
            let minute = scanner.number(2), minute < 60
        else { return nil }
        var (second, fraction) = (0, 0.0)
        if scanner.skip(":") {
            guard let whole = scanner.number(2), whole <= 60, let rest = scanner.fraction() else { return nil }
            (second, fraction) = (whole, rest)
        } else if !isFree {
            return nil
        }
        guard hour < 24 || (minute == 0 && second == 0 && fraction == 0) else { return nil }
        if isFree { _ = scanner.skip(" ") }
        var offset: Int?
        if !scanner.isAtEnd {
            offset = scanner.zoneOffset(form)
            guard offset != nil, scanner.isAtEnd else { return nil }
        }
        self.seconds = midnight + hour * 3600 + minute * 60 + second
        (self.fraction, self.offset) = (fraction, offset)
    }

    /// The moment of this reading, in its own zone if it has one, otherwise in `zone`.
    package func moment(in zone: ClockZone) -> Date {
        let offset = offset ?? zone.rules.offset(atClock: seconds)
        return Date(timeIntervalSince1970: Double(seconds - offset) + fraction)
    }
}

extension DigitScanner {
    /// Seconds east of UTC: `Z`, `+09:00`; of a person also `z`, `+9`, `+09`, `+0900`; below a day.
    mutating func zoneOffset(_ form: ClockReading.Form = .person) -> Int? {
        let isFree = form == .person
        if skip("Z") || isFree && skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = isFree ? number(upTo: 2) : number(2), hours < (isFree ? 24 : 15) else {
            return nil
        }
        var minutes = 0
        if !isFree || !isAtEnd {
            guard skip(":") || isFree else { return nil }
            guard let more = number(2), more < 60 else { return nil }
            minutes = more
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
