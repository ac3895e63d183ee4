internal import WaymarkText

/// Reads text that was typed on the wrong keyboard.
enum OtherKeyboard {
    /// The Latin letters on the Korean keys, in the order of ``JamoKey``; those typed with Shift are upper case.
    static let latin = Array("rRseEfaqQtTdwWczxvgkoiOjpuPhynbml".utf8)
    static let jamo: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: latin.enumerated().map { ($1, UInt8($0 + 1)) })

    /// The words of `text` with its Latin letters read as Korean keys, but with Latin words kept, as in BIFFrhkdwkd for
    /// BIFF광장. A run of capitals stays Latin if one of them is not a Korean key with Shift. Its last capital is a
    /// consonant with Shift if a vowel key follows, as in CGVTkdans for CGV쌍문. Nil if no run stays Latin, or nothing
    /// else changes.
    static func mixed(_ text: String) -> [Letters]? {
        let letters = text.unicodeScalars.map(latinLetter)
        var stays = letters.map { _ in false }
        var start = 0
        while start < letters.count {
            let end = letters[start...].firstIndex { $0.map { $0 & 0x20 != 0 } ?? true } ?? letters.count
            if letters[start..<end].contains(where: { $0.map { jamo[$0] == nil } ?? false }) {
                let followsVowel = end < letters.count && letters[end].flatMap { jamo[$0] }.map(JamoKey.isVowel) == true
                let isShifted = letters[end - 1].flatMap { jamo[$0] }.map(JamoKey.isConsonant) == true
                for position in start..<(followsVowel && isShifted ? end - 1 : end) { stays[position] = true }
            }
            start = max(end, start + 1)
        }
        return stays.contains(true) ? korean(text) { !stays[$0] } : nil
    }

    /// The words of `text` with its Latin letters, or some of them, read as Korean keys; nil if it has none of these.
    static func korean(_ text: String, where isKey: (_ position: Int) -> Bool = { _ in true }) -> [Letters]? {
        var (isChanged, position) = (false, -1)
        let words = words(text) { scalar, keys in
            position += 1
            guard let byte = latinLetter(scalar), isKey(position) else { return false }
            isChanged = true
            if let key = jamo[byte] ?? jamo[byte | 0x20] { keys.append(key) }
            return true
        }
        return isChanged ? words : nil
    }

    /// The ASCII code of a Latin letter, full-width ones included; nil for any other scalar.
    private static func latinLetter(_ scalar: Unicode.Scalar) -> UInt8? {
        let ascii = 0xFF01...0xFF5E ~= scalar.value ? scalar.value - 0xFEE0 : scalar.value
        guard let byte = UInt8(exactly: ascii), UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 else { return nil }
        return byte
    }

    /// The words of `text` with its Korean keys read as Latin letters; nil if it has none.
    static func latin(_ text: String) -> [Letters]? {
        let letters = Letters(text)
        guard letters.keys.contains(where: JamoKey.isJamo) else { return nil }
        return letters.words.map { word in
            Letters(keys: word.keys.map { JamoKey.isJamo($0) ? latin[Int($0) - 1] | 0x20 : $0 })
        }
    }

    /// The words of a text. For each scalar, `change` may append other keys and return true; otherwise its own keys are
    /// appended.
    private static func words(_ text: String, _ change: (Unicode.Scalar, inout [UInt8]) -> Bool) -> [Letters] {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            if change(scalar, &words[words.count - 1]) { continue }
            if NameFolding.meaning(of: scalar.value) == .separator {
                if !words[words.count - 1].isEmpty { words.append([]) }
            } else {
                words[words.count - 1] += Letters(String(scalar)).keys
            }
        }
        return words.filter { !$0.isEmpty }.map { Letters(keys: $0) }
    }
}
