/// The letters and digits of names, without differences that do not matter: letter case, width, accents, composition, and
/// several code points for one character.
///
/// Hangul is composed to syllables, half-width kana and full-width letters become the usual ones, Roman numerals become Latin
/// letters, and compatibility hanja (金 U+F90A) the unified ones (金 U+91D1).
@usableFromInline
package enum NameFolding {
    /// What a scalar is in a name.
    @usableFromInline
    package enum Meaning: Equatable {
        /// Blanks, hyphens, dots, brackets and symbols: the next letter begins a new word.
        case separator
        /// Accents and joiners, which are ignored.
        case nothing
        case letter(UInt32)
        /// Several ASCII letters, the first in the lowest byte: `æ` is `ae`, `Ⅳ` is `iv`.
        case letters(UInt64)
        /// A conjoining jamo, by its place among the leading consonants, vowels or trailing consonants of modern Hangul.
        case leading(UInt32)
        case vowel(UInt32)
        case trailing(UInt32)
        /// A mark that voices the kana before it: 1 for dakuten, 2 for handakuten.
        case voicing(UInt32)
        /// The old vowel ㆍ, which Korean texts also use as a middle dot: a letter only after a leading consonant.
        case dot
    }

    /// Calls `body` with each letter of a name in UTF-8: its folded scalar, its range in the name, and whether it begins a word.
    ///
    /// - Complexity: O(*n*); without allocation.
    @inlinable @inline(__always)
    package static func forEachLetter(
        of name: Span<UInt8>, _ body: (_ letter: UInt32, _ place: Range<Int>, _ isWordStart: Bool) -> Void
    ) {
        // The last letter, which the next scalars may extend.
        var held = HeldLetter()
        var isWordStart = true
        var index = 0
        while index < name.count {
            let start = index
            let meaning: Meaning
            if let plain = PlainText.nextASCIIOrHangul(name, &index) {
                meaning = Self.meaning(ofPlain: plain)
            } else {
                meaning = Self.meaning(of: scalar(of: name, &index))
            }
            switch meaning {
            case .nothing: continue
            case .letter(let letter):
                held.emit(body)
                held = HeldLetter(letter, start..<index, isWordStart)
            case .separator:
                isWordStart = true
                held.emit(body)
                held = HeldLetter()
                continue
            case .letters(let letters):
                held.emit(body)
                held = HeldLetter()
                var rest = letters
                while rest > 0 {
                    body(UInt32(rest & 0xFF), start..<index, isWordStart)
                    isWordStart = false
                    rest >>= 8
                }
            default:
                if held.extend(by: meaning, to: index) { continue }
                let letter = held.letter(of: meaning)
                held.emit(body)
                held = HeldLetter(letter, start..<index, isWordStart)
                if letter == 0 {
                    isWordStart = isWordStart || meaning == .dot
                    continue
                }
            }
            isWordStart = false
        }
        held.emit(body)
    }

    /// The folded letters of a name, as text; equal for names that differ only in what does not matter.
    ///
    /// - Complexity: O(*n*).
    package static func key(_ name: String) -> String {
        var key = String.UnicodeScalarView()
        forEachLetter(of: ContiguousArray(name.utf8).span) { letter, _, _ in
            if let scalar = Unicode.Scalar(letter) { key.append(scalar) }
        }
        return String(key)
    }

    /// What a scalar is in a name.
    @usableFromInline
    package static func meaning(of scalar: UInt32) -> Meaning {
        switch scalar {
        case ..<0x80, 0xAC00...0xD7A3: meaning(ofPlain: scalar)
        case 0x1100...0x1112: .leading(scalar - 0x1100)
        case 0x1161...0x1175: .vowel(scalar - 0x1161)
        case 0x11A8...0x11C2: .trailing(scalar - 0x11A7)
        case 0xFF01...0xFF5E: meaning(ofPlain: scalar - 0xFEE0)
        case 0x4E00...0x9FFF, 0x3131...0x3163: .letter(scalar)
        case 0xF900...0xFA6D: .letter(hanja[Int(scalar - 0xF900)])
        case 0xFA70...0xFAD9: .letter(hanja[Int(scalar - 0xFA70) + 0x16E])
        // Half-width jamo, in four rows of vowels.
        case 0xFFA1...0xFFBE: .letter(scalar - 0xFFA1 + 0x3131)
        case 0xFFC2...0xFFC7: .letter(scalar - 0xFFC2 + 0x314F)
        case 0xFFCA...0xFFCF: .letter(scalar - 0xFFCA + 0x3155)
        case 0xFFD2...0xFFD7: .letter(scalar - 0xFFD2 + 0x315B)
        case 0xFFDA...0xFFDC: .letter(scalar - 0xFFDA + 0x3161)
        case 0xFF66...0xFF9D: .letter(kana[Int(scalar - 0xFF66)])
        // Fillers.
        case 0x115F, 0x1160, 0x3164, 0xFFA0: .nothing
        case 0x318D, 0x119E: scalar == 0x119E ? .dot : .separator
        case 0x3165...0x318E: .letter(oldJamo[Int(scalar - 0x3165)])
        // Old trailing consonants that are leading ones too.
        case 0x11EB: .letter(0x1140)
        case 0x11F0: .letter(0x114C)
        case 0x11F9: .letter(0x1159)
        case 0x3099, 0xFF9E: .voicing(1)
        case 0x309A, 0xFF9F: .voicing(2)
        case 0x2160...0x217F: .letters(numerals[Int(scalar & 15)])
        default: rare(scalar)
        }
    }

    /// What a scalar of ASCII, or a Hangul syllable, is in a name.
    @inlinable @inline(__always)
    static func meaning(ofPlain scalar: UInt32) -> Meaning {
        switch scalar {
        case 0x30...0x39, 0x61...0x7A, 0x80...: .letter(scalar)
        case 0x41...0x5A: .letter(scalar | 0x20)
        default: .separator
        }
    }

    private static func rare(_ value: UInt32) -> Meaning {
        guard let scalar = Unicode.Scalar(value) else { return .separator }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
            .otherNumber, .spacingMark:
            break
        case .decimalNumber:
            let digit = properties.numericValue.flatMap { UInt32(exactly: $0) } ?? 0
            return .letter(0x30 + min(digit, 9))
        case .nonspacingMark, .enclosingMark, .format: return .nothing
        default: return .separator
        }
        if let base = greekAndCyrillic[scalar] { return .letter(base.value) }
        if let latin = latin[scalar] { return latin > 0xFF ? .letters(latin) : .letter(UInt32(latin)) }
        let lower = properties.lowercaseMapping.unicodeScalars.first ?? scalar
        return .letter((greekAndCyrillic[lower] ?? lower).value)
    }

    /// The scalar at an index of UTF-8 that is not ASCII, and moves the index past it; U+FFFD for what is not UTF-8.
    @usableFromInline
    static func scalar(of text: Span<UInt8>, _ index: inout Int) -> UInt32 {
        let step = UTF8Validation.step(text, at: index)
        defer { index += step.length }
        guard step.kind == .valid else { return 0xFFFD }
        var scalar = UInt32(text[index]) & (0x7F >> UInt32(step.length))
        for next in 1..<step.length { scalar = scalar << 6 | UInt32(text[index + next] & 0x3F) }
        return scalar
    }
}

