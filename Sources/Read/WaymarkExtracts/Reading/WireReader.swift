/// A fault of an encoded message.
struct WireFault: Error {
    /// What is wrong.
    var reason: String
    /// Where, in bytes from the start of the message.
    var offset: Int
    /// Whether nothing is damaged, but an object is one that was deleted.
    var isDeletedObject = false
}

/// Reads the fields of messages in the encoding of protocol buffers, in place.
///
/// Not swift-protobuf (1.39.0), which takes twice as long for the blocks of shared/osm/andorra-x16, 0.10 s against 0.05 s, and
/// then leaves differences to be summed, and a message in memory for each way.
///
/// This is the one place of the module that reads by address. An instance exists only within the closure of ``read(_:_:)``, which
/// keeps the bytes where they are, and `position <= end <= count of the bytes` always holds: numbers, ``message(_:)`` and
/// ``skip(_:)``, which check it, are all that moves the position.
///
/// Source: protobuf.dev/programming-guides/encoding.
@safe
struct WireReader {
    /// The head of a field.
    struct Field {
        var number: UInt64
        /// How its value is written: 0 is a number, 1 eight bytes, 2 a length and bytes, 5 four bytes.
        var form: UInt64
    }

    private let bytes: UnsafeRawPointer
    /// The next byte, from the start of the outermost message.
    private(set) var position: Int
    /// The end of this message.
    let end: Int

    /// Calls `body` with a reader of `bytes`, which it must not keep.
    static func read<Result>(
        _ bytes: Span<UInt8>, _ body: (WireReader) throws(WireFault) -> Result
    ) throws(WireFault) -> Result {
        try unsafe bytes.withUnsafeBytes { (raw) throws(WireFault) in
            // Of no bytes none is read.
            let start = unsafe raw.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
            return try body(unsafe WireReader(bytes: start, position: 0, end: raw.count))
        }
    }

    private init(bytes: UnsafeRawPointer, position: Int, end: Int) {
        (unsafe self.bytes, self.position, self.end) = (unsafe bytes, position, end)
    }

    /// A message without fields.
    var nothing: WireReader { unsafe WireReader(bytes: bytes, position: end, end: end) }

    var isAtEnd: Bool { position == end }
    var count: Int { end - position }
    /// The bytes that are left, from the start of the outermost message.
    var range: Range<Int> { position..<end }

    func fault(_ reason: String) -> WireFault { WireFault(reason: reason, offset: position) }

    // MARK: Fields

    /// The head of the next field; nil at the end.
    mutating func field() throws(WireFault) -> Field? {
        if isAtEnd { return nil }
        let key = try varint()
        guard key >> 3 > 0 else { throw fault("a field without a number") }
        return Field(number: key >> 3, form: key & 7)
    }

    /// The number of a field.
    mutating func number(_ field: Field) throws(WireFault) -> UInt64 {
        guard field.form == 0 else { throw fault("field \(field.number) is no number") }
        return try varint()
    }

    /// The number of a field that is often negative.
    mutating func signedNumber(_ field: Field) throws(WireFault) -> Int64 { Self.signed(try number(field)) }

    /// The message, text or packed list of a field.
    mutating func message(_ field: Field) throws(WireFault) -> WireReader {
        guard field.form == 2 else { throw fault("field \(field.number) has no length") }
        let length = try varint()
        guard length <= UInt64(count) else { throw fault("field \(field.number) is longer than what it is in") }
        let start = position
        position += Int(length)
        return unsafe WireReader(bytes: bytes, position: start, end: position)
    }

    /// Goes behind the value of a field.
    mutating func skip(_ field: Field) throws(WireFault) {
        let size: Int
        switch field.form {
        case 0:
            _ = try varint()
            return
        case 2:
            _ = try message(field)
            return
        case 1: size = 8
        case 5: size = 4
        default: throw fault("field \(field.number) is of a form that does not exist: \(field.form)")
        }
        guard count >= size else { throw fault("the message ends within field \(field.number)") }
        position += size
    }

    /// The text of what is left; malformed bytes become U+FFFD.
    func text() -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: bytes + position, count: count), as: UTF8.self)
    }

    /// Whether one of the bytes that are left is `byte`.
    func contains(_ byte: UInt8) -> Bool {
        for index in range where unsafe bytes.load(fromByteOffset: index, as: UInt8.self) == byte { return true }
        return false
    }

    // MARK: Numbers

    /// The next number, of 7 bits in each byte, the lowest first.
    @inline(__always)
    mutating func varint() throws(WireFault) -> UInt64 {
        guard end &- position >= 8 else { return try longVarint() }
        let word = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        // The last byte of a number is the first whose high bit is not set.
        let ends = ~word & 0x8080_8080_8080_8080
        guard ends != 0 else { return try longVarint() }
        position &+= (ends.trailingZeroBitCount &+ 1) &>> 3
        // The bytes up to there, then their bits moved together: by pairs of bytes, by fours, all.
        let sevens = word & (ends ^ (ends &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
        let pairs = (sevens & 0x7F00_7F00_7F00_7F00) &>> 1 | sevens & 0x007F_007F_007F_007F
        let fours = (pairs & 0x3FFF_0000_3FFF_0000) &>> 2 | pairs & 0x0000_3FFF_0000_3FFF
        return (fours & 0x0FFF_FFFF_0000_0000) &>> 4 | fours & 0x0FFF_FFFF
    }

    /// The next number as one that is often negative: 0, -1, 1, -2 and so on.
    @inline(__always)
    mutating func signed() throws(WireFault) -> Int64 { Self.signed(try varint()) }

    @inline(__always)
    private static func signed(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number &>> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// A number near the end of the message, or of more than eight bytes.
    @inline(never)
    private mutating func longVarint() throws(WireFault) -> UInt64 {
        var (number, shift) = (UInt64(0), UInt64(0))
        var index = position
        while index < end {
            let byte = unsafe bytes.load(fromByteOffset: index, as: UInt8.self)
            // Ten bytes have six bits more than a number.
            guard shift < 63 || byte <= 1 else { throw fault("a number of more than 64 bits") }
            number |= UInt64(byte & 0x7F) << shift
            index += 1
            shift += 7
            if byte < 0x80 {
                position = index
                return number
            }
        }
        throw fault("the message ends within a number")
    }
}
