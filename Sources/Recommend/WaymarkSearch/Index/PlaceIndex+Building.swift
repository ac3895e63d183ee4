internal import WaymarkGeodesy
internal import WaymarkText
import WaymarkThreads

extension PlaceIndex {
    /// Builds an index of places.
    ///
    /// - Complexity: O(*n* log *n*) in the number of letters.
    init(_ places: some IndexedPlaces, jobs: Int) {
        precondition(jobs > 0, "the number of jobs is below 1: \(jobs)")
        precondition(places.count < LetterPlace.maxPlaces, "there are too many places for 30 bits: \(places.count)")
        let memory = StoredMemory()
        self.memory = memory
        let order: [UInt32]
        let letterStarts: [UInt32]
        do {
            let letters = Self.letters(of: places, jobs: jobs)
            order = Self.ranked(places, letters.counts)
            let writer = NameWriter(letters, order, in: memory)
            (names, initials, letterStarts) = (writer.names, writer.initials, writer.letterStarts)
            singles = SingleKeys(letters, order, in: memory)
            lengths = StoredArray(order.map { UInt8(min(letters.counts[Int($0)], 255)) }, in: memory)
            standings = StoredArray(order.map { places.standing(Int($0)) }, in: memory)
        }
        positions = StoredArray(order, in: memory)
        pairs = InitialPairs(initials.keys, in: memory)
        let sort = SuffixSort(keys: names.keys)
        suffixes = sort.sorted(letterStarts, jobs: jobs, in: memory)
        let sorted = SortedLetters(names, suffixes, in: memory)
        (letterPlaces, letterEnds) = (sorted.places, sorted.ends)
        loneConsonants = LoneConsonants(slots: StoredArray(sorted.loneConsonants, in: memory))
        words = SortedSuffixes(positions: StoredArray(sorted.words, in: memory), keys: names.keys)
        wordPlaces = StoredArray(sorted.wordPlaces, in: memory)
        vectors = StoredArray(order.map { PlaceVector(places.coordinate(Int($0))) }, in: memory)

        var numbers: [[UInt8]: UInt32] = [:]
        var seen: [String: UInt32] = [:]
        var firsts: [UInt32] = []
        categories = StoredArray(
            order.enumerated().map { rank, position in
                guard let category = places.category(Int(position)) else { return Self.noCategory }
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
            if let category = places.category(Int(position)) { texts.add(category: category) }
            places.forEachText(Int(position)) { texts.add($0, from: $1) }
            texts.endPlace()
        }
        self.texts = texts.index(jobs: jobs, in: memory)
    }

    private static func letters(of places: some IndexedPlaces, jobs: Int) -> NameLetterTable {
        let parts = Guarded<[(number: Int, letters: NameLetterTable)]>([])
        Parts(of: places.count, jobs: jobs).forEach { number, part in
            let letters = NameLetterTable(places, part)
            parts.withLock { $0.append((number, letters)) }
        }
        let read = parts.withLock { parts in
            defer { parts = [] }
            return parts.sorted { $0.number < $1.number }.map(\.letters)
        }
        return read.dropFirst().reduce(into: read[0]) { $0.append($1) }
    }

    /// The positions of the places, in order of rank.
    private static func ranked(_ places: some IndexedPlaces, _ lengths: ContiguousArray<UInt32>) -> [UInt32] {
        var keys = (0..<places.count).map { position in
            // The first eight bytes, if they are ASCII characters, so that they equal only those of an id with the same bytes.
            let head: UInt64? = places.withID(position) { id in
                guard PlainText.isASCII(id) else { return nil }
                return (0..<min(8, id.count)).reduce(0) { $0 | UInt64(id[$1]) << UInt64(56 - 8 * $1) }
            }
            return (
                standing: places.standing(position), length: lengths[position], position: UInt32(position), head: head
            )
        }
        keys.sort { a, b in
            if a.standing != b.standing { return a.standing > b.standing }
            if a.length != b.length { return a.length < b.length }
            if let first = a.head, let second = b.head, first != second { return first < second }
            return places.idPrecedes(Int(a.position), Int(b.position)) ?? (a.position < b.position)
        }
        return keys.map(\.position)
    }
}

/// The data derived from the sorted letters.
private struct SortedLetters {
    let places: StoredArray<LetterPlace>
    let ends: StoredArray<UInt16>
    let loneConsonants: [UInt32]
    let words: [UInt32]
    let wordPlaces: [LetterPlace]

    init(_ names: NameKeys, _ suffixes: SortedSuffixes, in memory: StoredMemory) {
        var (lone, words, wordPlaces): ([UInt32], [UInt32], [LetterPlace]) = ([], [], [])
        let count = suffixes.positions.count
        var ends: StoredArray<UInt16>?
        places = unsafe StoredArray(count: count, in: memory) { places in
            ends = unsafe StoredArray(count: count, in: memory) { ends in
                for slot in suffixes.all {
                    let key = Int(suffixes.positions[slot])
                    let (block, bit) = (names.blocks[key >> 6], UInt64(key & 63))
                    let place = LetterPlace(block.starts.name(key), block.starts.start(key))
                    unsafe places.initializeElement(at: slot, to: place)
                    // A shift by 64 bits gives 0.
                    let bits = block.letters >> (bit + 1) | names.blocks[key >> 6 + 1].letters << (63 - bit)
                    unsafe ends.initializeElement(at: slot, to: UInt16(truncatingIfNeeded: bits))
                    if bits & 1 == 1, JamoKey.isConsonant(names.keys[key]) { lone.append(UInt32(slot)) }
                    if place.start != .inside {
                        words.append(UInt32(key))
                        wordPlaces.append(place)
                    }
                }
            }
        }
        guard let ends else { preconditionFailure("the ends are not filled") }
        (self.ends, loneConsonants, self.words, self.wordPlaces) = (ends, lone, words, wordPlaces)
    }
}

/// Writes names as concatenated keys.
private struct NameWriter {
    let initials: InitialLetters
    var letterStarts: [UInt32] = []
    let names: NameKeys

    init(_ letters: NameLetterTable, _ order: [UInt32], in memory: StoredMemory) {
        let size = letters.keys.count + order.count
        precondition(size < Int(UInt32.max), "the names have too many keys for 32 bits: \(size)")
        var keys: [UInt8] = []
        keys.reserveCapacity(size)
        var initials: [UInt8] = []
        let letterCount = letters.counts.reduce(0) { $0 + Int($1) }
        initials.reserveCapacity(letterCount + order.count)
        letterStarts.reserveCapacity(letterCount)
        var blocks = Array(repeating: KeyBlock(), count: size / 64 + 1)
        var letterBlocks = Array(repeating: StartBlock(), count: (letterCount + order.count + 63) / 64)
        for position in order {
            blocks[keys.count >> 6].starts.names |= 1 << UInt64(keys.count & 63)
            letterBlocks[initials.count >> 6].names |= 1 << UInt64(initials.count & 63)
            let name = letters.range(Int(position))
            for at in name {
                let key = keys.count
                if letters.isStart(at) {
                    blocks[key >> 6].letters |= 1 << UInt64(key & 63)
                    if initials.count & 63 == 0 { letterBlocks[initials.count >> 6].offset = UInt32(key) }
                    if letters.isWordStart(at) {
                        blocks[key >> 6].starts.words |= 1 << UInt64(key & 63)
                        letterBlocks[initials.count >> 6].words |= 1 << UInt64(initials.count & 63)
                    }
                    initials.append(letters.keys[at])
                    letterStarts.append(UInt32(key))
                }
                keys.append(letters.keys[at])
            }
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
            }, keys: keys)
    }
}
