import Testing
import WaymarkSearch

/// The keyboard against a table of real typing, and its laws.
@Suite struct TwoSetKeyboardTests {
    /// A text, the Latin letters on its keys, and what is shown after each keystroke: all written by hand.
    static let typed: [(String, String, [String])] = [
        ("가", "rk", ["ㄱ", "가"]),
        ("각", "rkr", ["ㄱ", "가", "각"]),
        ("가나", "rksk", ["ㄱ", "가", "간", "가나"]),
        ("간", "rks", ["ㄱ", "가", "간"]),
        ("간이", "rksdl", ["ㄱ", "가", "간", "간ㅇ", "간이"]),
        ("닭", "ekfr", ["ㄷ", "다", "달", "닭"]),
        ("달걀", "ekfrif", ["ㄷ", "다", "달", "닭", "달갸", "달걀"]),
        ("값", "rkqt", ["ㄱ", "가", "갑", "값"]),
        ("갑사", "rkqtk", ["ㄱ", "가", "갑", "값", "갑사"]),
        ("과일", "rhkdlf", ["ㄱ", "고", "과", "광", "과이", "과일"]),
        ("의", "dml", ["ㅇ", "으", "의"]),
        ("의사", "dmltk", ["ㅇ", "으", "의", "읫", "의사"]),
        ("꽃", "Rhc", ["ㄲ", "꼬", "꽃"]),
        ("꽃이", "Rhcdl", ["ㄲ", "꼬", "꽃", "꽃ㅇ", "꽃이"]),
        ("없어", "djqtdj", ["ㅇ", "어", "업", "없", "없ㅇ", "없어"]),
        ("업서", "djqtj", ["ㅇ", "어", "업", "없", "업서"]),
        ("읽다", "dlfrek", ["ㅇ", "이", "일", "읽", "읽ㄷ", "읽다"]),
        ("앉아", "dkswdk", ["ㅇ", "아", "안", "앉", "앉ㅇ", "앉아"]),
        ("않는", "dksgsms", ["ㅇ", "아", "안", "않", "않ㄴ", "않느", "않는"]),
        ("삶", "tkfa", ["ㅅ", "사", "살", "삶"]),
        ("넓다", "sjfqek", ["ㄴ", "너", "널", "넓", "넓ㄷ", "넓다"]),
        ("핥", "gkfx", ["ㅎ", "하", "할", "핥"]),
        ("읊", "dmfv", ["ㅇ", "으", "을", "읊"]),
        ("잃", "dlfg", ["ㅇ", "이", "일", "잃"]),
        ("외곬", "dhlrhft", ["ㅇ", "오", "외", "왹", "외고", "외골", "외곬"]),
        ("몫", "ahrt", ["ㅁ", "모", "목", "몫"]),
        ("있다", "dlTek", ["ㅇ", "이", "있", "있ㄷ", "있다"]),
        ("이써", "dlTj", ["ㅇ", "이", "있", "이써"]),
        ("밖", "qkR", ["ㅂ", "바", "밖"]),
        ("바까", "qkRk", ["ㅂ", "바", "밖", "바까"]),
        ("아빠", "dkQk", ["ㅇ", "아", "아ㅃ", "아빠"]),
        ("가짜", "rkWk", ["ㄱ", "가", "가ㅉ", "가짜"]),
        ("또", "Eh", ["ㄸ", "또"]),
        ("원", "dnjs", ["ㅇ", "우", "워", "원"]),
        ("웨", "dnp", ["ㅇ", "우", "웨"]),
        ("위", "dnl", ["ㅇ", "우", "위"]),
        ("왜", "dho", ["ㅇ", "오", "왜"]),
        ("얘", "dO", ["ㅇ", "얘"]),
        ("예", "dP", ["ㅇ", "예"]),
        ("유", "db", ["ㅇ", "유"]),
        ("요", "dy", ["ㅇ", "요"]),
        ("경복궁", "rudqhrrnd", ["ㄱ", "겨", "경", "경ㅂ", "경보", "경복", "경복ㄱ", "경복구", "경복궁"]),
        ("한국", "gksrnr", ["ㅎ", "하", "한", "한ㄱ", "한구", "한국"]),
        ("63빌딩", "63qlfeld", ["6", "63", "63ㅂ", "63비", "63빌", "63빌ㄷ", "63빌디", "63빌딩"]),
        ("N서울", "Ntjdnf", ["N", "Nㅅ", "N서", "N성", "N서우", "N서울"]),
        ("K팝", "Kvkq", ["K", "Kㅍ", "K파", "K팝"]),
        ("DDP", "DDP", ["D", "DD", "DDP"]),
        ("서 울", "tj dnf", ["ㅅ", "서", "서 ", "서 ㅇ", "서 우", "서 울"]),
        ("ㄱㅂㄱ", "rqr", ["ㄱ", "ㄱㅂ", "ㄱㅂㄱ"]),
        ("ㅎ글", "grmf", ["ㅎ", "ㅎㄱ", "ㅎ그", "ㅎ글"]),
        ("ㅠㅠ", "bb", ["ㅠ", "ㅠㅠ"]),
        ("ㅗㅗ", "hh", ["ㅗ", "ㅗㅗ"]),
        ("", "", []),
    ]

