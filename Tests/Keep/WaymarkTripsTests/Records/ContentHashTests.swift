import Testing
import WaymarkTrips

@Suite("Hashes of files")
struct ContentHashTests {
    private func hash(_ text: String) -> String { "\(ContentHash(ContiguousArray(text.utf8).span))" }

    @Test("the hashes are those of FIPS 180-4")
    func publishedVectors() {
        #expect(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hash(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("a hash is read from its digits of either case, and from nothing else")
    func text() {
        let text = hash("abc")
        #expect(ContentHash(text).map { "\($0)" } == text)
        #expect(ContentHash(text.uppercased()).map { "\($0)" } == text)
        #expect(ContentHash(text.dropLast()) == nil)
        #expect(ContentHash(text.dropLast() + "g") == nil)
    }
}
