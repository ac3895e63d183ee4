internal import WaymarkC
internal import WaymarkFoundation

/// When the sun rises and sets.
///
/// ```swift
/// let sun = Daylight(on: CalendarDate("2024-06-21")!, latitude: 37.57, longitude: 126.98, in: seoul)
/// // .between(sunrise: 311.3, sunset: 1196.6): 05:11 and 19:56 on clocks of Korea
/// ```
public enum Daylight: Hashable, Sendable {
    /// Minutes after midnight of the date on the clocks of the zone. Before 0 or after 1 440 where these clocks differ much from
    /// those of the place.
    case between(sunrise: Double, sunset: Double)
    /// The sun does not set.
    case always
    /// The sun does not rise.
    case never

    /// The angle of the sun's centre at sunrise and sunset: its radius, and the refraction at the horizon.
    public static let horizon = -0.833
    /// That at the beginning and the end of civil twilight.
    public static let twilight = -6.0

    /// Sunrise and sunset around the noon of a date, at sea level, by the equations of the Global Monitoring Laboratory of NOAA,
    /// after Jean Meeus, *Astronomical Algorithms* (1991). Within a minute up to 60° of latitude, and a few minutes near the
    /// polar circles.
    ///
    /// - Parameters:
    ///   - date: The date on the clocks.
    ///   - latitude: WGS 84 degrees.
    ///   - longitude: WGS 84 degrees.
    ///   - zone: The zone of the clocks.
    ///   - altitude: The angle of the sun above the horizon that counts, in degrees.
    /// - Complexity: O(1).
    public init(
        on date: CalendarDate, latitude: Double, longitude: Double, in zone: ClockZone, altitude: Double = horizon
    ) {
        let midnight = Double(date.daysSince1970) * 1440
        func offset(_ minute: Double) -> Double {
            Double(zone.secondsFromUTC(at: Date(timeIntervalSince1970: minute * 60))) / 60
        }
        // The noon of the mean sun that clocks show on this date, in minutes after 1970 in UTC.
        var noon = midnight + 720 - 4 * longitude
        noon -= ((noon + offset(noon) - midnight) / 1440).rounded(.down) * 1440
        let sunAtNoon = Sun(at: noon)
        /// When the sun is at the altitude, before (-1) or after noon (1).
        func event(_ side: Double) -> Double? {
            var (minute, sun) = (noon, sunAtNoon)
            // The sun moves on while the day does.
            for step in 0..<3 {
                let cosine =
                    (sin(altitude * .pi / 180) - sin(latitude * .pi / 180) * sin(sun.declination))
                    / (cos(latitude * .pi / 180) * cos(sun.declination))
                if step == 0, !(abs(cosine) <= 1) { return nil }
                let angle = acos(max(-1, min(1, cosine))) * 180 / .pi
                minute = noon - sun.equationOfTime + side * 4 * angle
                if step < 2 { sun = Sun(at: minute) }
            }
            return minute + offset(minute) - midnight
        }
        guard let sunrise = event(-1), let sunset = event(1) else {
            // The sun at noon is above the angle, or it never is.
            let height = 90 - abs(latitude - sunAtNoon.declination * 180 / .pi)
            self = height > altitude ? .always : .never
            return
        }
        self = .between(sunrise: sunrise, sunset: sunset)
    }

    /// Where the sun is.
    private struct Sun {
        /// Radians.
        let declination: Double
        /// What a sundial is ahead of a clock, in minutes.
        let equationOfTime: Double

        /// - Parameter minute: Minutes after 1970 in UTC.
        init(at minute: Double) {
            func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
            func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
            // Centuries after noon of 2000-01-01; days from 1970 to then are 10 957.5.
            let t = (minute / 1440 - 10_957.5) / 36_525
            let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
            let anomaly = 357.52911 + t * (35_999.05029 - 0.0001537 * t)
            let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
            let center =
                sine(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
                + sine(2 * anomaly) * (0.019993 - 0.000101 * t) + sine(3 * anomaly) * 0.000289
            let node = 125.04 - 1934.136 * t
            let longitude = meanLongitude + center - 0.00569 - 0.00478 * sine(node)
            let obliquity =
                23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60 + 0.00256 * cosine(node)
            declination = asin(sine(obliquity) * sine(longitude))
            let y = tan(obliquity * .pi / 360) * tan(obliquity * .pi / 360)
            let double =
                y * sine(2 * meanLongitude) - 2 * eccentricity * sine(anomaly)
                + 4 * eccentricity * y * sine(anomaly) * cosine(2 * meanLongitude)
                - 0.5 * y * y * sine(4 * meanLongitude) - 1.25 * eccentricity * eccentricity * sine(2 * anomaly)
            equationOfTime = double * 4 * 180 / .pi
        }
    }
}
