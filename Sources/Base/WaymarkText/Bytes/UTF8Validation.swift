/// The next sequence of bytes in a text: its kind and its length.
package struct TextStep {
    package enum Kind {
        /// A character.
        case valid
        /// Bytes that cannot begin or continue a character.
        case invalid
        /// The beginning of a character that is truncated by the end of the bytes.
        case cut
    }

    package var kind: Kind
    package var length: Int

    package init(kind: Kind, length: Int) { (self.kind, self.length) = (kind, length) }
}

/// The marks with which some texts say their encoding.
package enum ByteOrderMark {
    /// The byte order mark at the start of `bytes`: UTF-8 with 3 bytes to skip, none, or an unsupported encoding.
    package static func find(in bytes: Span<UInt8>) -> (length: Int, unsupported: String?) {
        func starts(_ mark: [UInt8]) -> Bool {
            bytes.count >= mark.count && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
        }
        if starts([0xEF, 0xBB, 0xBF]) { return (3, nil) }
        if starts([0xFF, 0xFE, 0x00, 0x00]) || starts([0x00, 0x00, 0xFE, 0xFF]) { return (4, "UTF-32") }
        if starts([0xFF, 0xFE]) || starts([0xFE, 0xFF]) { return (2, "UTF-16") }
        return (0, nil)
    }
}

/// Well-formedness of UTF-8, after table 3-7 of the Unicode Standard.
package enum UTF8Validation {
    /// The offset of the first invalid or truncated sequence; `nil` if `bytes` are valid UTF-8.
    ///
    /// - Complexity: O(*n*), eight bytes at a time through ASCII.
    package static func firstInvalid(_ bytes: Span<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { raw in
            let count = raw.count
            var index = 0
            while index < count {
                let byte = unsafe raw[index]
                if byte < 0x80 {
                    index += 1
                    while index + 8 <= count {
                        let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        let high = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
                        if high != 0 {
                            index += high.trailingZeroBitCount >> 3
                            break
                        }
                        index += 8
                    }
                    continue
                }
                let second = unsafe index + 1 < count ? raw[index + 1] : 0
                if 0xC2..<0xE0 ~= byte, second & 0xC0 == 0x80 {
                    index += 2
                } else if 0xE1..<0xF0 ~= byte, second & 0xC0 == 0x80, byte != 0xED || second < 0xA0, index + 2 < count,
                    unsafe raw[index + 2] & 0xC0 == 0x80
                {
                    index += 3
                } else {
                    let step = Self.step(bytes, at: index)
                    guard step.kind == .valid else { return index }
                    index += step.length
                }
            }
            return nil
        }
    }

    /// The sequence of `bytes` at `index`; invalid sequences are maximal subparts, each replaced by one U+FFFD.
    package static func step(_ bytes: Span<UInt8>, at index: Int) -> TextStep {
        let first = bytes[index]
        let needed: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch first {
        case 0x00...0x7F: return TextStep(kind: .valid, length: 1)
        case 0xC2...0xDF: needed = 1
        case 0xE0: (needed, low) = (2, 0xA0)
        case 0xED: (needed, high) = (2, 0x9F)
        case 0xE1...0xEF: needed = 2
        case 0xF0: (needed, low) = (3, 0x90)
        case 0xF1...0xF3: needed = 3
        case 0xF4: (needed, high) = (3, 0x8F)
        default: return TextStep(kind: .invalid, length: 1)
        }
        for offset in 1...needed {
            guard index + offset < bytes.count else { return TextStep(kind: .cut, length: offset) }
            guard (low...high).contains(bytes[index + offset]) else {
                return TextStep(kind: .invalid, length: offset)
            }
            (low, high) = (0x80, 0xBF)
        }
        return TextStep(kind: .valid, length: needed + 1)
    }
}
