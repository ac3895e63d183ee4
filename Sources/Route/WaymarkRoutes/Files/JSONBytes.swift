import WaymarkPolylines

// JSON and numbers as bytes that are put together: a String for each piece would take most of the time.

extension ContiguousArray<UInt8> {
    /// Appends a text of the program.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe append(contentsOf: text) }
    }

    /// Appends a string as JSON (RFC 8259), with its quotes.
    mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        let isPlain: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { text in
            guard unsafe !text.contains(where: Self.isEscaped) else { return nil }
            unsafe append(contentsOf: text)
        }.flatMap(\.self)
        if isPlain == nil { for byte in text.utf8 { append(escaped: byte) } }
        append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case ..<0x20:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: append(byte)
        }
    }

    /// Appends degrees, to a centimetre.
    ///
    /// - Precondition: They are those of a place.
    mutating func append(degrees value: Double) {
        let isWritten = DecimalText.append(value, decimals: 7, to: &self)
        precondition(isWritten, "degrees of a place have few digits")
    }

    /// Appends a whole number.
    mutating func append(number: Int) {
        let isWritten = DecimalText.append(Double(number), decimals: 0, to: &self)
        precondition(isWritten, "a count has few digits")
    }
}
