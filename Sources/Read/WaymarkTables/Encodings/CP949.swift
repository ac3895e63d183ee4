import WaymarkC
import WaymarkText

/// Code page 949, the superset of EUC-KR written by Korean spreadsheets.
///
/// ASCII is unchanged; every other character takes two bytes, the first 0x81 to 0xFE and the second a letter or 0x81 to
/// 0xFE. The table of all codes is built with the C library's iconv at first use; decoding uses only the table.
public enum CP949 {
    /// Whether the C library supports the encoding.
    public static var isAvailable: Bool { table != nil }

    /// Appends `bytes` as UTF-8 to `output`, up to the first invalid sequence.
    ///
    /// - Parameters:
    ///   - bytes: Text in CP949.
    ///   - output: The UTF-8 is appended here.
    /// - Returns: The offset of the first invalid or truncated sequence; `nil` if all of `bytes` was decoded.
    /// - Throws: `TableError.unsupportedEncoding` if the C library does not support CP949.
    /// - Complexity: O(*n*), with one table lookup per character.
    public static func decode(
        _ bytes: Span<UInt8>, appendingTo output: inout ContiguousArray<UInt8>
    ) throws(TableError) -> Int? {
        let table = try loadedTable()
        let held = output.count
        // A two-byte code becomes at most three bytes.
        let room = bytes.count + bytes.count / 2 + 1
        output.append(contentsOf: repeatElement(0, count: room))
        let (taken, written) = unsafe table.withUnsafeBufferPointer { table in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe decode(bytes, table, into: output.baseAddress! + held)
                }
            }
        }
        output.removeLast(room - written)
        return taken == bytes.count ? nil : taken
    }

    /// The sequence of `bytes` at `index`.
    ///
    /// An invalid pair whose second byte is ASCII counts as one invalid byte, so the ASCII byte is kept.
    static func step(_ bytes: Span<UInt8>, at index: Int) throws(TableError) -> TextStep {
        let lead = bytes[index]
        if lead < 0x80 { return TextStep(kind: .valid, length: 1) }
        guard lead >= firstLead, lead <= lastLead else { return TextStep(kind: .invalid, length: 1) }
        guard index + 1 < bytes.count else { return TextStep(kind: .cut, length: 1) }
        let trail = bytes[index + 1]
        if try scalar(lead: lead, trail: trail) != nil { return TextStep(kind: .valid, length: 2) }
        return TextStep(kind: .invalid, length: trail < 0x80 ? 1 : 2)
    }

    /// The character of a two-byte code, `nil` for a code without one.
    static func scalar(lead: UInt8, trail: UInt8) throws(TableError) -> Unicode.Scalar? {
        guard lead >= firstLead, lead <= lastLead, trail >= firstTrail, trail <= lastTrail else { return nil }
        let value = try loadedTable()[Int(lead - firstLead) * trailCount + Int(trail - firstTrail)]
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    private static let firstLead: UInt8 = 0x81
    private static let lastLead: UInt8 = 0xFE
    private static let firstTrail: UInt8 = 0x41
    private static let lastTrail: UInt8 = 0xFE
    private static let trailCount = Int(lastTrail - firstTrail) + 1

    /// UTF-16 values by lead and trail byte, 0 for no character.
    private static let table: ContiguousArray<UInt16>? = makeTable()

    private static func loadedTable() throws(TableError) -> ContiguousArray<UInt16> {
        guard let table else { throw TableError.unsupportedEncoding(name: "CP949", path: "the input") }
        return table
    }

    /// Decodes until the end or the first invalid sequence; returns the numbers of bytes read and written.
    @unsafe
    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt16>,
        into output: UnsafeMutablePointer<UInt8>
    ) -> (taken: Int, written: Int) {
        let count = bytes.count
        var index = 0
        var written = 0
        while index < count {
            let lead = unsafe bytes[index]
            if lead < 0x80 {
                unsafe output[written] = lead
                index += 1
                written += 1
                continue
            }
            guard lead >= firstLead, lead <= lastLead, index + 1 < count else { break }
            let trail = unsafe bytes[index + 1]
            guard trail >= firstTrail, trail <= lastTrail else { break }
            let value = unsafe table[Int(lead &- firstLead) * trailCount + Int(trail &- firstTrail)]
            if value == 0 { break }
            if value < 0x800 {
                unsafe output[written] = 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
                unsafe output[written + 1] = 0x80 | UInt8(truncatingIfNeeded: value & 0x3F)
                written += 2
            } else {
                unsafe output[written] = 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
                unsafe output[written + 1] = 0x80 | UInt8(truncatingIfNeeded: (value >> 6) & 0x3F)
                unsafe output[written + 2] = 0x80 | UInt8(truncatingIfNeeded: value & 0x3F)
                written += 3
            }
            index += 2
        }
        return (index, written)
    }

    /// Decodes every two-byte code with iconv; `nil` if it knows neither name of the encoding.
    private static func makeTable() -> ContiguousArray<UInt16>? {
        for name in ["CP949", "UHC"] {
            guard let converter = unsafe iconv_open("UTF-16LE", name) else { continue }
            if Int(bitPattern: converter) == -1 { continue }
            defer { unsafe _ = iconv_close(converter) }
            var table = ContiguousArray<UInt16>()
            table.reserveCapacity(Int(lastLead - firstLead + 1) * trailCount)
            for lead in firstLead...lastLead {
                for trail in firstTrail...lastTrail {
                    table.append(unsafe code(lead, trail, by: converter))
                }
            }
            return table
        }
        return nil
    }

    /// The UTF-16 value of one code, 0 if iconv refuses it or gives more than one unit.
    @unsafe
    private static func code(_ lead: UInt8, _ trail: UInt8, by converter: iconv_t) -> UInt16 {
        var input = (CChar(bitPattern: lead), CChar(bitPattern: trail))
        var output: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        return unsafe withUnsafeMutableBytes(of: &input) { source in
            unsafe withUnsafeMutableBytes(of: &output) { target in
                var from = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var left = 2
                var room = 4
                unsafe _ = iconv(converter, nil, nil, nil, nil)
                let result = unsafe iconv(converter, &from, &left, &to, &room)
                guard result == 0, left == 0, room == 2 else { return 0 }
                return unsafe UInt16(target[0]) | UInt16(target[1]) << 8
            }
        }
    }
}
