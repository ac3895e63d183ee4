internal import WaymarkText

/// The keys of the two-set Korean keyboard as small numbers: 19 consonants from 1, 14 vowels from 20.
///
/// A syllable consists of the keys that type it: 과 is ㄱㅗㅏ, 닭 is ㄷㅏㄹㄱ; ㄲ is a key of its own. The concatenated keys of
/// whole syllables can be split into syllables in only one way.
enum JamoKey {
    static let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ".unicodeScalars)

    /// Numbers below this are a consonant or no key.
    static let firstVowel: UInt8 = 20
    /// The first number that is not a Hangul key.
    static let end: UInt8 = 34

    @inline(__always) static func isConsonant(_ key: UInt8) -> Bool { key &- 1 < firstVowel - 1 }
    @inline(__always) static func isVowel(_ key: UInt8) -> Bool { key &- firstVowel < end - firstVowel }
    @inline(__always) static func isJamo(_ key: UInt8) -> Bool { key &- 1 < end - 1 }

    /// The keys of leading consonants, vowels and trailing consonants, in the order of Unicode's syllables.
    static let leading = keys(of: "ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ")
    static let medial = keys(of: "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ")
    static let trailing =
        [KeyRun()] + keys(of: "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ")
    /// The keys of the compatibility jamo from U+3131 to U+3163.
    static let compatibility = keys(
        of: """
            ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄸ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅃ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ \
            ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ
            """)

    private static func keys(of list: String) -> ContiguousArray<KeyRun> {
        ContiguousArray(list.split(separator: " ").map { KeyRun($0.unicodeScalars.compactMap(key(of:))) })
    }
}

/// Up to eight consecutive keys.
struct KeyRun: Hashable, Sendable, Sequence, IteratorProtocol {
    /// The keys, the first in the lowest byte.
    private(set) var bits: UInt64 = 0
    private(set) var count = 0

    init() {}

    init(_ key: UInt8) { (bits, count) = (UInt64(key), 1) }

    init(_ keys: some Sequence<UInt8>) { for key in keys { append(key) } }

    /// The keys of a folded letter: ``JamoKey`` for Hangul, ASCII as it is, UTF-8 for others.
    init(ofLetter letter: UInt32) {
        switch letter {
        case ..<0x80: self.init(UInt8(letter))
        case 0xAC00...0xD7A3:
            let index = Int(letter - 0xAC00)
            self = JamoKey.leading[index / 588] + JamoKey.medial[index % 588 / 28] + JamoKey.trailing[index % 28]
        case 0x3131...0x3163: self = JamoKey.compatibility[Int(letter - 0x3131)]
        default: self.init(Unicode.Scalar(letter).map { Array(String($0).utf8) } ?? [])
        }
    }

    /// The keys of a Hangul syllable or jamo in any form; none for another scalar.
    init(ofHangul scalar: Unicode.Scalar) {
        switch NameFolding.meaning(of: scalar.value) {
        case .letter(let letter) where 0xAC00...0xD7A3 ~= letter || 0x3131...0x3163 ~= letter:
            self.init(ofLetter: letter)
        case .leading(let place): self = JamoKey.leading[Int(place)]
        case .vowel(let place): self = JamoKey.medial[Int(place)]
        case .trailing(let place): self = JamoKey.trailing[Int(place)]
        default: self.init()
        }
    }

    mutating func append(_ key: UInt8) {
        bits |= UInt64(key) << UInt64(8 * count)
        count += 1
    }

    static func + (first: KeyRun, second: KeyRun) -> KeyRun {
        var run = first
        run.bits |= second.bits << UInt64(8 * first.count)
        run.count += second.count
        return run
    }

    /// Takes the first key off.
    mutating func next() -> UInt8? {
        if count == 0 { return nil }
        defer { (bits, count) = (bits >> 8, count - 1) }
        return UInt8(truncatingIfNeeded: bits)
    }
}

/// Groups keys into syllables as the two-set keyboard does.
enum SyllableKeys {
    private static let vowels = pairs(JamoKey.medial)
    private static let trailing = pairs(JamoKey.trailing)

    /// Which runs of up to two keys there are, by their keys of six bits.
    private static func pairs(_ runs: some Sequence<KeyRun>) -> [Bool] {
        runs.reduce(into: Array(repeating: false, count: 1 << 12)) { $0[pair($1)] = true }
    }

    private static func pair(_ run: KeyRun) -> Int { Int(run.bits & 63 | run.bits >> 2 & 0xFC0) }

    /// The end of the letter that begins at a key: a syllable, or a single key.
    ///
    /// A consonant before a vowel begins the next syllable; any other consonant joins the preceding syllable if its
    /// final allows that.
    static func end(ofLetterAt start: Int, in keys: [UInt8]) -> Int {
        func isVowel(_ at: Int) -> Bool { at < keys.count && JamoKey.isVowel(keys[at]) }
        if keys[start] >= 0x80 {
            var end = start + 1
            while end < keys.count, keys[end] & 0xC0 == 0x80 { end += 1 }
            return end
        }
        guard JamoKey.isConsonant(keys[start]), isVowel(start + 1) else { return start + 1 }
        var end = start + 2
        if isVowel(end), vowels[pair(KeyRun(keys[end - 1...end]))] { end += 1 }
        let first = end
        while end < keys.count, JamoKey.isConsonant(keys[end]), !isVowel(end + 1),
            end - first < 2, trailing[pair(KeyRun(keys[first...end]))]
        { end += 1 }
        return end
    }

    /// The keys with one more consonant before the final one of the last syllable: 닭 for 닥.
    ///
    /// The keys of 닭 begin with those of 달, but not with those of 닥, at which people who search for 닭 also pause.
    static func grown(_ letters: Letters) -> [[UInt8]] {
        guard letters.count > 0 else { return [] }
        let last = letters.range(letters.count - 1)
        guard last.count > 2, let final = letters.keys.last, JamoKey.isConsonant(final),
            JamoKey.isVowel(letters.keys[last.upperBound - 2])
        else { return [] }
        return JamoKey.trailing.compactMap { trailing in
            let grown = Array(trailing)
            guard grown.count == 2, grown[1] == final else { return nil }
            return Array(letters.keys.dropLast()) + grown
        }
    }
}
