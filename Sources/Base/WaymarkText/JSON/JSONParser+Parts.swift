/// A member of a JSON object, by its ranges of bytes.
public struct JSONMember: Sendable {
    /// The bytes of the name, without its quotes.
    public let name: Range<Int>
    /// Whether the name is written with escapes.
    public let isEscaped: Bool
    /// The bytes of the value.
    public let value: Range<Int>

    /// The name.
    ///
    /// - Parameter bytes: The text that the member was found in.
    /// - Returns: The name, without quotes and escapes.
    public func name(in bytes: ContiguousArray<UInt8>) -> String {
        let quoted = name.lowerBound - 1..<name.upperBound + 1
        if isEscaped, case .string(let name)? = try? JSONParser.value(of: bytes, in: quoted) { return name }
        return String(decoding: bytes[name], as: UTF8.self)
    }
}

// The parts of a text by their ranges of bytes: what is not wanted is checked, and no values are made of it.
extension JSONParser {
    /// The members of an object, in their order; nil for another value.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8 without a byte order mark.
    ///   - range: The bytes of a value, all of which is checked; blanks may be around it.
    /// - Returns: The members, repeated names included.
    /// - Throws: The first fault; its line is counted from the start of the range.
    /// - Complexity: O(*n*).
    public static func members(
        of bytes: ContiguousArray<UInt8>, in range: Range<Int>
    ) throws(Fault) -> ContiguousArray<JSONMember>? {
        var members = ContiguousArray<JSONMember>()
        members.reserveCapacity(12)
        let isObject = try whole(range, of: bytes) { parser throws(Fault) in
            let isObject = parser.byte == UInt8(ascii: "{")
            guard isObject else {
                try parser.skipValue()
                return false
            }
            try parser.skipObject {
                members.append($0)
                return members.count <= memberLimit
            }
            return true
        }
        return isObject ? members : nil
    }

    /// The elements of a list, in their order, each by its bytes; nil for another value.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8 without a byte order mark.
    ///   - range: The bytes of a value, all of which is checked; blanks may be around it.
    /// - Returns: The range of each element in `bytes`.
    /// - Throws: The first fault; its line is counted from the start of the range.
    /// - Complexity: O(*n*).
    public static func elements(
        of bytes: ContiguousArray<UInt8>, in range: Range<Int>
    ) throws(Fault) -> ContiguousArray<Range<Int>>? {
        var elements = ContiguousArray<Range<Int>>()
        let isList = try whole(range, of: bytes) { parser throws(Fault) in
            let isList = parser.byte == UInt8(ascii: "[")
            try isList ? parser.skipList { elements.append($0) } : parser.skipValue()
            return isList
        }
        return isList ? elements : nil
    }

    /// The value of some bytes of a text.
    ///
    /// - Throws: The first fault; its line and column are counted from the start of the range.
    /// - Complexity: O(*n*).
    public static func value(of bytes: ContiguousArray<UInt8>, in range: Range<Int>) throws(Fault) -> JSONValue {
        try whole(range, of: bytes) { parser throws(Fault) in try parser.value() }
    }

    /// Reads the value that a range has, with nothing but blanks around it.
    @inline(__always)
    private static func whole<Value>(
        _ range: Range<Int>, of bytes: ContiguousArray<UInt8>, _ read: (inout JSONParser) throws(Fault) -> Value
    ) throws(Fault) -> Value {
        var parser = JSONParser(bytes: bytes)
        (parser.position, parser.lineStart) = (range.lowerBound, range.lowerBound)
        parser.skipBlanks()
        let value = try read(&parser)
        let isBeyond = parser.position > range.upperBound
        parser.skipBlanks()
        guard !isBeyond, parser.position >= range.upperBound else {
            throw parser.fault("unexpected text after the end of the value")
        }
        return value
    }

    private mutating func skipValue() throws(Fault) {
        switch byte {
        case UInt8(ascii: "{"): try skipObject { _ in true }
        case UInt8(ascii: "["): try skipList { _ in }
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "t"): _ = try word("true", .null)
        case UInt8(ascii: "f"): _ = try word("false", .null)
        case UInt8(ascii: "n"): _ = try word("null", .null)
        case _ where isAtNumber: try skipNumber()
        default: throw fault("expected a value")
        }
    }

    /// Skips an object; `take` says whether it may have more members.
    private mutating func skipObject(_ take: (JSONMember) -> Bool) throws(Fault) {
        try open()
        try parts(until: UInt8(ascii: "}")) { parser throws(Fault) in
            let (name, isEscaped) = try parser.name { parser throws(Fault) in
                let start = parser.position + 1
                let isEscaped = try parser.skipString()
                return (start..<parser.position - 1, isEscaped)
            }
            let first = parser.position
            try parser.skipValue()
            let member = JSONMember(name: name, isEscaped: isEscaped, value: first..<parser.position)
            if !take(member) { throw parser.fault(Self.tooManyMembers) }
        }
    }

    private mutating func skipList(_ take: (Range<Int>) -> Void) throws(Fault) {
        try open()
        try parts(until: UInt8(ascii: "]")) { parser throws(Fault) in
            let first = parser.position
            try parser.skipValue()
            take(first..<parser.position)
        }
    }

    /// Skips a text, which is checked; returns whether it has escapes.
    mutating func skipString() throws(Fault) -> Bool {
        position += 1
        var isEscaped = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return isEscaped
            case UInt8(ascii: "\\"):
                isEscaped = true
                _ = try escape()
            case 0x00..<0x20:
                throw fault("a line end or control character inside a text")
            default: position += 1
            }
        }
        throw fault("a text without its closing quote")
    }
}
