import Synchronization
import WaymarkGeodesy
import WaymarkThreads

/// Buffers reused from search to search.
@safe
struct SearchScratch: ~Copyable {
    /// Squared chords, later lengths in metres, of the finds.
    private(set) var chords: UnsafeMutablePointer<Double>
    /// Positions of the finds.
    private(set) var numbers: UnsafeMutablePointer<UInt32>
    /// Two arrays of sort keys.
    private(set) var keys: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>)
    /// Room for the bounds of one node on each level.
    let bounds: UnsafeMutablePointer<Double>
    /// The state of a walk through the tree.
    let walk: UnsafeMutablePointer<Kernels.Walk>
    /// The number of finds.
    var count = 0
    private var capacity = 0
    private var keyCapacity = 0

    /// More levels than a tree over 2³² points has.
    private static let levels = 16

    init() {
        unsafe chords = .allocate(capacity: 0)
        unsafe numbers = .allocate(capacity: 0)
        unsafe keys = (.allocate(capacity: 0), .allocate(capacity: 0))
        unsafe bounds = .allocate(capacity: Self.levels * PackedRTree.fan)
        unsafe walk = .allocate(capacity: 1)
        unsafe walk.initialize(to: Kernels.Walk())
        reserve(1024)
    }

    deinit {
        unsafe chords.deallocate()
        unsafe numbers.deallocate()
        unsafe keys.0.deallocate()
        unsafe keys.1.deallocate()
        unsafe bounds.deallocate()
        unsafe walk.deallocate()
    }

    /// Makes room for `more` finds past `count`, and for the kernels' overrun.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        let needed = count + more + Kernels.overrun
        if needed > capacity { grow(needed) }
    }

    @inline(never)
    private mutating func grow(_ needed: Int) {
        let room = max(needed, capacity * 3 / 2)
        let moreChords = UnsafeMutablePointer<Double>.allocate(capacity: room)
        let moreNumbers = UnsafeMutablePointer<UInt32>.allocate(capacity: room)
        unsafe moreChords.update(from: chords, count: count)
        unsafe moreNumbers.update(from: numbers, count: count)
        unsafe chords.deallocate()
        unsafe numbers.deallocate()
        unsafe (chords, numbers, capacity) = (moreChords, moreNumbers, room)
    }

    /// Makes room for `needed` sort keys.
    mutating func reserveKeys(_ needed: Int) {
        guard needed > keyCapacity else { return }
        unsafe keys.0.deallocate()
        unsafe keys.1.deallocate()
        keyCapacity = max(needed, keyCapacity * 3 / 2)
        unsafe keys = (.allocate(capacity: keyCapacity), .allocate(capacity: keyCapacity))
    }

    /// Whether the buffers hold so much memory that they should be freed.
    fileprivate var isLarge: Bool { capacity > 1 << 20 }
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
        let (count, base) = (count, output.baseAddress!)
        if count <= Kernels.maxRanked {
            // Each of few finds is compared with every other, without unpredictable branches.
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
        for i in 0..<count {
            let find = unsafe Int(order[i] & 0xFFFF_FFFF)
            unsafe (base + i).initialize(
                to: Match(index: store.position(numbers[find]), distance: Meters(chords[find])))
        }
        if unsafe insertionSort(output, budget: 8 * count) { return }
        var matches = unsafe UnsafeMutableBufferPointer(rebasing: output[..<count])
        unsafe matches.sort()
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

/// A pool of scratches. A search takes one, uses it exclusively, and puts it back.
enum ScratchPool {
    private final class Box: @unchecked Sendable {
        // @unchecked Sendable: it passes between threads by release and acquire on `last`, or under the lock of
        // `resting`, and is used by one thread at a time. So exclusivity need not be checked at run time, which would
        // cost as much as a search with few hits.
        @exclusivity(unchecked) var scratch = SearchScratch()
    }

    /// The address of the last used scratch, which a lone search takes without a lock; 0 if there is none.
    private static let last = Atomic<UInt>(0)
    /// The maximum number of scratches kept.
    private static let resting = Spares<Box>(limit: 64)

    /// Calls `body` with an empty scratch for its exclusive use.
    @inline(__always)
    static func withScratch<R>(_ body: (inout SearchScratch) -> R) -> R {
        let box = take()
        defer { put(box) }
        unsafe box.scratch.count = 0
        return unsafe body(&box.scratch)
    }

    @inline(__always)
    private static func take() -> Box {
        if let box = unsafe UnsafeRawPointer(bitPattern: last.exchange(0, ordering: .acquiring)) {
            return unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue()
        }
        return resting.take() ?? Box()
    }

    @inline(__always)
    private static func put(_ box: Box) {
        if unsafe box.scratch.isLarge { return }
        let retained = unsafe Unmanaged.passRetained(box)
        let address = unsafe UInt(bitPattern: retained.toOpaque())
        if last.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged { return }
        unsafe retained.release()
        resting.give(box)
    }
}
