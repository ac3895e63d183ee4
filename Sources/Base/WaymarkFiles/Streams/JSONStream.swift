import WaymarkText

/// Reads JSON (RFC 8259) from a source, value by value: large lists are not held.
///
/// The caller goes into objects and lists, and takes or skips each value in them. `JSONParser` reads the values, within
/// its limit of depth; a text, and a value that is taken, has at most 16 MiB.
///
/// ```swift
/// try json.beginObject()
/// while let name = try json.nextMember() {
///     if name == "title" { title = try json.value() } else { try json.skip() }
/// }
/// ```
package struct JSONStream {
    private var text: TextStream
    private var depth = 0
    /// Whether nothing of the innermost open object or list was read yet.
    private var isFirst = false

    /// - Throws: As `TextStream`.
    package init(_ source: consuming any ByteSource) throws(TextError) {
        text = try TextStream(source)
        try text.skipBlanks()
    }

    /// The line and the column of the next value.
    package var place: (line: Int, column: Int) { mutating get { text.place() } }

    private mutating func malformed(_ reason: String) -> TextError {
        text.malformed(text.isDone ? reason + "; the text ends here" : reason)
    }

    /// Whether the next value is an object.
    package var isAtObject: Bool { mutating get throws(TextError) { try text.next == UInt8(ascii: "{") } }
    /// Whether the next value is a list.
    package var isAtList: Bool { mutating get throws(TextError) { try text.next == UInt8(ascii: "[") } }

    // MARK: Objects and lists

    /// Goes into an object.
    package mutating func beginObject() throws(TextError) { try begin(UInt8(ascii: "{"), "an object") }

    /// Goes into a list.
    package mutating func beginList() throws(TextError) { try begin(UInt8(ascii: "["), "a list") }

    /// The name of the next member of the object, whose value comes next; nil behind the last one, and out of the
    /// object.
    package mutating func nextMember() throws(TextError) -> String? {
        guard try !end(UInt8(ascii: "}")) else { return nil }
        guard try text.next == Byte.quote, case .string(let name) = try value() else {
            throw malformed("expected a name in double quotes")
        }
        try text.skipBlanks()
        guard try text.next == UInt8(ascii: ":") else { throw malformed("expected ':' after the name") }
        text.position += 1
        try text.skipBlanks()
        return name
    }

    /// Whether a value of the list comes next; false behind the last one, and out of the list.
    package mutating func nextElement() throws(TextError) -> Bool { try !end(UInt8(ascii: "]")) }

    /// Checks that nothing follows.
    package mutating func finish() throws(TextError) {
        try text.skipBlanks()
        if try text.next != nil { throw malformed("unexpected text after the end of the value") }
    }

    private mutating func begin(_ bracket: UInt8, _ what: String) throws(TextError) {
        guard try text.next == bracket else { throw malformed("expected \(what)") }
        depth += 1
        guard depth <= JSONParser.depthLimit else { throw malformed("nested more than \(JSONParser.depthLimit) deep") }
        text.position += 1
        isFirst = true
    }

    /// Whether the open object or list ends here; otherwise goes to what comes next in it.
    private mutating func end(_ bracket: UInt8) throws(TextError) -> Bool {
        try text.skipBlanks()
        defer { isFirst = false }
        if try text.next == bracket {
            text.position += 1
            depth -= 1
            return true
        }
        if isFirst { return false }
        guard try text.next == Byte.comma else {
            throw malformed("expected ',' or '\(Character(Unicode.Scalar(bracket)))' after a value")
        }
        text.position += 1
        try text.skipBlanks()
        return false
    }

    // MARK: Values

    /// The next value, as a whole.
    package mutating func value() throws(TextError) -> JSONValue {
        let place = text.place()
        text.keep()
        defer { text.drop() }
        try pass()
        do throws(JSONParser.Fault) {
            return try JSONParser.value(of: text.bytes, in: text.kept())
        } catch {
            throw .malformed(
                reason: error.reason, line: place.line + error.line - 1,
                column: error.line == 1 ? place.column + error.column - 1 : error.column)
        }
    }

    /// Goes behind the next value, which is checked.
    package mutating func skip() throws(TextError) {
        if try isAtObject {
            try beginObject()
            while try nextMember() != nil { try skip() }
        } else if try isAtList {
            try beginList()
            while try nextElement() { try skip() }
        } else {
            _ = try value()
        }
    }

    /// Goes behind the next value by its brackets and quotes alone; or to where the text ends, or another begins.
    private mutating func pass() throws(TextError) {
        var depth = 0
        repeat {
            switch try text.next {
            case nil: return
            case Byte.quote: try passText()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                text.position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                text.position += 1
            case _ where depth > 0: text.position += 1
            default:
                while try text.skip(to: Self.endsWord) {}
            }
        } while depth > 0
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte <= Byte.space || byte == Byte.comma || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    private mutating func passText() throws(TextError) {
        text.position += 1
        while true {
            while try text.skip(to: { $0 == Byte.quote || $0 == UInt8(ascii: "\\") }) {}
            guard let byte = try text.next else { return }
            text.position += 1
            if byte == Byte.quote { return }
            if try text.next != nil { text.position += 1 }
        }
    }
}