/// A letter that the next scalars may extend: a leading consonant becomes a syllable, a kana is voiced.
@usableFromInline
struct HeldLetter {
    /// 0 for no letter; a leading consonant as conjoining jamo.
    @usableFromInline var letter: UInt32 = 0
    @usableFromInline var place = 0..<0
    @usableFromInline var isWordStart = false

    @inlinable
    init() {}

    @inlinable @inline(__always)
    init(_ letter: UInt32, _ place: Range<Int>, _ isWordStart: Bool) {
        (self.letter, self.place, self.isWordStart) = (letter, place, isWordStart)
    }

    @inlinable @inline(__always)
    func emit(_ body: (UInt32, Range<Int>, Bool) -> Void) {
        if letter == 0 { return }
        body(0x1100...0x1112 ~= letter ? NameFolding.leading(letter) : letter, place, isWordStart)
    }

    /// The letter of a jamo or a mark that does not join this one; 0 for none.
    @usableFromInline
    func letter(of meaning: NameFolding.Meaning) -> UInt32 {
        switch meaning {
        case .leading(let place): 0x1100 + place
        case .vowel(let place): 0x314F + place
        case .trailing(let place): NameFolding.trailing[Int(place)]
        case .dot where 0x1100...0x1112 ~= letter: 0x119E
        default: 0
        }
    }

    /// Joins a jamo or a mark to the letter; false if they do not belong together.
    @usableFromInline
    mutating func extend(by meaning: NameFolding.Meaning, to end: Int) -> Bool {
        let joined: UInt32? =
            switch meaning {
            case .vowel(let vowel): PlainText.composed(letter, 0x1161 + vowel)
            case .trailing(let trailing): PlainText.composed(letter, 0x11A7 + trailing)
            case .voicing(let step): NameFolding.voiced(letter, by: step)
            default: nil
            }
        guard let joined else { return false }
        letter = joined
        place = place.lowerBound..<end
        return true
    }
}

extension NameFolding {
    /// The kana with a voicing mark applied; nil if the mark does not apply to it.
    static func voiced(_ kana: UInt32, by step: UInt32) -> UInt32? {
        let hiragana = 0x30A1...0x30F6 ~= kana ? kana - 0x60 : kana
        let isVoiced: Bool
        switch hiragana {
        case 0x304B...0x3061: isVoiced = step == 1 && hiragana % 2 == 1
        case 0x3064, 0x3066, 0x3068: isVoiced = step == 1
        case 0x306F...0x307B: isVoiced = hiragana % 3 == 0
        case 0x3046: return step == 1 ? kana + 0x4E : nil
        default: isVoiced = false
        }
        return isVoiced ? kana + step : nil
    }

    /// The usual letter of a conjoining leading consonant.
    @usableFromInline
    static func leading(_ jamo: UInt32) -> UInt32 { leading[Int(jamo - 0x1100)] }

