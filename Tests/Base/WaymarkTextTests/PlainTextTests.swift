import Foundation
import Testing
import WaymarkText

@Suite struct PlainTextTests {
    @Test("every Hangul syllable is composed from its letters, and nothing else changes")
    func composed() {
        var all = ""
        for code in 0xAC00...0xD7A3 { all.unicodeScalars.append(Unicode.Scalar(UInt32(code))!) }
        #expect(PlainText.composed(all.decomposedStringWithCanonicalMapping).utf8.elementsEqual(all.utf8))
        for text in ["", "a\u{0}b", "\u{1100}", "\u{1161}\u{11A8}", "é", "e\u{301}", "👨‍👩‍👧", "각\u{11A8}\u{10FFFF}"] {
            #expect(PlainText.composed(text).utf8.elementsEqual(text.utf8), "\(text.debugDescription)")
        }
        #expect(PlainText.composed("\u{10FFFF}가\u{11A8}\u{11A8}").utf8.elementsEqual("\u{10FFFF}각\u{11A8}".utf8))
    }

    /// The letters, marks and digits one by one, the plain way.
    private func plainKey(_ text: String) -> String {
        var key = ""
        for scalar in PlainText.composed(text).unicodeScalars {
            let code = scalar.value
            let wide = 0xFF01...0xFF5E ~= code ? Unicode.Scalar(code - 0xFEE0)! : scalar
            switch wide.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
                key += wide.properties.lowercaseMapping
            default: break
            }
        }
        return key
    }

    @Test("a key has the letters, marks and digits of a text in lower case, also of a decomposed one")
    func keys() {
        let texts = [
            "N서울타워 (남산)", "Ｎ１２　ａ", "İstanbul ǅ Ω", "경주 불국사·석굴암", "東京タワー", "\u{0}a\u{1161}", "ᄀᄀ", "Ⅻ ⓐ",
        ]
        for text in texts {
            for form in [text, text.decomposedStringWithCanonicalMapping] {
                #expect(PlainText.key(form).utf8.elementsEqual(plainKey(form).utf8), "\(form.debugDescription)")
            }
        }
        for code in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let text = String(scalar)
            if !PlainText.key(text).utf8.elementsEqual(plainKey(text).utf8) {
                Issue.record("U+\(String(code, radix: 16))")
            }
        }
    }
}
