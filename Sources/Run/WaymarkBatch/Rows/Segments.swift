import Synchronization
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// The runs of attraction fields in rows, with the text around them, formatted at an attraction's first hit.
///
/// Attractions are formatted one by one, by the first thread that hits them, and never change afterwards; if many in a
/// group are hit, the rest of the group is formatted too. So a batch starts immediately for any number of attractions,
/// and its memory grows only with those that are hit.
@safe
final class Segments: @unchecked Sendable {
    // @unchecked Sendable: the words of a slot are atomic, and release and acquire make their text complete before it
    // is visible; memory is freed only when no thread can read it any more.

    let runs: Int
    /// The cells of the runs, and the start and end of each run among them.
    private let cells: ContiguousArray<SegmentCell>
    private let cellsOfRuns: ContiguousArray<Range<Int>>
    private let literals: ContiguousArray<UInt8>
    private let table: AttractionTable
    private let format: RowFormat
    private let isAlone: Bool
    /// The slots of a group of consecutive attractions, created when the first of them is hit.
    private let groups: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>
    private let groupCount: Int
    private let chunks = Guarded<[IndexMemory]>([])
    private let blank: IndexMemory
    /// The texts in an index file, which `table` keeps mapped, and their total number of bytes.
    private let stored: ContiguousArray<StoredTexts.View>
    private let storedSize: Int
    private let storedWritten = Atomic(0)
    /// Whether a text with an impossible end was found.
    private let isContradictory = Atomic(false)

    /// A group has 2 to this power of attractions: a quarter of a byte per attraction of the table.
    private static let shift = 5
    /// The number of hit attractions in a group after which all others are formatted too.
    private static let fewHits: UInt64 = 4

    init(_ pieces: [[SegmentPiece]], _ table: AttractionTable, _ format: RowFormat, isAlone: Bool) {
        (self.table, self.format, self.isAlone) = (table, format, isAlone)
        runs = pieces.count
        var cells: ContiguousArray<SegmentCell> = []
        var literals: ContiguousArray<UInt8> = []
        var cellsOfRuns: ContiguousArray<Range<Int>> = []
        var stored: ContiguousArray<StoredTexts.View> = []
        for run in pieces {
            let first = cells.count
            for piece in run { piece.append(to: &cells, &literals, &stored, table) }
            cellsOfRuns.append(first..<cells.count)
        }
        (self.cells, self.literals, self.cellsOfRuns, self.stored) = (cells, literals, cellsOfRuns, stored)
        storedSize = stored.reduce(0) { $0 + $1.size }
        blank = IndexMemory(count: runs * MemoryLayout<SharedSlot>.stride)
        unsafe blank.base.initializeMemory(as: UInt64.self, repeating: 0, count: 2 * runs)
        groupCount = (table.count >> Self.shift) + 1
        unsafe groups = .allocate(capacity: groupCount)
        for group in 0..<groupCount { unsafe (groups + group).initialize(to: Atomic(nil)) }
    }

    deinit {
        unsafe groups.deinitialize(count: groupCount)
        unsafe groups.deallocate()
    }

    /// The fault found in the attractions' index file, if any; rows then lack texts.
    ///
    /// Each text is formatted once, so those of a field together are never longer than their section, unless they
    /// overlap, in which case a small file could fill any memory.
    var damage: IndexFileError? {
        guard isDamaged else { return nil }
        do throws(IndexFileError) { try table.checkTextOrder() } catch { return error }
        return nil
    }

    /// Whether texts were found that cannot be the original ones of the file.
    private var isDamaged: Bool {
        isContradictory.load(ordering: .relaxed) || storedWritten.load(ordering: .relaxed) > storedSize
    }

    /// The runs of an attraction; nil if they are not formatted yet.
    ///
    /// The slots of many attractions are accessed together and scattered in memory: the fewer instructions here, the
    /// more accesses overlap.
    ///
    /// - Precondition: There is at least one run.
    @inline(__always)
    func written(_ attraction: Int) -> Slots? {
        let group = attraction >> Self.shift
        precondition(group >= 0 && group < groupCount, "no such attraction")
        if let start = unsafe groups[group].load(ordering: .acquiring) {
            // The first run is published last.
            let number = (attraction & (1 << Self.shift - 1)) &* runs
            let slots = unsafe start.assumingMemoryBound(to: SharedSlot.self) + number
            let high = unsafe slots.pointee.high.load(ordering: .acquiring)
            if high != Slot.unwritten { return unsafe Slots(slots, high: high) }
        }
        return nil
    }

