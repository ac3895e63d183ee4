/// The elements and texts of an XML document, in order, for reading GPX.
///
/// Not Foundation's XML parser, which loads libxml2 and the tables of ICU: 20 ms in every start of the command. The
/// scanner is strict and reads a subset of XML 1.0: only UTF-8, no document type declaration and so only the five
/// predefined entities, and limited nesting and attributes. Accepted documents are well-formed, except that names may
/// contain any non-ASCII character. Time and memory are linear in the bytes.
///
/// Names and texts are ranges of the document: most are compared or read as numbers, and few become strings.
public struct XMLScanner {
    /// The start of an element.
    public struct Element {
        /// The name as written, with its prefix.
        public let name: Range<Int>
        /// The offset of the element, for errors.
        public let offset: Int
    }

    /// A piece of text, or the value of an attribute.
    public struct Text {
        /// Its range in the document.
        public let range: Range<Int>
        /// Whether the bytes are the text itself: without references, and without line ends to normalise.
        public let isPlain: Bool
        /// Whether it is from a CDATA section, where an ampersand is literal.
        var isLiteral = false
    }

    /// The next event in the document.
    public enum Event {
        case start(Element)
        case text(Text)
        case end
    }

    static let maxDepth = 256
    static let maxAttributes = 256

    /// The document.
    public let bytes: [UInt8]
    /// The offset of the next event.
    public internal(set) var offset = 0
    /// Attributes of the last started element.
    var attributes: [(name: Range<Int>, value: Text)] = []
    /// Names of the open elements, the innermost last.
    var open: [Range<Int>] = []
    var isEmptyElement = false
    var hasRoot = false

    /// A scanner at the start of a document.
    ///
    /// - Throws: ``XMLError`` for an encoding other than UTF-8.
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

    /// The next event; nil at the end of the document.
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
                    throw error("document type declarations are not supported")
                }
            default: return .start(try startTag())
            }
        }
        if let name = open.last { throw error("the document ends within <\(string(name))>") }
        guard hasRoot else { throw error("the document has no element") }
        return nil
    }

    /// An error at the current offset, or at another.
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

    /// Every non-ASCII character is accepted in names; XML excludes a few.
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

/// Why bytes are not supported XML. Lines and columns count from 1, columns in characters.
public enum XMLError: Error {
    /// They are not well-formed, or use an unsupported feature.
    case notWellFormed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
}

/// The text between `&` and `;`.
package enum XMLReference {
    package static func scalar(_ name: String) -> Unicode.Scalar? {
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
