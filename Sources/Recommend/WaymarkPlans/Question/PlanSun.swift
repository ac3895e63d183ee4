import WaymarkGeodesy
import WaymarkTimes

/// When it is light on the days of a plan, by its clock.
struct PlanSun: Sendable {
    /// The time zone of the clock: that of the question; else +09:00 in Korea, and elsewhere the nautical zone, which is the
    /// whole hour nearest to the sun's.
    let zone: ClockZone
    /// Whether the question does not tell the zone.
    let isAssumed: Bool
    private let start: Coordinate

    /// The equinox of a plan without a date; of the two the one whose sun sets earlier.
    private static let equinox = CalendarDate(year: 2027, month: 9, day: 23)!

    init(_ question: PlanQuestion, at start: Coordinate) {
        isAssumed = question.zone == nil
        zone = question.zone ?? Self.zone(at: start)
        self.start = start
    }

    private static func zone(at place: Coordinate) -> ClockZone {
        let isKorea = 33...39 ~= place.latitude && 124...132 ~= place.longitude
        let hours = isKorea ? 9 : Int((place.longitude / 15).rounded())
        return ClockZone(secondsFromUTC: hours * 3600) ?? .utc
    }

    /// From dawn, when civil twilight begins, to sunset, in minutes after midnight; nil where the sun does not rise or set.
    /// Without a date those of an equinox.
    func light(on date: CalendarDate?, at place: Coordinate) -> Range<Int>? {
        func daylight(_ altitude: Double) -> Daylight {
            Daylight(
                on: date ?? Self.equinox, latitude: place.latitude, longitude: place.longitude, in: zone,
                altitude: altitude)
        }
        guard case .between(let sunrise, let sunset) = daylight(Daylight.horizon) else { return nil }
        var dawn = sunrise
        if case .between(let begins, _) = daylight(Daylight.twilight) { dawn = begins }
        let (opens, closes) = (Int(dawn.rounded(.up)), Int(sunset.rounded(.down)))
        return opens < closes ? opens..<closes : nil
    }

    /// A line about sunset: when it is where the days start, and what of that is assumed.
    func remark(_ date: CalendarDate?) -> String {
        var line = "places outdoors without opening hours are seen until sunset"
        if let sunset = light(on: date, at: start)?.upperBound {
            let day = date.map { "on \($0)" } ?? "on the day of an equinox (give --date)"
            line += ": \(PlanTime(minute: sunset)) \(day)"
        }
        let offset = zone.identifier.replacing("GMT", with: "UTC")
        return line + (isAssumed ? ", on clocks of \(offset) (or give --zone)" : ", on clocks of \(offset)")
    }
}
