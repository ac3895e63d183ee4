// The document as a whole: its encoding and its characters.

extension XMLScanner {
    mutating func checkEncoding() throws(XMLError) {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0, 0x3C])
            || bytes.starts(with: [0x3C, 0])
        {
            throw .unsupportedEncoding(name: "UTF-16")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    func checkDeclaration(_ declaration: ArraySlice<UInt8>) throws(XMLError) {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let key = text.firstRange(of: "encoding") else { return }
        let value = text[key.upperBound...].drop { " \t\r\n=".contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw error("a value in quotes was expected", at: declaration.startIndex)
        }
        let name = value.dropFirst().prefix { $0 != quote }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
            throw .unsupportedEncoding(name: PlainText.shortened(name))
        }
    }

    /// Checks that all bytes are UTF-8, and characters that XML allows.
    func checkCharacters() throws(XMLError) {
        var offset = 0
        while offset < bytes.count {
            let first = bytes[offset]
            if first < 0x80 {
                guard first >= 0x20 || isSpace(first) else {
                    throw error("character \(first) is not allowed", at: offset)
                }
                offset += 1
                continue
            }
            var parser = UTF8.ForwardParser()
            var iterator = bytes[offset..<min(bytes.count, offset + 4)].makeIterator()
            guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else {
                throw error("bytes that are not UTF-8", at: offset)
            }
            offset += scalar.count
        }
    }
}
