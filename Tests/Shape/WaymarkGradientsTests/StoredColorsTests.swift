import Foundation
import Testing
import WaymarkGradients

@Suite("Stored gradients and scales")
struct StoredColorsTests {
    private func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("stops are restored unchanged", arguments: LineMeasure.allCases)
    func stops(measure: LineMeasure) throws {
        let colors = [0x440154, 0xff8800, 0x0088ff, 0xffffff].map { RGBColor($0) }
        for missing in [[], [0.1...0.2, 0.3...0.3]] {
            let stops = GradientStops(
                locations: [0, 1 / 3, 1 / 3, 1], measuredOn: measure, colors: colors, missing: missing)
            #expect(try again(stops) == stops)
        }
    }

    @Test("scales are restored unchanged", arguments: ColorScale.named.map(\.scale))
    func scale(_ scale: ColorScale) throws {
        #expect(try again(scale) == scale)
        let hard = ColorScale(stops: scale.stops + [ColorScale.Stop(position: 1, color: scale.stops[0].color)])
        #expect(try again(hard) == hard)
    }

    @Test(
        "stops that would violate a precondition are refused",
        arguments: [
            (#"[0]"#, 1, "[]"), ("[0,1]", 1, "[]"), ("[0,0.5]", 2, "[]"), ("[0.5,1]", 2, "[]"),
            ("[0,0.6,0.5,1]", 4, "[]"), ("[0,0.5,0.5,0.5,1]", 5, "[]"), ("[]", 0, "[]"), ("[0,1]", 2, "[[0.5]]"),
            ("[0,1]", 2, "[[0.5,0.4]]"), ("[0,1]", 2, "[[-1,0.4]]"), ("[0,1]", 2, "[[0.1,0.2],[0.2,0.3]]"),
            ("[0,1]", 2, "[[0.1,1.2]]"),
        ])
    func refusesStops(locations: String, count: Int, missing: String) {
        let colors = Array(repeating: "\"#ff8800\"", count: count).joined(separator: ",")
        func decode(_ locations: String, _ missing: String, _ error: String, _ measure: String) throws {
            let text =
                #"{"locations":\#(locations),"colors":[\#(colors)],"missing":\#(missing),"color_error":\#(error),"#
                + #""measure":"\#(measure)"}"#
            _ = try JSONDecoder().decode(GradientStops.self, from: Data(text.utf8))
        }
        #expect(throws: DecodingError.self) { try decode(locations, missing, "0", "webMercator") }
        if count == 2 {
            #expect(throws: Never.self) { try decode("[0,1]", "[]", "0", "webMercator") }
            #expect(throws: DecodingError.self) { try decode("[0,1]", "[]", "-1", "webMercator") }
            #expect(throws: DecodingError.self) { try decode("[0,1]", "[]", "0", "flat") }
        }
    }

    @Test(
        "scales that would violate a precondition are refused, and so are invalid colours",
        arguments: [[], [0.0], [0, 0.5], [0.5, 1], [0, 0.6, 0.5, 1]] as [[Double]])
    func refusesScales(positions: [Double]) {
        func text(_ positions: [Double], lightness: Double = 0.5) -> Data {
            let stops = positions.map { #"{"position":\#($0),"lightness":\#(lightness),"a":0,"b":0}"# }
            return Data(#"{"stops":[\#(stops.joined(separator: ","))]}"#.utf8)
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ColorScale.self, from: text(positions)) }
        #expect(throws: Never.self) { try JSONDecoder().decode(ColorScale.self, from: text([0, 1])) }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ColorScale.self, from: text([0, 1], lightness: 1e200))
        }
    }
}
