internal import WaymarkText

/// The word and name starts among 64 consecutive keys or letters.
struct StartBlock: Zeroed, Sendable {
    static var zero: StartBlock { StartBlock() }

    /// One bit per key or letter, set if it begins a word.
    var words: UInt64 = 0
    /// One bit per key or letter, set if it begins a name.
    var names: UInt64 = 0
    /// Number of names that begin before this block.
    var nameRank: UInt32 = 0
    /// For keys: the number of letters that begin before this block, including the terminator of each name. For
    /// letters: the index of the first letter's first key.
    var offset: UInt32 = 0

    /// The number of the name that contains a key or letter.
    @inline(__always)
    func name(_ number: Int) -> Int {
        let below = names & (~0 >> UInt64(63 - number & 63))
        return Int(nameRank) &+ below.nonzeroBitCount &- 1
    }

    /// The kind of start at a key that begins a letter, or at a letter.
    @inline(__always)
    func start(_ number: Int) -> SearchStart {
        let bit = UInt64(number & 63)
        if words >> bit & 1 == 0 { return .inside }
        return names >> bit & 1 == 1 ? .name : .word
    }
}

/// The letter, word and name starts among 64 consecutive keys.
struct KeyBlock: Zeroed, Sendable {
    static var zero: KeyBlock { KeyBlock() }

    /// One bit per key, set if it begins a letter; also set for the terminator of each name.
    var letters: UInt64 = 0
    var starts = StartBlock()
}

/// The first key of each letter of all names, concatenated, with a zero after each name.
struct InitialLetters: Sendable {
    let keys: StoredArray<UInt8>
    /// One block per 64 keys.
    let blocks: StoredArray<StartBlock>

    /// The letters that contain those of some places, starting at a multiple of 64.
    func letters(of places: Range<Int>) -> Range<Int> {
        // The number of blocks before which at most `rank` names begin.
        func end(_ rank: Int) -> Int { (0..<blocks.count).partitioningIndex { Int(blocks[$0].nameRank) > rank } }
        let first = max(0, end(places.lowerBound) - 1) * 64
        return first..<max(first, min(keys.count, end(places.upperBound) * 64))
    }

    /// The index of a letter's first key.
    func key(ofLetter letter: Int, in names: NameKeys) -> Int {
        var block = Int(blocks[letter >> 6].offset) >> 6
        // 64 letters have at most 320 keys.
        for _ in 0..<6 where block + 1 < names.blocks.count && Int(names.blocks[block + 1].starts.offset) <= letter {
            block += 1
        }
        let here = names.blocks[block]
        var bits = here.letters
        for _ in 0..<max(0, min(64, letter - Int(here.starts.offset))) { bits &= bits &- 1 }
        return block << 6 + bits.trailingZeroBitCount
    }
}

/// The keys of all names, concatenated, with a zero after each, and their letter, word and name starts.
struct NameKeys: Sendable {
    let keys: StoredArray<UInt8>
    /// One block per 64 keys.
    let blocks: StoredArray<KeyBlock>

    /// Whether a letter ends just before a key.
    @inline(__always)
    func isEnd(_ key: Int) -> Bool { blocks[key >> 6].letters >> UInt64(key & 63) & 1 == 1 }

    /// Whether a word ends just before a key that begins a letter, or a name.
    func isWordEnd(_ key: Int) -> Bool { keys[key] == 0 || blocks[key >> 6].starts.start(key) != .inside }

    func hasPrefix(_ wanted: ArraySlice<UInt8>, at key: Int) -> Bool {
        var at = key
        for other in wanted {
            if keys[at] != other { return false }
            at += 1
        }
        return true
    }

    /// The start of the next letter after a key, or the terminator of the name.
    ///
    /// No letter has more than five keys; the limit holds even in a damaged file.
    func end(ofLetterAt key: Int) -> Int {
        let next = (blocks[key >> 6].letters >> UInt64(key & 63)) >> 1
        if next != 0 { return key + min(5, 1 + next.trailingZeroBitCount) }
        var end = key + 1
        while end < key + 5, !isEnd(end) { end += 1 }
        return end
    }
}
