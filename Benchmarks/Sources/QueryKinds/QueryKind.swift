import WaymarkSearch

/// A way in which people type a name other than key by key. Queries are made by machine from names, by a seed.
package enum QueryKind: String, CaseIterable {
    case typed = "the whole name"
    case halfTyped = "half of its keys"
    case initials = "초성"
    case otherKeyboard = "the wrong keyboard"
    case vowel = "a vowel replaced by any other"
    case similarVowel = "ㅐ for ㅔ, ㅔ for ㅐ"
    case shift = "a consonant with Shift, or without"
    case cheonjiin = "a neighbour on 천지인"
    case missing = "a syllable missing"
    case doubled = "a syllable doubled"
    case swapped = "two syllables swapped"
    case romanised = "Revised Romanization"
    case spoken = "letters and digits as spoken"
    case wordTooMany = "a word too many"
    case otherOrder = "words in another order"
    case gap = "syllables left out inside"
    case abbreviation = "three letters in order"

    /// A query of this kind for a name; nil if the name is too short or has nothing to change.
    package func query(for name: String, using generator: inout some RandomNumberGenerator) -> String? {
        let letters = Array(name.unicodeScalars)
        let syllables = letters.indices.filter { Syllable(letters[$0]) != nil }
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
        // Places in the name at which a change makes another syllable.
        func changed(
            _ isApt: (Syllable) -> Bool, _ change: (Syllable, inout any RandomNumberGenerator) -> Syllable
        ) -> String? {
            var random: any RandomNumberGenerator = generator
            let apt = syllables.filter { Syllable(letters[$0]).map(isApt) ?? false }
            guard syllables.count >= 3, let at = apt.randomElement(using: &random), let old = Syllable(letters[at])
            else {
                return nil
            }
            var new = letters
            new[at] = change(old, &random).scalar
            return text(new)
        }
        switch self {
        case .typed: return name
        case .halfTyped:
            let keys = TwoSetKeyboard.keystrokes(of: name)
            return keys.count < 4 ? nil : TwoSetKeyboard.text(of: keys.prefix((keys.count + 1) / 2))
        case .initials:
            if syllables.isEmpty { return nil }
            return text(
                letters.map { Syllable($0) == nil ? $0 : TwoSetKeyboard.keystrokes(of: String($0)).first ?? $0 })
        case .otherKeyboard:
            let latin = TwoSetKeyboard.latin(ofHangul: name)
            return latin == name ? TwoSetKeyboard.hangul(ofLatin: name) : latin
        case .vowel:
            return changed({ _ in true }) { old, random in
                var new = old
                new.vowel = (old.vowel + Int.random(in: 1..<21, using: &random)) % 21
                return new
            }
        case .similarVowel:
            return changed({ [1, 5].contains($0.vowel) }) { old, _ in
                var new = old
                new.vowel = 6 - old.vowel
                return new
            }
        case .shift:
            let pairs = [0: 1, 1: 0, 3: 4, 4: 3, 7: 8, 8: 7, 9: 10, 10: 9, 12: 13, 13: 12]
            return changed({ pairs[$0.leading] != nil }) { old, _ in
                var new = old
                new.leading = pairs[old.leading] ?? old.leading
                return new
            }
        case .cheonjiin:
            // Keys of 천지인 have ㄱㅋㄲ, ㄴㄹ, ㄷㅌㄸ, ㅂㅍㅃ, ㅅㅎㅆ, ㅈㅊㅉ, ㅇㅁ: one press too few or too many.
            let next = [
                0: 15, 15: 1, 2: 5, 5: 2, 3: 16, 16: 4, 7: 17, 17: 8, 9: 18, 18: 10, 12: 14, 14: 13, 11: 6, 6: 11,
            ]
            return changed({ next[$0.leading] != nil }) { old, _ in
                var new = old
                new.leading = next[old.leading] ?? old.leading
                return new
            }
        case .missing, .doubled, .swapped:
            guard syllables.count >= 4, let at = syllables.dropLast().randomElement(using: &generator) else {
                return nil
            }
            var new = letters
            switch self {
            case .missing: new.remove(at: at)
            case .doubled: new.insert(letters[at], at: at)
            default:
                if Syllable(letters[at + 1]) == nil || letters[at] == letters[at + 1] { return nil }
                new.swapAt(at, at + 1)
            }
            return text(new)
        case .romanised: return Syllable.romanised(letters)
        case .spoken:
            let spoken = letters.map { Syllable.spoken[$0] ?? String($0) }.joined()
            return spoken == name || syllables.isEmpty ? nil : spoken
        case .wordTooMany:
            return syllables.count < 3 ? nil : name + [" 맛집", " 가는길", " 주차 요금"].randomElement(using: &generator)!
        case .otherOrder:
            let words = name.split(separator: " ")
            return words.count < 2 ? nil : words.reversed().joined(separator: " ")
        case .gap:
            if syllables.count < 6 || syllables.count < letters.count { return nil }
            let count = Int.random(in: 2...letters.count - 4, using: &generator)
            return text(letters[..<2] + letters[(2 + min(count, letters.count - 4))...])
        case .abbreviation:
            if syllables.count < 6 || syllables.count < letters.count { return nil }
            let inner = (1..<letters.count).shuffled(using: &generator).prefix(2).sorted()
            return text([letters[0]] + inner.map { letters[$0] })
        }
    }
}

