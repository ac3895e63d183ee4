import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

/// Indexes with arbitrary bits in their arrays, as from an unverified file.
@Suite("An index with hostile content")
struct HostileContentTests {
    /// The content of a section, eight bytes at a time.
    enum Content: CaseIterable {
        case honest, bits, floats, doubles, notANumber, infinity, zero, ones, small

        func word(_ old: UInt64, using generator: inout SplitMix64) -> UInt64 {
            func float() -> UInt64 {
                UInt64(
                    [
                        .nan, .infinity, -.infinity, 0, 8, .leastNonzeroMagnitude, -1e38, 3e38,
                        .random(in: -1...1, using: &generator),
                    ]
                    .randomElement(using: &generator)!.bitPattern as UInt32)
            }
            switch self {
            case .honest: return old
            case .bits: return generator.next()
            case .floats: return float() | float() << 32
            case .doubles:
                return [
                    Double.nan, .infinity, -.infinity, -0.0, 9, .leastNonzeroMagnitude, -1e308, 1e200, 1e19,
                    .random(in: -2...2, using: &generator), .random(in: -2...2, using: &generator),
                ].randomElement(using: &generator)!.bitPattern
            case .notANumber: return Double.nan.bitPattern
            case .infinity: return Double.infinity.bitPattern
            case .zero: return 0
            case .ones: return .max
            // Some flipped bits.
            case .small:
                return Int.random(in: 0..<8, using: &generator) == 0
                    ? old ^ 1 << UInt64.random(in: 0...63, using: &generator) : old
            }
        }
    }

    private func file(_ index: PointIndex) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        index.write { piece in for i in piece.indices { bytes.append(piece[i]) } }
        return bytes
    }

    @Test("no lookup traps or runs forever, and its results are positions and lengths", arguments: 1...40)
    func lookups(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let count = [0, 1, 31, 33, 255, 300, 2100, 5000][seed % 8]
        let places = Regime.korea.points(count, using: &generator)
        let honest = file(PointIndex(places))
        for _ in 0..<20 {
            var hostile = honest
            var said = ""
            for section in try IndexFile(bytes: honest.span, name: "x").sections {
                let content = seed % 4 == 0 ? Content.small : Content.allCases.randomElement(using: &generator)!
                said += " \(content)"
                for at in stride(from: section.offset, to: section.offset + section.size - 7, by: 8) {
                    let word = content.word(IndexFileForgery.number(hostile, at, bytes: 8), using: &generator)
                    for i in 0..<8 { hostile[at + i] = UInt8(truncatingIfNeeded: word >> UInt64(8 * i)) }
                }
            }
            let index = try IndexFile(bytes: hostile.span, name: "x").points
            for _ in 0..<8 {
                let center =
                    Bool.random(using: &generator)
                    ? places.randomElement(using: &generator) ?? coordinate(90, 0)
                    : Regime.world.points(1, using: &generator)[0]
                let radius = Meters(
                    [0, 1, 1e4, 1e5, 1e6, 6.6e6, 6.7e6, 1e7, 2.1e7, .infinity].randomElement(using: &generator)!)
                if let fault = fault(index, center, radius, using: &generator) {
                    Issue.record("\(fault) round \(center), \(radius), sections\(said)")
                }
            }
        }
    }

    /// The fault of the answers.
    private func fault(
        _ index: PointIndex, _ center: Coordinate, _ radius: Meters, using generator: inout SplitMix64
    ) -> String? {
        let count = index.count
        func isAnswer(_ matches: some Sequence<Match>) -> Bool {
            var found = 0
            return matches.allSatisfy { match in
                found += 1
                return found <= count && match.index >= 0 && match.index < count && match.distance >= .zero
                    && match.distance <= Sphere.earth.halfCircumference
            }
        }
        // Every position passed to a filter is valid.
        var isAsked = [Bool](repeating: false, count: count)
        let isIncluded: (Int) -> Bool = {
            isAsked[$0] = true
            return $0 % 2 == 0
        }
        func isSorted(_ matches: some Sequence<Match>) -> Bool {
            let matches = Array(matches)
            return zip(matches, matches.dropFirst()).allSatisfy { $0 < $1 || $0 == $1 }
        }
        let k = [0, 1, 3, 10, 11, 12, 35, 36, 50, Int.max].randomElement(using: &generator)!
        var within = MatchBuffer()
        var nearest = MatchBuffer()
        within.findPoints(within: radius, of: center, in: index)
        nearest.keep(index.nearest(to: center, count: k, within: radius))
        let searches: [(String, [Match])] = [
            ("within, buffer", Array(within.matches.prefix(within.count))),
            ("nearest, buffer", Array(nearest.matches.prefix(nearest.count))),
            ("within", index.points(within: radius, of: center)),
            ("within, filter", index.points(within: radius, of: center, where: isIncluded)),
            ("nearest", index.nearest(to: center, count: k)),
            ("nearest, radius", index.nearest(to: center, count: k, within: radius)),
            ("nearest, filter", index.nearest(to: center, count: k, where: isIncluded)),
            ("nearest, both", index.nearest(to: center, count: k, within: radius, where: isIncluded)),
        ]
        for (name, matches) in searches where !isAnswer(matches) || !isSorted(matches) { return name }
        let unsorted = [
            index.unsortedPoints(within: radius, of: center),
            index.unsortedPoints(within: radius, of: center, where: isIncluded),
        ]
        if !unsorted.allSatisfy(isAnswer) { return "unsorted" }
        var streamed: [Match] = []
        index.forEachPoint(within: radius, of: center, where: isIncluded) { streamed.append($0) }
        if !isAnswer(streamed) { return "streamed" }
        let counts = [
            index.countOfPoints(within: radius, of: center),
            index.countOfPoints(within: radius, of: center, where: isIncluded),
        ]
        if !counts.allSatisfy({ $0 >= 0 && $0 <= count }) { return "count" }
        let box = BoundingBox(around: center, radius: min(radius, Meters(2e7)))
        let inBox = [index.points(in: box), index.points(in: box, where: isIncluded)]
        if !inBox.allSatisfy({ $0.count <= count && $0.allSatisfy { $0 >= 0 && $0 < count } }) { return "box" }
        let batches = [
            index.points(within: radius, ofEach: [center, center], jobs: 1),
            index.nearest(toEach: [center, center], count: k, within: radius, jobs: 1),
            index.nearest(toEach: [center, center], count: k, jobs: 1),
        ]
        for lists in batches where !lists.allSatisfy(isAnswer) { return "batch" }
        return nil
    }
}
