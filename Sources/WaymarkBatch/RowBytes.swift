import WaymarkTables

/// Rows in the making, in room that is used again.
///
/// The one place of the module that writes through pointers. What keeps it safe: who writes says first how many bytes
/// at most, and gets a ``Cursor`` only where there is room for as many.
struct RowBytes: Sendable {
    /// Always of full length; those from `count` on mean nothing.
    private var storage: ContiguousArray<UInt8>
    private(set) var count = 0

    /// Copies go 8 bytes a step and may touch this many bytes more than they were asked to.
    static let slack = 8

    init(capacity: Int) { storage = ContiguousArray(repeating: 0, count: capacity + Self.slack) }

    /// Calls `body` with what was written, without the first `skipped` bytes.
    func withBytes(skipping skipped: Int = 0, _ body: (Span<UInt8>) throws(TableError) -> Void) throws(TableError) {
        try body(storage.span.extracting(skipped..<count))
    }

    /// Room that is left for rows.
    var room: Int { storage.count - Self.slack - count }

    mutating func removeAll() { count = 0 }

    /// Makes room for `need` more bytes.
    mutating func reserve(_ need: Int) {
        if need > room { storage.append(contentsOf: repeatElement(0, count: max(need - room, storage.count / 2))) }
    }

    mutating func append(_ bytes: ContiguousArray<UInt8>) {
        reserve(bytes.count)
        storage.replaceSubrange(count..<count + bytes.count, with: bytes)
        count += bytes.count
    }

    /// Lets `body` write up to `need` bytes at the end.
    ///
    /// - Precondition: There is room for as many.
    @inline(__always)
    mutating func write(_ need: Int, _ body: (inout Cursor) -> Void) {
        precondition(need <= room, "room comes first")
        let held = count
        count += unsafe storage.withUnsafeMutableBufferPointer { storage in
            let start = unsafe storage.baseAddress! + held
            var cursor = unsafe Cursor(next: start)
            body(&cursor)
            let written = unsafe cursor.next - start
            precondition(written <= need, "more was written than was asked for")
            return written
        }
    }

    /// Where the next byte goes.
    @safe
    struct Cursor {
        fileprivate var next: UnsafeMutablePointer<UInt8>

        /// Writes a whole number; needs `Digits.room`.
        @inline(__always)
        mutating func write(_ number: Int) {
            unsafe next += Digits.write(UInt64(truncatingIfNeeded: number), at: next)
        }

        /// Writes a number of thousandths with its point; needs `Digits.room`.
        @inline(__always)
        mutating func write(thousandths: UInt64) {
            unsafe next += Digits.write(thousandths: thousandths, at: next)
        }

        /// Writes a piece of `bytes`; needs its length.
        @inline(__always)
        mutating func write(_ piece: PaddedBytes.Piece, of bytes: PaddedBytes) {
            unsafe UnsafeMutableRawPointer(next).storeBytes(of: piece.word, as: UInt64.self)
            var done = 8
            while done < piece.count {
                let word = bytes.word(at: piece.start + done)
                unsafe UnsafeMutableRawPointer(next + done).storeBytes(of: word, as: UInt64.self)
                done += 8
            }
            unsafe next += piece.count
        }
    }
}

/// Bytes that may be read 8 at a time, from any place of theirs.
struct PaddedBytes: Sendable {
    /// `RowBytes.slack` bytes stand after the last one that counts, once padded.
    private var storage: ContiguousArray<UInt8> = []

    init() {}

    init(_ bytes: ContiguousArray<UInt8>) {
        storage = bytes
        pad()
    }

    /// Replaces the bytes.
    mutating func fill(_ body: (inout ContiguousArray<UInt8>) -> Void) {
        storage.removeAll(keepingCapacity: true)
        body(&storage)
        pad()
    }

    private mutating func pad() { storage.append(contentsOf: repeatElement(0, count: RowBytes.slack)) }

    /// A part of the bytes, with the first 8 of them at hand.
    struct Piece {
        var start = 0
        var count = 0
        fileprivate(set) var word: UInt64 = 0

        init(start: Int, count: Int) { (self.start, self.count) = (start, count) }
    }

    @inline(__always)
    func piece(_ start: Int, _ end: Int) -> Piece {
        var piece = Piece(start: start, count: end - start)
        piece.word = word(at: start)
        return piece
    }

    /// The 8 bytes at `place`, padding included.
    @inline(__always)
    fileprivate func word(at place: Int) -> UInt64 {
        precondition(place >= 0 && place + 8 <= storage.count, "inside the bytes and their padding")
        return unsafe storage.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        }
    }
}
