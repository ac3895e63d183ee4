import WaymarkText

/// Reads XML from a source, element by element: the document is not held.
///
/// Not Foundation's XML parser, which loads libxml2 and the tables of ICU: 20 ms in every start of the command. This one
/// is strict and reads a subset of XML 1.0: only UTF-8, no document type declaration and so only the five predefined
/// entities, and limited nesting and attributes. Accepted documents are well-formed, also by their namespaces, except that names may
/// contain any non-ASCII character that XML has, that of the XML declaration only the encoding is looked at, and that a prefix need not be
/// declared. A tag and a text have at most 16 MiB.
package struct XMLStream {
    /// The start of an element.
    package struct Element {
        /// The name without its prefix.
        package let name: String
        /// The namespace; empty for none.
        package let namespace: String
        /// The line of its tag.
        package let line: Int
        /// The column of its tag.
        package let column: Int
        /// Its attributes by their names as written.
        fileprivate let attributes: [(name: String, value: String)]

        /// The value of an attribute, with each white space character as a blank; nil if it is missing.
        package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// What comes next.
    package enum Event {
        case start(Element)
        case text(String)
        case end
    }

    private static let maxDepth = 256
    private static let maxAttributes = 256
    private static let maxNamespaces = 256

    private var text: TextStream
    /// The names of the open elements as written, the innermost last.
    private var open: [String] = []
    /// The namespaces that open elements declare, by prefix, with the depth of the element.
    private var namespaces: [(depth: Int, prefix: String, name: String)] = []
    private var isEmptyElement = false
    private var hasRoot = false

    /// - Throws: As `TextStream`.
    package init(_ source: consuming any ByteSource) throws(TextError) { text = try TextStream(source) }

    /// The document's element, which comes first.
    package mutating func root() throws(TextError) -> Element {
        guard case .start(let root)? = try next() else { throw text.malformed("an element was expected") }
        return root
    }

    /// The next event; nil at the end of the document. The text of an element may come in several pieces.
    ///
    /// - Throws: `.malformed`; `.unsupportedEncoding` for a document that says it is not in UTF-8.
    package mutating func next() throws(TextError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            return close()
        }
        while true {
            if open.isEmpty { try text.skipBlanks() }
            guard let byte = try text.next else { break }
            if byte != UInt8(ascii: "<") { return .text(try plainText()) }
            let place = text.place()
            text.keep()
            defer { text.drop() }
            text.position += 1
            switch try text.next {
            case UInt8(ascii: "/"): return try endTag(place)
            case UInt8(ascii: "?"): try skipInstruction(place)
            case UInt8(ascii: "!"):
                if let piece = try declaration(place) { return .text(piece) }
            default: return .start(try startTag(place))
            }
        }
        if let name = open.last { throw text.malformed("the document ends within <\(name)>") }
        guard hasRoot else { throw text.malformed("the document has no element") }
        return nil
    }

    /// The next element within the innermost open one, whose text is skipped; nil at its end.
    package mutating func child() throws(TextError) -> Element? {
        while let event = try next() {
            switch event {
            case .start(let element): return element
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// Goes behind the end of the innermost open element.
    package mutating func skip() throws(TextError) {
        while try child() != nil { try skip() }
    }

    /// The text of the innermost open element without blanks at its ends, up to its end; elements in it are skipped.
    package mutating func string() throws(TextError) -> String {
        var string = ""
        while let event = try next() {
            switch event {
            case .start: try skip()
            case .text(let piece):
                string += piece
                guard string.utf8.count <= TextStream.limit else {
                    throw text.malformed("a text longer than \(TextStream.limit >> 20) MiB")
                }
            case .end: return PlainText.trimmed(string)
            }
        }
        return string
    }

    // MARK: Pieces

    private func malformed(_ reason: String, at place: (line: Int, column: Int)) -> TextError {
        .malformed(reason: reason, line: place.line, column: place.column)
    }

    private mutating func plainText() throws(TextError) -> String {
        guard !open.isEmpty else { throw text.malformed("text outside the document's element") }
        text.keep()
        defer { text.drop() }
        while try text.skip(to: { $0 == UInt8(ascii: "<") }) {}
        let range = text.kept()
        for index in range where text.bytes[index] == UInt8(ascii: "]") {
            guard !text.bytes[index..<range.upperBound].starts(with: "]]>".utf8) else {
                throw text.malformed("]]> within text", at: index)
            }
        }
        return try decoded(range)
    }

    private mutating func skip(
        past ending: StaticString, _ what: String, from place: (line: Int, column: Int)
    ) throws(TextError) {
        guard try text.skip(past: ending) else { throw malformed("the document ends within \(what)", at: place) }
    }

    /// A comment, or a CDATA section, whose text is returned.
    private mutating func declaration(_ place: (line: Int, column: Int)) throws(TextError) -> String? {
        if try text.has("!--") {
            try skip(past: "--", "a comment", from: place)
            guard try text.next == UInt8(ascii: ">") else { throw malformed("-- within a comment", at: place) }
            text.position += 1
            _ = try characters(text.kept())
            return nil
        }
        guard try text.has("![CDATA[") else {
            throw malformed("document type declarations are not supported", at: place)
        }
        guard !open.isEmpty else { throw malformed("text outside the document's element", at: place) }
        let mark = text.mark
        try skip(past: "]]>", "a CDATA section", from: place)
        return try characters(text.kept(from: mark).dropLast(3))
    }

    private mutating func skipInstruction(_ place: (line: Int, column: Int)) throws(TextError) {
        text.position += 1
        let target = try name("a processing instruction")
        let (hasBlank, next) = (try text.skipBlanks(), try text.next)
        guard hasBlank || next == UInt8(ascii: "?") else {
            throw text.malformed("a blank was expected behind the name of a processing instruction")
        }
        try skip(past: "?>", "a processing instruction", from: place)
        let instruction = try characters(text.kept())
        guard target.lowercased() == "xml" else { return }
        guard target == "xml", place == (1, 1) else { throw malformed("an XML declaration must come first", at: place) }
        guard let key = instruction.firstRange(of: "encoding") else { return }
        let value = instruction[key.upperBound...].drop { " \t\n=".contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw malformed("a value in quotes was expected", at: place)
        }
        let name = value.dropFirst().prefix { $0 != quote }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
            throw .unsupportedEncoding(name: PlainText.shortened(name))
        }
    }

    private mutating func endTag(_ place: (line: Int, column: Int)) throws(TextError) -> Event {
        text.position += 1
        let name = try name("an element")
        try text.skipBlanks()
        guard try text.next == UInt8(ascii: ">") else { throw text.malformed("> was expected") }
        text.position += 1
        guard let expected = open.last else { throw malformed("</\(name)> ends nothing", at: place) }
        guard name == expected else {
            throw malformed("</\(PlainText.shortened(name))> where </\(expected)> was expected", at: place)
        }
        return close()
    }

    private mutating func startTag(_ place: (line: Int, column: Int)) throws(TextError) -> Element {
        guard !open.isEmpty || !hasRoot else { throw malformed("a second element outside the document's", at: place) }
        guard open.count < Self.maxDepth else {
            throw malformed("elements are nested more than \(Self.maxDepth) deep", at: place)
        }
        let name = try name("an element")
        open.append(name)
        let attributes = try attributes(place)
        hasRoot = true
        try checkExpandedNames(of: attributes, place)
        let expanded = expanded(name)
        return Element(
            name: expanded.name, namespace: expanded.namespace, line: place.line, column: place.column,
            attributes: attributes)
    }

    /// A name without its prefix, and its namespace. A prefix that is not declared is a namespace of its own.
    private func expanded(_ name: String) -> ExpandedName {
        let colon = name.utf8.firstIndex(of: UInt8(ascii: ":"))
        let prefix = colon.map { name[..<$0] } ?? ""
        return ExpandedName(
            name: colon.map { String(name[name.utf8.index(after: $0)...]) } ?? name,
            namespace: namespaces.last { $0.prefix == prefix }?.name ?? String(prefix))
    }

    private struct ExpandedName: Hashable {
        let name: String
        let namespace: String
    }

    /// Refuses two attributes of one name in one namespace, by different prefixes. Those without a prefix have no namespace.
    private func checkExpandedNames(
        of attributes: [(name: String, value: String)], _ place: (line: Int, column: Int)
    ) throws(TextError) {
        let prefixed = attributes.filter { $0.name.utf8.contains(UInt8(ascii: ":")) && !$0.name.hasPrefix("xmlns:") }
        guard prefixed.count > 1 else { return }
        var found: Set<ExpandedName> = []
        for (name, _) in prefixed where !found.insert(expanded(name)).inserted { throw repeated(name, place) }
    }

    private func repeated(_ name: String, _ place: (line: Int, column: Int)) -> TextError {
        malformed("the attribute \(PlainText.shortened(name)) is given twice", at: place)
    }

    /// Reads the rest of a start tag.
    private mutating func attributes(
        _ place: (line: Int, column: Int)
    ) throws(TextError) -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        while true {
            let hasBlank = try text.skipBlanks()
            guard let byte = try text.next else { throw malformed("the document ends within a tag", at: place) }
            if byte == UInt8(ascii: ">") {
                text.position += 1
                return attributes
            }
            if try text.has("/>") {
                isEmptyElement = true
                return attributes
            }
            guard hasBlank else { throw text.malformed("an attribute, or the end of the tag, was expected") }
            guard attributes.count < Self.maxAttributes else {
                throw text.malformed("more than \(Self.maxAttributes) attributes")
            }
            let (name, value) = try attribute()
            guard !attributes.contains(where: { $0.name == name }) else { throw repeated(name, place) }
            attributes.append((name, value))
            guard name == "xmlns" || name.hasPrefix("xmlns:") else { continue }
            // Each element looks through them.
            guard namespaces.count < Self.maxNamespaces else {
                throw malformed("more than \(Self.maxNamespaces) namespaces", at: place)
            }
            namespaces.append((open.count, String(name.dropFirst(6)), value))
        }
    }

    private mutating func attribute() throws(TextError) -> (name: String, value: String) {
        let name = try name("an attribute")
        try text.skipBlanks()
        guard try text.next == UInt8(ascii: "=") else { throw text.malformed("= was expected") }
        text.position += 1
        try text.skipBlanks()
        guard let quote = try text.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw text.malformed("a value in quotes was expected")
        }
        text.position += 1
        let mark = text.mark
        while try text.skip(to: { $0 == quote }) {}
        guard try text.next != nil else { throw text.malformed("the document ends within an attribute") }
        let range = text.kept(from: mark)
        if let bracket = text.bytes[range].firstIndex(of: UInt8(ascii: "<")) {
            throw text.malformed("< within an attribute", at: bracket)
        }
        let value = try decoded(range, isAttribute: true)
        text.position += 1
        return (name, value)
    }

    private mutating func close() -> Event {
        while let last = namespaces.last, last.depth == open.count { namespaces.removeLast() }
        open.removeLast()
        return .end
    }

    private mutating func name(_ what: StaticString) throws(TextError) -> String {
        let mark = text.mark
        while let byte = try text.next, Self.isNameByte(byte, isFirst: text.mark == mark) { text.position += 1 }
        guard text.mark > mark else { throw text.malformed("the name of \(what) was expected") }
        return try characters(text.kept(from: mark))
    }

    /// Every non-ASCII character is accepted in names; XML excludes more.
    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    // MARK: Meaning

    /// The text of some bytes: references are replaced, and each line end is one line feed; in an attribute, white space
    /// is a blank.
    private mutating func decoded(_ range: Range<Int>, isAttribute: Bool = false) throws(TextError) -> String {
        var decoded = ""
        var start = range.lowerBound
        while let ampersand = text.bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
            // The longest reference is &#x10FFFF; with a few leading zeros.
            let reference = text.bytes[ampersand..<min(ampersand + 16, range.upperBound)]
            guard let end = reference.firstIndex(of: UInt8(ascii: ";")),
                let scalar = Self.scalar(String(decoding: reference[(ampersand + 1)..<end], as: UTF8.self))
            else {
                throw text.malformed(
                    "an ampersand that begins no reference: & must be written &amp;", at: ampersand)
            }
            guard XMLText.allows(scalar) else { throw forbidden(scalar.value, at: ampersand) }
            decoded += try characters(start..<ampersand, isAttribute: isAttribute)
            decoded.unicodeScalars.append(scalar)
            start = end + 1
        }
        return decoded + (try characters(start..<range.upperBound, isAttribute: isAttribute))
    }

    /// The text of bytes without references.
    private mutating func characters(_ range: Range<Int>, isAttribute: Bool = false) throws(TextError) -> String {
        // U+FFFE and U+FFFF begin with 0xEF.
        guard text.bytes[range].contains(where: { $0 < 0x20 || $0 == 0xEF }) else {
            return String(decoding: text.bytes[range], as: UTF8.self)
        }
        var plain = ContiguousArray<UInt8>()
        var wasReturn = false
        for index in range {
            let byte = text.bytes[index]
            switch byte {
            case Byte.lineFeed where wasReturn: break
            case Byte.lineFeed, Byte.carriageReturn: plain.append(isAttribute ? Byte.space : Byte.lineFeed)
            case Byte.tab: plain.append(isAttribute ? Byte.space : Byte.tab)
            case ..<0x20: throw forbidden(UInt32(byte), at: index)
            case 0xEF where text.bytes[index + 1] == 0xBF && text.bytes[index + 2] >= 0xBE:
                throw forbidden(0xFFC0 | UInt32(text.bytes[index + 2] & 0x3F), at: index)
            default: plain.append(byte)
            }
            wasReturn = byte == Byte.carriageReturn
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private mutating func forbidden(_ code: UInt32, at offset: Int) -> TextError {
        text.malformed("XML cannot have the character U+\(Hexadecimal.text(code, digits: 4).uppercased())", at: offset)
    }

    /// The character of a reference, by the text between `&` and `;`; nil if there is none.
    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasPrefix("#x")
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard name.hasPrefix("#"), let first = digits.first, first != "+", first != "-",
                let code = UInt32(digits, radix: isHexadecimal ? 16 : 10)
            else { return nil }
            return Unicode.Scalar(code)
        }
    }
}