    /// Formats the runs of some matches, unless they are formatted already; returns those of the first.
    @inline(never)
    func write(_ matches: Span<Match>, _ room: inout SegmentRoom.State) -> Slots {
        room.pending.removeAll(keepingCapacity: true)
        for number in matches.indices where written(matches[number].index) == nil {
            room.pending.append(matches[number].index)
        }
        room.loaded = table.load(room.pending)
        for attraction in room.pending where written(attraction) == nil { unsafe writeGroup(of: attraction, &room) }
        return unsafe written(matches[0].index)
            ?? Slots(blank.base.assumingMemoryBound(to: SharedSlot.self), high: 0)
    }

    /// Formats the runs of an attraction, and those of its whole group if that is hit repeatedly, which is cheaper
    /// together.
    @unsafe
    private func writeGroup(of attraction: Int, _ room: inout SegmentRoom.State) {
        let group = attraction >> Self.shift
        // And one whose low half counts the hit attractions.
        let count = runs << Self.shift + 1
        var memory = unsafe groups[group].load(ordering: .acquiring)
        if unsafe memory == nil {
            let new = unsafe take(count * MemoryLayout<SharedSlot>.stride, from: &room)
            let slots = unsafe new.bindMemory(to: SharedSlot.self, capacity: count)
            for slot in 0..<count {
                unsafe (slots + slot).initialize(to: SharedSlot(high: Atomic(Slot.unwritten)))
            }
            // If another thread was first, ours stays unused in its chunk.
            let (exchanged, earlier) = unsafe groups[group].compareExchange(
                expected: nil, desired: new, ordering: .acquiringAndReleasing)
            unsafe memory = exchanged ? new : earlier
        }
        guard let slots = unsafe memory?.assumingMemoryBound(to: SharedSlot.self) else { return }
        let first = group << Self.shift
        guard unsafe write(attraction, slots + (attraction - first) * runs, &room) else { return }
        let hits = unsafe (slots + count - 1).pointee.low.add(1, ordering: .relaxed).newValue
        if hits == Self.fewHits {
            for other in first..<min(table.count, first + 1 << Self.shift) where written(other) == nil {
                _ = unsafe write(other, slots + (other - first) * runs, &room)
            }
        }
    }

    /// Formats the runs of an attraction into its slots; false if its texts are unreadable.
    @unsafe
    private func write(
        _ attraction: Int, _ slots: UnsafeMutablePointer<SharedSlot>, _ room: inout SegmentRoom.State
    ) -> Bool {
        if isDamaged { return false }
        room.ranges.removeAll(keepingCapacity: true)
        var size = 0
        for number in stored.indices {
            guard let range = stored[number].range(attraction) else {
                isContradictory.store(true, ordering: .relaxed)
                return false
            }
            room.ranges.append(range)
            size += range.count
        }
        let place = table.coordinate(of: attraction)
        var isFirst = false
        for run in (0..<runs).reversed() {
            room.text.removeAll(keepingCapacity: true)
            for cell in cellsOfRuns[run] { append(cells[cell], of: attraction, at: place, &room) }
            isFirst = unsafe write(to: slots + run, &room)
        }
        if isFirst, size > 0 { storedWritten.add(size, ordering: .relaxed) }
        return true
    }

    /// Appends a cell of a run to the text of the room.
    @inline(__always)
    private func append(_ cell: SegmentCell, of attraction: Int, at place: Coordinate, _ room: inout SegmentRoom.State)
    {
        switch cell {
        case .literal(let range):
            // Most are a comma.
            if range.count == 1 { return room.text.append(literals[range.lowerBound]) }
            room.text.append(contentsOf: literals[range])
        case .longitude: NumberText.append(shortest: place.longitude, to: &room.text)
        case .latitude: NumberText.append(shortest: place.latitude, to: &room.text)
        case .stored(let number, let column):
            let text = unsafe Span(_unsafeElements: stored[number].bytes(room.ranges[number]))
            column.withValue(of: text) { format.append($0, alone: isAlone, to: &room.text) }
        case .text(let field, let column):
            table.withText(of: field, attraction) { text in
                column.withValue(of: text) { format.append($0, alone: isAlone, to: &room.text) }
            }
        }
    }

