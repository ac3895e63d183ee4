internal import WaymarkGeodesy
import WaymarkThreads

extension PlaceIndex {
    /// Builds an index of `count` places.
    ///
    /// - Parameters:
    ///   - count: Number of places.
    ///   - jobs: Number of threads.
    ///   - entry: Returns the place at a position; called once per position.
    /// - Complexity: O(*n* log *n*) in the number of letters.
    init(count: Int, jobs: Int, _ entry: @Sendable (Int) -> SearchedPlace) {
        precondition(count < LetterPlace.maxPlaces, "there are too many places for 30 bits: \(count)")
        var entries = ContiguousArray<SearchedPlace>()
        entries.reserveCapacity(count)
        for position in 0..<count { entries.append(entry(position)) }
        let memory = StoredMemory()
        self.memory = memory
        let letters = Self.letters(of: entries, jobs: jobs)
        let order = Self.ranked(entries, letters)
        positions = StoredArray(order, in: memory)

        let writer = NameWriter(
            order.lazy.map { letters[Int($0)] }, letters.reduce(0) { $0 + $1.keys.count } + count, in: memory)
        names = writer.names
        initials = writer.initials
        pairs = InitialPairs(initials.keys, in: memory)
        singles = SingleKeys(order.lazy.map { letters[Int($0)] }, count: count, in: memory)
        lengths = StoredArray(order.map { UInt8(min(letters[Int($0)].count, 255)) }, in: memory)
        let sort = SuffixSort(keys: names.keys)
        suffixes = sort.sorted(writer.letterStarts, jobs: jobs, in: memory)
        let sorted = SortedLetters(names, suffixes, in: memory)
        (letterPlaces, letterEnds) = (sorted.places, sorted.ends)
        loneConsonants = LoneConsonants(slots: StoredArray(sorted.loneConsonants, in: memory))
        words = SortedSuffixes(positions: StoredArray(sorted.words, in: memory))
        wordPlaces = StoredArray(sorted.wordPlaces, in: memory)
        heads = WordHeads(words, names.keys, in: memory)
        vectors = StoredArray(order.map { PlaceVector(entries[Int($0)].coordinate) }, in: memory)

        var numbers: [[UInt8]: UInt32] = [:]
        var seen: [String: UInt32] = [:]
        var firsts: [UInt32] = []
        categories = StoredArray(
            order.enumerated().map { rank, position in
                guard let category = entries[Int(position)].category, !category.isEmpty else { return Self.noCategory }
                if let number = seen[category] { return number }
                let keys = Letters(category).keys
                let number = numbers[keys] ?? UInt32(firsts.count)
                if numbers.updateValue(number, forKey: keys) == nil { firsts.append(UInt32(rank)) }
                seen[category] = number
                return number
            }, in: memory)
        categoryPlaces = StoredArray(firsts, in: memory)

        var texts = WordCollector()
        for position in order {
            let entry = entries[Int(position)]
            if let category = entry.category { texts.add(category) }
            for text in entry.otherTexts { texts.add(text) }
            texts.endPlace()
        }
        self.texts = texts.index(jobs: jobs, in: memory)
    }

    private static func letters(of entries: ContiguousArray<SearchedPlace>, jobs: Int) -> [Letters] {
        let none = Letters("")
        var letters = Array(repeating: none, count: entries.count)
        unsafe letters.withUnsafeMutableBufferPointer { letters in
            nonisolated(unsafe) let room = unsafe letters
            Parts(of: entries.count, jobs: jobs).forEach { _, part in
                for position in part { unsafe room[position] = Letters(entries[position].name) }
            }
        }
        return letters
    }

    /// The positions of the places, in order of rank.
    private static func ranked(_ entries: ContiguousArray<SearchedPlace>, _ letters: [Letters]) -> [UInt32] {
        struct Key {
            let standing: Double
            let length: Int
            let position: UInt32
        }
        var keys = entries.indices.map { position in
            Key(
                standing: entries[position].settledStanding, length: letters[position].count,
                position: UInt32(position))
        }
        keys.sort { a, b in
            if a.standing != b.standing { return a.standing > b.standing }
            if a.length != b.length { return a.length < b.length }
            let (first, second) = (entries[Int(a.position)].id, entries[Int(b.position)].id)
            if first != second { return first.utf8.lexicographicallyPrecedes(second.utf8) }
            return a.position < b.position
        }
        return keys.map(\.position)
    }
}

extension SearchedPlace {
    /// The standing as an ordered number: NaN becomes the lowest.
    var settledStanding: Double { standing.isNaN ? -.infinity : standing }
}

