import WaymarkGeodesy

/// An order of places in which neighbours in the order are neighbours on the ground.
///
/// Latitudes and longitudes are scaled to the bounds of the data and numbered along a Hilbert curve of 65 536 by
/// 65 536 cells. Where more places than `run` share a cell, that cell is ordered again within its own bounds, so that a
/// dense city in a world-wide set is ordered as well as a set of that city alone.
///
/// - Complexity: O(*n*) for each refinement; a few, as each takes a cell 65 535 times smaller.
/// - SeeAlso: Hilbert 1891, doi:10.1007/BF01199431.
enum HilbertOrder {
    /// The positions of `places` along the curve.
    static func positions(of places: ContiguousArray<Coordinate>, run: Int) -> ContiguousArray<UInt32> {
        unsafe ContiguousArray(unsafeUninitializedCapacity: places.count) { order, count in
            count = places.count
            unsafe places.withUnsafeBufferPointer { places in
                guard let places = places.baseAddress, let order = order.baseAddress else { return }
                unsafe write(places, count: count, run: run, to: order)
            }
        }
    }

    /// Writes the positions of places along the curve to `order`.
    @unsafe
    static func write(
        _ places: UnsafePointer<Coordinate>, count: Int, run: Int, to order: UnsafeMutablePointer<UInt32>
    ) {
        guard count > 0 else { return }
        let (south, west, north, east) = unsafe Kernels.best.extent(of: places, count: count)
        guard south < north || west < east else {
            for i in 0..<count { unsafe (order + i).initialize(to: UInt32(i)) }
            return
        }
        // Bounds too close to be told apart by a quotient count as one.
        let rows = north > south ? min(65_535 / (north - south), .greatestFiniteMagnitude) : 0
        let columns = east > west ? min(65_535 / (east - west), .greatestFiniteMagnitude) : 0
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * count)
        defer { unsafe memory.deallocate() }
        unsafe Kernels.best.curve(
            through: places, count: count, from: (south, west), rows: rows, columns: columns, keys: memory)
        let keys = unsafe sorted(memory, count: count)
        for i in 0..<count { unsafe (order + i).initialize(to: UInt32(truncatingIfNeeded: keys[i])) }

        var start = 0
        while start + run < count {
            let cell = unsafe keys[start] >> 32
            guard unsafe keys[start + run] >> 32 == cell else {
                start += 1
                continue
            }
            var end = start + run + 1
            while end < count, unsafe keys[end] >> 32 == cell { end += 1 }
            // A cell that is the whole range again holds places too close for any grid to part.
            if end - start < count { unsafe refine(order + start, count: end - start, of: places, run: run) }
            start = end
        }
    }

    /// Orders some positions again by their places alone.
    @unsafe
    private static func refine(
        _ order: UnsafeMutablePointer<UInt32>, count: Int, of places: UnsafePointer<Coordinate>, run: Int
    ) {
        let old = unsafe ContiguousArray(UnsafeBufferPointer(start: order, count: count))
        let new = positions(of: ContiguousArray(old.lazy.map { unsafe places[Int($0)] }), run: run)
        for (i, position) in new.enumerated() { unsafe order[i] = old[Int(position)] }
    }

    /// Sorts the first `count` of 2 `count` keys; returns where they are then.
    @unsafe
    private static func sorted(_ keys: UnsafeMutablePointer<UInt64>, count: Int) -> UnsafeMutablePointer<UInt64> {
        // A few are sorted before the counters of digits would be set to 0.
        if count < 256 {
            var keys = unsafe UnsafeMutableBufferPointer(start: keys, count: count)
            unsafe keys.sort()
            return keys.baseAddress!
        }
        return unsafe radixSort((keys, keys + count), count: count, digits: 3) { unsafe keys[$0] }
    }
}

/// The number of a cell along the Hilbert curve of order 16, level by level; x and y below 65 536.
///
/// On each level the cell's quadrant gives two bits of its number and says how the quadrant's own curve lies: the axes
/// exchanged, both reversed, or both of that.
package func hilbertKey(x: UInt32, y: UInt32) -> UInt32 {
    var key: UInt32 = 0
    var (isExchanged, isReversed) = (false, UInt32(0))
    for level in (0..<16 as Range<UInt32>).reversed() {
        var right = (x >> level & 1) ^ isReversed
        var up = (y >> level & 1) ^ isReversed
        if isExchanged { swap(&right, &up) }
        key = key << 2 | (3 * right) ^ up
        if up == 0 {
            isReversed ^= right
            isExchanged.toggle()
        }
    }
    return key
}