    @Test("each keystroke shows what a screen shows", arguments: typed)
    func shownTexts(text: String, latin: String, shown: [String]) {
        #expect(TwoSetKeyboard.textsWhileTyping(text) == shown)
        #expect(TwoSetKeyboard.latin(ofHangul: text) == latin)
        #expect(TwoSetKeyboard.keystrokes(of: text).count == latin.unicodeScalars.count)
    }

    @Test(
        "Latin letters typed on a Korean keyboard",
        arguments: [
            ("rudqhrrnd", "경복궁"), ("63qlfeld", "63빌딩"), ("tjdnf xkdnj", "서울 타워"), ("SeoulTower", "ㄴ대ㅕㅣ쌪ㄷㄱ"),
            ("Rudqhrrnd", "꼉복궁"), ("ASDF", "ㅁㄴㅇㄹ"), ("", ""), ("1-2", "1-2"), ("hanok", "ㅗ무ㅐㅏ"),
        ])
    func hangulOfLatin(latin: String, hangul: String) {
        #expect(TwoSetKeyboard.hangul(ofLatin: latin) == hangul)
    }

    @Test("decomposed text has the same keystrokes")
    func decomposed() {
        // 닭값, as a file name of macOS has it.
        let text = "\u{1103}\u{1161}\u{11B0}\u{1100}\u{1161}\u{11B9}"
        #expect(TwoSetKeyboard.latin(ofHangul: text) == "ekfrrkqt")
        #expect(Array(TwoSetKeyboard.text(of: TwoSetKeyboard.keystrokes(of: text)).unicodeScalars) == ["닭", "값"])
    }

    static let syllables = (0xAC00...0xD7A3).compactMap { Unicode.Scalar($0 as UInt32) }

    @Test("every modern syllable comes back from its keystrokes, and from Latin letters")
    func everySyllable() {
        #expect(Self.syllables.count == 11_172)
        for syllable in Self.syllables {
            let text = String(syllable)
            #expect(TwoSetKeyboard.text(of: TwoSetKeyboard.keystrokes(of: text)) == text)
            #expect(TwoSetKeyboard.hangul(ofLatin: TwoSetKeyboard.latin(ofHangul: text)) == text)
        }
    }

    @Test("every end of a syllable before every beginning of the next comes back")
    func everyPair() {
        // What meets is the vowel and the final of one syllable and the beginning of the next.
        for first in Self.syllables where (first.value - 0xAC00) / 588 == 11 {
            for second in Self.syllables where (second.value - 0xAC00) % 28 == 0 {
                let text = String(String.UnicodeScalarView([first, second]))
                guard TwoSetKeyboard.text(of: TwoSetKeyboard.keystrokes(of: text)) != text else { continue }
                Issue.record("\(text) does not come back")
            }
        }
    }
}
