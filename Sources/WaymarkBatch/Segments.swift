import Synchronization
import WaymarkAttractions
import WaymarkTables

/// The runs of attraction fields that rows show, with the text around them: written when an attraction is first hit.
///
/// Attractions are written in groups of some that follow one another, by whichever thread comes first; a group never
/// changes after that. So a batch begins at once however many attractions there are, and those that are never near a
/// stop cost next to nothing.
@safe
final class Segments: @unchecked Sendable {
    // @unchecked Sendable: a group is whole before others can see it, by release and acquire, and constant then; memory
    // is given back when nobody can ask any more.

    /// How many runs an attraction has.
    let runs: Int
    private let pieces: [[SegmentPiece]]
    private let table: AttractionTable
    private let format: RowFormat
    private let isAlone: Bool
    private let groups: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    private let groupCount: Int

    /// 2 to this many attractions are a group.
    private static let shift = 6

    init(_ pieces: [[SegmentPiece]], _ table: AttractionTable, _ format: RowFormat, isAlone: Bool) {
        (self.pieces, self.table, self.format, self.isAlone) = (pieces, table, format, isAlone)
        runs = pieces.count
        groupCount = (table.count >> Self.shift) + 1
        unsafe groups = .allocate(capacity: groupCount)
        for group in 0..<groupCount { unsafe (groups + group).initialize(to: Atomic(nil)) }
    }

    deinit {
        for group in 0..<groupCount {
            unsafe groups[group].load(ordering: .acquiring)?.deallocate()
        }
        unsafe groups.deinitialize(count: groupCount)
        unsafe groups.deallocate()
    }

    /// The text of a run: 16 bytes, as one look in memory brings them.
    ///
    /// Up to 15 bytes of text are in it, with their number last. Of a longer text there are the address and the length,
    /// and 255 last. It can be used as long as the segments live.
    @safe
    struct Slot {
        fileprivate var low: UInt64 = 0
        fileprivate var high: UInt64 = 0

        fileprivate static let most = 15

        /// The two halves of a text that is in the slot, and its length.
        @inline(__always)
        var short: (low: UInt64, high: UInt64, count: Int)? {
            let count = Int(truncatingIfNeeded: UInt64(littleEndian: high) >> 56)
            return count <= Self.most ? (low, high, count) : nil
        }

        /// A text that is not in the slot.
        var long: BytePiece {
            let start = unsafe UnsafePointer<UInt8>(bitPattern: UInt(low))!
            return unsafe BytePiece(paddedAt: start, count: longCount)
        }

        private var longCount: Int { Int(UInt64(littleEndian: high) & (1 << 56 - 1)) }

        /// The length of the text.
        @inline(__always)
        var count: Int { short?.count ?? longCount }
    }

    /// The runs of an attraction.
    @safe
    struct Slots {
        fileprivate let start: UnsafePointer<Slot>

        @inline(__always)
        subscript(run: Int) -> Slot { unsafe start[run] }
    }

    /// The runs of an attraction.
    @inline(__always)
    subscript(_ attraction: Int) -> Slots {
        let group = attraction >> Self.shift
        precondition(group >= 0 && group < groupCount, "no such attraction")
        let written = unsafe groups[group].load(ordering: .acquiring)
        let slots = unsafe (written ?? write(group)).assumingMemoryBound(to: Slot.self)
        return unsafe Slots(start: slots + (attraction - group << Self.shift) * runs)
    }

    /// Writes a group: a slot for each run, then the long texts, then as many bytes as copies may read beyond them.
    @inline(never)
    private func write(_ group: Int) -> UnsafeRawPointer {
        // Where the long texts begin is known when they are all there.
        var (slots, bytes) = (ContiguousArray<Slot>(), ContiguousArray<UInt8>())
        var longs: [(slot: Int, start: Int, count: Int)] = []
        var text = ContiguousArray<UInt8>()
        let first = group << Self.shift
        for attraction in first..<min(table.count, first + 1 << Self.shift) {
            for run in pieces {
                text.removeAll(keepingCapacity: true)
                for piece in run { piece.append(attraction, of: table, format, isAlone, to: &text) }
                var slot = Slot()
                if text.count <= Slot.most {
                    unsafe withUnsafeMutableBytes(of: &slot) { slot in
                        unsafe text.withUnsafeBytes { unsafe slot.copyMemory(from: $0) }
                        unsafe slot[Slot.most] = UInt8(text.count)
                    }
                } else {
                    longs.append((slots.count, bytes.count, text.count))
                    bytes += text
                }
                slots.append(slot)
            }
        }
        let size = slots.count * MemoryLayout<Slot>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size + bytes.count + BytePiece.slack, alignment: MemoryLayout<Slot>.stride)
        for long in longs {
            slots[long.slot].low = unsafe UInt64(UInt(bitPattern: memory + size + long.start))
            slots[long.slot].high = (UInt64(long.count) | 0xFF << 56).littleEndian
        }
        unsafe slots.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: memory, count: size).copyMemory(from: $0)
        }
        unsafe bytes.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(start: memory + size, count: bytes.count).copyMemory(from: $0)
        }
        unsafe (memory + size + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: BytePiece.slack)
        let whole = UnsafeRawPointer(memory)
        let (exchanged, earlier) = unsafe groups[group].compareExchange(
            expected: nil, desired: whole, ordering: .acquiringAndReleasing)
        if exchanged { return unsafe whole }
        // Another thread was first.
        unsafe whole.deallocate()
        return unsafe earlier!
    }
}

/// Part of a run of attraction fields with the text around them.
enum SegmentPiece {
    case frame(RowFormat.Piece)
    case field(AttractionColumn)

    var isLiteral: Bool {
        if case .frame(.text) = self { true } else { false }
    }

    func appendText(to bytes: inout ContiguousArray<UInt8>) {
        if case .frame(.text(let text)) = self { bytes.append(contentsOf: text.utf8) }
    }

    fileprivate func append(
        _ attraction: Int, of table: AttractionTable, _ format: RowFormat, _ isAlone: Bool,
        to bytes: inout ContiguousArray<UInt8>
    ) {
        switch self {
        case .frame(.text(let text)): bytes.append(contentsOf: text.utf8)
        case .frame(.feature(let before, let after)):
            bytes.append(contentsOf: before.utf8)
            NumberText.append(shortest: table.coordinate(of: attraction).longitude, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            NumberText.append(shortest: table.coordinate(of: attraction).latitude, to: &bytes)
            bytes.append(contentsOf: after.utf8)
        case .field(let column):
            column.withValue(of: attraction, in: table) { format.append($0, alone: isAlone, to: &bytes) }
        }
    }
}
