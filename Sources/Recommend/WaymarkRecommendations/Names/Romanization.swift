/// Korean in Latin letters: the Revised Romanization of the National Institute of Korean Language (2000).
package enum Romanization {
    /// Whether a letter is a syllable of Hangul.
    static func isSyllable(_ letter: Character) -> Bool {
        letter.unicodeScalars.first.map { syllables.contains($0.value) } ?? false
    }

    /// A text with its Hangul syllables in Latin letters, each word of them with a capital.
    ///
    /// Consonants change as they are spoken at the border of two syllables: 신라 is Silla, 종로 is Jongno.
    package static func romanized(_ text: String) -> String {
        var romanized = ""
        var isWordStart = true
        let scalars = Array(text.unicodeScalars)
        for (i, scalar) in scalars.enumerated() {
            guard syllables.contains(scalar.value) else {
                romanized.unicodeScalars.append(scalar)
                isWordStart = !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
                continue
            }
            let syllable = Int(scalar.value - syllables.lowerBound)
            func neighbour(_ at: Int) -> Int? {
                scalars.indices.contains(at) && syllables.contains(scalars[at].value)
                    ? Int(scalars[at].value - syllables.lowerBound) : nil
            }
            let before = neighbour(i - 1).map { $0 % 28 } ?? 0
            let letters =
                onset(syllable / 588, after: before) + vowels[syllable / 28 % 21]
                + coda(syllable % 28, before: neighbour(i + 1).map { $0 / 588 })
            romanized += isWordStart ? letters.prefix(1).uppercased() + letters.dropFirst() : letters
            isWordStart = false
        }
        return romanized
    }

    private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    private static let onsets = letters("g kk n d tt r m b pp s ss  j jj ch k t p h")
    private static let vowels = letters("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
    /// How each final consonant is spoken at the end of a word; @ is ng.
    private static let codas = Array("-kkknnntlkmlllplmpptt@ttktpt")
    /// What a final consonant is before a vowel, where it begins the next syllable: the rest that stays, and the beginning.
    private static let linked = letters(" g kk ks n nj n d r lg lm lb ls lt lp r m b ps s ss ng j ch k t p ")
    private static let (g, n, d, r, m, vowel, h) = (0, 2, 3, 5, 6, 11, 18)

    private static func letters(_ list: String) -> [String] {
        list.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    }

    private static func coda(_ coda: Int, before next: Int?) -> String {
        if coda == 0 { return "" }
        if next == vowel { return linked[coda] }
        let group = codas[coda]
        switch (group, next) {
        case ("k", n), ("k", m), ("k", r): return "ng"
        case ("t", n), ("t", m), ("t", r): return "n"
        case ("p", n), ("p", m), ("p", r): return "m"
        case ("n", r): return "l"
        case ("@", _): return "ng"
        default: return String(group)
        }
    }

    private static func onset(_ onset: Int, after coda: Int) -> String {
        guard coda > 0 else { return onsets[onset] }
        switch (codas[coda], onset) {
        case ("l", r), ("n", r), ("l", n): return "l"
        case ("m", r), ("@", r), ("k", r), ("p", r), ("t", r): return "n"
        default: return onsets[onset]
        }
    }
}
