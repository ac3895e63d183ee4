import WaymarkText

/// The start tag of an XML element, from `<` to `>`.
struct XMLTag {
    private static let maxAttributes = 256

    /// The name as written.
    private(set) var name = ""
    /// The attributes as written, with the meaning of their values.
    private(set) var attributes: [(name: String, value: String)] = []
    /// Whether the element ends with this tag.
    private(set) var isEmpty = false

    private let bytes: ContiguousArray<UInt8>
    private let place: (line: Int, column: Int)
    private var position = 1

    init(_ bytes: ContiguousArray<UInt8>, _ place: (line: Int, column: Int)) {
        (self.bytes, self.place) = (bytes, place)
    }

    mutating func read() throws(ImportError) {
        name = try readName("an element")
        while true {
            let hasBlank = skipBlanks()
            switch bytes[position] {
            case UInt8(ascii: ">"): return
            case UInt8(ascii: "/"):
                guard position + 2 == bytes.count else { throw malformed("> was expected") }
                isEmpty = true
                return
            default: break
            }
            guard hasBlank else { throw malformed("an attribute, or the end of the tag, was expected") }
            guard attributes.count < Self.maxAttributes else {
                throw malformed("more than \(Self.maxAttributes) attributes")
            }
            try readAttribute()
        }
    }

    private mutating func readAttribute() throws(ImportError) {
        let name = try readName("an attribute")
        guard !attributes.contains(where: { $0.name == name }) else {
            throw malformed("the attribute \(PlainText.shortened(name)) is given twice")
        }
        skipBlanks()
        guard bytes[position] == UInt8(ascii: "=") else { throw malformed("= was expected") }
        position += 1
        skipBlanks()
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw malformed("a value in quotes was expected")
        }
        position += 1
        guard let end = bytes[position...].firstIndex(of: quote) else {
            throw malformed("the document ends within an attribute")
        }
        let value = bytes[position..<end]
        if value.contains(UInt8(ascii: "<")) { throw malformed("< within an attribute") }
        attributes.append((name, try Self.decoded(value, at: placeOfPosition, isAttribute: true)))
        position = end + 1
    }

    private mutating func readName(_ what: String) throws(ImportError) -> String {
        let start = position
        while Self.isNameByte(bytes[position], isFirst: position == start) { position += 1 }
        guard position > start else { throw malformed("the name of \(what) was expected") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = position
        while Self.isBlank(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Every character beyond ASCII is accepted in names; XML excludes a few.
    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    // MARK: Places

    private var placeOfPosition: (line: Int, column: Int) { Self.place(of: position, in: bytes[...], from: place) }

    private func malformed(_ reason: String) -> ImportError {
        .malformed(reason: reason, line: placeOfPosition.line, column: placeOfPosition.column)
    }

    private static func place(
        of offset: Int, in bytes: ArraySlice<UInt8>, from place: (line: Int, column: Int)
    ) -> (line: Int, column: Int) {
        bytes[..<offset].reduce(place) { place, byte in
            byte == Byte.lineFeed
                ? (place.line + 1, 1) : byte & 0xC0 == 0x80 ? place : (place.line, place.column + 1)
        }
    }

    // MARK: Meaning

    /// The text of some bytes: references are replaced, and each line end is one line feed; in an attribute, white space
    /// is a blank.
    static func decoded(
        _ bytes: ContiguousArray<UInt8>.SubSequence, at place: (line: Int, column: Int), isAttribute: Bool = false
    ) throws(ImportError) -> String {
        var text = ""
        var rest = bytes
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            // The longest reference is &#x10FFFF; with a few leading zeros.
            let reference = rest[ampersand...].prefix(16)
            guard let end = reference.firstIndex(of: UInt8(ascii: ";")),
                let scalar = XMLReference.scalar(
                    String(decoding: reference[(ampersand + 1)..<end], as: UTF8.self))
            else {
                let place = Self.place(of: ampersand, in: bytes, from: place)
                throw .malformed(
                    reason: "an ampersand that begins no reference: & must be written &amp;", line: place.line,
                    column: place.column)
            }
            text += try characters(rest[..<ampersand], of: bytes, at: place, isAttribute: isAttribute)
            text.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return text + (try characters(rest, of: bytes, at: place, isAttribute: isAttribute))
    }

    /// The text of bytes without references, which are a part of others that begin at a place.
    static func characters(
        _ bytes: ContiguousArray<UInt8>.SubSequence, of whole: ContiguousArray<UInt8>.SubSequence,
        at place: (line: Int, column: Int), isAttribute: Bool = false
    ) throws(ImportError) -> String {
        guard bytes.contains(where: { $0 < 0x20 }) else { return String(decoding: bytes, as: UTF8.self) }
        var plain = ContiguousArray<UInt8>()
        var wasReturn = false
        for (index, byte) in zip(bytes.indices, bytes) {
            switch byte {
            case Byte.lineFeed where wasReturn: break
            case Byte.lineFeed, Byte.carriageReturn:
                plain.append(isAttribute ? Byte.space : Byte.lineFeed)
            case Byte.tab: plain.append(isAttribute ? Byte.space : Byte.tab)
            case ..<0x20:
                let place = Self.place(of: index, in: whole, from: place)
                throw .malformed(
                    reason: "character \(byte) is not allowed", line: place.line, column: place.column)
            default: plain.append(byte)
            }
            wasReturn = byte == Byte.carriageReturn
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Checks that a declaration names no encoding but UTF-8.
    static func checkEncoding(_ declaration: String) throws(ImportError) {
        guard let key = declaration.firstRange(of: "encoding") else { return }
        let value = declaration[key.upperBound...].drop { " \t\r\n=".contains($0) }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw .malformed(reason: "a value in quotes was expected", line: 1, column: 1)
        }
        let name = value.dropFirst().prefix { $0 != quote }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
            throw .unsupportedEncoding(name: PlainText.shortened(name))
        }
    }
}
