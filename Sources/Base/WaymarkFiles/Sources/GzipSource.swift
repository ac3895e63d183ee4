/// The contents of a gzip file, unpacked as they are read, in memory for a few pieces.
///
/// Members that follow one another are one content, as for `gzip`; zeros behind them, as on tapes, are skipped.
///
/// Source: RFC 1952.
package struct GzipSource: ByteSource {
    /// The first bytes of a gzip file.
    private static let start: [UInt8] = [0x1F, 0x8B]
    /// The maximum number of bytes that a packed one holds (deflate's limit).
    package static let maxRatio = 1032
    /// The maximum number of packed bytes that were read and not unpacked.
    package static let maxHeld = 2 * chunk
    private static let chunk = 1 << 16

    private var packed: any ByteSource
    /// Packed bytes; those before `position` are taken.
    private var input: ContiguousArray<UInt8>
    private var position = 0
    /// The number of packed bytes before `input`.
    private var offset = 0
    private let inflater = Inflater(.gzip)
    private var isBehindMember = false

    /// A source, unpacked if it is gzip: the one place that recognises it, by the first bytes.
    ///
    /// - Throws: `TableError.readFailed`; `.damagedGzip`; `.compressed` for gzip within gzip.
    package static func unpacking(_ source: any ByteSource) throws(TableError) -> any ByteSource {
        // These have been here, or are used in place.
        if source is FileSource { return source }
        if let bytes = (source as? MemorySource)?.whole, !bytes.starts(with: start) { return source }
        var source = source
        var (head, content) = (ContiguousArray<UInt8>(), ContiguousArray<UInt8>())
        while head.count < start.count, try source.read(upTo: chunk, into: &head) > 0 {}
        guard head.starts(with: start) else { return HeadedSource(head, source) }
        var unpacked = GzipSource(head, source)
        try unpacked.fill(&content, to: start.count)
        if content.starts(with: start) { throw .compressed(path: unpacked.name) }
        return HeadedSource(content, unpacked)
    }

    /// The same for bytes in memory.
    package static func unpacking(
        _ bytes: ContiguousArray<UInt8>, name: String
    ) throws(TableError) -> ContiguousArray<UInt8> {
        var source = try unpacking(MemorySource(bytes, name: name))
        if source is MemorySource { return bytes }
        var content = ContiguousArray<UInt8>()
        try source.fill(&content)
        return content
    }

    /// Unpacks a file whose first bytes were read.
    ///
    /// - Parameters:
    ///   - head: The first bytes.
    ///   - packed: What follows.
    package init(_ head: ContiguousArray<UInt8>, _ packed: consuming any ByteSource) {
        (input, self.packed) = (head, packed)
    }

    package var name: String { packed.name }
    /// Nil: what is packed does not say how much it is.
    package var size: Int? { nil }

    /// - Throws: `TableError.readFailed`; `.damagedGzip`; `buffer` is then unchanged.
    package mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        let held = buffer.count
        while buffer.count == held {
            if isBehindMember {
                guard try beginMember() else { return 0 }
            }
            do throws(PackedError) {
                let (taken, isEnd) = try inflater.unpack(
                    input.span.extracting(position..<input.count), into: &buffer, upTo: count)
                position += taken
                isBehindMember = isEnd
            } catch {
                buffer.removeLast(buffer.count - held)
                throw damaged(error.reason)
            }
            if buffer.count == held, !isBehindMember, try !refill() { throw damaged("it is cut off") }
        }
        return buffer.count - held
    }

    /// Begins the next member; false at the end of the file.
    private mutating func beginMember() throws(TableError) -> Bool {
        while true {
            while position < input.count, input[position] == 0 { position += 1 }
            if input.count - position >= Self.start.count { break }
            if try !refill() {
                if position == input.count { return false }
                break
            }
        }
        guard input[position...].starts(with: Self.start) else {
            throw damaged("other bytes follow its end, from byte \(offset + position + 1)")
        }
        inflater.restart()
        isBehindMember = false
        return true
    }

    /// Reads more packed bytes; false at the end of the file.
    private mutating func refill() throws(TableError) -> Bool {
        input.removeSubrange(0..<position)
        (offset, position) = (offset + position, 0)
        return try packed.read(upTo: Self.chunk, into: &input) > 0
    }

    private func damaged(_ reason: String) -> TableError {
        .damagedGzip(path: name, reason: reason)
    }
}
