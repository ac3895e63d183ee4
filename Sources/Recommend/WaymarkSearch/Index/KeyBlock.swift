/// What is known of 64 keys in a row: where letters, words and names begin among them, and how many did before.
struct KeyBlock: Zeroed, Sendable {
    static var zero: KeyBlock { KeyBlock() }

    /// A bit for each key that begins a letter; also for what stands behind each name.
    var letters: UInt64 = 0
    /// A bit for each key that begins a word.
    var words: UInt64 = 0
    /// A bit for each key that begins a name.
    var names: UInt64 = 0
    /// Number of names that begin before these keys.
    var nameRank: UInt32 = 0
    /// Number of letters that begin before these keys, what stands behind each name counted with them.
    var letterRank: UInt32 = 0

    /// The number of the name that a key of these is of.
    @inline(__always)
    func name(_ key: Int) -> Int {
        let below = names & (~0 >> UInt64(63 - key & 63))
        return Int(nameRank) &+ below.nonzeroBitCount &- 1
    }

    /// Where in a name a key of these is that begins a letter.
    @inline(__always)
    func start(_ key: Int) -> SearchStart {
        let bit = UInt64(key & 63)
        if words >> bit & 1 == 0 { return .inside }
        return names >> bit & 1 == 1 ? .name : .word
    }
}

/// The keys of all names, end to end, with a zero behind each, and what begins where.
struct NameKeys: Sendable {
    /// The keys.
    let keys: StoredArray<UInt8>
    /// What is known of each 64 of them.
    let blocks: StoredArray<KeyBlock>

    /// The number of the name that a key is of.
    @inline(__always)
    func name(of key: Int) -> Int {
        blocks[key >> 6].name(key)
    }

    /// Whether a letter ends before a key.
    @inline(__always)
    func isEnd(_ key: Int) -> Bool { blocks[key >> 6].letters >> UInt64(key & 63) & 1 == 1 }

    /// Whether a word begins with a key.
    @inline(__always)
    func isWordStart(_ key: Int) -> Bool { blocks[key >> 6].words >> UInt64(key & 63) & 1 == 1 }

    /// Whether words begin with a key, the lowest bit, and with those after it.
    @inline(__always)
    func wordStarts(from key: Int) -> UInt64 {
        let (block, bit) = (key >> 6, UInt64(key & 63))
        return blocks[block].words >> bit | blocks[block + 1].words << (64 - bit)
    }

    /// Where in a name a key is that begins a letter.
    @inline(__always)
    func start(_ key: Int) -> SearchStart {
        blocks[key >> 6].start(key)
    }

    /// Whether the keys from a position on begin with some others.
    func hasPrefix(_ wanted: ArraySlice<UInt8>, at key: Int) -> Bool {
        var at = key
        for other in wanted {
            if keys[at] != other { return false }
            at += 1
        }
        return true
    }

    /// Where the next letter begins after a key, or what stands behind the name.
    ///
    /// No letter has more than five keys, whatever a damaged file says.
    func end(ofLetterAt key: Int) -> Int {
        var end = key + 1
        while end < key + 5, !isEnd(end) { end += 1 }
        return end
    }
}

/// Finds where letters begin by their numbers, which must ascend from call to call.
struct LetterFinder {
    let names: NameKeys
    private var block = 0

    init(_ names: NameKeys) { self.names = names }

    /// The key that the letter of a number begins with.
    mutating func key(ofLetter letter: Int) -> Int {
        let count = names.blocks.count
        func isBefore(_ block: Int) -> Bool { block < count && Int(names.blocks[block].letterRank) <= letter }
        var step = 1
        while isBefore(block + step) { step *= 2 }
        var (low, high) = (block + step / 2, block + step)
        while low + 1 < high {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle } else { high = middle }
        }
        block = low
        let here = names.blocks[block]
        var bits = here.letters
        for _ in 0..<max(0, min(64, letter - Int(here.letterRank))) { bits &= bits &- 1 }
        return block << 6 + bits.trailingZeroBitCount
    }
}
