import Testing
import WaymarkBatch
import WaymarkPolylines

@Suite("LineGradient")
struct LineGradientTests {
    @Test("two hours are a twelfth of the day's colours, on any day: they went through all of them")
    func timeOfDay() throws {
        func colors(_ day: String) throws -> String {
            let text = "37,127,\(day)T00:00:00Z\n37,128,\(day)T02:00:00Z\n"
            let file = try LineFile(ContiguousArray("latitude,longitude,time\n\(text)".utf8), name: "line.csv")
            return try #require(LineGradient(.init("time-of-day")).text(of: file, as: .mapkit)).text
        }
        let text = try colors("2020-01-01")
        #expect(try text == colors("2024-02-29"))
        #expect(text.hasPrefix("{\"colors\":[\"\(ColorScale.hours.color(at: 0).rgb)\""))
        #expect(text.contains("\"\(ColorScale.hours.color(at: 2.0 / 24).rgb)\"],\"locations\""))
    }
}
