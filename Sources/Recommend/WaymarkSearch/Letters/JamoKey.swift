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
        ContiguousArray(
            list.split(separator: " ").map { jamo in
                jamo.unicodeScalars.reduce(into: KeyRun()) { run, scalar in
                    if let at = consonants.firstIndex(of: scalar) { run.append(UInt8(at + 1)) }
                    if let at = vowels.firstIndex(of: scalar) { run.append(UInt8(at) + firstVowel) }
                }
            })
    }
}

/// Up to eight consecutive keys.
struct KeyRun: Hashable, Sendable, Sequence {
    /// The keys, the first in the lowest byte.
    private(set) var bits: UInt64 = 0
    private(set) var count = 0

    init() {}

    init(_ key: UInt8) { (bits, count) = (UInt64(key), 1) }

    init(_ keys: some Sequence<UInt8>) { for key in keys { append(key) } }

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

    func makeIterator() -> Iterator { Iterator(bits: bits, count: count) }

    struct Iterator: IteratorProtocol {
        var bits: UInt64
        var count: Int

        mutating func next() -> UInt8? {
            if count == 0 { return nil }
            defer { (bits, count) = (bits >> 8, count - 1) }
            return UInt8(truncatingIfNeeded: bits)
        }
    }
}
