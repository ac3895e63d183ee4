import Synchronization

extension Segments {
    /// The text of a run: 16 bytes, loaded in one access.
    ///
    /// Up to 15 bytes of text are stored inline, with their number in the last byte. A longer text is stored as address
    /// and length, with 255 in the last byte. It is valid as long as the segments live.
    @safe
    struct Slot {
        var low: UInt64 = 0
        var high: UInt64 = 0

        static let most = 15
        /// The last byte of an empty slot.
        static let unwritten = (UInt64(0x80) << 56).littleEndian

        /// The two halves of an inline text, and its length.
        @inline(__always)
        var short: (low: UInt64, high: UInt64, count: Int)? {
            let count = Int(truncatingIfNeeded: UInt64(littleEndian: high) >> 56)
            return count <= Self.most ? (low, high, count) : nil
        }

        /// A text outside the slot.
        var long: BytePiece {
            let start = unsafe UnsafePointer<UInt8>(bitPattern: UInt(low))!
            return unsafe BytePiece(paddedAt: start, count: longCount)
        }

        private var longCount: Int { Int(UInt64(littleEndian: high) & (1 << 56 - 1)) }

        /// The length of the text.
        @inline(__always)
        var count: Int { short?.count ?? longCount }
    }

    /// A slot shared by threads.
    struct SharedSlot: ~Copyable {
        let low = Atomic<UInt64>(0)
        let high: Atomic<UInt64>

        /// Makes `count` slots.
        @unsafe
        static func initialize(_ count: Int, at start: UnsafeMutableRawPointer, high: UInt64) {
            let slots = unsafe start.bindMemory(to: SharedSlot.self, capacity: count)
            for slot in 0..<count { unsafe (slots + slot).initialize(to: SharedSlot(high: Atomic(high))) }
        }
    }

    /// The formatted runs of an attraction.
    @safe
    struct Slots {
        let start: UnsafeMutablePointer<SharedSlot>
        /// The first run, whose slot shows that all are formatted.
        let first: Slot

        @inline(__always)
        init(_ start: UnsafeMutablePointer<SharedSlot>, high: UInt64) {
            unsafe self.start = start
            first = unsafe Slot(low: start.pointee.low.load(ordering: .relaxed), high: high)
        }

        @inline(__always)
        subscript(run: Int) -> Slot {
            let slot = unsafe start + run
            return unsafe Slot(
                low: slot.pointee.low.load(ordering: .relaxed), high: slot.pointee.high.load(ordering: .relaxed))
        }
    }
}
