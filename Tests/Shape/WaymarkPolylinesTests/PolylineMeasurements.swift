import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkPolylines

/// The numbers of `Documentation/Polylines.md`; nothing is checked here.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil), .serialized)
struct PolylineMeasurements {
    @Test("megabytes of text a second, beside the plain way")
    func speed() throws {
        var generator = SplitMix64(seed: 12)
        let world = Regime.world.points(200_000, using: &generator)
        var lines: [(String, [Coordinate], Int)] = [
            ("walk, precision 5", walk(1_000_000, seed: 1), 5), ("walk, precision 6", walk(1_000_000, seed: 1), 6),
            ("world, precision 5", world, 5),
        ]
        if SharedData.isPresent {
            // Nine real trails, again and again.
            var trails: [Coordinate] = []
            for course in stride(from: 1, through: 17, by: 2) {
                let name = String(format: "tracks/jeju-olle-course-%02d.txt", course)
                for line in String(decoding: try SharedData.bytes(name), as: UTF8.self).split(
                    whereSeparator: \.isNewline)
                {
                    let numbers = line.split { ", \r\t".contains($0) }.compactMap { Double($0) }
                    if numbers.count == 2 { trails.append(coordinate(numbers[0], numbers[1])) }
                }
            }
            let many = (0..<300).flatMap { _ in trails }
            lines += [("trails, precision 5", many, 5), ("trails, precision 6", many, 6)]
        }
        for (name, all, precision) in lines {
            // As long as long routes are.
            let lines = stride(from: 0, to: all.count, by: 10_000).map { Array(all[$0..<min($0 + 10_000, all.count)]) }
            let bytes = lines.map { EncodedPolyline.encodedBytes($0.span, precision: precision) }
            let texts = bytes.map { String(decoding: $0, as: UTF8.self) }
            let flexible = lines.map { FlexiblePolyline($0, precision: precision) }
            let flexibleBytes = try flexible.map { try $0.encodedBytes() }
            let size = Double(bytes.reduce(0) { $0 + $1.count })
            print("\(name): \(all.count) points, \(format(size / Double(all.count))) bytes each; MB/s")
            func row<Input>(_ name: String, _ inputs: [Input], _ body: (Input) throws -> Int) rethrows {
                let time = try seconds { try inputs.reduce(0) { $0 + (try body($1)) } }
                print("  \(name): \(format(size / time / 1e6))")
            }
            row("encode, bytes", lines) { EncodedPolyline.encodedBytes($0.span, precision: precision).count }
            row("encode, string", lines) { EncodedPolyline.encode($0, precision: precision).utf8.count }
            row("encode, plain", lines) { PlainPolyline.encode($0, precision: precision).utf8.count }
            try row("decode, bytes", bytes) { try EncodedPolyline.decode($0.span, precision: precision).count }
            try row("decode, string", texts) { try EncodedPolyline.decode($0, precision: precision).count }
            try row("decode, plain", bytes) { try PlainPolyline.decode($0, precision: precision).get().count }
            try row("flexible, encode", flexible) { try $0.encodedBytes().count }
            try row("flexible, decode", flexibleBytes) { try FlexiblePolyline(decoding: $0.span).coordinates.count }
        }
    }

    @Test("simplifying and resampling half a million vertices")
    func lines() {
        let count = 500_000
        let track = Polyline(walk(count, seed: 2))
        let shrinking = Polyline(shrinkingZigzag(count))
        for (name, line) in [("walk", track), ("shrinking zigzag", shrinking)] {
            for method in Polyline.Simplification.allCases {
                for tolerance in [1.0, 10, 100] {
                    var kept = 0
                    let time = seconds {
                        kept = line.verticesKept(tolerance: Meters(tolerance), method: method).count
                        return kept
                    }
                    print("\(name), \(method), \(tolerance) m: \(kept) vertices in \(format(time * 1000)) ms")
                }
            }
        }
        print("resampled every 5 m: \(format(seconds { track.samples(every: Meters(5)).count } * 1000)) ms")
    }

    /// The best of five runs.
    private func seconds(_ body: () throws -> Int) rethrows -> Double {
        var best = Duration.seconds(1_000_000)
        for _ in 0..<5 {
            let clock = ContinuousClock()
            let start = clock.now
            let count = try body()
            best = min(best, clock.now - start)
            #expect(count > 0)
        }
        return best / .seconds(1)
    }

    private func format(_ value: Double) -> String { String(format: "%.1f", value) }
}
