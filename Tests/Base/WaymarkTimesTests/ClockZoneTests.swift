import Foundation
import TestSupport
import Testing
import WaymarkTimes

@Suite("Time zones")
struct ClockZoneTests {
    @Test("every zone of Foundation has the same offsets, from 1900 to 2200")
    func equalsFoundation() throws {
        var generator = SplitMix64(seed: 4)
        var compared = 0
        for name in TimeZone.knownTimeZoneIdentifiers {
            // Foundation may know zones missing from the system's database, and its rules may be of another version.
            guard let zone = ClockZone(identifier: name), let theirs = TimeZone(identifier: name) else { continue }
            var differences: [Date] = []
            for _ in 0..<60 {
                // Before 1970 databases omit different changes.
                let time = Date(
                    timeIntervalSince1970: Double.random(in: 0...7_258_118_400, using: &generator).rounded())
                if zone.secondsFromUTC(at: time) != theirs.secondsFromGMT(for: time) { differences.append(time) }
            }
            #expect(differences.isEmpty, "\(name): \(differences.prefix(3))")
            compared += 1
        }
        #expect(compared > 300)
    }

    @Test(
        "clocks change as the rules specify",
        arguments: [
            ("Asia/Seoul", 1_806_537_600, 32_400), ("Asia/Seoul", 583_718_400, 36_000),
            // 2027-03-28T01:00Z and the second before; 2100-07-01, after the table.
            ("Europe/Paris", 1_806_195_600, 7200), ("Europe/Paris", 1_806_195_599, 3600),
            ("Europe/Paris", 4_118_083_200, 7200), ("America/New_York", 4_118_083_200, -14_400),
            // South of the equator, summer includes the new year.
            ("Australia/Sydney", 4_102_444_800, 39_600), ("Asia/Kathmandu", 1_806_537_600, 20_700),
            ("Pacific/Kiritimati", 1_806_537_600, 50_400), ("Pacific/Pago_Pago", 1_806_537_600, -39_600),
        ])
    func changes(name: String, time: Int, offset: Int) throws {
        let zone = try #require(ClockZone(identifier: name))
        #expect(zone.secondsFromUTC(at: Date(timeIntervalSince1970: Double(time))) == offset)
        #expect(zone.identifier == name)
    }

