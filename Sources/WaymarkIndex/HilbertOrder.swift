import WaymarkGeodesy

/// An order of places in which neighbours in the order are neighbours on the ground.
///
/// Latitudes and longitudes are scaled to the bounds of the data and numbered along a Hilbert curve of 65 536 by
/// 65 536 cells. Where more places than `run` share a cell, that cell is ordered again within its own bounds, so that a
/// dense city in a world-wide set is ordered as well as a set of that city alone.
///
/// - Complexity: O(*n*) for each of at most four refinements.
enum HilbertOrder {
    /// The positions of `coordinates` along the curve.
    static func positions(of coordinates: ContiguousArray<Coordinate>, run: Int) -> ContiguousArray<UInt32> {
        var order = ContiguousArray(0..<UInt32(coordinates.count))
        refine(&order, 0..<order.count, coordinates, run)
        return order
    }

    private static func refine(
        _ order: inout ContiguousArray<UInt32>, _ range: Range<Int>, _ coordinates: ContiguousArray<Coordinate>,
        _ run: Int
    ) {
        guard let cells = Cells(coordinates, order[range]) else { return }
        var keys = ContiguousArray<UInt64>()
        keys.reserveCapacity(range.count)
        for i in range {
            let key = cells.key(of: coordinates[Int(order[i])])
            keys.append(UInt64(key) << 32 | UInt64(order[i]))
        }
        radixSortByHighHalf(&keys)
        var start = 0
        while start < keys.count {
            let cell = keys[start] >> 32
            var end = start
            while end < keys.count, keys[end] >> 32 == cell {
                order[range.lowerBound + end] = UInt32(truncatingIfNeeded: keys[end])
                end += 1
            }
            // A cell that is the whole range again holds places too close for any grid to part.
            if end - start > run, end - start < keys.count {
                refine(&order, range.lowerBound + start..<range.lowerBound + end, coordinates, run)
            }
            start = end
        }
    }

    /// The grid of one refinement.
    private struct Cells {
        var south = Double.infinity
        var west = Double.infinity
        var rows = 0.0
        var columns = 0.0

        /// Nil when all places are one.
        init?(_ coordinates: ContiguousArray<Coordinate>, _ positions: ContiguousArray<UInt32>.SubSequence) {
            var (north, east) = (-Double.infinity, -Double.infinity)
            for position in positions {
                let coordinate = coordinates[Int(position)]
                south = min(south, coordinate.latitude)
                north = max(north, coordinate.latitude)
                west = min(west, coordinate.longitude)
                east = max(east, coordinate.longitude)
            }
            guard south < north || west < east else { return nil }
            // Bounds too close to be told apart by a quotient count as one.
            rows = north > south ? min(65_535 / (north - south), .greatestFiniteMagnitude) : 0
            columns = east > west ? min(65_535 / (east - west), .greatestFiniteMagnitude) : 0
        }

        func key(of coordinate: Coordinate) -> UInt32 {
            HilbertOrder.key(
                x: UInt32((coordinate.longitude - west) * columns), y: UInt32((coordinate.latitude - south) * rows))
        }
    }

    /// The number of a cell along the Hilbert curve of order 16; x and y below 65 536.
    ///
    /// - SeeAlso: mourner/flatbush; the loop is the textbook one (rotate the quadrant, add its number).
    static func key(x: UInt32, y: UInt32) -> UInt32 {
        var (x, y, key) = (x, y, UInt32(0))
        var side: UInt32 = 1 << 15
        while side > 0 {
            let right: UInt32 = x & side != 0 ? 1 : 0
            let up: UInt32 = y & side != 0 ? 1 : 0
            key = key << 2 | (3 &* right) ^ up
            if up == 0 {
                if right == 1 {
                    x = 65_535 - x
                    y = 65_535 - y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return key
    }
}

/// Sorts by the high 32 bits; equal ones keep their order. Three passes of 11 bits, no comparisons.
func radixSortByHighHalf(_ keys: inout ContiguousArray<UInt64>) {
    guard keys.count > 1 else { return }
    var other = keys
    for shift in [32, 43, 54] as [UInt64] {
        var starts = ContiguousArray<Int>(repeating: 0, count: 2049)
        for key in keys { starts[Int(key >> shift & 2047) + 1] += 1 }
        for i in 1..<starts.count { starts[i] += starts[i - 1] }
        for key in keys {
            let digit = Int(key >> shift & 2047)
            other[starts[digit]] = key
            starts[digit] += 1
        }
        swap(&keys, &other)
    }
}
