internal import WaymarkText

/// Collects the words of texts, place by place.
///
/// A place has each word once, from the first text that has it.
struct WordCollector {
    /// What a text says.
    enum Source {
        /// Where a place is, or what. Of a Korean address the words for provinces, cities, districts and villages do: a road is called
        /// after a place that is somewhere on it.
        case address
        /// Anything.
        case free
    }

    private var keys: [UInt8] = []
    private var starts: [UInt32] = []
    private var numbers: [[UInt8]: UInt32] = [:]
    /// The words of each run of text without ASCII blanks, cached because runs repeat.
    private var known: [Substring: [UInt32]] = [:]
    private var categories: [String: [UInt32]] = [:]
    /// Whether a word of an address says where a place is, by the number of the word.
    private var saysWhere: [Bool] = []
    /// The words of all places, in order of place, and whether the text is free; then, for each word, the last place that had it.
    private var found: [(word: UInt32, isFree: Bool)] = []
    private var ends: [Int] = []
    private var lastPlaces: [UInt32] = []

    /// Adds the words of a text of the current place.
    mutating func add(_ text: String, from source: Source) {
        for run in text.split(separator: " ") { add(words(of: run), from: source) }
    }

    /// Adds the words of the category of the current place: there are few categories.
    mutating func add(category: String) {
        if let seen = categories[category] { return add(seen, from: nil) }
        var all: [UInt32] = []
        for run in category.split(separator: " ") { all += words(of: run) }
        categories[category] = all
        add(all, from: nil)
    }

    private mutating func add(_ words: [UInt32], from source: Source?) {
        let place = UInt32(ends.count)
        for word in words where lastPlaces[Int(word)] != place {
            lastPlaces[Int(word)] = place
            found.append((word, source == .free || source == .address && !saysWhere[Int(word)]))
        }
    }

    private mutating func words(of run: Substring) -> [UInt32] {
        if let seen = known[run] { return seen }
        let words = Letters(String(run)).words.map { number(of: $0.keys) }
        known[run] = words
        return words
    }

    mutating func endPlace() { ends.append(found.count) }

    private mutating func number(of word: [UInt8]) -> UInt32 {
        if let number = numbers[word] { return number }
        let number = UInt32(starts.count)
        numbers[word] = number
        starts.append(UInt32(keys.count))
        lastPlaces.append(.max)
        saysWhere.append(
            Self.districts.contains { word.count > $0.count && word.suffix($0.count) == $0 }
                || !word.contains { JamoKey.isJamo($0) || 0x30...0x39 ~= $0 })
        keys += word
        keys.append(0)
        return number
    }

    /// The ends of the names of provinces, cities, districts, towns and villages.
    private static let districts = Letters("시 도 군 구 읍 면 동 리 가").words.map { $0.keys[...] }

    func index(jobs: Int, in memory: StoredMemory) -> WordIndex {
        let words = SuffixSort(keys: StoredArray(keys, in: memory)).sorted(starts, jobs: jobs, in: memory)
        var ranks = [UInt32](repeating: 0, count: starts.count)
        for rank in starts.indices {
            // Words were numbered in the order of their keys' offsets.
            let start = words.positions[rank]
            ranks[starts.partitioningIndex { $0 >= start }] = UInt32(rank)
        }
        var firsts = [UInt32](repeating: 0, count: starts.count + 1)
        for (word, _) in found { firsts[Int(ranks[Int(word)]) + 1] += 1 }
        for rank in starts.indices { firsts[rank + 1] += firsts[rank] }
        var next = firsts
        let places = unsafe StoredArray<TextPlace>(count: found.count, in: memory) { room in
            var place = 0
            for (number, (word, isFree)) in found.enumerated() {
                while ends[place] <= number { place += 1 }
                let rank = Int(ranks[Int(word)])
                unsafe room[Int(next[rank])] = TextPlace(place, isFree: isFree)
                next[rank] += 1
            }
        }
        return WordIndex(words: words, starts: StoredArray(firsts, in: memory), places: places)
    }
}
