/// A strict reader of JSON (RFC 8259) in UTF-8 that locates errors.
///
/// Not Foundation's decoder: rejected rows are reported with their line, and it gives neither the line of an object
/// nor, on every platform, the position of an error.
public struct JSONParser {
    /// Why a text is not JSON, and where: line and column from 1, the column in characters (Unicode scalars).
    public struct Fault: Error {
        /// The line, from 1.
        public var line: Int
        /// The column, from 1.
        public var column: Int
        /// What is wrong.
        public var reason: String
    }

    let bytes: ContiguousArray<UInt8>
    var position = 0
    var line = 1
    /// The start of the line at `position`.
    var lineStart = 0
    private var depth = 0
    /// How deep objects and lists may be nested.
    package static let depthLimit = 200
    /// How many members an object may have whose members are kept.
    package static let memberLimit = 100_000

    /// Reads the single value in `bytes`.
    ///
    /// - Parameter bytes: Valid UTF-8 without a byte order mark.
    /// - Returns: The value.
    /// - Throws: The first fault.
    /// - Complexity: O(*n*).
    public static func value(_ bytes: ContiguousArray<UInt8>) throws(Fault) -> JSONValue {
        try value(of: bytes, in: bytes.indices)
    }

    init(bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    func fault(_ reason: String) -> Fault { fault(reason, at: position) }

    private func fault(_ reason: String, at position: Int) -> Fault {
        let characters = bytes[lineStart..<min(position, bytes.count)].count { $0 & 0xC0 != 0x80 }
        let isCut = position >= bytes.count
        return Fault(line: line, column: characters + 1, reason: isCut ? "\(reason); the text ends here" : reason)
    }

    mutating func skipBlanks() {
        while let byte {
            switch byte {
            case 0x20, 0x09, 0x0D: position += 1
            case 0x0A:
                position += 1
                line += 1
                lineStart = position
            default: return
            }
        }
    }

    mutating func value() throws(Fault) -> JSONValue {
        switch byte {
        case UInt8(ascii: "{"): return try .object(object())
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "\""): return try .string(string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case _ where isAtNumber: return try .number(number())
        default: throw fault("expected a value")
        }
    }

    var isAtNumber: Bool { byte.map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false }

    private mutating func object() throws(Fault) -> JSONObject {
        var object = JSONObject(line: line)
        try open()
        try parts(until: UInt8(ascii: "}")) { parser throws(Fault) in
            let key = try parser.name { parser throws(Fault) in try parser.string() }
            object.members.append((key, try parser.value()))
            if object.members.count > Self.memberLimit { throw parser.fault(Self.tooManyMembers) }
        }
        return object
    }

    static let tooManyMembers = "an object with more than \(memberLimit) members"

    private mutating func list() throws(Fault) -> JSONValue {
        try open()
        if let numbers = numbers() {
            close()
            return .numbers(numbers)
        }
        var values: [JSONValue] = []
        try parts(until: UInt8(ascii: "]")) { parser throws(Fault) in values.append(try parser.value()) }
        return .array(values)
    }

    /// The numbers of an open list; nil, with nothing read, unless it has numbers and nothing else.
    private mutating func numbers() -> JSONNumbers? {
        let (start, startLine, startOfLine) = (position, line, lineStart)
        while isAtNumber {
            do throws(Fault) { try skipNumber() } catch { break }
            skipBlanks()
            if byte == UInt8(ascii: "]") { return JSONNumbers(text: text(start..<position)) }
            guard byte == UInt8(ascii: ",") else { break }
            position += 1
            skipBlanks()
        }
        (position, line, lineStart) = (start, startLine, startOfLine)
        return nil
    }

    mutating func open() throws(Fault) {
        depth += 1
        if depth > Self.depthLimit { throw fault("nested more than \(Self.depthLimit) deep") }
        position += 1
        skipBlanks()
    }

    /// Reads the parts of an open object or list, and closes it.
    ///
    /// - Parameters:
    ///   - end: The bracket that closes it.
    ///   - part: Reads one part, from its first byte to its last.
    /// - Throws: The first fault.
    @inline(__always)
    mutating func parts(
        until end: UInt8, _ part: (inout JSONParser) throws(Fault) -> Void
    ) throws(Fault) {
        if byte == end { return close() }
        while true {
            try part(&self)
            skipBlanks()
            if byte == end { return close() }
            guard byte == UInt8(ascii: ",") else {
                throw fault("expected ',' or '\(Character(UnicodeScalar(end)))' after a value")
            }
            position += 1
            skipBlanks()
        }
    }

    private mutating func close() {
        depth -= 1
        position += 1
    }

    /// Reads a name, and the colon behind it.
    @inline(__always)
    mutating func name<Name>(_ read: (inout JSONParser) throws(Fault) -> Name) throws(Fault) -> Name {
        guard byte == UInt8(ascii: "\"") else { throw fault("expected a name in double quotes") }
        let name = try read(&self)
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { throw fault("expected ':' after the name") }
        position += 1
        skipBlanks()
        return name
    }

    mutating func word(_ word: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("expected a value") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(Fault) -> String {
        let start = position
        try skipNumber()
        return text(start..<position)
    }

    mutating func skipNumber() throws(Fault) {
        if byte == UInt8(ascii: "-") { position += 1 }
        let first = position
        try digits()
        if bytes[first] == UInt8(ascii: "0"), position > first + 1 {
            throw fault("a number with a leading 0", at: first)
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte, (0x30...0x39).contains(byte) { position += 1 }
        if position == start { throw fault("expected a digit") }
    }

    private mutating func string() throws(Fault) -> String {
        let start = position + 1
        guard try skipString() else { return text(start..<position - 1) }
        let end = position - 1
        position = start
        var text = ContiguousArray<UInt8>()
        while position < end {
            if bytes[position] == UInt8(ascii: "\\") {
                text.append(contentsOf: String(try escape()).utf8)
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        position = end + 1
        return String(decoding: text, as: UTF8.self)
    }

    /// The text of some bytes, without a slice that would retain them all.
    private func text(_ range: Range<Int>) -> String {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
    }

    mutating func escape() throws(Fault) -> Character {
        let start = position
        position += 1
        let letter = byte
        position += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit(of: start)
            if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
            // A pair of surrogates; one alone becomes U+FFFD.
            guard unit < 0xDC00, bytes[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
            let next = position
            position += 2
            let low = try codeUnit(of: next)
            guard (0xDC00...0xDFFF).contains(low) else {
                position = next
                return "\u{FFFD}"
            }
            let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00
            return Unicode.Scalar(value).map { Character($0) } ?? "\u{FFFD}"
        default:
            throw fault("an invalid escape after a backslash", at: start)
        }
    }

    private mutating func codeUnit(of escape: Int) throws(Fault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = byte.flatMap(Hexadecimal.value) else {
                throw fault("\\u without four hexadecimal digits", at: escape)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
