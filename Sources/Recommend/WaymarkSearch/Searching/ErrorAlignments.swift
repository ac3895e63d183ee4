/// All alignments of the first keys of a phrase with the first keys of a word that have few errors, as bits.
///
/// Bit *i* of a row is set if the first *i* keys of the phrase are consumed. A step reads one key of the word.
///
/// - SeeAlso: Wu and Manber 1992, doi:10.1145/135239.135244; with swapped keys, Navarro 2001, doi:10.1145/375360.375365.
struct ErrorAlignments {
    struct State {
        /// The alignments with zero, one and two errors.
        fileprivate var (none, one, two): (UInt32, UInt32, UInt32) = (0, 0, 0)
        /// The alignments that have read the second of two swapped keys, *i* + 1, and expect the first: with this error
        /// alone, and with one before it.
        fileprivate var (swappedFirst, swappedAgain): (UInt32, UInt32) = (0, 0)
        /// Number of errors with which the whole phrase was found; nil if it was not.
        fileprivate(set) var found: Int?

        /// Whether further keys cannot improve the result.
        @inline(__always)
        var isSettled: Bool { none | one | two | swappedFirst | swappedAgain == 0 }

        /// Calls `body` with the position in the phrase at which each alignment continues, and its errors; only the
        /// fewest per position.
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

    /// For each key, one bit per key at the start of the phrase that equals it.
    private let masks: ContiguousArray<UInt32>
    /// All bits set if two errors are allowed, otherwise 0.
    private let second: UInt32
    /// The bit for the whole phrase; 0 if it is too long to be found in the first keys of a word.
    private let end: UInt32
    private(set) var start = State()

    /// Maximum number of phrase keys that the first keys of a word can consume.
    private static let maxKeys = WordHeads.length + 2

    init(_ wanted: [UInt8], errors: Int) {
        precondition(
            errors == 1 || errors == 2 && wanted.count > Self.maxKeys,
            "\(errors) errors for a phrase of \(wanted.count) keys")
        var masks = ContiguousArray<UInt32>(repeating: 0, count: 256)
        for (number, key) in wanted.prefix(Self.maxKeys).enumerated() { masks[Int(key)] |= 1 << UInt32(number) }
        self.masks = masks
        second = errors > 1 ? .max : 0
        end = wanted.count > Self.maxKeys ? 0 : 1 << UInt32(wanted.count)
        // Extra keys in the phrase.
        (start.none, start.one, start.two) = (1, 0b11, 0b111 & second)
    }

    @inline(__always)
    func step(_ state: State, _ key: UInt8) -> State {
        let mask = masks[Int(key)]
        var next = State()
        next.none = (state.none & mask) << 1
        // In order: an equal key; a key missing in the phrase, a wrong one, an extra one; a completed swap.
        next.one =
            (state.one & mask) << 1 | state.none | state.none << 1 | next.none << 1 | (state.swappedFirst & mask) << 2
        next.swappedFirst = state.none & mask >> 1
        next.two =
            ((state.two & mask) << 1 | state.one | state.one << 1 | next.one << 1 | (state.swappedAgain & mask) << 2)
            & second
        next.swappedAgain = state.one & mask >> 1 & second
        if (next.none | next.one) & end != 0 {
            // Only a phrase with at most one error is this short, so the result cannot improve.
            var settled = State()
            settled.found = next.none & end != 0 ? 0 : 1
            return settled
        }
        return next
    }
}
