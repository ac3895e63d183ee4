import Testing
import WaymarkText

@Suite("KeyedHash")
struct KeyedHashTests {
    @Test("hashes of texts have a new key, so that no input can be constructed on which they collide")
    func keyedHashes() {
        let (first, second) = (KeyedHash(), KeyedHash())
        let texts = (0..<2000).map { "\($0)" } + (0..<40).map { String(repeating: "\0", count: $0) }
        let hashes = texts.map { first.hash(ContiguousArray($0.utf8).span) }
        #expect(Set(hashes).count == texts.count)
        #expect(zip(texts, hashes).allSatisfy { second.hash(ContiguousArray($0.utf8).span) != $1 })
        // The division of text between adjacent cells makes a difference.
        func pair(_ a: String, _ b: String) -> UInt64 {
            first.hash(ContiguousArray(b.utf8).span, after: first.hash(ContiguousArray(a.utf8).span))
        }
        #expect(pair("ab", "c") != pair("a", "bc") && pair("", "a") != pair("a", ""))
    }

    @Test("each byte of a text counts in its hash, however long it is")
    func hashesOfAllBytes() {
        let hash = KeyedHash()
        for count in 1...70 {
            let bytes = ContiguousArray((0..<count).map { UInt8(truncatingIfNeeded: 7 * $0) })
            // After another text the hash differs.
            let other = hash.hash(ContiguousArray("x".utf8).span)
            var hashes: Set<UInt64> = [hash.hash(bytes.span), hash.hash(bytes.span, after: other)]
            for place in bytes.indices {
                for bit in [UInt8(1), 0x80] {
                    var other = bytes
                    other[place] ^= bit
                    hashes.insert(hash.hash(other.span))
                }
            }
            #expect(hashes.count == 2 + 2 * count, "\(count) bytes")
        }
    }
}
