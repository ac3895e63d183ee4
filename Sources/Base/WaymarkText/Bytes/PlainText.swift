/// Texts without differences that do not matter: blanks, punctuation, letter case, forms of one character.
public enum PlainText {
    /// `text` without blanks at its ends: ASCII white space, U+00A0, U+3000 and U+FEFF.
    public static func trimmed(_ text: String) -> String {
        let utf8 = text.utf8
        guard let first = utf8.first, let last = utf8.last else { return text }
        if isTrimmed(first: first, last: last) { return text }
        let scalars = text.unicodeScalars
        guard let start = scalars.firstIndex(where: { !isBlank($0) }),
            let end = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[start...end])
    }

    /// Whether a text that begins and ends with these bytes of UTF-8 surely has nothing to trim, which is usual.
    @inlinable
    static func isTrimmed(first: UInt8, last: UInt8) -> Bool {
        // The blanks beyond ASCII are C2 A0, E3 80 80 and EF BB BF.
        first > 0x20 && first != 0xC2 && first != 0xE3 && first != 0xEF
            && last > 0x20 && last != 0xA0 && last != 0x80 && last != 0xBF
    }

    /// Whether ``value(_:)`` of a text, given in UTF-8, is surely the text itself.
    @inlinable @inline(__always)
    public static func isValue(_ utf8: Span<UInt8>) -> Bool {
        guard utf8.count > 0 else { return false }
        // The words for a missing value have at most four letters; `value(_:)` compares those exactly.
        let first = utf8[0]
        let isWord =
            utf8.count <= 4 && (first == UInt8(ascii: "-") || first == UInt8(ascii: "N") || first == UInt8(ascii: "n"))
        return !isWord && isTrimmed(first: utf8[0], last: utf8[utf8.count - 1])
    }

    /// The value of a cell; `nil` if it is blank, `-` or `NULL`.
    public static func value(_ text: String) -> String? {
        let text = trimmed(text)
        if text.isEmpty { return nil }
        // Longer ones are not compared: that normalizes decomposed texts.
        if text.utf8.count <= 4, ["-", "NULL", "null"].contains(text) { return nil }
        return text
    }

    /// At most 40 characters of `text`, and `...` if it has more: for messages.
    public static func shortened(_ text: some StringProtocol) -> String {
        let start = text.prefix(40)
        return start.endIndex < text.endIndex ? start + "..." : String(start)
    }

    /// The letters, marks and digits of `text`, in lower case, with Hangul composed and full-width forms plain.
    ///
    /// Composes conjoining jamo to syllables, as canonical composition does, and turns U+FF01 to U+FF5E into ASCII.
    /// - Complexity: O(*n*).
    public static func key(_ text: String) -> String {
        var kept = ScalarBytes(count: text.utf8.count)
        for scalar in text.unicodeScalars {
            var scalar = scalar
            if (0xFF01...0xFF5E).contains(scalar.value) { scalar = Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar }
            switch scalar.value {
            case 0x30...0x39, 0x61...0x7A: kept.append(scalar)
            case 0x41...0x5A: kept.append(Unicode.Scalar(UInt8(scalar.value + 0x20)))
            case ..<0x80: break
            case 0x1161...0x11C2 where kept.compose(scalar): break
            // Hangul has no case.
            case 0x1100...0x11FF, 0xAC00...0xD7A3: kept.append(scalar)
            default:
                guard isLetterOrNumber(scalar) else { continue }
                for lower in scalar.properties.lowercaseMapping.unicodeScalars { kept.append(lower) }
            }
        }
        return kept.text
    }

    /// Calls `body` with each byte of ``key(_:)`` of a text given in UTF-8.
    ///
    /// - Complexity: O(*n*); without allocation for ASCII and Hangul syllables.
    @inlinable @inline(__always)
    public static func forEachKeyByte(_ utf8: Span<UInt8>, _ body: (UInt8) -> Void) {
        guard isASCIIOrHangul(utf8) else {
            for byte in key(String(utf8: utf8)).utf8 { body(byte) }
            return
        }
        for index in utf8.indices {
            let byte = utf8[index]
            switch byte {
            case 0x80..., 0x30...0x39, 0x61...0x7A: body(byte)
            case 0x41...0x5A: body(byte + 0x20)
            default: break
            }
        }
    }

    /// Whether a text is ASCII; examines eight bytes at a time.
    @inlinable @inline(__always)
    public static func isASCII(_ utf8: Span<UInt8>) -> Bool {
        unsafe utf8.withUnsafeBytes { bytes in
            let tops: UInt64 = 0x8080_8080_8080_8080
            var (at, found): (Int, UInt64) = (0, 0)
            while at + 8 <= bytes.count {
                unsafe found |= bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                at += 8
            }
            while at < bytes.count {
                unsafe found |= UInt64(bytes[at])
                at += 1
            }
            return found & tops == 0
        }
    }

    /// Whether a text has only ASCII and Hangul syllables, which are letters already.
    @inlinable
    public static func isASCIIOrHangul(_ utf8: Span<UInt8>) -> Bool {
        var index = 0
        while index < utf8.count {
            if nextASCIIOrHangul(utf8, &index) == nil { return false }
        }
        return true
    }

    /// Reads the scalar at an index of a text, and moves the index past it; nil, and the index stays, unless the scalar
    /// is ASCII or a Hangul syllable.
    @inlinable @inline(__always)
    public static func nextASCIIOrHangul(_ utf8: Span<UInt8>, _ index: inout Int) -> UInt32? {
        let byte = utf8[index]
        if byte < 0x80 {
            index += 1
            return UInt32(byte)
        }
        guard 0xEA...0xED ~= byte, index + 2 < utf8.count else { return nil }
        let code = UInt32(byte & 0x0F) << 12 | UInt32(utf8[index + 1] & 0x3F) << 6 | UInt32(utf8[index + 2] & 0x3F)
        guard 0xAC00...0xD7A3 ~= code else { return nil }
        index += 3
        return code
    }

    /// A text with conjoining jamo composed to syllables, as canonical composition does.
    ///
    /// - Complexity: O(*n*).
    public static func composed(_ text: String) -> String {
        var kept = ScalarBytes(count: text.utf8.count)
        for scalar in text.unicodeScalars where !kept.compose(scalar) { kept.append(scalar) }
        return kept.text
    }

    /// A text under construction in UTF-8: views of a string's scalars are generic code, ten times as slow.
    private struct ScalarBytes {
        private var bytes: ContiguousArray<UInt8> = []
        /// What may still be composed with the next scalar.
        private var last = nothing
        private static let nothing = UInt32.max

        init(count: Int) { bytes.reserveCapacity(count) }

        mutating func append(_ scalar: Unicode.Scalar) {
            flush()
            last = scalar.value
        }

        /// Makes a syllable of the last scalar and the next one; false if they are none.
        mutating func compose(_ scalar: Unicode.Scalar) -> Bool {
            guard let whole = PlainText.composed(last, scalar.value) else { return false }
            last = whole
            return true
        }

        private mutating func flush() {
            switch last {
            case Self.nothing: break
            case ..<0x80: bytes.append(UInt8(last))
            case ..<0x800:
                bytes.append(0xC0 | UInt8(last >> 6))
                bytes.append(0x80 | UInt8(last & 0x3F))
            case ..<0x10000:
                bytes.append(0xE0 | UInt8(last >> 12))
                bytes.append(0x80 | UInt8(last >> 6 & 0x3F))
                bytes.append(0x80 | UInt8(last & 0x3F))
            default:
                bytes.append(0xF0 | UInt8(last >> 18))
                bytes.append(0x80 | UInt8(last >> 12 & 0x3F))
                bytes.append(0x80 | UInt8(last >> 6 & 0x3F))
                bytes.append(0x80 | UInt8(last & 0x3F))
            }
        }

        var text: String {
            mutating get {
                flush()
                last = Self.nothing
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// The Hangul syllable of a leading consonant and a vowel, or of a syllable and a trailing consonant.
    static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if 0x1100...0x1112 ~= first, 0x1161...0x1175 ~= second {
            return 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28
        }
        if 0xAC00...0xD7A3 ~= first, (first - 0xAC00) % 28 == 0, 0x11A8...0x11C2 ~= second {
            return first + second - 0x11A7
        }
        return nil
    }

    private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return true
        default:
            return false
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x3000, 0xFEFF: true
        default: false
        }
    }
}

/// Text from a file, made safe for a terminal.
package enum PrintableText {
    /// `text` with each control character, including line ends, as a space: a cell can neither break a line nor control
    /// a terminal.
    package static func of(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        // Each control character is a separate character, except that CR LF is one.
        return String(text.map { $0.unicodeScalars.allSatisfy(isControl) ? " " : $0 })
    }
}
