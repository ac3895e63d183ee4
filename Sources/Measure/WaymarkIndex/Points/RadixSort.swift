import WaymarkGeodesy
import WaymarkThreads

/// Sorts `count` keys by their upper halves, using the lowest `digits` digits of 11 bits; stable. Returns which of the
/// two arrays has the result.
///
/// - SeeAlso: LSD radix sort, Knuth, The Art of Computer Programming 3, 5.2.5.
/// - Complexity: O(*n*).
@unsafe @inline(__always)
func radixSort(
    _ arrays: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>), count: Int, digits: Int,
    key: (Int) -> UInt64
) -> UnsafeMutablePointer<UInt64> {
    var (from, to) = unsafe arrays
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 3 * 2048) { counts in
        unsafe counts.initialize(repeating: 0)
        let counts = counts.baseAddress!
        for i in 0..<count {
            let key = key(i)
            unsafe counts[Int(key >> 32 & 2047)] &+= 1
            unsafe counts[2048 + Int(key >> 43 & 2047)] &+= 1
            if digits == 3 { unsafe counts[4096 + Int(key >> 54)] &+= 1 }
            unsafe from[i] = key
        }
        for digit in 0..<digits {
            let starts = unsafe counts + 2048 * digit
            var sum: UInt32 = 0
            for i in 0..<2048 {
                let here = unsafe starts[i]
                unsafe starts[i] = sum
                sum &+= here
            }
            let shift = UInt64(32 + 11 * digit)
            for i in 0..<count {
                let key = unsafe from[i]
                let bucket = Int(key >> shift & 2047)
                let place = unsafe Int(starts[bucket])
                unsafe starts[bucket] &+= 1
                unsafe to[place] = key
            }
            unsafe swap(&from, &to)
        }
    }
    return unsafe from
}

/// The same with several threads, each for a part of the keys: the order does not depend on the number of parts.
@unsafe
func radixSort(
    _ arrays: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>), _ parts: Parts, digits: Int
) -> UnsafeMutablePointer<UInt64> {
    var (from, to) = unsafe arrays
    let buckets = 2048
    let counts = UnsafeMutablePointer<UInt32>.allocate(capacity: buckets * parts.number)
    defer { unsafe counts.deallocate() }
    for digit in 0..<digits {
        let shift = UInt64(32 + 11 * digit)
        let (source, target) = unsafe (from, to)
        parts.forEach { part, range in
            let counts = unsafe counts + buckets * part
            unsafe counts.initialize(repeating: 0, count: buckets)
            for i in range { unsafe counts[Int(source[i] >> shift & 2047)] &+= 1 }
        }
        // The keys of a bucket are in the order of the parts.
        var sum: UInt32 = 0
        for bucket in 0..<buckets {
            for part in 0..<parts.number {
                let here = unsafe counts[buckets * part + bucket]
                unsafe counts[buckets * part + bucket] = sum
                sum &+= here
            }
        }
        parts.forEach { part, range in
            let places = unsafe counts + buckets * part
            for i in range {
                let key = unsafe source[i]
                let bucket = Int(key >> shift & 2047)
                let place = unsafe Int(places[bucket])
                unsafe places[bucket] &+= 1
                unsafe target[place] = key
            }
        }
        unsafe swap(&from, &to)
    }
    return unsafe from
}

