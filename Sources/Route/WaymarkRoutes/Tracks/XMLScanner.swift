/// The elements and the text of an XML document, one after the other, for reading GPX.
///
/// Our own, because an XML library would be the core's only need of Foundation's XML, which loads libxml2 and the
/// tables of ICU: 20 ms in every start of the command. It is strict about what it reads, and reads less than all of
/// XML 1.0: UTF-8 only, no document type declaration and so no entities but the five of XML itself, and nesting and
/// attributes within bounds. What it accepts is well-formed, but for the names of elements: beyond ASCII any character
/// may be in one. Time and memory are linear in the bytes.
///
/// Names and texts are places in the document: most of them are compared or read as numbers, and few become strings.
struct XMLScanner {
    struct Element {
        /// The name as it is written, prefix and all.
        let name: Range<Int>
        /// Where the element begins, for errors.
        let offset: Int
    }

    /// A piece of text, or the value of an attribute.
    struct Text {
        let range: Range<Int>
        /// Whether it means what it says: it has no references, and no ends of line that are to be made one.
        let isPlain: Bool
        /// Whether it is from a CDATA section, where an ampersand is one.
        var isLiteral = false
    }

    enum Event {
        case start(Element)
        case text(Text)
        case end
    }

    static let deepestNesting = 256
    static let mostAttributes = 256

    let bytes: [UInt8]
    /// Where the next event is looked for.
    private(set) var offset = 0
    /// Attributes of the element that began last.
    private(set) var attributes: [(name: Range<Int>, value: Text)] = []
    /// Names of the elements that are open, the innermost last.
    private var open: [Range<Int>] = []
    private var isEmptyElement = false
    private var hasRoot = false

    init(_ bytes: [UInt8]) throws(GPXError) {
        self.bytes = bytes
        try checkEncoding()
        try checkCharacters()
        if has("<?xml"), let next = byte(at: offset + 5), isSpace(next) {
            let start = offset
            try skip(past: "?>", "an XML declaration", from: 5)
            try checkDeclaration(bytes[start..<offset])
        }
    }

