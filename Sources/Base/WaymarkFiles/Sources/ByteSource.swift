/// A source of bytes, read in pieces.
public protocol ByteSource {
    /// Appends up to `count` bytes to `buffer`; returns their number, 0 only at the end.
    ///
    /// - Parameters:
    ///   - count: The maximum number of bytes; at least 1.
    ///   - buffer: The bytes are appended here.
    /// - Returns: The number of bytes appended.
    /// - Throws: `TableError.readFailed`.
    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int

    /// The path, or "standard input", for messages.
    var name: String { get }

    /// The total number of bytes, if known in advance; for progress.
    var size: Int? { get }
}

extension ByteSource {
    /// Reads until `buffer` has `count` bytes, or the input ends.
    ///
    /// - Parameters:
    ///   - buffer: The bytes are appended to it.
    ///   - count: The number of bytes wanted; all by default.
    /// - Throws: `TableError.readFailed`.
    package mutating func fill(
        _ buffer: inout ContiguousArray<UInt8>, to count: Int = .max
    ) throws(TableError) {
        while buffer.count < count {
            // What is reserved is filled first, so that nothing is moved only to learn that there is no more.
            let room = buffer.capacity - buffer.count
            let most = room > 0 ? min(room, 1 << 20) : 1 << 20
            if try read(upTo: min(count - buffer.count, most), into: &buffer) == 0 { return }
        }
    }
}

/// Bytes in memory, handed out in pieces of a chosen size.
public struct MemorySource: ByteSource, Sendable {
    /// The name for messages.
    public let name: String
    private let bytes: ContiguousArray<UInt8>
    private let chunk: Int
    private var position = 0

    /// Makes a source of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to read.
    ///   - name: The name for messages.
    ///   - chunk: The maximum number of bytes per call, so that tests can put boundaries everywhere.
    /// - Precondition: `chunk` is positive.
    public init(_ bytes: some Sequence<UInt8>, name: String = "memory", chunk: Int = .max) {
        precondition(chunk > 0, "the size of a chunk is below 1: \(chunk)")
        self.bytes = ContiguousArray(bytes)
        self.name = name
        self.chunk = chunk
    }

    /// All bytes, if nothing was read yet and they need not be handed out in pieces.
    package var whole: ContiguousArray<UInt8>? { position == 0 && chunk == .max ? bytes : nil }

    /// The total number of bytes.
    public var size: Int? { bytes.count }

    /// Appends up to `count` bytes, and no more than the chunk, to `buffer`.
    ///
    /// - Parameters:
    ///   - count: The maximum number of bytes.
    ///   - buffer: The bytes are appended here.
    /// - Returns: The number of bytes appended, 0 at the end.
    /// - Throws: Nothing.
    public mutating func read(
        upTo count: Int, into buffer: inout ContiguousArray<UInt8>
    ) throws(TableError) -> Int {
        let taken = min(count, chunk, bytes.count - position)
        buffer.append(contentsOf: bytes[position..<position + taken])
        position += taken
        return taken
    }
}

/// A source whose first bytes were already read.
package struct HeadedSource: ByteSource {
    private var head: ContiguousArray<UInt8>.SubSequence
    private var rest: any ByteSource

    /// The bytes that were read, and what is left.
    package init(_ head: ContiguousArray<UInt8>, _ rest: consuming any ByteSource) {
        (self.head, self.rest) = (head[...], rest)
    }

    package var name: String { rest.name }
    package var size: Int? { rest.size }

    package mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        if head.isEmpty { return try rest.read(upTo: count, into: &buffer) }
        let piece = head.prefix(count)
        buffer.append(contentsOf: piece)
        head = head.count > piece.count ? head.dropFirst(piece.count) : []
        return piece.count
    }
}
