import WaymarkText

/// Decoding of whole texts.
public enum TextDecoding {
    /// The text of a whole file as UTF-8, without a byte order mark, and the encoding it was in.
    ///
    /// If no encoding is given, it is detected as for CSV: a byte order mark or pure ASCII means UTF-8; otherwise the
    /// 64 KiB from the first non-ASCII byte decide.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - encoding: Its encoding, or `nil` to detect it.
    /// - Returns: Valid UTF-8, and the original encoding.
    /// - Throws: `TableError.invalidText` with the position of the first invalid byte, with lines as in CSV (LF, CR LF
    ///   and CR) and without a byte order mark; `.unsupportedEncoding` for UTF-16 and UTF-32.
    /// - Complexity: O(*n*).
    public static func utf8(
        _ bytes: ContiguousArray<UInt8>, encoding: TextEncoding? = nil
    ) throws(TableError) -> (text: ContiguousArray<UInt8>, encoding: TextEncoding) {
        let mark = ByteOrderMark.find(in: bytes.span)
        if let name = mark.unsupported { throw TableError.unsupportedEncoding(name: name, path: "the text") }
        let text = bytes.span.extracting(mark.length..<bytes.count)
        let encoding = encoding ?? (mark.length > 0 ? .utf8 : detected(text))
        var output = ContiguousArray<UInt8>()
        let invalid: Int?
        switch encoding {
        case .utf8:
            invalid = UTF8Validation.firstInvalid(text)
            output = mark.length == 0 ? bytes : ContiguousArray(bytes[mark.length...])
        case .cp949:
            invalid = CP949.decode(text, appendingTo: &output)
        }
        if let invalid {
            let place = LineCounter.place(of: invalid, in: text)
            throw TableError.invalidText(encoding: encoding, line: place.line, byte: place.byte)
        }
        return (output, encoding)
    }

    private static func detected(_ text: Span<UInt8>) -> TextEncoding {
        var first = 0
        while first < text.count, text[first] < 0x80 { first += 1 }
        let end = min(text.count, first + EncodingDetection.window)
        return EncodingDetection.encoding(of: text.extracting(first..<end), isCut: end < text.count)
    }
}
