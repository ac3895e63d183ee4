/// Collects the words of texts, place by place.
struct WordCollector {
    private var keys: [UInt8] = []
    private var starts: [UInt32] = []
    private var numbers: [[UInt8]: UInt32] = [:]
    /// The words of each run of text without ASCII blanks, cached because runs repeat.
    private var known: [Substring: [UInt32]] = [:]
    /// The words of all places, in order of place; then, for each word, the last place that had it.
    private var found: [UInt32] = []
    private var ends: [Int] = []
    private var lastPlaces: [UInt32] = []

    /// Adds the words of a text of the current place.
    mutating func add(_ text: String) {
        for run in text.split(separator: " ") {
            let words: [UInt32]
            if let seen = known[run] {
                words = seen
            } else {
                words = Letters(String(run)).words.map { number(of: $0.keys) }
                known[run] = words
            }
            let place = UInt32(ends.count)
            for word in words where lastPlaces[Int(word)] != place {
                lastPlaces[Int(word)] = place
                found.append(word)
            }
        }
    }

    /// Ends the current place.
    mutating func endPlace() { ends.append(found.count) }

    private mutating func number(of word: [UInt8]) -> UInt32 {
        if let number = numbers[word] { return number }
        let number = UInt32(starts.count)
        numbers[word] = number
        starts.append(UInt32(keys.count))
        lastPlaces.append(.max)
        keys += word
        keys.append(0)
        return number
    }

    /// Builds the index of the collected words.
    func index(jobs: Int, in memory: StoredMemory) -> WordIndex {
        let keys = StoredArray(keys, in: memory)
        let words = SuffixSort(keys: keys).sorted(starts, jobs: jobs, in: memory)
        var ranks = [UInt32](repeating: 0, count: starts.count)
        for rank in starts.indices {
            // Words were numbered in the order of their keys' offsets.
            let start = words.positions[rank]
            var (low, high) = (0, starts.count)
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] < start { low = middle + 1 } else { high = middle }
            }
            ranks[low] = UInt32(rank)
        }
        var firsts = [UInt32](repeating: 0, count: starts.count + 1)
        for word in found { firsts[Int(ranks[Int(word)]) + 1] += 1 }
        for rank in starts.indices { firsts[rank + 1] += firsts[rank] }
        var next = firsts
        let places = unsafe StoredArray<UInt32>(count: found.count, in: memory) { room in
            var place = 0
            for (number, word) in found.enumerated() {
                while ends[place] <= number { place += 1 }
                let rank = Int(ranks[Int(word)])
                unsafe room[Int(next[rank])] = UInt32(place)
                next[rank] += 1
            }
        }
        return WordIndex(keys: keys, words: words, starts: StoredArray(firsts, in: memory), places: places)
    }
}
