import Testing
import WaymarkText

@Suite("SHA-256")
struct SHA256Tests {
    @Test("every length up to three blocks, in any pieces, has the hash that hashlib of Python 3.11 gives")
    func pieces() {
        for piece in [1, 3, 55, 63, 64, 65, 200] {
            // The hash of the hashes of 0 to 200 bytes.
            var all = SHA256()
            for count in 0...200 {
                var hash = SHA256()
                for start in stride(from: 0, to: count, by: piece) {
                    let end = min(count, start + piece)
                    let bytes = (start..<end).map { UInt8(truncatingIfNeeded: 7 * $0 + count) }
                    hash.update(ContiguousArray(bytes).span)
                    // Reading the value changes nothing.
                    _ = hash.words
                }
                all.update(Self.bytes(hash.words).span)
            }
            let text = (0..<4).map { Hexadecimal.text(all.words[$0], digits: 16) }.joined()
            #expect(
                text == "e673d33f6940a6d3856d0d305fd88363ae0ba3b96e2411d8ddd5e0dd443f4525", "pieces of \(piece)")
        }
    }

    private static func bytes(_ words: SIMD4<UInt64>) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        for place in words.indices {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: words[place] >> shift))
            }
        }
        return bytes
    }
}
