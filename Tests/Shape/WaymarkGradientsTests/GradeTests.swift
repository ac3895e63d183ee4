import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("Grades and speeds")
struct GradeTests {
    /// Vertices along a meridian at these metres from its start.
    private static func line(_ metres: [Double]) -> Polyline {
        Polyline(metres.map { coordinate(37 + $0 / Sphere.earth.radius.value * 180 / .pi, 127) })
    }

    @Test(
        "a constant grade is the grade everywhere, for any spacing of vertices",
        arguments: 1...10 as ClosedRange<UInt64>)
    func evenSlope(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let metres = (0..<300).map { _ in Double.random(in: 0...9000, using: &generator) }.sorted()
        let line = Self.line(metres)
        let grades = line.grades(elevations: metres.map { Meters(100 - 0.07 * $0) })
        #expect(grades.count == metres.count && grades.allSatisfy { abs($0! + 0.07) < 1e-7 })
        // Also with some unknown heights.
        let some = metres.enumerated().map { $0 % 3 == 1 ? nil : Meters(100 - 0.07 * $1) }
        let known = line.grades(elevations: some)
        for (i, grade) in known.enumerated() { #expect(i % 3 == 1 ? grade == nil : abs(grade! + 0.07) < 1e-7) }
    }

    @Test("grades equal the difference of mean heights ahead and behind, summed in small steps")
    func oracle() {
        var generator = SplitMix64(seed: 4)
        let metres = (0..<120).map { _ in Double.random(in: 0...3000, using: &generator) }.sorted()
        let heights = metres.map { sin($0 / 90) * 20 + Double.random(in: -3...3, using: &generator) }
        let grades = Self.line(metres).grades(elevations: heights.map { Meters($0) }, over: Meters(200))
        func height(_ place: Double) -> Double {
            let next = max(1, metres.firstIndex { $0 >= place } ?? 119)
            let fraction = (place - metres[next - 1]) / (metres[next] - metres[next - 1])
            return heights[next - 1] + (heights[next] - heights[next - 1]) * max(0, min(1, fraction))
        }
        for i in stride(from: 0, to: 120, by: 7) {
            let middle = max(metres[0] + 100, min(metres[119] - 100, metres[i]))
            let steps = (0..<20_000).map { (Double($0) + 0.5) / 20_000 * 100 }
            let ahead = steps.reduce(0) { $0 + height(middle + $1) } / 20_000
            let behind = steps.reduce(0) { $0 + height(middle - $1) } / 20_000
            #expect(abs(grades[i]! - (ahead - behind) / 100) < 1e-5)
        }
    }

    @Test("noise in recorded heights does not make grades erratic")
    func noise() {
        var generator = SplitMix64(seed: 9)
        let metres = (0..<2000).map { Double($0) * 1.4 }
        let heights = metres.map { Meters(0.04 * $0 + Double.random(in: -3...3, using: &generator)) }
        let grades = Self.line(metres).grades(elevations: heights).compactMap(\.self)
        #expect(grades.count == metres.count && grades.allSatisfy { abs($0 - 0.04) < 0.06 })
        // From fix to fix it would be arbitrary.
        let plain = zip(heights, heights.dropFirst()).map { ($1.value - $0.value) / 1.4 }
        #expect(plain.max()! > 2)
    }

    @Test("without distance, heights or time there is no grade and no speed")
    func nothing() {
        #expect(Polyline([]).grades(elevations: []) == [])
        #expect(Self.line([0]).grades(elevations: [Meters(3)]) == [nil])
        #expect(Self.line([0, 0, 0]).grades(elevations: [Meters(3), Meters(9), Meters(1)]) == [nil, nil, nil])
        #expect(Self.line([0, 500]).grades(elevations: [Meters(.nan), Meters(9)]) == [nil, nil])
        // Heights too large to be summed.
        #expect(Self.line([0, 500]).grades(elevations: [Meters(-1e308), Meters(1e308)]) == [nil, nil])
        #expect(Polyline([]).speeds(times: []) == [])
        #expect(Self.line([0, 10]).speeds(times: [nil, .seconds(1)]) == [nil, nil])
        #expect(Self.line([0, 10]).speeds(times: [.seconds(5), .seconds(5)]) == [nil, nil])
        #expect(Self.line([0, 10]).speeds(times: [.seconds(5), .seconds(1)]) == [nil, nil])
    }

    @Test("a constant pace has its speed everywhere, and stops are visible", arguments: [0, 10, 60, 1e6])
    func speeds(_ window: Double) {
        let metres = (0..<200).map { Double($0) * 3 }
        let times: [Duration?] = (0..<200).map { $0 % 5 == 2 ? nil : .seconds(1000 + $0 * 2) }
        let speeds = Self.line(metres).speeds(times: times, over: .seconds(window))
        for (i, speed) in speeds.enumerated() { #expect(i % 5 == 2 ? speed == nil : abs(speed! - 1.5) < 1e-6) }
        // Half an hour at one place.
        let rest = Self.line([0, 30, 60, 60, 90, 120])
        let slow = rest.speeds(times: [0, 10, 20, 1820, 1830, 1840].map { .seconds($0) })
        #expect(abs(slow[1]! - 3) < 1e-6 && slow[2]! < 0.1 && slow[3]! < 0.1 && abs(slow[4]! - 3) < 1e-6)
    }
}
