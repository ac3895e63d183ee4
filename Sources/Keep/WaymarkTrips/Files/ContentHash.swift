import WaymarkText

/// The SHA-256 of a file's bytes, by which attachments are stored.
public struct ContentHash: Hashable, Sendable {
    /// The 32 bytes as four numbers, the highest byte first.
    private let words: SIMD4<UInt64>

    fileprivate init(words: SIMD4<UInt64>) { self.words = words }

    /// The hash of bytes.
    ///
    /// - Complexity: O(*n*).
    public init(_ bytes: Span<UInt8>) {
        var hash = SHA256()
        hash.update(bytes)
        self = hash.value
    }

    init(text: String) { self.init(ContiguousArray(text.utf8).span) }

    var start: (UInt64, UInt64) { (words[0], words[1]) }

    /// Reads 64 hexadecimal digits of either case; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: ContiguousArray(text.utf8).span) }

    /// Reads the bytes of such a text.
    init?(utf8 text: Span<UInt8>) {
        guard text.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for place in words.indices {
            guard let word = Hexadecimal.number(text.extracting(16 * place..<16 * place + 16)) else { return nil }
            words[place] = word
        }
        self.init(words: words)
    }
}

extension ContentHash: Comparable {
    /// By their bytes.
    public static func < (a: ContentHash, b: ContentHash) -> Bool {
        (a.words[0], a.words[1], a.words[2], a.words[3]) < (b.words[0], b.words[1], b.words[2], b.words[3])
    }
}

extension ContentHash: CustomStringConvertible {
    /// The hash in 64 lower-case digits, as `sha256sum` prints it.
    public var description: String { String(append) }

    /// Appends the digits of ``description``.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        for place in words.indices { Hexadecimal.append(words[place], digits: 16, to: &bytes) }
    }
}

extension SHA256 {
    /// The hash of all bytes so far.
    var value: ContentHash { ContentHash(words: words) }
}
