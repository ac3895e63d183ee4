import Testing
import WaymarkBatch
import WaymarkGradients
import WaymarkPolylines

@Suite("LineGradient")
struct LineGradientTests {
    @Test(
        "progress is on the ground on every map: half-way from 60 to 40 degrees north is 0.553 of the way on Web Mercator"
    )
    func onMaps() throws {
        let file = try LineFile(ContiguousArray("latitude,longitude\n60,10\n40,10\n".utf8), name: "line.csv")
        // Two classes: the border is at 50 degrees north.
        let gradient = LineGradient(.progress, quantiles: 2)
        let expression = try #require(gradient.text(of: file, as: .maplibre)).text
        #expect(
            expression.hasPrefix("[\"step\",[\"line-progress\"],\"rgb(") && expression.contains(",0.55279"),
            "\(expression)")
        let features = try #require(gradient.text(of: file, as: .geojson)).text
        #expect(features.contains("[10,50]") && features.contains("\"from\":0,\"to\":0.5}"))
    }

    @Test("two hours are a twelfth of the day's colours, on any day: they passed through all of them")
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
