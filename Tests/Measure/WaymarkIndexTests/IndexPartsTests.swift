import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("An index made in parts") struct IndexPartsTests {
    @Test(
        "an index is the same, byte for byte, for any number of threads",
        arguments: [Regime.korea, .world, .duplicates, .grid])
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
}
