extension XMLScanner {
    mutating func startTag() throws(XMLError) -> Element {
        let start = offset
        guard !open.isEmpty || !hasRoot else { throw error("a second element outside the document's") }
        guard open.count < Self.maxDepth else {
            throw error("elements are nested more than \(Self.maxDepth) deep")
        }
        offset += 1
        let name = try name("an element")
        attributes.removeAll(keepingCapacity: true)
        while true {
            let hadSpace = skipSpaces()
            guard let byte = byte(at: offset) else { throw error("the document ends within a tag", at: start) }
            if byte == UInt8(ascii: ">") {
                offset += 1
                break
            }
            if has("/>") {
                offset += 2
                isEmptyElement = true
                break
            }
            guard hadSpace else { throw error("an attribute, or the end of the tag, was expected") }
            guard attributes.count < Self.maxAttributes else {
                throw error("more than \(Self.maxAttributes) attributes")
            }
            let attribute = try attribute()
            guard !attributes.contains(where: { isSame($0.name, attribute.name) }) else {
                throw error("the attribute \(string(attribute.name)) is given twice", at: start)
            }
            attributes.append(attribute)
        }
        hasRoot = true
        open.append(name)
        return Element(name: name, offset: start)
    }

    mutating func attribute() throws(XMLError) -> (name: Range<Int>, value: Text) {
        let name = try name("an attribute")
        skipSpaces()
        guard byte(at: offset) == UInt8(ascii: "=") else { throw error("= was expected") }
        offset += 1
        skipSpaces()
        guard let quote = byte(at: offset), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw error("a value in quotes was expected")
        }
        let start = offset + 1
        var end = start
        var (isPlain, hasReference) = (true, false)
        var bracket: Int?
        while end < bytes.count, bytes[end] != quote {
            switch bytes[end] {
            case UInt8(ascii: "<") where bracket == nil: bracket = end
            case UInt8(ascii: "&"): (isPlain, hasReference) = (false, true)
            case ..<0x20: isPlain = false
            default: break
            }
            end += 1
        }
        guard end < bytes.count else { throw error("the document ends within an attribute") }
        if let bracket { throw error("< within an attribute", at: bracket) }
        offset = end + 1
        if hasReference { try checkReferences(start..<end) }
        return (name, Text(range: start..<end, isPlain: isPlain))
    }

    mutating func endTag() throws(XMLError) -> Event {
        let start = offset
        offset += 2
        let name = try name("an element")
        skipSpaces()
        guard byte(at: offset) == UInt8(ascii: ">") else { throw error("> was expected") }
        offset += 1
        guard let expected = open.last else { throw error("</\(string(name))> ends nothing", at: start) }
        guard isSame(name, expected) else {
            throw error("</\(string(name))> where </\(string(expected))> was expected", at: start)
        }
        return close()
    }

    mutating func close() -> Event {
        open.removeLast()
        return .end
    }

    mutating func name(_ what: StaticString) throws(XMLError) -> Range<Int> {
        let start = offset
        while let byte = byte(at: offset), isNameByte(byte, isFirst: offset == start) { offset += 1 }
        guard offset > start else { throw error("the name of \(what) was expected") }
        return start..<offset
    }

    func isSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        a.count == b.count && (0..<a.count).allSatisfy { bytes[a.lowerBound + $0] == bytes[b.lowerBound + $0] }
    }
}
