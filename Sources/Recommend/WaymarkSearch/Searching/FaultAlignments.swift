/// All ways in which the first keys of a phrase and the first keys of a word may be alike but for some faults, in bits.
///
/// Bit *i* of a row says that the first *i* keys of the phrase are used up. A step reads a key of the word.
///
/// - SeeAlso: Wu and Manber 1992, doi:10.1145/135239.135244; with swapped keys, Navarro 2001, doi:10.1145/375360.375365.
struct FaultAlignments {
    struct State {
        /// The alignments with no, one and two faults.
        fileprivate var (none, one, two): (UInt32, UInt32, UInt32) = (0, 0, 0)
        /// Those that have read the second of two swapped keys, *i* + 1, and wait for the first, with that fault and one before it.
        fileprivate var (swappedFirst, swappedAgain): (UInt32, UInt32) = (0, 0)
        /// Number of faults with which the whole phrase was found; nil where it was not.
        fileprivate(set) var found: Int?

        /// Whether more keys can find nothing better.
        @inline(__always)
        var isSettled: Bool { none | one | two | swappedFirst | swappedAgain == 0 }

        /// Calls `body` with where in the phrase each alignment goes on, and its faults; the fewest of the same place.
        func forEach(_ body: (_ at: Int, _ made: Int, _ isSwapped: Bool) -> Void) {
            func each(_ row: UInt32, _ made: Int, isSwapped: Bool = false) {
                var bits = row
                while bits != 0 {
                    body(bits.trailingZeroBitCount, made, isSwapped)
                    bits &= bits - 1
                }
            }
            each(none, 0)
            each(one & ~none, 1)
            each(two & ~one & ~none, 2)
            each(swappedFirst, 1, isSwapped: true)
            each(swappedAgain, 2, isSwapped: true)
        }
    }

    /// A bit for each of the first keys of the phrase that a key equals.
    private let masks: ContiguousArray<UInt32>
    /// All bits where two faults are allowed.
    private let second: UInt32
    /// The bit for the whole phrase; 0 where it is too long to be found in the first keys of a word.
    private let end: UInt32
    /// The state before any key of a word.
    private(set) var start = State()

    /// Keys of a phrase at most that can be used up by the first keys of a word.
    private static let maxKeys = WordHeads.length + 2

    init(_ wanted: [UInt8], faults: Int) {
        precondition(faults == 1 || faults == 2 && wanted.count > Self.maxKeys, "two faults are for long phrases only")
        var masks = ContiguousArray<UInt32>(repeating: 0, count: 256)
        for (number, key) in wanted.prefix(Self.maxKeys).enumerated() { masks[Int(key)] |= 1 << UInt32(number) }
        self.masks = masks
        second = faults > 1 ? .max : 0
        end = wanted.count > Self.maxKeys ? 0 : 1 << UInt32(wanted.count)
        // Keys too many in the phrase.
        (start.none, start.one, start.two) = (1, 0b11, 0b111 & second)
    }

    /// The state after another key of the word.
    @inline(__always)
    func step(_ state: State, _ key: UInt8) -> State {
        let mask = masks[Int(key)]
        var next = State()
        next.none = (state.none & mask) << 1
        // The key as it is; one missing in the phrase, a wrong one, one too many, the second of two swapped.
        next.one =
            (state.one & mask) << 1 | state.none | state.none << 1 | next.none << 1 | (state.swappedFirst & mask) << 2
        next.swappedFirst = state.none & mask >> 1
        next.two =
            ((state.two & mask) << 1 | state.one | state.one << 1 | next.one << 1 | (state.swappedAgain & mask) << 2)
            & second
        next.swappedAgain = state.one & mask >> 1 & second
        if (next.none | next.one) & end != 0 {
            // Only a phrase with one fault at most is so short: nothing better comes.
            var settled = State()
            settled.found = next.none & end != 0 ? 0 : 1
            return settled
        }
        return next
    }
}
