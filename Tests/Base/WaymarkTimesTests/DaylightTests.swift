import Foundation
import TestSupport
import Testing
import WaymarkTimes

@Suite("Sunrise and sunset") struct DaylightTests {
    private func times(_ light: Daylight) -> (sunrise: Double, sunset: Double)? {
        if case .between(let sunrise, let sunset) = light { (sunrise, sunset) } else { nil }
    }

    // Values of the package astral 3.2 for Python.
    @Test(
        "sunrise and sunset are those of another library, within a minute",
        arguments: [
            ("2024-06-21", 37.5665, 126.978, "Asia/Seoul", "05:11:19", "19:56:32"),
            ("2024-12-21", 37.5665, 126.978, "Asia/Seoul", "07:43:27", "17:17:00"),
            ("2024-06-21", 51.4733, -0.0008, "Europe/London", "04:43:14", "21:20:35"),
            ("2024-12-21", 51.4733, -0.0008, "Europe/London", "08:03:41", "15:52:58"),
            ("2024-06-21", 40.7128, -74.006, "America/New_York", "05:25:23", "20:30:34"),
            ("2024-12-21", -33.8688, 151.2093, "Australia/Sydney", "05:41:07", "20:05:26"),
            ("2027-09-23", 37.5665, 126.978, "Asia/Seoul", "06:20:21", "18:28:24"),
        ])
    func otherLibrary(
        date: String, latitude: Double, longitude: Double, zone: String, sunrise: String, sunset: String
    ) throws {
        let light = Daylight(
            on: try #require(CalendarDate(date)), latitude: latitude, longitude: longitude,
            in: try #require(ClockZone(identifier: zone)))
        let read = try #require(times(light))
        func minutes(_ text: String) -> Double {
            let parts = text.split(separator: ":").map { Double($0)! }
            return parts[0] * 60 + parts[1] + parts[2] / 60
        }
        #expect(abs(read.sunrise - minutes(sunrise)) < 1, "\(read)")
        #expect(abs(read.sunset - minutes(sunset)) < 1, "\(read)")
    }

    /// The sun's altitude in degrees by the formulas of the Astronomical Almanac (page C5), with sidereal time.
    private func altitude(minute: Double, _ latitude: Double, _ longitude: Double) -> Double {
        let n = minute / 1440 - 10_957.5
        let radians = Double.pi / 180
        let g = (357.528 + 0.9856003 * n) * radians
        let ecliptic = (280.460 + 0.9856474 * n + 1.915 * sin(g) + 0.020 * sin(2 * g)) * radians
        let obliquity = (23.439 - 0.0000004 * n) * radians
        let ascension = atan2(cos(obliquity) * sin(ecliptic), cos(ecliptic))
        let declination = asin(sin(obliquity) * sin(ecliptic))
        let sidereal = (280.46061837 + 360.98564736629 * n + longitude) * radians
        let sine =
            sin(latitude * radians) * sin(declination) + cos(latitude * radians) * cos(declination)
            * cos(sidereal - ascension)
        return asin(sine) / radians
    }

    @Test(
        "at sunset the sun stands at the horizon by other formulas, from 1950 to 2100",
        arguments: 1...40 as ClosedRange<UInt64>)
    func otherFormulas(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let day = Int.random(in: -7_300..<47_500, using: &generator)
            let (latitude, longitude) = (
                Double.random(in: -89...89, using: &generator), Double.random(in: -180...180, using: &generator)
            )
            let date = try #require(CalendarDate(daysSince1970: day))
            let light = Daylight(on: date, latitude: latitude, longitude: longitude, in: .utc)
            guard let (sunrise, sunset) = times(light) else {
                // The obvious way: the sun at each quarter of an hour around noon.
                let noon = Double(day) * 1440 + 720 - 4 * longitude
                let heights = (-48...48).map { altitude(minute: noon + Double($0) * 15, latitude, longitude) }
                if light == .always { #expect(heights.min()! > -1.1) } else { #expect(heights.max()! < -0.55) }
                continue
            }
            for minute in [sunrise, sunset] {
                let height = altitude(minute: Double(day) * 1440 + minute, latitude, longitude)
                // A hundredth of a degree is at most seven seconds at the latitude of Seoul.
                #expect(
                    abs(height - Daylight.horizon) < (abs(latitude) < 60 ? 0.06 : 0.3),
                    "\(date) \(latitude) \(longitude)")
            }
            let middle = (sunrise + sunset) / 2
            #expect(0..<1440 ~= middle + 30 || 0..<1440 ~= middle - 30)
        }
    }

    @Test("beyond the polar circles the sun does not set in June, and does not rise in December")
    func polar() throws {
        let oslo = try #require(ClockZone(identifier: "Europe/Oslo"))
        func light(_ date: String, _ latitude: Double) -> Daylight {
            Daylight(on: CalendarDate(date)!, latitude: latitude, longitude: 18.96, in: oslo)
        }
        #expect(light("2024-06-21", 69.65) == .always && light("2024-12-21", 69.65) == .never)
        #expect(light("2024-06-21", -69.65) == .never && light("2024-12-21", -69.65) == .always)
        #expect(times(light("2024-03-21", 69.65)) != nil)
        #expect(light("2024-06-21", 90) == .always && light("2024-06-21", -90) == .never)
    }

    @Test("clocks of another zone show another time of the same sunset")
    func zones() throws {
        let date = try #require(CalendarDate("2024-06-21"))
        func sunset(_ hours: Int) -> Double {
            times(
                Daylight(on: date, latitude: 37.5665, longitude: 126.978, in: ClockZone(secondsFromUTC: hours * 3600)!))!
                .sunset
        }
        #expect(abs(sunset(9) - sunset(8) - 60) < 0.01)
        // Far from the sun's clock the day of the date is still that whose noon the clock shows.
        #expect(abs(sunset(-10) - (sunset(9) - 19 * 60 + 1440)) < 1)
    }
}