    /// What comes next; nil at the end of the document.
    mutating func next() throws(GPXError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            return close()
        }
        while offset < bytes.count {
            if bytes[offset] != UInt8(ascii: "<") {
                if let text = try text() { return .text(text) }
                continue
            }
            switch byte(at: offset + 1) {
            case UInt8(ascii: "/"): return try endTag()
            case UInt8(ascii: "?"): try skipInstruction()
            case UInt8(ascii: "!"):
                if has("<!--") {
                    try skipComment()
                } else if has("<![CDATA[") {
                    guard !open.isEmpty else { throw error("text outside the document's element") }
                    let start = offset + 9
                    try skip(past: "]]>", "a CDATA section", from: 9)
                    let range = start..<offset - 3
                    return .text(Text(range: range, isPlain: !bytes[range].contains(0x0D), isLiteral: true))
                } else {
                    throw error("a document type declaration is not read")
                }
            default: return .start(try startTag())
            }
        }
        if let name = open.last { throw error("the document ends within <\(string(name))>") }
        guard hasRoot else { throw error("there is no element") }
        return nil
    }

    /// An error at the place that is being looked at, or another.
    func error(_ reason: String, at offset: Int? = nil) -> GPXError {
        let (line, column) = place(of: offset ?? self.offset)
        return .notWellFormed(reason: reason, line: line, column: column)
    }

    /// The line of a byte, and its column in characters, both from 1.
    func place(of offset: Int) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for byte in bytes[..<min(offset, bytes.count)] {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, bytes.starts(with: [0xEF, 0xBB, 0xBF]) && line == 1 && offset >= 3 ? column - 1 : column)
    }

    // MARK: - What names and texts mean

    /// Whether so many bytes are those of a text.
    func range(_ range: Range<Int>, is text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && hasText(text, at: range.lowerBound)
    }

    /// The value of an attribute of the element that began last, white space as a blank each; nil where it has none.
    func attribute(_ name: StaticString) -> ArraySlice<UInt8>? {
        guard let (_, value) = attributes.first(where: { range($0.name, is: name) }) else { return nil }
        return value.isPlain ? bytes[value.range] : Array(decoded(value).replacingControls().utf8)[...]
    }

    /// What a text means.
    func decoded(_ text: Text) -> String {
        guard !text.isLiteral, !text.isPlain else { return string(text.range) }
        var (decoded, start) = ("", text.range.lowerBound)
        while let ampersand = bytes[start..<text.range.upperBound].firstIndex(of: UInt8(ascii: "&")),
            let (scalar, end) = reference(at: ampersand, before: text.range.upperBound)
        {
            decoded += string(start..<ampersand)
            decoded.unicodeScalars.append(scalar)
            start = end
        }
        return decoded + string(start..<text.range.upperBound)
    }

    /// Bytes as they stand, with each end of line as one line feed.
    func string(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard bytes[range].contains(0x0D) else { return text }
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" {
                scalars.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                scalars.append(scalar)
            }
            previous = scalar
        }
        return String(scalars)
    }

    /// What a reference at an ampersand stands for, and where it ends; nil where it is none.
    private func reference(at ampersand: Int, before end: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        // The longest there is: &#x10FFFF; and a few leading zeros.
        let rest = bytes[ampersand..<min(end, ampersand + 16)]
        guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")),
            let scalar = XMLReference.scalar(string(ampersand + 1..<semicolon))
        else { return nil }
        return (scalar, semicolon + 1)
    }

    /// Throws where an ampersand begins no reference.
    private func checkReferences(_ range: Range<Int>) throws(GPXError) {
        var start = range.lowerBound
        while let ampersand = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
            guard let (_, end) = reference(at: ampersand, before: range.upperBound) else {
                throw error("a reference that is none: & is written &amp;", at: ampersand)
            }
            start = end
        }
    }

    // MARK: - Tags

    private mutating func startTag() throws(GPXError) -> Element {
        let start = offset
        guard !open.isEmpty || !hasRoot else { throw error("a second element beside the document's") }
        guard open.count < Self.deepestNesting else {
            throw error("elements are nested more than \(Self.deepestNesting) deep")
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
            guard attributes.count < Self.mostAttributes else {
                throw error("more than \(Self.mostAttributes) attributes")
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

    private mutating func attribute() throws(GPXError) -> (name: Range<Int>, value: Text) {
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

    private mutating func endTag() throws(GPXError) -> Event {
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

    private mutating func close() -> Event {
        open.removeLast()
        return .end
    }

    private mutating func name(_ what: StaticString) throws(GPXError) -> Range<Int> {
        let start = offset
        while let byte = byte(at: offset), isNameByte(byte, isFirst: offset == start) { offset += 1 }
        guard offset > start else { throw error("the name of \(what) was expected") }
        return start..<offset
    }

    private func isSame(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        a.count == b.count && (0..<a.count).allSatisfy { bytes[a.lowerBound + $0] == bytes[b.lowerBound + $0] }
    }

    // MARK: - Text and what is left out

    /// The text up to the next tag; nil where it lies outside the document's element.
    private mutating func text() throws(GPXError) -> Text? {
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

    private mutating func skipComment() throws(GPXError) {
        let start = offset
        try skip(past: "--", "a comment", from: 4)
        guard byte(at: offset) == UInt8(ascii: ">") else { throw error("-- within a comment", at: start) }
        offset += 1
    }

    private mutating func skipInstruction() throws(GPXError) {
        let start = offset
        offset += 2
        let target = try name("a processing instruction")
        guard string(target).lowercased() != "xml" else { throw error("an XML declaration stands first", at: start) }
        try skip(past: "?>", "a processing instruction", from: 0)
    }

    /// Goes on behind the next `end`, which is looked for `count` bytes on.
    private mutating func skip(past end: StaticString, _ what: String, from count: Int) throws(GPXError) {
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
    private mutating func skipSpaces() -> Bool {
        let start = offset
        while let byte = byte(at: offset), isSpace(byte) { offset += 1 }
        return offset > start
    }

    // MARK: - Bytes

    private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func has(_ text: StaticString) -> Bool { hasText(text, at: offset) }

    private func hasText(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        return text.withUTF8Buffer { unsafe bytes[offset..<offset + count].elementsEqual($0) }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Beyond ASCII every character is taken for part of a name; XML leaves out a few.
    private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }
}

// MARK: - The document as a whole

extension XMLScanner {
    private mutating func checkEncoding() throws(GPXError) {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0, 0x3C])
            || bytes.starts(with: [0x3C, 0])
        {
            throw .unsupportedEncoding(name: "UTF-16")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    private func checkDeclaration(_ declaration: ArraySlice<UInt8>) throws(GPXError) {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let key = text.firstRange(of: "encoding") else { return }
        let value = text[key.upperBound...].drop { " \t\r\n=".contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw error("a value in quotes was expected", at: declaration.startIndex)
        }
        let name = value.dropFirst().prefix { $0 != quote }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
            throw .unsupportedEncoding(name: String(name.prefix(40)))
        }
    }

    /// That all bytes are UTF-8, and characters that XML allows.
    private func checkCharacters() throws(GPXError) {
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

/// What stands between `&` and `;`.
private enum XMLReference {
    static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasPrefix("#x")
            guard name.hasPrefix("#"), let first = name.dropFirst(isHexadecimal ? 2 : 1).first, first != "+",
                first != "-",
                let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                code >= 0x20 || code == 9 || code == 10 || code == 13
            else { return nil }
            return Unicode.Scalar(code)
        }
    }
}

extension String {
    fileprivate func replacingControls() -> String {
        guard utf8.contains(where: { $0 < 0x20 }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