/// A Hangul syllable as the numbers of its letters in Unicode's order.
private struct Syllable {
    var leading: Int
    var vowel: Int
    var trailing: Int

    init?(_ scalar: Unicode.Scalar) {
        guard 0xAC00...0xD7A3 ~= scalar.value else { return nil }
        let index = Int(scalar.value - 0xAC00)
        (leading, vowel, trailing) = (index / 588, index % 588 / 28, index % 28)
    }

    var scalar: Unicode.Scalar {
        Unicode.Scalar(UInt32(0xAC00 + leading * 588 + vowel * 28 + trailing)) ?? "?"
    }

    /// Revised Romanization with its sound changes between syllables; nil unless all letters are syllables.
    static func romanised(_ letters: [Unicode.Scalar]) -> String? {
        let syllables = letters.compactMap { Syllable($0) }
        guard syllables.count >= 2, syllables.count == letters.count else { return nil }
        let leading = "g kk n d tt r m b pp s ss - j jj ch k t p h".split(separator: " ").map {
            $0 == "-" ? "" : String($0)
        }
        let vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(separator: " ").map(
            String.init)
        let finals = "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(separator: " ").map {
            $0 == "-" ? "" : String($0)
        }
        // Single finals before ㅇ are spoken as leading consonants.
        let linked = [1: "g", 2: "kk", 4: "n", 7: "d", 8: "r", 16: "m", 17: "b", 19: "s", 20: "ss", 22: "j", 23: "ch"]
        var text = ""
        for (number, syllable) in syllables.enumerated() {
            var first = leading[syllable.leading]
            if number > 0 {
                let before = syllables[number - 1].trailing
                var last = finals[before]
                if syllable.leading == 11, let link = linked[before] { last = link }
                if ["n", "m", "r"].contains(first), let nasal = ["k": "ng", "t": "n", "p": "m"][last] {
                    (last, first) = (nasal, first == "r" ? "n" : first)
                } else if first == "r" {
                    if last == "l" || last == "n" { (last, first) = ("l", "l") }
                    if last == "m" || last == "ng" { first = "n" }
                } else if first == "n", last == "l" {
                    first = "l"
                }
                text += last
            }
            text += first + vowels[syllable.vowel]
        }
        return text + finals[syllables[syllables.count - 1].trailing]
    }

    /// The spoken names of Latin letters and digits.
    static let spoken: [Unicode.Scalar: String] = {
        let names = "에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유 엑스 와이 제트 공 일 이 삼 사 오 육 칠 팔 구"
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars
        return Dictionary(uniqueKeysWithValues: zip(letters, names.split(separator: " ").map(String.init)))
    }()
}
