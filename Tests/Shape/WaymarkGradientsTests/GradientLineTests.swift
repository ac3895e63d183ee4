import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("Gradient lines as text")
struct GradientLineTests {
    @Test("the example of the specification")
    func example() throws {
        let stops = GradientStops(
            locations: [0, 0.5, 0.5, 1], measuredOn: .greatCircle,
            colors: [0xff0000, 0xff0000, 0x0000ff, 0x0000ff].map { RGBColor($0) },
            missing: [0.25...0.5])
        let line = GradientLine(
            [coordinate(38.5, -120.2), coordinate(40.7, -120.95), coordinate(43.252, -126.453)], stops: stops)
        let text = line.encoded()
        #expect(text == Self.example)
        #expect(try GradientLine(decoding: text) == line)
    }

    static let example = "BFEA-PAAgpoPAAAA9PA-PgpoPAAABwk0Hwk0Hgx_qH_x09Wg2tNvvyEguyP35yhB"

    @Test("written values are restored to half a step", arguments: 1...60 as ClosedRange<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let gradient = GradientStopsTests.gradient(seed)
        let base = gradient.stops(atMost: Int.random(in: 2...200, using: &generator), tolerance: 0)
        var missing: [ClosedRange<Double>] = []
        var end = 0.0
        while seed % 2 == 0, end < 0.9 {
            let start = end + Double.random(in: 0.001...0.2, using: &generator)
            end = min(1, start + Double.random(in: 0.001...0.2, using: &generator))
            if start < end { missing.append(start...end) }
        }
        let stops = GradientStops(
            locations: base.locations, measuredOn: seed % 3 == 0 ? .webMercator : .greatCircle, colors: base.colors,
            missing: missing)
        let precision = Int(seed % 8)
        let coordinates = Regime.allCases[Int(seed) % Regime.allCases.count].points(50, using: &generator)
        let line = GradientLine(
            coordinates, precision: precision, stops: stops)
        let text = line.encoded()
        #expect(
            text.utf8.allSatisfy {
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0)
            })
        let back = try GradientLine(decoding: text)
        // After rounding it is stable; -180 is read as 180.
        #expect(try GradientLine(decoding: back.encoded()) == back)
        #expect(back.precision == precision && back.measure == (seed % 3 == 0 ? .webMercator : .greatCircle))
        let half = 0.5001 * Self.power(precision)
        #expect(back.coordinates.count == coordinates.count)
        for (a, b) in zip(back.coordinates, coordinates) {
            #expect(abs(a.latitude - b.latitude) <= half)
            #expect(abs((a.longitude - b.longitude).remainder(dividingBy: 360)) <= half)
        }
        #expect(back.stops.missing.count == missing.count)
        for (a, b) in zip(back.stops.missing, missing) {
            #expect(abs(a.lowerBound - b.lowerBound) <= 0.5001e-6 && abs(a.upperBound - b.upperBound) <= 0.5001e-6)
        }
        if back.stops.locations.count == stops.locations.count {
            #expect(back.stops.colors == stops.colors)
            for (a, b) in zip(back.stops.locations, stops.locations) { #expect(abs(a - b) <= 0.5001e-6) }
        }
    }

    private static func power(_ precision: Int) -> Double { (0..<precision).reduce(1.0) { power, _ in power / 10 } }

    @Test("of stops closer than a millionth, the first and the last are kept")
    func crowded() throws {
        let colors = (0..<6).map { RGBColor(UInt32($0)) }
        let stops = GradientStops(
            locations: [0, 1e-8, 2e-8, 3e-8, 1 - 1e-9, 1], measuredOn: .greatCircle, colors: colors)
        let back = try GradientLine(decoding: GradientLine([], stops: stops).encoded())
        #expect(back.stops.locations == [0, 0, 1, 1])
        #expect(back.stops.colors == [colors[0], colors[3], colors[4], colors[5]])
    }

    /// Every short text ends as a line or as an error with an offset within it, or at its end.
    private func check(_ bytes: [UInt8]) {
        do throws(GradientError) {
            let line = try GradientLine(decoding: bytes.span)
            // Everything read can be written and read again.
            #expect((try? GradientLine(decoding: line.encoded())) != nil)
        } catch {
            switch error {
            case .polyline(.unexpectedByte(let byte, let offset)):
                #expect(offset < bytes.count && bytes[offset] == byte)
            case .polyline(.unfinishedNumber(let offset)), .polyline(.numberTooLarge(let offset)),
                .polyline(.incompletePoint(let offset)), .polyline(.latitudeOutOfRange(_, let offset)),
                .polyline(.longitudeOutOfRange(_, let offset)), .invalidGradient(_, let offset):
                #expect(0...bytes.count ~= offset)
            case .unknownVersion(let version): #expect(version != 1)
            default: Issue.record("\(error)")
            }
        }
    }

    @Test("all texts of up to three bytes give a line or an error")
    func short() {
        check([])
        for a in 0...255 as ClosedRange<UInt8> {
            check([a])
            for b in 0...255 as ClosedRange<UInt8> { check([a, b]) }
        }
        // Unless the first byte is the version, it decides alone.
        for b in 0...255 as ClosedRange<UInt8> { for c in 0...255 as ClosedRange<UInt8> { check([66, b, c]) } }
    }

    @Test(
        "texts with changed, removed and inserted bytes give a line or an error",
        arguments: 1...8 as ClosedRange<UInt64>)
    func fuzz(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let stops = GradientStopsTests.gradient(seed).stops(atMost: 12, tolerance: 0)
        let whole = Array(
            GradientLine(
                [coordinate(1, 2), coordinate(3, 4)],
                stops: GradientStops(
                    locations: stops.locations, measuredOn: .greatCircle, colors: stops.colors,
                    missing: [0.1...0.2, 0.4...0.5])
            ).encoded().utf8)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let i = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[i] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: i)
                case 2: bytes = Array(bytes[...i])
                case 3: bytes.insert(contentsOf: Array(repeating: 95, count: 12), at: i)
                default: bytes[i] = alphabet.randomElement(using: &generator)!
                }
                if bytes.isEmpty { break }
            }
            check(bytes)
        }
    }

    @Test("an invalid gradient is refused with its position")
    func refusals() {
        func error(_ text: String) -> GradientError? {
            do throws(GradientError) {
                _ = try GradientLine(decoding: text)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("") == .polyline(.unfinishedNumber(offset: 0)))
        #expect(error("CFC") == .unknownVersion(2))
        #expect(error("BQC") == .invalidGradient(reason: "16 is not a header of version 1", offset: 1))
        #expect(error("BFB") == .invalidGradient(reason: "a gradient has two stops or more", offset: 2))
        #expect(error("BFCB") == .invalidGradient(reason: "the first stop is not at the start", offset: 3))
        #expect(error("BFCAB") == .invalidGradient(reason: "a colour's channel is outside 0...255", offset: 4))
        #expect(error("BFCAAAAAAAA") == .invalidGradient(reason: "the last stop is not at the end", offset: 7))
        #expect(error("BFDAAAAAAAAA") == .invalidGradient(reason: "three stops are at one location", offset: 11))
        #expect(error("BFC!") == .polyline(.unexpectedByte(33, offset: 3)))
    }
}
