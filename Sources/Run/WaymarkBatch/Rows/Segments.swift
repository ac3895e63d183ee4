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

    /// The number of runs per attraction.
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
    /// Empty slots.
    private let blank: IndexMemory
    /// The texts in an index file, which `table` keeps mapped, and their total number of bytes.
    private let stored: ContiguousArray<StoredTexts.View>
    private let storedSize: Int
    /// The number of their bytes written.
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
        unsafe SharedSlot.initialize(runs, at: blank.base, high: 0)
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
            let slots = unsafe start.assumingMemoryBound(to: SharedSlot.self) + number(of: attraction)
            let high = unsafe slots.pointee.high.load(ordering: .acquiring)
            if high != Slot.unwritten { return unsafe Slots(slots, high: high) }
        }
        return nil
    }

    /// Formats the runs of an attraction, unless another thread was first.
    func write(_ attraction: Int, _ room: SegmentRoom) -> Slots { write(attraction, &room.state) }

    /// Loads the texts of those of some matches that are not yet formatted.
    @inline(never)
    func load(_ matches: Span<Match>, _ room: SegmentRoom) {
        room.state.pending.removeAll(keepingCapacity: true)
        for number in matches.indices {
            let attraction = matches[number].index
            if written(attraction) == nil { room.state.pending.append(attraction) }
        }
        room.state.loaded = table.load(room.state.pending)
    }

    /// The number of the first slot of an attraction in its group.
    @inline(__always)
    private func number(of attraction: Int) -> Int { (attraction & (1 << Self.shift - 1)) &* runs }

    @inline(never)
    private func write(_ attraction: Int, _ room: inout SegmentRoom.State) -> Slots {
        let group = attraction >> Self.shift
        let memory = unsafe groups[group].load(ordering: .acquiring) ?? makeGroup(group, &room)
        let slots = unsafe memory.assumingMemoryBound(to: SharedSlot.self)
        guard unsafe write(attraction, slots, &room) else {
            return unsafe Slots(blank.base.assumingMemoryBound(to: SharedSlot.self), high: 0)
        }
        // Format all of a group that is hit repeatedly, which is cheaper together.
        let hits = unsafe (slots + runs << Self.shift).pointee.low.add(1, ordering: .relaxed).newValue
        if hits == Self.fewHits {
            let first = group << Self.shift
            for other in first..<min(table.count, first + 1 << Self.shift) where other != attraction {
                let isWritten = unsafe (slots + number(of: other)).pointee.high.load(ordering: .acquiring)
                if isWritten == Slot.unwritten { _ = unsafe write(other, slots, &room) }
            }
        }
        let own = unsafe slots + number(of: attraction)
        return unsafe Slots(own, high: own.pointee.high.load(ordering: .acquiring))
    }

    /// Formats the runs of an attraction into the slots of its group; false if its texts are unreadable.
    @unsafe
    private func write(
        _ attraction: Int, _ group: UnsafeMutablePointer<SharedSlot>, _ room: inout SegmentRoom.State
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
        let slots = unsafe group + number(of: attraction)
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
        case .stored(let number, let isRequired):
            let text = unsafe Span(_unsafeElements: stored[number].bytes(room.ranges[number]))
            append(text, isRequired, to: &room.text)
        case .text(let field, let isRequired):
            guard format == .csv else {
                return table.withText(of: field, attraction) { append($0, isRequired, to: &room.text) }
            }
            // Appended unchanged first, then checked for quotes.
            let start = room.text.count
            if table.appendText(of: field, attraction, to: &room.text) > 0 {
                CSVBuffer.quoteField(in: &room.text, from: start, delimiter: UInt8(ascii: ","))
            } else {
                format.append(.none, alone: isAlone, to: &room.text)
            }
        }
    }

    @inline(__always)
    private func append(_ text: Span<UInt8>, _ isRequired: Bool, to bytes: inout ContiguousArray<UInt8>) {
        format.append(text.isEmpty && !isRequired ? .none : .text(text), alone: isAlone, to: &bytes)
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

    /// The empty slots of a group.
    private func makeGroup(_ group: Int, _ room: inout SegmentRoom.State) -> UnsafeMutableRawPointer {
        // And one whose low half counts the hit attractions.
        let count = runs << Self.shift + 1
        let memory = unsafe take(count * MemoryLayout<SharedSlot>.stride, from: &room)
        unsafe SharedSlot.initialize(count, at: memory, high: Slot.unwritten)
        let (exchanged, earlier) = unsafe groups[group].compareExchange(
            expected: nil, desired: memory, ordering: .acquiringAndReleasing)
        // If another thread was first, ours stays unused in its chunk.
        return unsafe exchanged ? memory : earlier!
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
