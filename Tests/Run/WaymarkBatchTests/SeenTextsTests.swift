import TestSupport
import Testing
import WaymarkBatch

@Suite("SeenTexts") struct SeenTextsTests {
    @Test("a text is new only once, for any bytes, as in a set", arguments: [1, 2, 3] as [UInt64])
    func oracle(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var seen = SeenTexts()
        var expected: Set<ContiguousArray<UInt8>> = []
        var differences = 0
        for _ in 0..<20_000 {
            // Short ones of two letters repeat often; "ab" and "c" are not "a" and "bc".
            let length = Int.random(in: 0...14, using: &generator)
            let text = ContiguousArray((0..<length).map { _ in UInt8.random(in: 0...1, using: &generator) })
            if seen.insert(text) != expected.insert(text).inserted { differences += 1 }
        }
        #expect(differences == 0 && expected.count > 5000)
    }

    @Test("a hundred thousand ids stay separate, and each is recognised when it repeats")
    func many() {
        var seen = SeenTexts()
        let ids = (0..<100_000).map { ContiguousArray("trip \($0)".utf8) }
        #expect(ids.allSatisfy { seen.insert($0) })
        #expect(!ids.contains { seen.insert($0) })
    }
}
