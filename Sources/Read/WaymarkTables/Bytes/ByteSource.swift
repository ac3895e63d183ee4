/// Somewhere bytes come from, a piece at a time.
public protocol ByteSource {
    /// Appends up to `count` bytes to `buffer`; returns how many, 0 only at the end.
    ///
    /// - Parameters:
    ///   - count: The most to append; at least 1.
    ///   - buffer: Where the bytes go, after what is there.
    /// - Returns: The number of bytes appended.
    /// - Throws: `TableError.readFailed`.
    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int

    /// The path, or "standard input", for messages.
    var name: String { get }

    /// All bytes there are to read, where that is known beforehand; for progress.
    var size: Int? { get }
}

extension ByteSource {
    /// Reads on until there are `count` bytes in `buffer`, or the input ends.
    ///
    /// - Parameters:
    ///   - count: The bytes wanted; all by default.
    ///   - buffer: Where the bytes go, after what is there.
    /// - Throws: `TableError.readFailed`.
    package mutating func fill(
        _ buffer: inout ContiguousArray<UInt8>, to count: Int = .max
    ) throws(TableError) {
        while buffer.count < count {
            if try read(upTo: min(count - buffer.count, 1 << 20), into: &buffer) == 0 { return }
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
    ///   - bytes: What is read.
    ///   - name: The name for messages.
    ///   - chunk: The most bytes handed out by one call, so that tests can put borders everywhere.
    /// - Precondition: `chunk` is positive.
    public init(_ bytes: some Sequence<UInt8>, name: String = "memory", chunk: Int = .max) {
        precondition(chunk > 0, "a chunk holds at least one byte")
        self.bytes = ContiguousArray(bytes)
        self.name = name
        self.chunk = chunk
    }

    /// All bytes, where nothing was read yet and they are not to be handed out in pieces.
    var whole: ContiguousArray<UInt8>? { position == 0 && chunk == .max ? bytes : nil }

    /// The number of bytes in all.
    public var size: Int? { bytes.count }

    /// Appends up to `count` bytes, and no more than the chunk, to `buffer`.
    ///
    /// - Parameters:
    ///   - count: The most to append.
    ///   - buffer: Where the bytes go.
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
