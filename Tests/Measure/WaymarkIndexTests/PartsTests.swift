import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("Work in parts") struct PartsTests {
    @Test(
        "an index is the same, byte for byte, whoever makes it", arguments: [Regime.korea, .world, .duplicates, .grid])
    func index(regime: Regime) {
        var generator = SplitMix64(seed: 14)
        for count in [0, 1, 300, 32_767, 32_768, 70_000, 131_073] {
            let places = regime.points(count, using: &generator)
            let expected = Self.bytes(of: PointIndex(places))
            for jobs in [2, 3, 8] {
                let isSame = Self.bytes(of: PointIndex(places, jobs: jobs)) == expected
                #expect(isSame, "\(count) places, \(jobs) jobs")
            }
        }
    }

    private static func bytes(of index: PointIndex) -> [UInt8] {
        var bytes: [UInt8] = []
        index.write { piece in piece.withUnsafeBufferPointer { bytes += $0 } }
        return bytes
    }

    @Test("each item is in one part", arguments: 1...9)
    func parts(jobs: Int) {
        for count in [0, 1, 255, 16_384, 32_768, 32_769, 49_152, 100_000, 300_001] {
            let parts = Parts(of: count, jobs: jobs)
            let ranges = UnsafeMutableBufferPointer<Range<Int>>.allocate(capacity: jobs)
            defer { ranges.deallocate() }
            ranges.initialize(repeating: -1 ..< -1)
            parts.forEach { part, range in ranges[part] = range }
            let used = ranges.filter { $0.lowerBound >= 0 }
            #expect(used.first?.lowerBound == 0 && used.last?.upperBound == count)
            #expect(zip(used, used.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            #expect(used.dropFirst().allSatisfy { $0.lowerBound % 256 == 0 && !$0.isEmpty })
        }
    }
}