    /// Writes the text of the room; returns whether this thread was the first. Several threads may write the same text
    /// concurrently: all of them write the same words.
    @unsafe
    private func write(to slot: UnsafeMutablePointer<SharedSlot>, _ room: inout SegmentRoom.State) -> Bool {
        var new = Slot()
        let count = room.text.count
        if count <= Slot.most {
            unsafe withUnsafeMutableBytes(of: &new) { new in
                unsafe room.text.withUnsafeBytes { unsafe new.copyMemory(from: $0) }
                unsafe new[Slot.most] = UInt8(count)
            }
            unsafe slot.pointee.low.store(new.low, ordering: .relaxed)
        } else {
            let copy = unsafe take(count + BytePiece.slack, from: &room)
            unsafe room.text.withUnsafeBytes { unsafe copy.copyMemory(from: $0.baseAddress!, byteCount: count) }
            unsafe (copy + count).initializeMemory(as: UInt8.self, repeating: 0, count: BytePiece.slack)
            // Of two copies of a text the first is used; the other stays unused in its chunk.
            _ = unsafe slot.pointee.low.compareExchange(
                expected: 0, desired: UInt64(UInt(bitPattern: copy)), ordering: .acquiringAndReleasing)
            new.high = (UInt64(count) | 0xFF << 56).littleEndian
        }
        return unsafe slot.pointee.high.compareExchange(
            expected: Slot.unwritten, desired: new.high, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Memory from the thread's own chunk, valid as long as the segments live.
    @unsafe
    private func take(_ count: Int, from room: inout SegmentRoom.State) -> UnsafeMutableRawPointer {
        let size = (count + 15) & ~15
        if room.left < size {
            // With many attractions, rows wait for address translation, so large chunks use huge pages.
            let chunk = IndexMemory(count: max(room.chunkSize, size))
            chunks.withLock { $0.append(chunk) }
            unsafe (room.next, room.left) = (chunk.base, chunk.count)
            room.chunkSize = min(4 * room.chunkSize, SegmentRoom.State.largestChunk)
        }
        let taken = unsafe room.next!
        unsafe room.next = taken + size
        room.left -= size
        return unsafe taken
    }
}

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

        var long: BytePiece {
            let start = unsafe UnsafePointer<UInt8>(bitPattern: UInt(low))!
            return unsafe BytePiece(paddedAt: start, count: longCount)
        }

        private var longCount: Int { Int(UInt64(littleEndian: high) & (1 << 56 - 1)) }

        @inline(__always)
        var count: Int { short?.count ?? longCount }
    }

    struct SharedSlot: ~Copyable {
        let low = Atomic<UInt64>(0)
        let high: Atomic<UInt64>
    }

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

/// A thread's memory for the runs of attractions that it hits first.
final class SegmentRoom {
    var state = State()

    /// Its state: a value, taken once per attraction, since each access to an object is checked.
    @safe
    struct State {
        var next: UnsafeMutableRawPointer?
        var left = 0
        var text = ContiguousArray<UInt8>()
        /// The ranges of the attraction's texts in the index file.
        var ranges = ContiguousArray<Range<Int>>()
        /// The attractions to be formatted next.
        var pending = ContiguousArray<Int>()
        var loaded = 0
        /// The number of bytes of the next chunk, which grows with the number of hits.
        var chunkSize = 1 << 16

        static let largestChunk = 1 << 24
    }
}

/// A field of a run of attraction fields, or text around them.
enum SegmentPiece {
    case frame(RowFormat.FramePart)
    case field(AttractionColumn)

    var isLiteral: Bool {
        if case .frame(.text) = self { true } else { false }
    }

    func appendText(to bytes: inout ContiguousArray<UInt8>) {
        if case .frame(.text(let text)) = self { bytes.append(contentsOf: text.utf8) }
    }

    /// Appends the cells that it is formatted as; texts in an index file of `table` are added to `stored`.
    func append(
        to cells: inout ContiguousArray<SegmentCell>, _ literals: inout ContiguousArray<UInt8>,
        _ stored: inout ContiguousArray<StoredTexts.View>, _ table: AttractionTable
    ) {
        switch self {
        case .frame(.text(let text)):
            if text.isEmpty { return }
            literals.append(contentsOf: text.utf8)
            cells.append(.literal(literals.count - text.utf8.count..<literals.count))
        case .frame(.latitude), .field(.latitude): cells.append(.latitude)
        case .frame(.longitude), .field(.longitude): cells.append(.longitude)
        case .field(let column):
            guard let field = column.field else { preconditionFailure("a column is neither a coordinate nor a field") }
            guard let texts = table.storedTexts(of: field) else {
                return cells.append(.text(field, column))
            }
            cells.append(.stored(stored.count, column))
            stored.append(texts)
        }
    }
}

/// A cell of a run, or text around it, for formatting: a plain value, so that nothing is retained per attraction.
enum SegmentCell {
    /// Bytes of `literals`.
    case literal(Range<Int>)
    case longitude
    case latitude
    /// A text of the index file, by its number in `stored`.
    case stored(Int, AttractionColumn)
    case text(AttractionField, AttractionColumn)
}
