internal import WaymarkText
import WaymarkThreads

/// Positions among keys, sorted by the keys from there to the end of the name; ties by position.
struct SortedSuffixes: Sendable {
    let positions: StoredArray<UInt32>
    let keys: StoredArray<UInt8>

    var all: Range<Int> { 0..<positions.count }

    /// The part of `range`, or of all, whose keys after the first `depth`, which all of it share, begin with `wanted`.
    ///
    /// - Complexity: O(log *n*) comparisons.
    func range(of wanted: some Sequence<UInt8>, in range: Range<Int>? = nil, depth: Int = 0) -> Range<Int> {
        var (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? positions.count)
        // Searches both bounds at once until they diverge.
        while low < high {
            let middle = (low + high) / 2
            switch order(wanted, middle, depth) {
            case 0:
                let first = (low..<middle).partitioningIndex { order(wanted, $0, depth) <= 0 }
                let end = (middle + 1..<high).partitioningIndex { order(wanted, $0, depth) < 0 }
                return first..<end
            case 1: low = middle + 1
            default: high = middle
            }
        }
        return low..<low
    }

    /// 1 if the keys of a suffix from `depth` come before `wanted`, 0 if they begin with it, -1 if they come after.
    @inline(__always)
    private func order(_ wanted: some Sequence<UInt8>, _ slot: Int, _ depth: Int) -> Int {
        var at = Int(positions[slot]) + depth
        for other in wanted {
            let key = keys[at]
            if key != other { return key < other ? 1 : -1 }
            at &+= 1
        }
        return 0
    }

    /// Calls `body` with each key that suffixes of `range` have at `depth`, and those that have it; not with the end.
    ///
    /// At most once for each of all keys, even in a damaged file.
    @inline(__always)
    func forEachKey(at depth: Int, in range: Range<Int>, _ body: (_ key: UInt8, _ part: Range<Int>) -> Void) {
        func key(_ slot: Int) -> UInt8 { keys[Int(positions[slot]) + depth] }
        var low = range.lowerBound
        for _ in 0..<256 where low < range.upperBound {
            let own = key(low)
            let end = (low..<range.upperBound).end(where: { key($0) == own })
            if own != 0 { body(own, low..<end) }
            low = end
        }
    }
}

extension Range<Int> {
    /// The end of the run of numbers from the first that are alike, which the first is.
    ///
    /// - Complexity: O(log *n*) in the length of the run.
    @inline(__always)
    func end(where isAlike: (Int) -> Bool) -> Int {
        var (first, step) = (lowerBound, 1)
        while first + step < upperBound, isAlike(first + step) { (first, step) = (first + step, step * 2) }
        return (first + 1..<Swift.min(upperBound, first + step)).partitioningIndex { !isAlike($0) }
    }
}

/// Sorts positions among keys by the keys from there on, eight at a time.
struct SuffixSort {
    /// A position with the next eight keys, the first in the highest byte; zeros after the end of the name.
    private struct Entry {
        var keys: UInt64
        var position: UInt32
    }

    let keys: StoredArray<UInt8>

    /// Queries compare at most this many keys, so suffixes that are equal up to here may stay in order of position.
    private static let maxDepth = 8 * SearchQuery.maxLetters

    /// Sorts positions in place on several threads.
    ///
    /// - Complexity: O(*n* log *n*) comparisons of eight keys, repeated for every further eight keys that names have in
    ///   common.
    @unsafe
    func sort(_ positions: UnsafeMutableBufferPointer<UInt32>, jobs: Int) {
        let count = positions.count
        let grouped = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
        defer { unsafe grouped.deallocate() }
        // First by the first two keys, if there are enough positions for that to pay, then within each group.
        let shift = UInt64(count < 1 << 12 ? 64 : 48)
        let first = { Int(self[Int($0 as UInt32)] >> shift) }
        let size = 1 << (64 - Int(shift))
        var starts = ContiguousArray<Int>(repeating: 0, count: size + 1)
        for place in 0..<count { starts[first(unsafe positions[place]) + 1] += 1 }
        for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
        var next = starts
        for place in 0..<count {
            let position = unsafe positions[place]
            let bucket = first(position)
            unsafe grouped[next[bucket]] = position
            next[bucket] += 1
        }
        let buckets = (0..<size).filter { starts[$0 + 1] > starts[$0] }
        let runs = Runs(of: buckets.count, length: 8)
        nonisolated(unsafe) let (from, to) = unsafe (UnsafePointer(grouped), positions)
        let ends = starts
        runs.share(jobs: jobs) {
            while let run = runs.next() {
                for bucket in buckets[run] {
                    let part = ends[bucket]..<ends[bucket + 1]
                    // The keys of all groups together would take four times as much memory as the positions.
                    let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: part.count)
                    defer { unsafe entries.deallocate() }
                    for place in part {
                        let position = unsafe from[place]
                        unsafe entries.initializeElement(
                            at: place - part.lowerBound, to: Entry(keys: self[Int(position)], position: position))
                    }
                    unsafe sort(entries, depth: 0)
                    for place in part { unsafe to[place] = entries[place - part.lowerBound].position }
                }
            }
        }
    }

    @unsafe
    private func sort(_ part: UnsafeMutableBufferPointer<Entry>, depth: Int) {
        var entries = unsafe part
        unsafe entries.sort { ($0.keys, $0.position) < ($1.keys, $1.position) }
        guard depth + 8 < Self.maxDepth else { return }
        var low = 0
        while low < entries.count {
            var high = low + 1
            let same = unsafe entries[low].keys
            while high < entries.count, unsafe entries[high].keys == same { high += 1 }
            // Names that have ended are equal, and already in order.
            if high - low > 1, same & 0xFF != 0 {
                let part = unsafe UnsafeMutableBufferPointer(rebasing: entries[low..<high])
                for place in part.indices { unsafe part[place].keys = self[Int(part[place].position) + depth + 8] }
                unsafe sort(part, depth: depth + 8)
            }
            low = high
        }
    }

    /// Eight keys from a position, with zeros after the end of the name.
    subscript(position: Int) -> UInt64 {
        let word = keys.word(at: position).byteSwapped
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        // The top bit of each zero byte.
        let zeros = ~((word & low &+ low) | word | low)
        let kept = zeros.leadingZeroBitCount
        return kept == 64 ? word : word & ~(~0 >> UInt64(kept))
    }
}
