import Foundation
import Testing
import WaymarkText

@Suite("JSONText")
struct JSONTextTests {
    @Test("reads back by a JSON parser as what was written")
    func roundTrip() throws {
        let controls = String(String.UnicodeScalarView((0..<0x21).map { Unicode.Scalar(UInt8($0)) }))
        for text in ["", "경복궁", "a\"b\\c/d", controls, "👨‍👩‍👧 \u{2028}"] {
            var bytes = ContiguousArray<UInt8>()
            JSONText.append(text, to: &bytes)
            #expect(bytes.allSatisfy { $0 >= 0x20 })
            #expect(try JSONDecoder().decode([String].self, from: Data("[".utf8 + bytes + "]".utf8)) == [text])
        }
    }
}
