/// What is known of 64 keys in a row, or of 64 letters: where words and names begin among them.
struct StartBlock: Zeroed, Sendable {
    static var zero: StartBlock { StartBlock() }

    /// A bit for each that begins a word.
    var words: UInt64 = 0
    /// A bit for each that begins a name.
    var names: UInt64 = 0
    /// Number of names that begin before these.
    var nameRank: UInt32 = 0
    /// Of keys: the number of letters that begin before them, what stands behind each name counted with them. Of letters: the key that
    /// the first begins with.
    var offset: UInt32 = 0

    /// The number of the name that one of these is of.
    @inline(__always)
    func name(_ number: Int) -> Int {
        let below = names & (~0 >> UInt64(63 - number & 63))
        return Int(nameRank) &+ below.nonzeroBitCount &- 1
    }

    /// Where in a name one of these is that begins a letter.
    @inline(__always)
    func start(_ number: Int) -> SearchStart {
        let bit = UInt64(number & 63)
        if words >> bit & 1 == 0 { return .inside }
        return names >> bit & 1 == 1 ? .name : .word
    }
}

/// What is known of 64 keys in a row: where letters, words and names begin among them.
struct KeyBlock: Zeroed, Sendable {
    static var zero: KeyBlock { KeyBlock() }

    /// A bit for each key that begins a letter; also for what stands behind each name.
    var letters: UInt64 = 0
    /// Where words and names begin.
    var starts = StartBlock()
}

/// The first key of each letter of the names, end to end, with a zero behind each name.
struct InitialLetters: Sendable {
    let keys: StoredArray<UInt8>
    /// What is known of each 64 of them.
    let blocks: StoredArray<StartBlock>

    /// Letters that hold those of some places, from a multiple of 64 on.
    func letters(of places: Range<Int>) -> Range<Int> {
        // Number of blocks before which at most `rank` names begin.
        func end(_ rank: Int) -> Int {
            var (low, high) = (0, blocks.count)
            while low < high {
                let middle = (low + high) / 2
                if Int(blocks[middle].nameRank) <= rank { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let first = max(0, end(places.lowerBound) - 1) * 64
        return first..<max(first, min(keys.count, end(places.upperBound) * 64))
    }

    /// The key that a letter begins with.
    func key(ofLetter letter: Int, in names: NameKeys) -> Int {
        var block = Int(blocks[letter >> 6].offset) >> 6
        // 64 letters have 320 keys at most.
        for _ in 0..<6 where block + 1 < names.blocks.count && Int(names.blocks[block + 1].starts.offset) <= letter {
            block += 1
        }
        let here = names.blocks[block]
        var bits = here.letters
        for _ in 0..<max(0, min(64, letter - Int(here.starts.offset))) { bits &= bits &- 1 }
        return block << 6 + bits.trailingZeroBitCount
    }
}

/// The keys of all names, end to end, with a zero behind each, and what begins where.
struct NameKeys: Sendable {
    /// The keys.
    let keys: StoredArray<UInt8>
    /// What is known of each 64 of them.
    let blocks: StoredArray<KeyBlock>

    /// Whether a letter ends before a key.
    @inline(__always)
    func isEnd(_ key: Int) -> Bool { blocks[key >> 6].letters >> UInt64(key & 63) & 1 == 1 }

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
