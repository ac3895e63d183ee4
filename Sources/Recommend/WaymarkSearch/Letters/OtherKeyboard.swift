/// What was meant by a text that was typed on the wrong keyboard.
enum OtherKeyboard {
    /// The Latin letters of the Korean keys, in the order of ``JamoKey``; those typed with shift are upper case.
    static let latin = Array("rRseEfaqQtTdwWczxvgkoiOjpuPhynbml".utf8)
    static let jamo: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: latin.enumerated().map { ($1, UInt8($0 + 1)) })

    /// The words that come of `text` where its Latin letters are Korean keys; nil where it has none.
    static func korean(_ text: String) -> [Letters]? {
        var isChanged = false
        let words = words(text) { scalar, keys in
            let ascii = 0xFF01...0xFF5E ~= scalar.value ? scalar.value - 0xFEE0 : scalar.value
            guard let byte = UInt8(exactly: ascii), byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z")
            else { return false }
            isChanged = true
            if let key = jamo[byte] ?? jamo[byte | 0x20] { keys.append(key) }
            return true
        }
        return isChanged ? words : nil
    }

    /// The words that come of `text` where its Korean keys are Latin letters; nil where it has none.
    static func latin(_ text: String) -> [Letters]? {
        let letters = Letters(text)
        guard letters.keys.contains(where: JamoKey.isJamo) else { return nil }
        return letters.words.map { word in
            Letters(keys: word.keys.map { JamoKey.isJamo($0) ? latin[Int($0) - 1] | 0x20 : $0 })
        }
    }

    /// The words of a text, with the keys that `change` appends for a scalar in place of its own.
    private static func words(_ text: String, _ change: (Unicode.Scalar, inout [UInt8]) -> Bool) -> [Letters] {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            if change(scalar, &words[words.count - 1]) { continue }
            if case .separator = LetterFolding.letter(scalar) {
                if !words[words.count - 1].isEmpty { words.append([]) }
            } else {
                words[words.count - 1] += Letters(scalars: CollectionOfOne(scalar)).keys
            }
        }
        return words.filter { !$0.isEmpty }.map { Letters(keys: $0) }
    }
}