/// The data derived from the sorted letters.
private struct SortedLetters {
    let places: StoredArray<LetterPlace>
    let ends: StoredArray<UInt16>
    var loneConsonants: [UInt32] = []
    var words: [UInt32] = []
    var wordPlaces: [LetterPlace] = []

    init(_ names: NameKeys, _ suffixes: SortedSuffixes, in memory: StoredMemory) {
        var (places, ends): ([LetterPlace], [UInt16]) = ([], [])
        places.reserveCapacity(suffixes.positions.count)
        ends.reserveCapacity(suffixes.positions.count)
        for slot in suffixes.all {
            let key = Int(suffixes.positions[slot])
            let (block, bit) = (names.blocks[key >> 6], UInt64(key & 63))
            let place = LetterPlace(block.starts.name(key), block.starts.start(key))
            places.append(place)
            // A shift by 64 bits gives 0.
            let bits = block.letters >> (bit + 1) | names.blocks[key >> 6 + 1].letters << (63 - bit)
            ends.append(UInt16(truncatingIfNeeded: bits))
            if bits & 1 == 1, JamoKey.isConsonant(names.keys[key]) { loneConsonants.append(UInt32(slot)) }
            if place.start != .inside {
                words.append(UInt32(key))
                wordPlaces.append(place)
            }
        }
        self.places = StoredArray(places, in: memory)
        self.ends = StoredArray(ends, in: memory)
    }
}

/// Writes names as concatenated keys.
private struct NameWriter {
    let initials: InitialLetters
    var letterStarts: [UInt32] = []
    let names: NameKeys

    init(_ all: some Sequence<Letters>, _ size: Int, in memory: StoredMemory) {
        precondition(size < Int(UInt32.max), "the names have too many keys for 32 bits: \(size)")
        var keys: [UInt8] = []
        keys.reserveCapacity(size)
        var initials: [UInt8] = []
        initials.reserveCapacity(size / 2)
        letterStarts.reserveCapacity(size / 2)
        var blocks = Array(repeating: KeyBlock(), count: size / 64 + 1)
        var letterBlocks: [StartBlock] = []
        for name in all {
            blocks[keys.count >> 6].starts.names |= 1 << UInt64(keys.count & 63)
            while letterBlocks.count <= (initials.count + name.count) >> 6 { letterBlocks.append(StartBlock()) }
            letterBlocks[initials.count >> 6].names |= 1 << UInt64(initials.count & 63)
            for letter in 0..<name.count {
                let key = keys.count + name.starts[letter]
                blocks[key >> 6].letters |= 1 << UInt64(key & 63)
                if initials.count & 63 == 0 { letterBlocks[initials.count >> 6].offset = UInt32(key) }
                if name.areWordStarts[letter] {
                    blocks[key >> 6].starts.words |= 1 << UInt64(key & 63)
                    letterBlocks[initials.count >> 6].words |= 1 << UInt64(initials.count & 63)
                }
                initials.append(name.keys[name.starts[letter]])
                letterStarts.append(UInt32(key))
            }
            keys += name.keys
            blocks[keys.count >> 6].letters |= 1 << UInt64(keys.count & 63)
            if initials.count & 63 == 0 { letterBlocks[initials.count >> 6].offset = UInt32(keys.count) }
            keys.append(0)
            initials.append(0)
        }
        var (nameRank, letterRank): (UInt32, UInt32) = (0, 0)
        for block in blocks.indices {
            (blocks[block].starts.nameRank, blocks[block].starts.offset) = (nameRank, letterRank)
            nameRank += UInt32(blocks[block].starts.names.nonzeroBitCount)
            letterRank += UInt32(blocks[block].letters.nonzeroBitCount)
        }
        nameRank = 0
        for block in letterBlocks.indices {
            letterBlocks[block].nameRank = nameRank
            nameRank += UInt32(letterBlocks[block].names.nonzeroBitCount)
        }
        names = NameKeys(keys: StoredArray(keys, in: memory), blocks: StoredArray(blocks, in: memory))
        self.initials = InitialLetters(
            keys: StoredArray(initials, in: memory), blocks: StoredArray(letterBlocks, in: memory))
    }
}

extension SuffixSort {
    /// Sorts positions by the keys that begin there.
    func sorted(_ positions: [UInt32], jobs: Int, in memory: StoredMemory) -> SortedSuffixes {
        SortedSuffixes(
            positions: unsafe StoredArray(count: positions.count, in: memory) { room in
                _ = unsafe room.initialize(from: positions)
                unsafe sort(room, jobs: jobs)
            })
    }
}
