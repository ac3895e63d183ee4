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

    /// The runs of an attraction.
    @safe
    struct Place {
        /// Where each run begins, and where the last one ends, counted from `bytes`.
        fileprivate let bounds: UnsafePointer<Int>
        fileprivate let bytes: UnsafePointer<UInt8>

        @inline(__always)
        func piece(_ run: Int) -> BytePiece {
            let start = unsafe bounds[run]
            return unsafe BytePiece(paddedAt: bytes + start, count: bounds[run + 1] - start)
        }

        /// The bytes of `runs` runs.
        @inline(__always)
        func length(_ runs: Int) -> Int { unsafe bounds[runs] - bounds[0] }
    }

    /// The runs of an attraction; they stay where they are as long as the segments live.
    @inline(__always)
    subscript(_ attraction: Int) -> Place {
        let group = attraction >> Self.shift
        precondition(group >= 0 && group < groupCount, "no such attraction")
        let written = unsafe groups[group].load(ordering: .acquiring)
        let memory = unsafe written ?? write(group)
        let bounds = unsafe memory.assumingMemoryBound(to: Int.self)
        let first = (attraction - (group << Self.shift)) * runs
        return unsafe Place(
            bounds: bounds + first,
            bytes: UnsafeRawPointer(bounds + ((runs << Self.shift) + 1)).assumingMemoryBound(to: UInt8.self))
    }

    /// Writes a group: the bounds of its runs, then their bytes, then as many as copies may read beyond them.
    @inline(never)
    private func write(_ group: Int) -> UnsafeRawPointer {
        var (bytes, bounds) = (ContiguousArray<UInt8>(), ContiguousArray<Int>())
        bounds.reserveCapacity((runs << Self.shift) + 1)
        let first = group << Self.shift
        for attraction in first..<first + (1 << Self.shift) {
            for run in pieces {
                bounds.append(bytes.count)
                guard attraction < table.count else { continue }
                for piece in run { piece.append(attraction, of: table, format, isAlone, to: &bytes) }
            }
        }
        bounds.append(bytes.count)
        bytes.append(contentsOf: repeatElement(0, count: BytePiece.slack))
        let size = bounds.count * MemoryLayout<Int>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size + bytes.count, alignment: MemoryLayout<Int>.alignment)
        unsafe bounds.withUnsafeBytes { unsafe memory.copyMemory(from: $0.baseAddress!, byteCount: size) }
        unsafe bytes.withUnsafeBytes { unsafe (memory + size).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
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
