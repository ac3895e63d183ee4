internal import WaymarkText

/// The best rung of each matching place: a byte per place, and a flag per block that has any.
///
/// Marking neither lists nor counts places; one pass over the used blocks does, eight places at a time.
@safe
struct RungBoard: ~Copyable {
    private let rungs: UnsafeMutablePointer<UInt8>
    private let blocks: UnsafeMutablePointer<Bool>
    /// Number of places.
    private let capacity: Int
    private let blockCount: Int

    /// The rung of a place that does not match: worse than any other.
    private static let none = UInt8.max
    private static let blockSize = 1024

    init(count: Int) {
        (capacity, blockCount) = (count, (count + Self.blockSize - 1) / Self.blockSize)
        unsafe rungs = .allocate(capacity: max(1, blockCount * Self.blockSize))
        unsafe blocks = .allocate(capacity: max(1, blockCount))
        unsafe rungs.initialize(repeating: Self.none, count: blockCount * Self.blockSize)
        unsafe blocks.initialize(repeating: false, count: blockCount)
    }

    deinit {
        unsafe rungs.deallocate()
        unsafe blocks.deallocate()
    }

    /// Puts a place on a rung, unless it is on a better one. Ignores places beyond the last.
    @inline(__always)
    mutating func mark(_ place: Int, _ rung: UInt8) {
        guard UInt(bitPattern: place) < UInt(bitPattern: capacity) else { return }
        unsafe rungs[place] = min(rungs[place], rung)
        unsafe blocks[place / Self.blockSize] = true
    }

    /// Marks the places of the set bits, eight at a time; the lowest bit is that of `first`, a multiple of 64.
    @inline(__always)
    mutating func mark(_ places: UInt64, from first: Int, _ rung: UInt8) {
        let room = capacity - first
        guard places != 0, first >= 0, room > 0 else { return }
        let places = room < 64 ? places & Word.below(room) : places
        for group in stride(from: 0, to: 64, by: 8) {
            let bits = places >> UInt64(group) & 0xFF
            if bits == 0 { continue }
            let old = word(at: first + group)
            // All bits of each byte whose place is marked, and of each that is worse than the rung; no byte borrows.
            let marked = ~(Word.matches(Word.repeating(UInt8(bits)) & 0x8040_2010_0804_0201, 0) >> 7 &* 0xFF)
            let worse = ((old | Word.repeating(0x80)) &- Word.repeating(rung)) >> 7 & Word.repeating(1) &* 0xFF
            let changed = marked & worse
            let new = old & ~changed | Word.repeating(rung) & changed
            unsafe UnsafeMutableRawPointer(rungs + first + group).storeBytes(of: new.littleEndian, as: UInt64.self)
        }
        unsafe blocks[first / Self.blockSize] = true
    }

    private static func places(_ block: Int) -> Range<Int> { block * blockSize..<(block + 1) * blockSize }

    /// The blocks with places that have a rung; nil if there are more than 64.
    var usedPlaces: [Range<Int>]? {
        var places: [Range<Int>] = []
        for block in 0..<blockCount where unsafe blocks[block] {
            if places.count == 64 { return nil }
            places.append(Self.places(block))
        }
        return places
    }

