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
        var keys = unsafe ContiguousArray<UInt64>(unsafeUninitializedCapacity: range.count) { keys, count in
            unsafe coordinates.withUnsafeBufferPointer { coordinates in
                unsafe order.withUnsafeBufferPointer { order in
                    let table = CurveTable.shared
                    for i in 0..<range.count {
                        let position = unsafe order[range.lowerBound + i]
                        let key = unsafe cells.key(of: coordinates[Int(position)], table)
                        unsafe keys.initializeElement(at: i, to: UInt64(key) << 32 | UInt64(position))
                    }
                }
            }
            count = range.count
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

        @inline(__always)
        func key(of coordinate: Coordinate, _ table: CurveTable) -> UInt32 {
            table.key(
                x: UInt32((coordinate.longitude - west) * columns), y: UInt32((coordinate.latitude - south) * rows))
        }
    }
}

/// The Hilbert curve of order 16, four levels a step.
///
/// On each level the cell's quadrant gives two bits of its number and says how the quadrant's own curve lies: the axes
/// exchanged, both reversed, or both of that. A table of what four levels do, for each of the four ways to lie, is
/// made once.
///
/// - SeeAlso: Hilbert 1891, doi:10.1007/BF01199431.
@safe
struct CurveTable: @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `init`, and the memory is never given back.

    static let shared = CurveTable()

    /// By way to lie (2 bits), four bits of x, four bits of y: the number in eight bits, the next way above them.
    private let steps: UnsafeMutablePointer<UInt16>

    private init() {
        unsafe steps = .allocate(capacity: 1024)
        for entry in 0..<1024 {
            var (isExchanged, isReversed) = (entry >> 8 & 1, entry >> 9)
            var number = 0
            for level in (0..<4).reversed() {
                var right = (entry >> (4 + level) & 1) ^ isReversed
                var up = (entry >> level & 1) ^ isReversed
                if isExchanged == 1 { swap(&right, &up) }
                number = number << 2 | (3 * right) ^ up
                if up == 0 {
                    isReversed ^= right
                    isExchanged ^= 1
                }
            }
            unsafe steps[entry] = UInt16(number | isExchanged << 8 | isReversed << 9)
        }
    }

    /// The number of a cell along the curve; x and y below 65 536.
    @inline(__always)
    func key(x: UInt32, y: UInt32) -> UInt32 {
        var (key, way) = (UInt32(0), UInt32(0))
        for level in 0..<4 {
            let shift = UInt32(12 - 4 * level)
            let nibbles = (x >> shift & 15) << 4 | (y >> shift & 15)
            let entry = unsafe UInt32(steps[Int(way << 8 | nibbles)])
            key = key << 8 | (entry & 0xFF)
            way = entry >> 8
        }
        return key
    }
}

/// Sorts by the high 32 bits; equal ones keep their order. Three passes of 11 bits, no comparisons.
func radixSortByHighHalf(_ keys: inout ContiguousArray<UInt64>) {
    let count = keys.count
    guard count > 1 else { return }
    var other = unsafe ContiguousArray<UInt64>(unsafeUninitializedCapacity: count) { $1 = count }
    unsafe keys.withUnsafeMutableBufferPointer { keys in
        unsafe other.withUnsafeMutableBufferPointer { other in
            unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * 2048) { starts in
                unsafe starts.initialize(repeating: 0)
                for i in 0..<count {
                    let key = unsafe keys[i]
                    unsafe starts[Int(key >> 32 & 2047)] &+= 1
                    unsafe starts[2048 + Int(key >> 43 & 2047)] &+= 1
                    unsafe starts[4096 + Int(key >> 54)] &+= 1
                }
                var (from, to) = unsafe (keys, other)
                for pass in 0..<3 {
                    let first = 2048 * pass
                    var sum = 0
                    for i in first..<first + 2048 {
                        let here = unsafe starts[i]
                        unsafe starts[i] = sum
                        sum &+= here
                    }
                    let shift = UInt64(32 + 11 * pass)
                    for i in 0..<count {
                        let key = unsafe from[i]
                        let bucket = first + Int(key >> shift & 2047)
                        unsafe to[starts[bucket]] = key
                        unsafe starts[bucket] &+= 1
                    }
                    unsafe swap(&from, &to)
                }
                // Three passes end in the other array.
                for i in 0..<count { unsafe keys[i] = other[i] }
            }
        }
    }
}

/// The number of a cell along the Hilbert curve of order 16; x and y below 65 536.
package func hilbertKey(x: UInt32, y: UInt32) -> UInt32 { CurveTable.shared.key(x: x, y: y) }
