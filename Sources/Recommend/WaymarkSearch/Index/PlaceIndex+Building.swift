import WaymarkGeodesy
import WaymarkThreads

extension PlaceIndex {
    /// An index of `count` places.
    ///
    /// - Parameters:
    ///   - count: Number of places.
    ///   - jobs: Number of threads.
    ///   - entry: The place at a position; asked for once.
    /// - Complexity: O(*n* log *n*) in the letters.
    init(count: Int, jobs: Int, _ entry: @Sendable (Int) -> SearchedPlace) {
        precondition(count < Int(UInt32.max), "an index holds fewer than 2^32 places")
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
        initials = StoredArray(writer.initials, in: memory)
        lengths = StoredArray(order.map { UInt8(min(letters[Int($0)].count, 255)) }, in: memory)
        let sort = SuffixSort(keys: names.keys)
        suffixes = sort.sorted(writer.letterStarts, jobs: jobs, in: memory)
        let sorted = suffixes.positions
        let isWordStart = names.isWordStart
        words = SortedSuffixes(
            positions: StoredArray(
                (0..<sorted.count).lazy.map { sorted[$0] }.filter { isWordStart(Int($0)) }, in: memory))
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

    /// The positions of the places by rank.
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
    /// The standing as a number that has an order.
    var settledStanding: Double { standing.isNaN ? -.infinity : standing }
}

/// Writes names as keys, one after another.
private struct NameWriter {
    var initials: [UInt8] = []
    var letterStarts: [UInt32] = []
    let names: NameKeys

    init(_ all: some Sequence<Letters>, _ size: Int, in memory: StoredMemory) {
        precondition(size < Int(UInt32.max), "names have fewer than 2^32 keys")
        var keys: [UInt8] = []
        keys.reserveCapacity(size)
        initials.reserveCapacity(size / 2)
        letterStarts.reserveCapacity(size / 2)
        var blocks = Array(repeating: KeyBlock(), count: size / 64 + 1)
        for name in all {
            blocks[keys.count >> 6].names |= 1 << UInt64(keys.count & 63)
            for letter in 0..<name.count {
                let key = keys.count + name.starts[letter]
                blocks[key >> 6].letters |= 1 << UInt64(key & 63)
                if name.areWordStarts[letter] { blocks[key >> 6].words |= 1 << UInt64(key & 63) }
                initials.append(name.keys[name.starts[letter]])
                letterStarts.append(UInt32(key))
            }
            keys += name.keys
            blocks[keys.count >> 6].letters |= 1 << UInt64(keys.count & 63)
            keys.append(0)
            initials.append(0)
        }
        var (nameRank, letterRank): (UInt32, UInt32) = (0, 0)
        for block in blocks.indices {
            (blocks[block].nameRank, blocks[block].letterRank) = (nameRank, letterRank)
            nameRank += UInt32(blocks[block].names.nonzeroBitCount)
            letterRank += UInt32(blocks[block].letters.nonzeroBitCount)
        }
        names = NameKeys(keys: StoredArray(keys, in: memory), blocks: StoredArray(blocks, in: memory))
    }
}

extension SuffixSort {
    /// Positions sorted by the keys that stand there.
    func sorted(_ positions: [UInt32], jobs: Int, in memory: StoredMemory) -> SortedSuffixes {
        SortedSuffixes(
            positions: unsafe StoredArray(count: positions.count, in: memory) { room in
                _ = unsafe room.initialize(from: positions)
                unsafe sort(room, jobs: jobs)
            })
    }
}
