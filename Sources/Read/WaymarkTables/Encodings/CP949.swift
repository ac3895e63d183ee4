import WaymarkText

/// Code page 949, the superset of EUC-KR written by Korean spreadsheets.
///
/// ASCII is unchanged; every other character takes two bytes, the first 0x81 to 0xFE and the second a letter or 0x81 to
/// 0xFE. The table of all 17 048 codes is part of this module, and is unpacked at first use.
public enum CP949 {
    /// Appends `bytes` as UTF-8 to `output`, up to the first invalid sequence.
    ///
    /// - Parameters:
    ///   - bytes: Text in CP949.
    ///   - output: The UTF-8 is appended here.
    /// - Returns: The offset of the first invalid or truncated sequence; `nil` if all of `bytes` was decoded.
    /// - Complexity: O(*n*), with one table lookup per character.
    public static func decode(_ bytes: Span<UInt8>, appendingTo output: inout ContiguousArray<UInt8>) -> Int? {
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
    static func step(_ bytes: Span<UInt8>, at index: Int) -> TextStep {
        let lead = bytes[index]
        if lead < 0x80 { return TextStep(kind: .valid, length: 1) }
        guard lead >= firstLead, lead <= lastLead else { return TextStep(kind: .invalid, length: 1) }
        guard index + 1 < bytes.count else { return TextStep(kind: .cut, length: 1) }
        let trail = bytes[index + 1]
        if trail >= firstTrail, trail <= lastTrail,
            table[Int(lead - firstLead) * trailCount + Int(trail - firstTrail)] != 0
        {
            return TextStep(kind: .valid, length: 2)
        }
        return TextStep(kind: .invalid, length: trail < 0x80 ? 1 : 2)
    }

    private static let firstLead: UInt8 = 0x81
    private static let lastLead: UInt8 = 0xFE
    private static let firstTrail: UInt8 = 0x41
    private static let lastTrail: UInt8 = 0xFE
    private static let trailCount = Int(lastTrail - firstTrail) + 1

    /// UTF-16 values by lead and trail byte, 0 for no character.
    private static let table = makeTable()

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

    /// The codes of KS X 1001, and around them, in the order of Unicode, the syllables that it lacks.
    private static func makeTable() -> ContiguousArray<UInt16> {
        var table = ContiguousArray<UInt16>(repeating: 0, count: Int(lastLead - firstLead + 1) * trailCount)
        let syllables: ClosedRange<UInt16> = 0xAC00...0xD7A3
        var isThere = ContiguousArray(repeating: false, count: syllables.count)
        func place(_ lead: Int, _ trail: Int) -> Int {
            (lead - Int(firstLead)) * trailCount + trail - Int(firstTrail)
        }
        var (lead, trail) = (0xA1, 0xA1)
        for scalar in String(decoding: PackageResources.ksx1001_txt, as: UTF8.self).unicodeScalars {
            guard scalar != "\n" else {
                (lead, trail) = (lead + 1, 0xA1)
                continue
            }
            if scalar != "\u{FFFD}" {
                let value = UInt16(scalar.value)
                table[place(lead, trail)] = value
                if syllables ~= value { isThere[Int(value - syllables.lowerBound)] = true }
            }
            trail += 1
        }
        var missing = syllables.lazy.filter { !isThere[Int($0 - syllables.lowerBound)] }.makeIterator()
        for lead in 0x81...0xC6 {
            for trail in [0x41...0x5A, 0x61...0x7A, 0x81...(lead < 0xA1 ? 0xFE : 0xA0)].joined() {
                guard let syllable = missing.next() else { break }
                table[place(lead, trail)] = syllable
            }
        }
        return table
    }
}
