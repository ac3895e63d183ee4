import Foundation
import TestSupport
import Testing
import WaymarkFiles

@Suite struct GzipContentsTests {
    @Test("what gzip packs is unpacked, of every kind of block", arguments: ["-1", "-6", "-9"])
    func unpacks(level: String) throws {
        var generator = SplitMix64(seed: 1)
        let texts: [[UInt8]] = [
            [], Array("a".utf8), Array("경복궁, 창덕궁".utf8), Array(repeating: 65, count: 100_000),
            (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &generator) },
            (0..<90_000).map { _ in UInt8.random(in: 48...57, using: &generator) },
            Array(try Data(contentsOf: Repository.root.appending(path: "data/attractions.csv"))),
        ]
        for text in texts {
            let packed = try gzip(text, ["-c", level])
            #expect(try GzipContents.unpack(packed) == ContiguousArray(text))
            // Two members, one after another, are both.
            #expect(try GzipContents.unpack(packed + packed) == ContiguousArray(text + text))
        }
    }

    @Test("a file that is cut off, altered or too large is refused")
    func refusals() throws {
        let text = Array(String(repeating: "관광지 ", count: 300).utf8) + [1, 2, 3]
        let packed = try gzip(text, ["-c", "-9"])
        for count in packed.indices {
            #expect(throws: PackedError.self) { try GzipContents.unpack(ContiguousArray(packed[..<count])) }
        }
        var wrong = 0
        for bit in 0..<8 * packed.count {
            var altered = packed
            altered[bit / 8] ^= 1 << UInt8(bit % 8)
            if let found = try? GzipContents.unpack(altered), found != ContiguousArray(text) { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(throws: PackedError.self) { try GzipContents.unpack(packed, limit: text.count - 1) }
        #expect(try GzipContents.unpack(packed, limit: text.count).count == text.count)
    }
}