extension SearchScratch {
    /// Writes the finds as matches to `output`, sorted by distance, then by position.
    ///
    /// Distances scaled to 22 or 32 bits are radix-sorted (LSD); an insertion pass then orders those that the scaling
    /// made equal. If that would take too long, all are sorted by comparison.
    ///
    /// - Complexity: O(*n*) on average, O(*n* log *n*) at worst.
    @unsafe
    mutating func writeSorted(to output: UnsafeMutableBufferPointer<Match>, greatest: Double, _ store: PointStore) {
        let count = count
        if count <= Kernels.maxRanked {
            unsafe writeRanked(to: output, store)
            return
        }
        reserveKeys(count)
        let digits = count <= 6000 ? 2 : 3
        let scale = (digits == 2 ? 0x1p22 : 0x1p32) / (greatest * (1 + 1e-12))
        // All have the same distance.
        let factor = scale.isFinite ? scale : 0
        let order = unsafe radixSort(keys, count: count, digits: digits) { i in
            unsafe UInt64(truncatingIfNeeded: Int64(chords[i] * factor)) << 32 | UInt64(i)
        }
        let base = output.baseAddress!
        for i in 0..<count {
            let find = unsafe Int(order[i] & 0xFFFF_FFFF)
            unsafe (base + i).initialize(
                to: Match(index: store.position(numbers[find]), distance: Meters(chords[find])))
        }
        if unsafe insertionSort(output, budget: 8 * count) { return }
        var matches = unsafe UnsafeMutableBufferPointer(rebasing: output[..<count])
        unsafe matches.sort()
    }

    /// The same for few finds: each is compared with every other, without unpredictable branches.
    @unsafe
    private func writeRanked(to output: UnsafeMutableBufferPointer<Match>, _ store: PointStore) {
        let base = output.baseAddress!
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Kernels.maxRanked) { ranks in
            let ranks = ranks.baseAddress!
            guard unsafe Kernels.best.ranks(of: chords, count: count, into: ranks) else {
                // Some are at the same distance.
                unsafe writeUnsorted(to: output, store)
                _ = unsafe insertionSort(output, budget: .max)
                return
            }
            for i in 0..<count {
                unsafe (base + Int(truncatingIfNeeded: ranks[i])).initialize(
                    to: Match(index: store.position(numbers[i]), distance: Meters(chords[i])))
            }
        }
    }

    /// Writes the finds as matches to `output`, unsorted.
    @unsafe
    func writeUnsorted(to output: UnsafeMutableBufferPointer<Match>, _ store: PointStore) {
        let base = output.baseAddress!
        for i in 0..<count {
            unsafe (base + i).initialize(to: Match(index: store.position(numbers[i]), distance: Meters(chords[i])))
        }
    }

    /// Writes the finds as matches to `output`: first the `nearest`, sorted by distance, then by position, then all others
    /// in any order.
    ///
    /// - Complexity: O(*n* · `nearest`), and O(*n*) for most orders of the finds.
    @unsafe
    func write(nearest: Int, to output: UnsafeMutableBufferPointer<Match>, _ store: PointStore) {
        unsafe writeUnsorted(to: output, store)
        let base = output.baseAddress!
        guard nearest > 0 else { return }
        for i in 1..<max(1, count) {
            let match = unsafe base[i]
            var at = min(i, nearest)
            guard unsafe match < base[at - 1] else { continue }
            // The last of the nearest makes room.
            unsafe base[i] = base[at - 1]
            at -= 1
            while at > 0, unsafe match < base[at - 1] {
                unsafe base[at] = base[at - 1]
                at -= 1
            }
            unsafe base[at] = match
        }
    }

    /// Sorts nearly sorted matches; gives up after `budget` moves and returns false.
    @unsafe
    private func insertionSort(_ matches: UnsafeMutableBufferPointer<Match>, budget: Int) -> Bool {
        var budget = budget
        let base = matches.baseAddress!
        for i in 1..<max(1, count) {
            let match = unsafe base[i]
            guard unsafe match < base[i - 1] else { continue }
            var at = i
            while at > 0, unsafe match < base[at - 1] {
                unsafe base[at] = base[at - 1]
                at -= 1
            }
            unsafe base[at] = match
            budget -= i - at
            if budget < 0 { return false }
        }
        return true
    }
}

/// Sorts keys by their upper halves; stable. Returns which of the two arrays has the result.
///
/// - Complexity: O(*n*).
@unsafe
package func radixSort(
    _ keys: UnsafeMutablePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>, count: Int
) -> UnsafeMutablePointer<UInt64> {
    unsafe radixSort((keys, room), count: count, digits: 3) { unsafe keys[$0] }
}