    private static let leading = values("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    fileprivate static let trailing = [0] + values("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
    /// The full-width forms of U+FF66 to U+FF9D.
    private static let kana = values("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン")
    /// The conjoining jamo of U+3165 to U+318E, which are of old Hangul.
    private static let oldJamo: [UInt32] = [
        0x1114, 0x1115, 0x11C7, 0x11C8, 0x11CC, 0x11CE, 0x11D3, 0x11D7, 0x11D9, 0x111C, 0x11DD, 0x11DF, 0x111D, 0x111E,
        0x1120, 0x1122, 0x1123, 0x1127, 0x1129, 0x112B, 0x112C, 0x112D, 0x112E, 0x112F, 0x1132, 0x1136, 0x1140, 0x1147,
        0x114C, 0x11F1, 0x11F2, 0x1157, 0x1158, 0x1159, 0x1184, 0x1185, 0x1188, 0x1191, 0x1192, 0x1194, 0x119E, 0x11A1,
    ]
    /// Of U+2160 to U+216F.
    private static let numerals = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "l", "c", "d", "m",
    ].map { packed($0.utf8) }
    /// The unified ideographs of U+F900 to U+FA6D, and of U+FA70 to U+FAD9 (Unicode's canonical mappings).
    private static let hanja = values(
        """
        豈更車賈滑串句龜龜契金喇奈懶癩羅蘿螺裸邏樂洛烙珞落酪駱亂卵欄爛蘭鸞嵐濫藍襤拉臘蠟廊朗浪狼郎來冷勞擄櫓爐盧\
        老蘆虜路露魯鷺碌祿綠菉錄鹿論壟弄籠聾牢磊賂雷壘屢樓淚漏累縷陋勒肋凜凌稜綾菱陵讀拏樂諾丹寧怒率異北磻便復不\
        泌數索參塞省葉說殺辰沈拾若掠略亮兩凉梁糧良諒量勵呂女廬旅濾礪閭驪麗黎力曆歷轢年憐戀撚漣煉璉秊練聯輦蓮連鍊\
        列劣咽烈裂說廉念捻殮簾獵令囹寧嶺怜玲瑩羚聆鈴零靈領例禮醴隸惡了僚寮尿料樂燎療蓼遼龍暈阮劉杻柳流溜琉留硫紐\
        類六戮陸倫崙淪輪律慄栗率隆利吏履易李梨泥理痢罹裏裡里離匿溺吝燐璘藺隣鱗麟林淋臨立笠粒狀炙識什茶刺切度拓糖\
        宅洞暴輻行降見廓兀嗀﨎﨏塚﨑晴﨓﨔凞猪益礼神祥福靖精羽﨟蘒﨡諸﨣﨤逸都﨧﨨﨩飯飼館鶴郞隷侮僧免勉勤卑喝嘆\
        器塀墨層屮悔慨憎懲敏既暑梅海渚漢煮爫琢碑社祉祈祐祖祝禍禎穀突節練縉繁署者臭艹艹著褐視謁謹賓贈辶逸難響頻恵\
        𤋮舘並况全侀充冀勇勺喝啕喙嗢塚墳奄奔婢嬨廒廙彩徭惘慎愈憎慠懲戴揄搜摒敖晴朗望杖歹殺流滛滋漢瀞煮瞧爵犯猪瑱\
        甆画瘝瘟益盛直睊着磌窱節类絛練缾者荒華蝹襁覆視調諸請謁諾諭謹變贈輸遲醙鉶陼難靖韛響頋頻鬒龜𢡊𢡄𣏕㮝䀘䀹𥉉\
        𥳐𧻓齃龎
        """)

    private static func values(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// At most eight ASCII letters in a number, the first in the lowest byte.
    private static func packed(_ letters: some Collection<UInt8>) -> UInt64 {
        letters.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Latin letters with accents or strokes, mapped to base letters by their Unicode names: `LATIN SMALL LETTER E WITH
    /// ACUTE`.
    private static let latin: [Unicode.Scalar: UInt64] = {
        var letters: [Unicode.Scalar: UInt64] = ["ß": packed("ss".utf8), "ẞ": packed("ss".utf8), "ı": packed("i".utf8)]
        for scalar in [0xAA...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F].joined().compactMap(Unicode.Scalar.init) {
            let words = scalar.properties.name?.split(separator: " ") ?? []
            guard words.count >= 4, words[0] == "LATIN", words.count == 4 || words[4] == "WITH",
                words[2] == "LETTER" || words[2] == "LIGATURE", words[3].utf8.count <= 2
            else { continue }
            letters[scalar] = packed(Array(words[3].lowercased().utf8))
        }
        return letters
    }()

    /// Letters with a canonical decomposition, mapped to their base letters.
    private static let greekAndCyrillic: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = Array("άαέεήηίιόούυώωϊιϋυΐιΰυйиёеїіўуѓгќк".unicodeScalars)
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: pairs.count, by: 2).map { (pairs[$0], pairs[$0 + 1]) })
    }()
}
