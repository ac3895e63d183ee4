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

/// Sorts keys by their upper halves; stable. Returns which of the two arrays has the result.
///
/// - Complexity: O(*n*).
@unsafe
package func radixSort(
    _ keys: UnsafeMutablePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>, count: Int
) -> UnsafeMutablePointer<UInt64> {
    unsafe radixSort((keys, room), count: count, digits: 3) { unsafe keys[$0] }
}
