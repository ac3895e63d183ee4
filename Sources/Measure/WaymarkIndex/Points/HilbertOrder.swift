import WaymarkGeodesy
import WaymarkThreads

/// An order of places in which neighbours in the order are neighbours on the ground.
///
/// Latitudes and longitudes are scaled to the bounds of the data and numbered along a Hilbert curve of 65 536 by 65 536
/// cells. If more places than `run` share a cell, that cell is ordered again within its own bounds, so a dense city in
/// a worldwide set is ordered as well as a set of that city alone.
///
/// - Complexity: O(*n*) for each refinement; there are few, as each uses cells 65 535 times smaller.
/// - SeeAlso: Hilbert 1891, doi:10.1007/BF01199431.
package enum HilbertOrder {
    /// The positions of `places` along the curve.
    package static func positions(of places: ContiguousArray<Coordinate>, run: Int) -> ContiguousArray<UInt32> {
        // Not created in place: several threads would write to the shared storage of empty arrays.
        if places.isEmpty { return [] }
        return unsafe ContiguousArray(unsafeUninitializedCapacity: places.count) { order, count in
            count = places.count
            unsafe places.withUnsafeBufferPointer { places in
                guard let places = places.baseAddress, let order = order.baseAddress else { return }
                let keys = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * count)
                defer { unsafe keys.deallocate() }
                unsafe write(places, count: count, run: run, jobs: 1, to: order, sorting: (keys, keys + count))
            }
        }
    }

    /// Writes the positions of places along the curve to `order`, with several threads; `keys` are two scratch arrays
    /// of the same length.
    @unsafe
    static func write(
        _ places: UnsafePointer<Coordinate>, count: Int, run: Int, jobs: Int, to order: UnsafeMutablePointer<UInt32>,
        sorting keys: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>)
    ) {
        guard count > 0 else { return }
        let extent = unsafe Kernels.best.extent(of: places, count: count)
        let (height, width) = (extent.north - extent.south, extent.east - extent.west)
        guard height > 0 || width > 0 else {
            for i in 0..<count { unsafe (order + i).initialize(to: UInt32(i)) }
            return
        }
        // Bounds too close for a division count as equal.
        let rows = height > 0 ? min(65_535 / height, .greatestFiniteMagnitude) : 0
        let columns = width > 0 ? min(65_535 / width, .greatestFiniteMagnitude) : 0
        let parts = Parts(of: count, jobs: jobs)
        parts.forEach { _, range in
            let first = range.lowerBound
            unsafe Kernels.best.curve(
                through: places + first, count: range.count, first: first, from: (extent.south, extent.west),
                rows: rows, columns: columns, keys: keys.0 + first)
        }
        let sorted = unsafe sorted(keys, parts)
        parts.forEach { _, range in
            for i in range { unsafe (order + i).initialize(to: UInt32(truncatingIfNeeded: sorted[i])) }
        }

        var start = 0
        while start + run < count {
            let cell = unsafe sorted[start] >> 32
            guard unsafe sorted[start + run] >> 32 == cell else {
                start += 1
                continue
            }
            var end = start + run + 1
            while end < count, unsafe sorted[end] >> 32 == cell { end += 1 }
            // If a cell covers the whole range again, its places are too close for any grid.
            if end - start < count { unsafe refine(order + start, count: end - start, of: places, run: run) }
            start = end
        }
    }

    /// Reorders some positions within the bounds of their places.
    @unsafe
    private static func refine(
        _ order: UnsafeMutablePointer<UInt32>, count: Int, of places: UnsafePointer<Coordinate>, run: Int
    ) {
        let old = unsafe ContiguousArray(UnsafeBufferPointer(start: order, count: count))
        let new = positions(of: ContiguousArray(old.lazy.map { unsafe places[Int($0)] }), run: run)
        for (i, position) in new.enumerated() { unsafe order[i] = old[Int(position)] }
    }

    /// Sorts the first of two arrays of keys; returns which of them has the result.
    @unsafe
    private static func sorted(
        _ keys: (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>), _ parts: Parts
    ) -> UnsafeMutablePointer<UInt64> {
        let count = parts.count
        if parts.number > 1 { return unsafe radixSort(keys, parts, digits: 3) }
        // For few keys, insertion sort is faster than clearing the digit counters.
        if count < 256 {
            var few = unsafe UnsafeMutableBufferPointer(start: keys.0, count: count)
            unsafe few.sort()
            return unsafe keys.0
        }
        return unsafe radixSort(keys, count: count, digits: 3) { unsafe keys.0[$0] }
    }
}
