/// The distinct first eight keys of the sorted words, and the words that begin with each.
struct WordHeads: Sendable {
    /// Number of keys in a head.
    static let length = 8

    /// The heads, the first key in the highest byte; zeros after the end of the name.
    let keys: StoredArray<UInt64>
    /// For each head, the index of its first sorted word, followed by the number of words.
    let firsts: StoredArray<UInt32>

    init(keys: StoredArray<UInt64>, firsts: StoredArray<UInt32>) { (self.keys, self.firsts) = (keys, firsts) }

    /// Collects the heads of sorted words.
    init(_ words: SortedSuffixes, _ names: StoredArray<UInt8>, in memory: StoredMemory) {
        let sort = SuffixSort(keys: names)
        var (keys, firsts): ([UInt64], [UInt32]) = ([], [])
        for slot in words.all {
            let head = sort[Int(words.positions[slot])]
            if head == keys.last { continue }
            keys.append(head)
            firsts.append(UInt32(slot))
        }
        firsts.append(UInt32(words.positions.count))
        self.init(keys: StoredArray(keys, in: memory), firsts: StoredArray(firsts, in: memory))
    }

    var count: Int { keys.count }

    /// Number of bytes.
    var size: Int { keys.size + firsts.size }

    /// A key of a head.
    @inline(__always)
    static func key(_ number: Int, of head: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: head >> UInt64(56 - 8 * number))
    }

    /// The sorted words with some heads.
    func words(_ heads: Range<Int>) -> Range<Int> {
        let (low, high) = (Int(firsts[heads.lowerBound]), Int(firsts[heads.upperBound]))
        return low..<max(low, high)
    }

    /// The end of the run of heads from `head` that share its first `length` keys.
    func end(_ head: Int, sharing length: Int) -> Int {
        let mask = length == 0 ? 0 : ~0 << UInt64(64 - 8 * length) as UInt64
        let shared = keys[head] & mask
        var (first, step) = (head, 1)
        while first + step < count, keys[first + step] & mask == shared { (first, step) = (first + step, step * 2) }
        var last = min(count, first + step)
        first += 1
        while first < last {
            let middle = (first + last) / 2
            if keys[middle] & mask == shared { first = middle + 1 } else { last = middle }
        }
        return first
    }
}
