/// Unpacks gzip files that are held in memory.
///
/// Source: RFC 1951, RFC 1952.
package enum GzipContents {
    /// Returns the contents of a gzip file of one or more members, checked against its checksums.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limit: The maximum number of bytes of the contents.
    /// - Returns: The contents of all members, one after another.
    /// - Throws: ``PackedError`` for anything else, and for contents beyond the limit.
    /// - Complexity: O(*n*) in the contents.
    package static func unpack(
        _ bytes: ContiguousArray<UInt8>, limit: Int = 1 << 30
    ) throws(PackedError) -> ContiguousArray<UInt8> {
        var output = ContiguousArray<UInt8>()
        var start = 0
        repeat {
            let memberStart = output.count
            var reader = DeflateReader(bytes, from: try headerEnd(bytes, start))
            try reader.inflate(into: &output, limit: limit)
            let end = reader.position
            guard end + 8 <= bytes.count else { throw PackedError(reason: "the file is cut off") }
            func word(_ at: Int) -> UInt32 {
                var value: UInt32 = 0
                for byte in bytes[at..<at + 4].reversed() { value = value << 8 | UInt32(byte) }
                return value
            }
            guard word(end) == CRC32(output.span.extracting(memberStart..<output.count)).value,
                word(end + 4) == UInt32(truncatingIfNeeded: output.count - memberStart)
            else { throw PackedError(reason: "the checksum is wrong") }
            start = end + 8
        } while start < bytes.count && bytes[start...].starts(with: Gzip.start)
        return output
    }

    /// Where the data begin behind the header of a member.
    private static func headerEnd(_ bytes: ContiguousArray<UInt8>, _ start: Int) throws(PackedError) -> Int {
        let cutOff = PackedError(reason: "the file is cut off")
        guard start + 10 <= bytes.count else { throw cutOff }
        guard bytes[start...].starts(with: Gzip.start), bytes[start + 2] == 8, bytes[start + 3] & 0xE0 == 0 else {
            throw PackedError(reason: "the file is no gzip")
        }
        let flags = bytes[start + 3]
        var at = start + 10
        if flags & 4 != 0 {
            guard at + 2 <= bytes.count else { throw cutOff }
            at += 2 + Int(bytes[at]) + 256 * Int(bytes[at + 1])
        }
        // A name, then a comment, each up to a zero.
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard at < bytes.count, let end = bytes[at...].firstIndex(of: 0) else { throw cutOff }
            at = end + 1
        }
        if flags & 2 != 0 { at += 2 }
        guard at <= bytes.count else { throw cutOff }
        return at
    }
}

extension MemorySource {
    /// The contents of a file that is held in memory, unpacked if it is gzip.
    ///
    /// - Throws: `TableError`; `.compressed` for gzip that cannot be unpacked.
    public init(unpacking path: String) throws(TableError) {
        var source = try FileSource(path: path)
        var bytes = ContiguousArray<UInt8>()
        try source.fill(&bytes)
        if bytes.starts(with: Gzip.start) {
            do throws(PackedError) { bytes = try GzipContents.unpack(bytes) } catch { throw .compressed(path: path) }
        }
        self.init(bytes, name: source.name)
    }
}
