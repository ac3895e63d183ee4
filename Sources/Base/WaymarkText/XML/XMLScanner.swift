/// The elements and the text of an XML document, one after the other, for reading GPX.
///
/// Our own, because an XML library would be the core's only need of Foundation's XML, which loads libxml2 and the
/// tables of ICU: 20 ms in every start of the command. It is strict about what it reads, and reads less than all of
/// XML 1.0: UTF-8 only, no document type declaration and so no entities but the five of XML itself, and nesting and
/// attributes within bounds. What it accepts is well-formed, but for the names of elements: beyond ASCII any character
/// may be in one. Time and memory are linear in the bytes.
///
/// Names and texts are places in the document: most of them are compared or read as numbers, and few become strings.
public struct XMLScanner {
    /// An element that begins.
    public struct Element {
        /// The name as it is written, prefix and all.
        public let name: Range<Int>
        /// Where the element begins, for errors.
        public let offset: Int
    }

    /// A piece of text, or the value of an attribute.
    public struct Text {
        /// Where it is in the document.
        public let range: Range<Int>
        /// Whether it means what it says: it has no references, and no ends of line that are to be made one.
        public let isPlain: Bool
        /// Whether it is from a CDATA section, where an ampersand is one.
        var isLiteral = false
    }

    /// What comes next in the document.
    public enum Event {
        case start(Element)
        case text(Text)
        case end
    }

    static let maxDepth = 256
    static let maxAttributes = 256

    /// The document.
    public let bytes: [UInt8]
    /// Where the next event is looked for.
    public internal(set) var offset = 0
    /// Attributes of the element that began last.
    var attributes: [(name: Range<Int>, value: Text)] = []
    /// Names of the elements that are open, the innermost last.
    var open: [Range<Int>] = []
    var isEmptyElement = false
    var hasRoot = false

    /// A scanner at the start of a document.
    ///
    /// - Throws: ``XMLError`` for another encoding than UTF-8.
    public init(_ bytes: [UInt8]) throws(XMLError) {
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
    public mutating func next() throws(XMLError) -> Event? {
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
    func error(_ reason: String, at offset: Int? = nil) -> XMLError {
        let (line, column) = place(of: offset ?? self.offset)
        return .notWellFormed(reason: reason, line: line, column: column)
    }

    /// The line of a byte, and its column in characters, both from 1.
    public func place(of offset: Int) -> (line: Int, column: Int) {
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

    // MARK: - Bytes

    func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func has(_ text: StaticString) -> Bool { hasText(text, at: offset) }

    func hasText(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        return text.withUTF8Buffer { unsafe bytes[offset..<offset + count].elementsEqual($0) }
    }

    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Beyond ASCII every character is taken for part of a name; XML leaves out a few.
    func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }
}