    /// Eight rungs from a multiple of eight, the first in the lowest byte.
    @inline(__always)
    private func word(at place: Int) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(rungs + place).load(as: UInt64.self))
    }

    /// Calls `body` with each place on a rung up to a limit, ascending; `body` may lower the limit.
    ///
    /// - Returns: Number of places that have a rung.
    /// - Complexity: O(*b*) in the places of the used blocks.
    @inline(__always)
    func forEach(upTo limit: inout UInt8, _ body: (_ place: Int, _ rung: UInt8, _ limit: inout UInt8) -> Void) -> Int {
        var count = 0
        for block in 0..<blockCount where unsafe blocks[block] {
            for first in stride(from: block * Self.blockSize, to: (block + 1) * Self.blockSize, by: 8) {
                let word = word(at: first)
                let marked = ~word & Word.repeating(0x80)
                if marked == 0 { continue }
                count += marked.nonzeroBitCount
                // The top bit stays set if the rung is at most the limit.
                var found = (Word.repeating(0x80 | limit) &- (word & Word.repeating(0x7F))) & marked
                while found != 0 {
                    let bit = found.trailingZeroBitCount
                    let rung = UInt8(truncatingIfNeeded: word >> UInt64(bit - 7))
                    if rung <= limit { body(first + bit / 8, rung, &limit) }
                    found &= found - 1
                }
            }
        }
        return count
    }

    @inline(__always)
    mutating func keep(_ isKept: (_ place: Int, _ rung: UInt8) -> Bool) {
        let board = unsafe rungs
        forEach { place, rung in if !isKept(place, rung) { unsafe board[place] = Self.none } }
        for block in 0..<blockCount where unsafe blocks[block] {
            unsafe blocks[block] = Self.places(block).contains { unsafe board[$0] != Self.none }
        }
    }

    /// Calls `body` with each place on a rung, ascending.
    @inline(__always)
    func forEach(_ body: (_ place: Int, _ rung: UInt8) -> Void) {
        var all: UInt8 = 0x7F
        _ = forEach(upTo: &all) { place, rung, _ in body(place, rung) }
    }

    /// Puts each place on the worse of its rungs on the two boards, and removes those that are not on both.
    ///
    /// One that matches by its name on one and by what or where it is on the other goes to `nameAndText`.
    mutating func meet(_ other: borrowing RungBoard) {
        let (text, both) = (Grade.byte(.kindOrDistrict), Grade.byte(.nameAndText))
        combine(other) { max($0, $1) == text && $0 != $1 ? both : max($0, $1) }
    }

    /// Puts each place on the rung that `body` makes of its own and that on another board.
    @inline(__always)
    private mutating func combine(_ other: borrowing RungBoard, _ body: (_ own: UInt8, _ other: UInt8) -> UInt8) {
        let others = unsafe other.rungs
        replace { place, rung in unsafe body(rung, others[place]) }
    }

    @inline(__always)
    private mutating func replace(_ body: (_ place: Int, _ rung: UInt8) -> UInt8) {
        for block in 0..<blockCount where unsafe blocks[block] {
            var all = Self.none
            for place in Self.places(block) {
                let rung = unsafe body(place, rungs[place])
                unsafe rungs[place] = rung
                all &= rung
            }
            // A rung never has all bits set.
            unsafe blocks[block] = all != Self.none
        }
    }

    /// Puts each place on the better of its rungs on the two boards, of which those of the other are at best `floor`.
    mutating func join(_ other: borrowing RungBoard, from floor: SearchRung = .wholeName) {
        let floor = Grade.byte(floor)
        for block in 0..<blockCount where unsafe other.blocks[block] {
            for place in Self.places(block) { unsafe rungs[place] = min(rungs[place], max(floor, other.rungs[place])) }
            unsafe blocks[block] = true
        }
    }

    var isEmpty: Bool {
        for block in 0..<blockCount where unsafe blocks[block] { return false }
        return true
    }

    var count: Int {
        var none: UInt8 = 0
        return forEach(upTo: &none) { _, _, _ in }
    }

    /// The best rung of all; the worst that there is if there is none.
    var best: UInt8 {
        var best: UInt8 = 0x7E
        _ = forEach(upTo: &best) { _, rung, best in best = rung }
        return best
    }

    /// Gives each place on another board the evidence that its rung there is, times `weight`, if it has not more.
    mutating func join(_ other: borrowing RungBoard, evidence weight: Double) {
        let bytes = Self.bytes(weight)
        other.forEach { place, rung in mark(place, bytes[Int(rung)]) }
    }

    /// Adds the evidence that rungs on another board are, times `weight`.
    mutating func add(_ other: borrowing RungBoard, evidence weight: Double) {
        let bytes = Self.bytes(weight)
        other.forEach { place, rung in add(bytes[Int(rung)], to: place) }
    }

    /// Adds the evidence of another board.
    mutating func add(_ other: borrowing RungBoard) { other.forEach { place, byte in add(byte, to: place) } }

    private static func bytes(_ weight: Double) -> [UInt8] {
        Grade.evidence.map { Grade.byte(ofEvidence: weight * $0) }
    }

    private mutating func add(_ byte: UInt8, to place: Int) {
        guard UInt(bitPattern: place) < UInt(bitPattern: capacity) else { return }
        let old = unsafe rungs[place]
        let sum = Int(Grade.last - byte) + (old == Self.none ? 0 : Int(Grade.last - old))
        unsafe rungs[place] = UInt8(max(Int(Grade.first), Int(Grade.last) - sum))
        unsafe blocks[place / Self.blockSize] = true
    }

    /// Multiplies all evidence.
    mutating func scale(by factor: Double) {
        let bytes = (0...Self.none).map { byte in
            byte > Grade.last ? Self.none : Grade.byte(ofEvidence: factor * Grade.evidence(of: byte))
        }
        replace { _, byte in bytes[Int(byte)] }
    }

    /// Removes the places that are not on another board.
    mutating func intersect(_ other: borrowing RungBoard) { combine(other) { $1 == Self.none ? Self.none : $0 } }

    mutating func cut(above worst: UInt8) { replace { _, rung in rung <= worst ? rung : Self.none } }

    mutating func clear() {
        for block in 0..<blockCount where unsafe blocks[block] {
            unsafe (rungs + block * Self.blockSize).update(repeating: Self.none, count: Self.blockSize)
            unsafe blocks[block] = false
        }
    }
}

/// Memory that searches reuse: it is allocated once, for the number of places.
final class SearchBoards: @unchecked Sendable {
    // @unchecked Sendable: only one search uses it at a time.

    /// The best rung of each place: for the query, for its words so far, and for the current word.
    var query: RungBoard
    var words: RungBoard
    var word: RungBoard
    /// The best rung of each other name.
    var names: RungBoard

    init(places: Int, otherNames: Int) {
        query = RungBoard(count: places)
        words = RungBoard(count: places)
        word = RungBoard(count: places)
        names = RungBoard(count: otherNames)
    }
}
