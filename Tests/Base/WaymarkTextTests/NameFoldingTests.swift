import Testing
import WaymarkText

@Suite("Names are folded")
struct NameFoldingTests {
    private func key(_ scalars: [UInt32]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars { text.append(Unicode.Scalar(scalar)!) }
        return NameFolding.key(String(text))
    }

    @Test(
        "forms of one name have one key",
        arguments: [
            ["경복궁", "\u{1100}\u{1167}\u{11BC}\u{1107}\u{1169}\u{11A8}\u{1100}\u{116E}\u{11BC}", "경 복-궁"],
            ["金山", "\u{F90A}山"], ["ガンダム", "ｶﾞﾝﾀﾞﾑ", "カ\u{3099}ンタ\u{3099}ム"], ["プール", "ﾌﾟｰﾙ"],
            ["Café Ⅳ", "CAFE\u{301} iv", "ｃａｆｅ ｉｖ"], ["제Ⅱ주차장", "제ii주차장"], ["Straße", "STRASSE"],
            ["Ægir", "aegir"], ["１２３", "123", "١٢٣"], ["Йод", "И\u{306}ОД", "иод"],
            ["ㄱㅏ", "ﾡￂ"], ["ᄒᆞᆫ", "\u{1112}\u{119E}\u{11AB}"], ["ㅿ", "\u{1140}", "\u{11EB}"],
        ])
    func forms(_ names: [String]) {
        #expect(Set(names.map(NameFolding.key)).count == 1, "\(names.map(NameFolding.key))")
        #expect(!NameFolding.key(names[0]).isEmpty)
    }

    @Test(
        "different names have different keys",
        arguments: [
            ("가나", "가난"), ("か", "が"), ("は", "ぱ"), ("金", "銀"), ("ㄱㅏ", "가"), ("해운대", "해운데"), ("1", "11"),
        ])
    func differences(_ a: String, _ b: String) { #expect(NameFolding.key(a) != NameFolding.key(b)) }

    @Test("every syllable is composed from its jamo, and with a separate final consonant")
    func syllables() {
        for number in 0..<UInt32(11172) {
            let (leading, vowel, trailing) = (number / 588, number % 588 / 28, number % 28)
            let whole = key([0xAC00 + number])
            let final = trailing == 0 ? [] : [0x11A7 + trailing]
            #expect(key([0x1100 + leading, 0x1161 + vowel] + final) == whole)
            #expect(key([0xAC00 + number - trailing] + final) == whole)
        }
    }

    @Test("compatibility hanja become what Unicode holds equivalent")
    func hanja() {
        for value in Array(0xF900...0xFA6D) + Array(0xFA70...0xFAD9) as [UInt32] {
            let folded = Array(key([value]).unicodeScalars)
            // Characters are compared by canonical equivalence.
            #expect(folded.count == 1 && Character(folded[0]) == Character(Unicode.Scalar(value)!))
            if !(0xFA0E...0xFA29 ~= value) { #expect(!(0xF900...0xFAD9 ~= folded[0].value)) }
        }
    }

    @Test("letters have their places and the starts of words")
    func places() {
        let name = Array("e\u{301}Ⅳ ｶﾞ-\u{1100}\u{1161}각".utf8)
        var seen: [String] = []
        NameFolding.forEachLetter(of: ContiguousArray(name).span) { letter, place, isWordStart in
            seen.append("\(Unicode.Scalar(letter)!)\(place.lowerBound)-\(place.upperBound)\(isWordStart ? "!" : "")")
        }
        #expect(seen == ["e0-1!", "i3-6", "v3-6", "ガ7-13!", "가14-20!", "각20-23"])
    }

    @Test("bytes that are no UTF-8 separate words")
    func broken() {
        var letters = ""
        let bytes: ContiguousArray<UInt8> = [0x61, 0xFF, 0x62, 0xEA, 0xB0]
        NameFolding.forEachLetter(of: bytes.span) { letter, _, isWordStart in
            letters += (isWordStart ? " " : "") + String(Unicode.Scalar(letter)!)
        }
        #expect(letters == " a b")
    }
}
