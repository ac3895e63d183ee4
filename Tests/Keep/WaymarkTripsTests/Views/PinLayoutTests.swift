import TestSupport
import Testing
import WaymarkTrips

@Suite("Pins of a map")
struct PinLayoutTests {
    private typealias Position = PinLayout.Position

    private func distance(_ a: Position, _ b: Position) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }

    private func moved(_ pins: [Position], by offsets: [Position]) -> [Position] {
        zip(pins, offsets).map { Position(x: $0.x + $1.x, y: $0.y + $1.y) }
    }

    /// Pins of which many overlap, some at the very same place; at multiples of a quarter, which add without rounding.
    private func pins(_ count: Int, on side: Double, _ random: inout SplitMix64) -> [Position] {
        var pins: [Position] = []
        for _ in 0..<count {
            if let same = pins.randomElement(using: &random), Int.random(in: 0..<5, using: &random) == 0 {
                pins.append(same)
            } else {
                func coordinate() -> Double { (Double.random(in: 0...side, using: &random) * 4).rounded() / 4 }
                pins.append(Position(x: coordinate(), y: coordinate()))
            }
        }
        return pins
    }

    @Test("no pin covers another, and every offset is finite", arguments: 1...40 as ClosedRange<UInt64>)
    func nothingCovered(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for (count, side) in [(2, 10.0), (5, 60), (30, 200), (30, 2000), (120, 1000), (200, 40)] {
            let places = pins(count, on: side, &random)
            let shown = moved(places, by: PinLayout.offsets(of: places, diameter: 32))
            for first in shown.indices {
                #expect(shown[first].x.isFinite && shown[first].y.isFinite)
                for second in shown.indices.dropFirst(first + 1) {
                    #expect(distance(shown[first], shown[second]) >= 32 * (1 - 1e-9))
                }
            }
        }
    }

    @Test("none, one, and pins apart stay where they are")
    func fewPins() {
        #expect(PinLayout.offsets(of: [], diameter: 32).isEmpty)
        let one = [Position(x: 5, y: -7)]
        #expect(PinLayout.offsets(of: one, diameter: 32) == [Position(x: 0, y: 0)])
        let apart = [Position(x: 0, y: 0), Position(x: 32, y: 0), Position(x: 0, y: -32)]
        #expect(PinLayout.offsets(of: apart, diameter: 32) == Array(repeating: Position(x: 0, y: 0), count: 3))
    }

    @Test("moving the map moves no pin on it", arguments: 1...20 as ClosedRange<UInt64>)
    func moving(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let places = pins(60, on: 300, &random)
        let offsets = PinLayout.offsets(of: places, diameter: 32)
        #expect(offsets.contains { $0 != Position(x: 0, y: 0) })
        for _ in 0..<20 {
            let (x, y) = (
                Double(Int.random(in: -9999...9999, using: &random)), Double(Int.random(in: -99...99, using: &random))
            )
            let panned = places.map { Position(x: $0.x + x, y: $0.y + y) }
            #expect(PinLayout.offsets(of: panned, diameter: 32) == offsets)
        }
    }

    @Test("two at one place are above each other, the first on top; others go clockwise around their middle")
    func ring() {
        let two = PinLayout.offsets(of: [Position(x: 9, y: 9), Position(x: 9, y: 9)], diameter: 10)
        #expect(two[0].y < -4.99 && two[1].y > 4.99 && abs(two[0].x) < 1e-9 && abs(two[1].x) < 1e-9)
        let four = PinLayout.offsets(of: Array(repeating: Position(x: 0, y: 0), count: 4), diameter: 10)
        #expect(four[0].y < 0 && four[1].x > 0 && four[2].y > 0 && four[3].x < 0)
        // Far ones are not moved by a ring that does not reach them.
        let others = PinLayout.offsets(
            of: [Position(x: 0, y: 0), Position(x: 0, y: 0), Position(x: 100, y: 0)], diameter: 10)
        #expect(others[2] == Position(x: 0, y: 0))
    }

    @Test("places that are not numbers are left alone, and harm no other")
    func notFinite() {
        let offsets = PinLayout.offsets(
            of: [
                Position(x: .nan, y: 0), Position(x: 1, y: 1), Position(x: 0, y: .infinity), Position(x: 1, y: 1),
                Position(x: 1e300, y: -1e300),
            ], diameter: 10)
        #expect(offsets.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        #expect(offsets[0] == Position(x: 0, y: 0) && offsets[1] != offsets[3])
    }

    @Test("time grows with the pins that are spread out")
    func growth() {
        var random = SplitMix64(seed: 9)
        let ratio = TestSupport.growth(from: 2_000, to: 16_000) { count in
            _ = PinLayout.offsets(of: pins(count, on: 40 * Double(count), &random), diameter: 32)
        }
        #expect(ratio < 30)
    }
}
