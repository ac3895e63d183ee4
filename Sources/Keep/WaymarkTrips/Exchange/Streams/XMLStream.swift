import WaymarkTables
import WaymarkText

/// Reads XML from a source, element by element: the document is not held.
///
/// Strict, and the subset of `XMLScanner`: UTF-8, no document type declaration and so only the five predefined entities,
/// limited nesting and attributes. A tag and a text have at most 16 MiB.
struct XMLStream {
    /// The start of an element.
    struct Element {
        /// The name without its prefix.
        let name: String
        /// The namespace; empty for none.
        let namespace: String
        /// The line of its tag.
        let line: Int
        /// The column of its tag.
        let column: Int
        /// Its attributes by their names as written.
        let attributes: [(name: String, value: String)]

        /// The value of an attribute; nil if it is missing.
        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// What comes next.
    enum Event {
        case start(Element)
        case text(String)
        case end
    }

    private static let maxDepth = 256
    private static let maxNamespaces = 256

    private var text: TextStream
    /// The names of the open elements as written, the innermost last.
    private var open: [String] = []
    /// The namespaces that open elements declare, by prefix, with the depth of the element.
    private var namespaces: [(depth: Int, prefix: String, name: String)] = []
    private var isEmptyElement = false
    private var hasRoot = false

    /// - Throws: As `TextStream`; `.unsupportedEncoding` for a document that says it is not in UTF-8.
    init(_ source: consuming any ByteSource) throws(ImportError) {
        text = try TextStream(source)
        guard try text.next == UInt8(ascii: "<") else { return }
        text.keep()
        text.position += 1
        guard try text.next == UInt8(ascii: "?") else {
            text.restart()
            return
        }
        try text.skip(past: "?>", "a processing instruction")
        let declaration = String(decoding: text.take(), as: UTF8.self)
        // The name of an instruction ends with a blank.
        if declaration.hasPrefix("<?xml"), declaration.dropFirst(5).first?.isWhitespace == true {
            try XMLTag.checkEncoding(declaration)
        }
    }

    /// The line and the column of what comes next.
    var place: (line: Int, column: Int) { mutating get { text.place() } }

    /// The next event; nil at the end of the document. The text of an element may come in several pieces.
    mutating func next() throws(ImportError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            close()
            return .end
        }
        while let byte = try text.next {
            if byte != UInt8(ascii: "<") {
                if let piece = try plainText() { return .text(piece) }
                continue
            }
            text.keep()
            text.position += 1
            switch try text.next {
            case UInt8(ascii: "/"): return try endTag()
            case UInt8(ascii: "?"):
                try text.skip(past: "?>", "a processing instruction")
                text.drop()
            case UInt8(ascii: "!"):
                if let piece = try declaration() { return .text(piece) }
            default: return .start(try startTag())
            }
        }
        if let name = open.last { throw text.malformed("the document ends within <\(name)>") }
        guard hasRoot else { throw text.malformed("the document has no element") }
        return nil
    }

    /// The next element within the innermost open one, whose text is skipped; nil at its end.
    mutating func child() throws(ImportError) -> Element? {
        while let event = try next() {
            switch event {
            case .start(let element): return element
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// An error at what comes next.
    mutating func malformed(_ reason: String) -> ImportError { text.malformed(reason) }

    /// Goes behind the end of the innermost open element.
    mutating func skip() throws(ImportError) {
        var depth = 1
        while depth > 0, let event = try next() {
            switch event {
            case .start: depth += 1
            case .text: break
            case .end: depth -= 1
            }
        }
    }

    /// The text of the innermost open element without blanks at its ends, up to its end; elements in it are skipped.
    mutating func string() throws(ImportError) -> String {
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

    /// The text up to the next tag; nil outside the document's element, where only blanks are allowed.
    private mutating func plainText() throws(ImportError) -> String? {
        text.keep()
        while try text.skip(to: UInt8(ascii: "<")) {}
        let place = text.keptPlace()
        let bytes = text.take()
        if open.isEmpty {
            guard bytes.allSatisfy({ $0 <= 0x20 }) else {
                throw .malformed(reason: "text outside the document's element", line: place.line, column: place.column)
            }
            return nil
        }
        if bytes.contains(UInt8(ascii: "]")), String(decoding: bytes, as: UTF8.self).contains("]]>") {
            throw .malformed(reason: "]]> within text", line: place.line, column: place.column)
        }
        return try XMLTag.decoded(bytes[...], at: place)
    }

    /// A comment, or a CDATA section, whose text is returned.
    private mutating func declaration() throws(ImportError) -> String? {
        if try text.has("!--") {
            try text.skip(past: "--", "a comment")
            guard try text.next == UInt8(ascii: ">") else { throw text.malformed("-- within a comment") }
            text.position += 1
            text.drop()
            return nil
        }
        guard try text.has("![CDATA[") else {
            throw text.malformed("document type declarations are not supported")
        }
        guard !open.isEmpty else { throw text.malformed("text outside the document's element") }
        try text.skip(past: "]]>", "a CDATA section")
        let place = text.keptPlace()
        let bytes = text.take()
        return try XMLTag.characters(bytes.dropFirst(9).dropLast(3), of: bytes[...], at: place)
    }

    private mutating func endTag() throws(ImportError) -> Event {
        try text.skip(past: ">", "a tag")
        let place = text.keptPlace()
        let name = PlainText.trimmed(String(decoding: text.take().dropFirst(2).dropLast(), as: UTF8.self))
        guard let expected = open.last else {
            throw .malformed(reason: "</\(name)> ends nothing", line: place.line, column: place.column)
        }
        guard name == expected else {
            throw .malformed(
                reason: "</\(PlainText.shortened(name))> where </\(expected)> was expected", line: place.line,
                column: place.column)
        }
        close()
        return .end
    }

    private mutating func startTag() throws(ImportError) -> Element {
        try text.skipTag()
        let place = text.keptPlace()
        guard !open.isEmpty || !hasRoot else {
            throw .malformed(
                reason: "a second element outside the document's", line: place.line, column: place.column)
        }
        guard open.count < Self.maxDepth else {
            throw .malformed(
                reason: "elements are nested more than \(Self.maxDepth) deep", line: place.line, column: place.column)
        }
        var tag = XMLTag(text.take(), place)
        try tag.read()
        (hasRoot, isEmptyElement) = (true, tag.isEmpty)
        open.append(tag.name)
        for (name, value) in tag.attributes where name == "xmlns" || name.hasPrefix("xmlns:") {
            // Each element looks through them.
            guard namespaces.count < Self.maxNamespaces else {
                throw .malformed(
                    reason: "more than \(Self.maxNamespaces) namespaces", line: place.line, column: place.column)
            }
            namespaces.append((open.count, String(name.dropFirst(6)), value))
        }
        let colon = tag.name.utf8.firstIndex(of: UInt8(ascii: ":"))
        let prefix = colon.map { tag.name[..<$0] } ?? ""
        return Element(
            name: colon.map { String(tag.name[tag.name.index(after: $0)...]) } ?? tag.name,
            // A prefix that is not declared is a namespace of its own.
            namespace: namespaces.last { $0.prefix == prefix }?.name ?? String(prefix), line: place.line,
            column: place.column,
            attributes: tag.attributes)
    }

    private mutating func close() {
        while let last = namespaces.last, last.depth == open.count { namespaces.removeLast() }
        open.removeLast()
    }
}
