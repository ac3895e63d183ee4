/// Words that are found by other words, from a file of lines: a word, and those that it finds too.
struct OtherWords: Sendable {
    /// Words of names for kinds of places, for the English and the everyday words that people use instead.
    static let kinds = OtherWords(PackageResources.kind_words_txt)
    /// The beginnings of what addresses call the provinces and large cities that people shorten.
    static let provinces = OtherWords(PackageResources.province_names_txt)

    private let words: [[UInt8]: [[UInt8]]]

    private init(_ file: [UInt8]) {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map { line in
            Letters(String(line)).words.map(\.keys)
        }
        words = Dictionary(lines.map { ($0[0], Array($0[1...])) }, uniquingKeysWith: { first, _ in first })
    }

    /// The other words, as keys, for the keys of a word; English ones are in lower case.
    subscript(word: [UInt8]) -> [[UInt8]] { words[word] ?? [] }
}

/// The English words for kinds of places.
package enum KindWords {
    /// Each English word with a capital, and the first of the Korean words that it finds, which has its meaning.
    package static let translations: [(english: String, korean: String)] = {
        let lines = String(decoding: PackageResources.kind_words_txt, as: UTF8.self).split(separator: "\n")
        return lines.compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 1, words[0].utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            return (words[0].prefix(1).uppercased() + words[0].dropFirst(), String(words[1]))
        }
    }()
}
