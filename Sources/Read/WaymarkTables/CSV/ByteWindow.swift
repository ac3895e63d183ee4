import WaymarkText

/// A moving window on the bytes of an input: those in memory, and the position and line of the next one.
struct ByteWindow: ~Copyable {
    private static let chunk = 1 << 18

    private var source: any ByteSource
    private(set) var bytesRead = 0
    /// Raw bytes; those before `start` are consumed, and those from `end` on belong to other blocks.
    private(set) var buffer: ContiguousArray<UInt8> = []
    private(set) var start = 0
    private(set) var end = 0
    private(set) var isAtEnd = false
    /// The 1-based line of `start`.
    var line = 1
    /// Whether the byte before `start` is a CR, so that an LF at `start` belongs to the same line end.
    private var followsCarriageReturn = false
    private(set) var bytesConsumed = 0
    /// The bytes consumed since a block was begun; `nil` unless one is being cut record by record.
    var cut: ContiguousArray<UInt8>?
    /// Whether the buffer is shared, so that its rest is copied before more is read.
    private var isShared = false

    /// The bytes of a source, which is read on demand; a source in memory is used in place.
    init(_ source: consuming any ByteSource) {
        self.source = source
        // Positions of fields have 32 bits.
        if let bytes = (self.source as? MemorySource)?.whole, bytes.count <= Int(Int32.max) {
            (buffer, end, bytesRead, isAtEnd, isShared) = (bytes, bytes.count, bytes.count, true, true)
        }
    }

    var name: String { source.name }
    var size: Int? { source.size }

    /// Restarts with the bytes of `storage` in `range` as the whole input.
    mutating func begin(_ storage: ContiguousArray<UInt8>, _ range: Range<Int>, line: Int) {
        (buffer, start, end) = (storage, range.lowerBound, range.upperBound)
        (isAtEnd, self.line) = (true, line)
        (followsCarriageReturn, bytesConsumed) = (false, 0)
    }

    /// Unpacks the source if it is gzip, before any byte is consumed.
    mutating func unpack() throws(TableError) {
        source = try GzipSource.unpacking(source)
        if isShared, !(source is MemorySource) {
            (buffer, end, bytesRead, isAtEnd, isShared) = ([], 0, 0, false, false)
        }
    }

    /// Appends more bytes to the buffer; `false` at the end of the input.
    mutating func fill() throws(TableError) -> Bool {
        if isAtEnd { return false }
        if isShared {
            var rest = ContiguousArray<UInt8>()
            rest.reserveCapacity(buffer.count - start + Self.chunk)
            rest.append(contentsOf: buffer[start...])
            (buffer, start, isShared) = (rest, 0, false)
        } else if start > 0 {
            buffer.removeSubrange(0..<start)
            start = 0
        }
        let taken = try source.read(upTo: Self.chunk, into: &buffer)
        bytesRead += taken
        end = buffer.count
        isAtEnd = taken == 0
        return taken > 0
    }

    /// Ensures at least `count` bytes from `start`, or all remaining ones.
    mutating func fill(to count: Int) throws(TableError) {
        while end - start < count {
            guard try fill() else { return }
        }
    }

    mutating func consume(_ count: Int) {
        cut?.append(contentsOf: buffer[start..<start + count])
        start += count
        bytesConsumed += count
    }

    /// Advances past bytes that are not text: a byte order mark.
    mutating func skip(_ count: Int) { start += count }

    /// Advances past whole lines, which are now shared with a block.
    mutating func share(_ length: Int, lineEnds: Int) {
        isShared = true
        line += lineEnds
        consume(length)
        endLine()
    }

    /// Notes whether the byte before `start` may be half a line end.
    mutating func endLine() { followsCarriageReturn = buffer[start - 1] == Byte.carriageReturn }

    /// Advances to the next byte that is not a line end; `false` at the end of the input.
    mutating func skipBlankLines() throws(TableError) -> Bool {
        while true {
            if start == end {
                guard try fill() else { return false }
            }
            switch buffer[start] {
            case Byte.lineFeed:
                if !followsCarriageReturn { line += 1 }
                followsCarriageReturn = false
            case Byte.carriageReturn:
                line += 1
                followsCarriageReturn = true
            default:
                followsCarriageReturn = false
                return true
            }
            consume(1)
        }
    }

    struct Mark {
        fileprivate let line: Int
        fileprivate let followsCarriageReturn: Bool
        fileprivate let bytesConsumed: Int
    }

    var mark: Mark { Mark(line: line, followsCarriageReturn: followsCarriageReturn, bytesConsumed: bytesConsumed) }

    /// Returns to a position; `false` if its bytes are gone.
    mutating func goBack(to mark: Mark) -> Bool {
        let length = bytesConsumed - mark.bytesConsumed
        guard length <= start else { return false }
        start -= length
        (line, followsCarriageReturn, bytesConsumed) = (mark.line, mark.followsCarriageReturn, mark.bytesConsumed)
        return true
    }
}