    @Test("threads that read zones at once get the same rules")
    func threads() {
        let names = ["Asia/Seoul", "Europe/Paris", "America/New_York", "Australia/Sydney", "Nowhere/None"]
        let time = Date(timeIntervalSince1970: 1_806_537_600)
        let offsets = names.map { ClockZone(identifier: $0)?.secondsFromUTC(at: time) }
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            for step in 0..<200 {
                let place = (number + step) % names.count
                // Names that no thread has asked for before are read from files.
                _ = ClockZone(identifier: "Nowhere/\(number)-\(step)")
                #expect(ClockZone(identifier: names[place])?.secondsFromUTC(at: time) == offsets[place])
            }
        }
    }

    @Test(
        "a fixed offset has many forms and one name",
        arguments: [
            ("+9", "GMT+0900"), ("+09", "GMT+0900"), ("+0900", "GMT+0900"), ("+09:00", "GMT+0900"),
            ("UTC+9", "GMT+0900"), ("GMT+0900", "GMT+0900"), ("UTC-03:30", "GMT-0330"), ("Z", "GMT"), ("UTC", "GMT"),
            ("GMT", "GMT"), ("-00:00", "GMT"),
        ])
    func fixedOffsets(text: String, name: String) throws {
        let zone = try #require(ClockZone(identifier: text))
        #expect(zone.identifier == name && ClockZone(identifier: name) == zone)
        let theirs = TimeZone(identifier: name)
        #expect(theirs.map(ClockZone.init) == zone)
        #expect(theirs?.secondsFromGMT() == zone.secondsFromUTC(at: .distantPast))
    }

    @Test("an offset with seconds is restored from its name")
    func seconds() throws {
        let zone = try #require(ClockZone(secondsFromUTC: -30_472))
        #expect(zone.identifier == "GMT-082752" && ClockZone(identifier: zone.identifier) == zone)
        #expect(ClockZone(identifier: zone.identifier)?.secondsFromUTC(at: .now) == -30_472)
    }

    @Test(
        "an invalid name gives no zone",
        arguments: [
            "", "Seoul", "Asia/", "/etc/passwd", "../../etc/passwd", "Asia/../Asia/Seoul", "asia seoul", "+24", "+9:0",
            "+09:60", "+", "UTC+", "UTC 9", "tzdata.zi", "zone.tab", "Asia", "Asia/Seoul\u{0}",
            String(repeating: "A", count: 5000),
        ])
    func noZones(name: String) throws {
        #expect(ClockZone(identifier: name) == nil)
        // Another machine may know it, so a stored name is kept.
        let stored = try JSONDecoder().decode([ClockZone].self, from: JSONEncoder().encode([name]))
        #expect(stored.map(\.identifier) == [name] && !stored[0].isKnown)
    }

    @Test("a moment far outside any calendar has an offset too")
    func anyMoment() throws {
        let zone = try #require(ClockZone(identifier: "Europe/Paris"))
        for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e14, 1e14] {
            #expect(abs(zone.secondsFromUTC(at: Date(timeIntervalSince1970: seconds))) <= 7200)
        }
        #expect(ClockZone(secondsFromUTC: 86_400) == nil && ClockZone(secondsFromUTC: .min) == nil)
    }

    private static let rules = URL(filePath: "/usr/share/zoneinfo/Europe/Paris")

    @Test(
        "a broken file of rules is refused or read, never a trap",
        .enabled(if: FileManager.default.fileExists(atPath: rules.path), "the system has no zone files"))
    func brokenRules() throws {
        let bytes = [UInt8](try Data(contentsOf: Self.rules))
        let whole = try #require(ZoneRules(tzif: bytes))
        #expect(whole.offset(at: 1_806_195_600) == 7200)
        for length in 0..<bytes.count { #expect(ZoneRules(tzif: Array(bytes.prefix(length))) == nil) }
        var generator = SplitMix64(seed: 9)
        for _ in 0..<5000 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                broken[Int.random(in: 0..<broken.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if let rules = ZoneRules(tzif: broken) { _ = rules.offset(at: 4_118_083_200) }
        }
    }
}

@Suite("Clock readings")
struct ClockReadingTests {
    private func moment(_ text: String, _ zone: String = "GMT") throws -> Double? {
        let zone = try #require(ClockZone(identifier: zone))
        return ClockReading(Array(text.utf8)[...], form: .person)?.moment(in: zone).timeIntervalSince1970
    }

    @Test(
        "times are read in many forms",
        arguments: [
            "2027-04-01T09:00", "2027-04-01 09:00", "2027-04-01T09:00:00", "2027-04-01t09:00:00.000",
            "2027-04-01T00:00Z",
            "2027-04-01T02:00+02", "2027-04-01T09:00 +0900", "2027-03-31T24:00:00Z", "2027-03-31 21:30-02:30",
        ])
    func forms(text: String) throws { #expect(try moment(text, "Asia/Seoul") == 1_806_537_600) }

    @Test(
        "an invalid text gives no time",
        arguments: [
            "", "9:00", "09:00", "2027-04", "2027-04-01T", "2027-04-01Z", "2027-4-1T09:00", "2027-02-29T09:00",
            "2027-04-01T25:00",
            "2027-04-01T24:01", "2027-04-01T09:60", "2027-04-01T09:00+", "2027-04-01T09:00+24", "2027-04-01T09:00 KST",
            "0000-01-01T00:00", "2027-04-01T09:00:61", "2027-04-01T09:00:00.", "tomorrow",
        ])
    func refusals(text: String) throws { #expect(try moment(text) == nil) }

    @Test("a date alone is its first moment")
    func dates() throws { #expect(try moment("2027-04-01", "Asia/Seoul") == 1_806_537_600 - 9 * 3600) }

    @Test(
        "of two moments after clocks go back, the first is used; a skipped time is read on the clock before the change")
    func changes() throws {
        // Paris, 2027: forward on 28 March at 02:00, back on 31 October at 03:00.
        #expect(try moment("2027-03-28T01:59:59", "Europe/Paris") == 1_806_195_599)
        #expect(try moment("2027-03-28T02:30", "Europe/Paris") == 1_806_195_600 + 1800)
        #expect(try moment("2027-03-28T03:00", "Europe/Paris") == 1_806_195_600)
        let back = try #require(try moment("2027-10-31T01:00Z"))
        #expect(try moment("2027-10-31T02:30", "Europe/Paris") == back - 1800)
        #expect(try moment("2027-10-31T03:00", "Europe/Paris") == back + 3600)
    }

    @Test("moments are restored from the clocks of every zone")
    func backAgain() throws {
        var generator = SplitMix64(seed: 2)
        for name in ["Asia/Seoul", "Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca"] {
            let zone = try #require(ClockZone(identifier: name))
            for _ in 0..<500 {
                let time = Double.random(in: 0...7_258_118_400, using: &generator).rounded()
                let text = try #require(Date(timeIntervalSince1970: time).xsdDateTime(in: zone))
                #expect(try moment(text, "GMT") == time, "\(text)")
            }
        }
    }
}
