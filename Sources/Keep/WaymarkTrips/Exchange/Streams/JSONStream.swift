import WaymarkTables
import WaymarkText

/// Reads JSON (RFC 8259) from a source, value by value: large lists are not held.
///
/// The caller goes into objects and lists, and takes or skips each value in them. Strict as `JSONParser`, with its limit
/// of depth; a text or a value that is taken has at most 16 MiB.
///
/// ```swift
/// try json.beginObject()
/// while let name = try json.nextMember() {
///     if name == "title" { title = try json.value() } else { try json.skip() }
/// }
/// ```
struct JSONStream {
    private static let depthLimit = 200

    private var text: TextStream
    private var depth = 0
    /// Whether nothing of the innermost open object or list was read yet.
    private var isFirst = false

    /// - Throws: As `TextStream`.
    init(_ source: consuming any ByteSource) throws(ImportError) {
        text = try TextStream(source)
        try skipBlanks()
    }

    /// The line and the column of the next value.
    var place: (line: Int, column: Int) { mutating get { text.place() } }

    /// An error at the next byte.
    mutating func malformed(_ reason: String) -> ImportError { text.malformed(reason) }

    /// Whether the next value is an object.
    var isAtObject: Bool { mutating get throws(ImportError) { try text.next == UInt8(ascii: "{") } }
    /// Whether the next value is a list.
    var isAtList: Bool { mutating get throws(ImportError) { try text.next == UInt8(ascii: "[") } }

    // MARK: Objects and lists

    /// Goes into an object.
    mutating func beginObject() throws(ImportError) { try begin(UInt8(ascii: "{"), "an object") }

    /// Goes into a list.
    mutating func beginList() throws(ImportError) { try begin(UInt8(ascii: "["), "a list") }

    /// The name of the next member of the object, whose value comes next; nil behind the last one, and out of the
    /// object.
    mutating func nextMember() throws(ImportError) -> String? {
        guard try !end(UInt8(ascii: "}")) else { return nil }
        guard try text.next == UInt8(ascii: "\"") else { throw text.malformed("expected a name in double quotes") }
        text.keep()
        let hasEscapes = try skipText()
        let name = text.take()
        try skipColon()
        if hasEscapes, case .string(let name)? = try? JSONParser.value(name) { return name }
        return String(decoding: name.dropFirst().dropLast(), as: UTF8.self)
    }

    /// Whether a value of the list comes next; false behind the last one, and out of the list.
    mutating func nextElement() throws(ImportError) -> Bool { try !end(UInt8(ascii: "]")) }

    /// Checks that nothing follows.
    mutating func finish() throws(ImportError) {
        try skipBlanks()
        if try text.next != nil { throw text.malformed("unexpected text after the end of the value") }
    }

    private mutating func begin(_ bracket: UInt8, _ what: String) throws(ImportError) {
        guard try text.next == bracket else { throw text.malformed("expected \(what)") }
        depth += 1
        guard depth <= Self.depthLimit else { throw text.malformed("nested more than \(Self.depthLimit) deep") }
        text.position += 1
        isFirst = true
    }

    /// Whether the open object or list ends here; otherwise goes to what comes next in it.
    private mutating func end(_ bracket: UInt8) throws(ImportError) -> Bool {
        try skipBlanks()
        if try text.next == bracket {
            text.position += 1
            depth -= 1
            isFirst = false
            return true
        }
        if isFirst {
            isFirst = false
            return false
        }
        guard try text.next == UInt8(ascii: ",") else {
            throw text.malformed("expected ',' or '\(Character(Unicode.Scalar(bracket)))' after a value")
        }
        text.position += 1
        try skipBlanks()
        return false
    }

    // MARK: Values

    /// The next value, as a whole.
    mutating func value() throws(ImportError) -> JSONValue {
        let place = text.place()
        text.keep()
        try skip()
        do throws(JSONParser.Fault) {
            return try JSONParser.value(text.take())
        } catch {
            throw .malformed(reason: error.reason, line: place.line, column: place.column)
        }
    }

    /// Goes behind the next value, which is checked.
    mutating func skip() throws(ImportError) {
        switch try text.next {
        case UInt8(ascii: "\""): _ = try skipText()
        case UInt8(ascii: "{"):
            try beginObject()
            while try !end(UInt8(ascii: "}")) {
                guard try text.next == UInt8(ascii: "\"") else {
                    throw text.malformed("expected a name in double quotes")
                }
                _ = try skipText()
                try skipColon()
                try skip()
            }
        case UInt8(ascii: "["):
            try beginList()
            while try nextElement() { try skip() }
        case UInt8(ascii: "t"): try skip("true")
        case UInt8(ascii: "f"): try skip("false")
        case UInt8(ascii: "n"): try skip("null")
        default: try skipNumber()
        }
    }

    private mutating func skip(_ word: StaticString) throws(ImportError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard try text.next == word.withUTF8Buffer({ unsafe $0[index] }) else {
                throw text.malformed("expected a value")
            }
            text.position += 1
        }
    }

    private mutating func skipNumber() throws(ImportError) {
        let isNegative = try skipByte(UInt8(ascii: "-"))
        guard let first = try text.next, (0x30...0x39).contains(first) else {
            throw text.malformed(isNegative ? "expected a digit" : "expected a value")
        }
        if try skipDigits() > 1, first == UInt8(ascii: "0") { throw text.malformed("a number with a leading 0") }
        if try skipByte(UInt8(ascii: ".")) { try skipDigits() }
        if let byte = try text.next, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            text.position += 1
            if try !skipByte(UInt8(ascii: "+")) { _ = try skipByte(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    private mutating func skipByte(_ byte: UInt8) throws(ImportError) -> Bool {
        guard try text.next == byte else { return false }
        text.position += 1
        return true
    }

    /// Goes behind digits, of which there is at least one; their number.
    @discardableResult
    private mutating func skipDigits() throws(ImportError) -> Int {
        var count = 0
        while let byte = try text.next, (0x30...0x39).contains(byte) {
            text.position += 1
            count += 1
        }
        if count == 0 { throw text.malformed("expected a digit") }
        return count
    }

    /// Goes behind a text in quotes; whether it has escapes.
    private mutating func skipText() throws(ImportError) -> Bool {
        text.position += 1
        var hasEscapes = false
        while true {
            text.skipPlainText()
            guard let byte = try text.next else { throw text.malformed("a text without its closing quote") }
            switch byte {
            case UInt8(ascii: "\""):
                text.position += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0x00..<0x20: throw text.malformed("a line end or control character inside a text")
            default: text.position += 1
            }
        }
    }

    private mutating func skipEscape() throws(ImportError) {
        text.position += 1
        switch try text.next {
        case UInt8(ascii: "u"):
            text.position += 1
            for _ in 0..<4 {
                guard let digit = try text.next, Hexadecimal.value(digit) != nil else {
                    throw text.malformed("\\u without four hexadecimal digits")
                }
                text.position += 1
            }
        case let letter? where "\"\\/bfnrt".utf8.contains(letter): text.position += 1
        default: throw text.malformed("an invalid escape after a backslash")
        }
    }

    private mutating func skipColon() throws(ImportError) {
        try skipBlanks()
        guard try text.next == UInt8(ascii: ":") else { throw text.malformed("expected ':' after the name") }
        text.position += 1
        try skipBlanks()
    }

    private mutating func skipBlanks() throws(ImportError) {
        while let byte = try text.next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            text.position += 1
        }
    }
}
