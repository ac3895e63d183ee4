import Testing
import WaymarkTimes

@Suite("Stays")
struct StayTextTests {
    @Test(
        "minutes, hours and minutes, ISO 8601 and Korean",
        arguments: [
            ("45", 2700), ("0", 0), ("1.5", 90), ("1h30m", 5400), ("1h 30m", 5400), ("1 h 30 min", 5400),
            ("90min", 5400),
            ("45M", 2700), ("30s", 30), ("1h", 3600), ("2d", 172_800), ("1d 1h 1m 1s", 90_061), ("PT45M", 2700),
            ("pt1h30m", 5400), ("P1DT2H", 93_600), ("P1W", 604_800), ("PT0.5H", 1800), ("1시간 30분", 5400), ("45분", 2700),
            ("2일", 172_800), ("1시간30분", 5400),
        ])
    func durations(text: String, seconds: Int) { #expect(StayText.duration(text) == .seconds(seconds)) }

    @Test(
        "an invalid text gives no stay",
        arguments: [
            "", "-5", "+5", " -5", "\t+5", "h", "1h30", "30m1h", "1h1h", "P", "PT", "P1Y", "P1M", "PT1M1H", "PT-5M",
            "1:30", "a while",
            "1e99", "nan", "inf", "99999999999", "1h 30 m 5", "..5m", "1.2.3h",
        ])
    func refusals(text: String) { #expect(StayText.duration(text) == nil) }

    @Test("a plain number has the unit of its column")
    func units() {
        #expect(StayText.duration("90", unit: StayText.unit(ofColumn: "stay_s")) == .seconds(90))
        #expect(StayText.duration("90", unit: StayText.unit(ofColumn: "stay_min")) == .seconds(5400))
        #expect(StayText.duration("90", unit: StayText.unit(ofColumn: "체류시간(초)".filter { $0 != ")" })) == .seconds(90))
        #expect(StayText.duration("1m", unit: StayText.unit(ofColumn: "stay_s")) == .seconds(60))
    }
}
