import Testing
import WaymarkText

@Suite("XXH64")
struct XXH64Tests {
    private static func hash(_ bytes: [UInt8]) -> String {
        XXH64(ContiguousArray(bytes).span).text
    }

    @Test("any flipped bit of a block gives another hash", arguments: [1, 8, 31, 32, 40, 100])
    func flippedBits(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var seen: Set<String> = [Self.hash(bytes)]
        for bit in 0..<8 * count {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(seen.insert(Self.hash(flipped)).inserted, "bit \(bit) of \(count) bytes")
        }
    }

    @Test(
        "is what xxh64sum 0.8.1 prints",
        arguments: [
            ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
            ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
        ])
    func words(text: String, expected: String) {
        #expect(Self.hash(Array(text.utf8)) == expected)
    }

    /// Bytes `(7 i + 3) mod 251`; their number precedes the hash.
    private static let vectors: [(Int, String)] = [
        (1, "1f25c8d0bc1f4bb6"),
        (7, "9a7b149959ce60d8"),
        (8, "dab99d95c6f90092"),
        (12, "d52e407833af5133"),
        (31, "a2aa5f33cc4a6119"),
        (32, "23c3c17ef790fd97"),
        (33, "50a7cfc7ba588784"),
        (39, "181d7a678ae6e157"),
        (45, "7f1a23ccf224f7aa"),
        (63, "f1438f15b9ed16e9"),
        (64, "2cd990a1beed6894"),
        (65, "c763da59981e980e"),
        (100, "778e26df8290f456"),
        (1000, "021f7a7424085ea4"),
    ]

    @Test("is what xxh64sum prints for every kind of end and any division of the bytes")
    func pieces() {
        for (count, expected) in Self.vectors {
            let bytes = (0..<count).map { UInt8(($0 * 7 + 3) % 251) }
            for piece in [1, 3, 8, 31, 32, 33, 64, 1000] {
                var hash = XXH64()
                for start in stride(from: 0, to: count, by: piece) {
                    hash.update(ContiguousArray(bytes[start..<min(count, start + piece)]).span)
                    // Reading the value changes nothing.
                    _ = hash.value
                }
                #expect(hash.text == expected && hash.count == count, "\(count) bytes in pieces of \(piece)")
            }
        }
    }
}
