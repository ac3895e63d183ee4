import WaymarkTables

/// Rows in the making, in room that is used again.
///
/// The one place of the module that writes through pointers. What keeps it safe: who writes says first how many bytes
/// at most, and gets a ``Cursor`` only where there is room for as many.
struct RowBytes: Sendable {
    /// Always of full length; those from `count` on mean nothing.
    private var storage: ContiguousArray<UInt8>
    private(set) var count = 0

    init(capacity: Int) { storage = ContiguousArray(repeating: 0, count: capacity + BytePiece.slack) }

    /// Calls `body` with what was written, without the first `skipped` bytes.
    func withBytes(skipping skipped: Int = 0, _ body: (Span<UInt8>) throws(TableError) -> Void) throws(TableError) {
        try body(storage.span.extracting(skipped..<count))
    }

    /// Room that is left for rows.
    var room: Int { storage.count - BytePiece.slack - count }

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

        /// Writes a piece; needs its length.
        @inline(__always)
        mutating func write(_ piece: BytePiece) {
            unsafe UnsafeMutableRawPointer(next).storeBytes(of: piece.word, as: UInt64.self)
            var done = 8
            while done < piece.count {
                let word = unsafe UnsafeRawPointer(piece.start + done).loadUnaligned(as: UInt64.self)
                unsafe UnsafeMutableRawPointer(next + done).storeBytes(of: word, as: UInt64.self)
                done += 8
            }
            unsafe next += piece.count
        }
    }
}

/// Bytes somewhere in memory that may be read 8 at a time, with the first 8 of them at hand.
///
/// Whoever makes one says that the bytes, and `slack` more, stay as they are while it is used.
@safe
struct BytePiece {
    /// Copies go 8 bytes a step and may touch this many bytes more than they were asked to.
    static let slack = 8

    fileprivate let start: UnsafePointer<UInt8>
    let count: Int
    fileprivate let word: UInt64

    @unsafe @inline(__always)
    init(paddedAt start: UnsafePointer<UInt8>, count: Int) {
        unsafe self.start = start
        self.count = count
        word = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    }
}
