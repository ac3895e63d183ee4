import Testing
import WaymarkIndex

@Suite("Checksum")
struct ChecksumTests {
    private func checksum(_ bytes: ContiguousArray<UInt8>) -> UInt32 { Checksum(bytes.span).value }

    @Test("the vectors of RFC 3720, appendix B.4")
    func published() {
        #expect(checksum(ContiguousArray("123456789".utf8)) == 0xE306_9283)
        #expect(checksum(ContiguousArray(repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum(ContiguousArray(repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum(ContiguousArray(0..<32)) == 0x46DD_794E)
        #expect(checksum(ContiguousArray((0..<32).reversed())) == 0x113F_DB5C)
        #expect(checksum([]) == 0)
    }

    @Test("pieces give what the whole gives, wherever it is cut")
    func pieces() {
        let bytes = ContiguousArray((0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        for cut in 0...bytes.count {
            var pieces = Checksum()
            pieces.add(ContiguousArray(bytes[..<cut]).span)
            pieces.add(ContiguousArray(bytes[cut...]).span)
            #expect(pieces.value == checksum(bytes))
        }
    }
}
