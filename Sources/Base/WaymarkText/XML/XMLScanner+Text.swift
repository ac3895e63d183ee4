// The text between tags.

extension XMLScanner {
    /// The text up to the next tag; nil outside the document's element.
    mutating func text() throws(XMLError) -> Text? {
        let start = offset
        var end = start
        var (isPlain, hasReference) = (true, false)
        var bracket: Int?
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") {
            switch bytes[end] {
            case UInt8(ascii: "&"): (isPlain, hasReference) = (false, true)
            case 0x0D: isPlain = false
            case UInt8(ascii: "]") where bracket == nil && hasText("]]>", at: end): bracket = end
            default: break
            }
            end += 1
        }
        guard !open.isEmpty else {
            if let byte = bytes[start..<end].firstIndex(where: { !isSpace($0) }) {
                throw error("text outside the document's element", at: byte)
            }
            offset = end
            return nil
        }
        if let bracket { throw error("]]> within text", at: bracket) }
        if hasReference { try checkReferences(start..<end) }
        offset = end
        return Text(range: start..<end, isPlain: isPlain)
    }

    mutating func skipComment() throws(XMLError) {
        let start = offset
        try skip(past: "--", "a comment", from: 4)
        guard byte(at: offset) == UInt8(ascii: ">") else { throw error("-- within a comment", at: start) }
        offset += 1
    }

    mutating func skipInstruction() throws(XMLError) {
        let start = offset
        offset += 2
        let target = try name("a processing instruction")
        guard string(target).lowercased() != "xml" else { throw error("an XML declaration must come first", at: start) }
        try skip(past: "?>", "a processing instruction", from: 0)
    }

    /// Continues after the next `end`, which is searched from `count` bytes ahead.
    mutating func skip(past end: StaticString, _ what: String, from count: Int) throws(XMLError) {
        let start = offset
        offset += count
        while offset < bytes.count {
            if has(end) {
                offset += end.utf8CodeUnitCount
                return
            }
            offset += 1
        }
        throw error("the document ends within \(what)", at: start)
    }

    @discardableResult
    mutating func skipSpaces() -> Bool {
        let start = offset
        while let byte = byte(at: offset), isSpace(byte) { offset += 1 }
        return offset > start
    }
}
