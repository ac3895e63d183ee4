import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("The Hilbert curve")
struct HilbertOrderTests {
    @Test("visits every cell once, each next to the previous one")
    func curve() {
        // A corner of the grid, 64 by 64: the curve fills it before it leaves it.
        var cells = [(x: Int, y: Int)?](repeating: nil, count: 4096)
        for x in 0..<64 {
            for y in 0..<64 {
                let key = Int(hilbertKey(x: UInt32(x), y: UInt32(y)))
                #expect(key < 4096 && cells[key] == nil)
                cells[key] = (x, y)
            }
        }
        for (a, b) in zip(cells, cells.dropFirst()) {
            guard let a, let b else {
                Issue.record("a cell is missing")
                return
            }
            #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1)
        }
        #expect(hilbertKey(x: 65_535, y: 0) == .max || hilbertKey(x: 0, y: 65_535) == .max)
    }

    @Test("the kernels number cells along the curve, level by level", arguments: Kernels.all.indices)
    func kernels(set: Int) {
        let kernels = Kernels.all[set]
        var generator = SplitMix64(seed: 8)
        for regime in Regime.allCases {
            for count in [1, 2, 3, 7, 8, 9, 500] {
                let places = regime.points(count, using: &generator)
                let rows = Double.random(in: 0...65_535 / 180, using: &generator)
                let columns = Double.random(in: 0...65_535 / 360, using: &generator)
                var keys = [UInt64](repeating: 0, count: places.count + 1)
                kernels.curve(
                    through: places, count: places.count, from: (-90, -180), rows: rows, columns: columns, keys: &keys)
                let expected = places.enumerated().map { position, place in
                    let x = UInt32((place.longitude + 180) * columns)
                    let y = UInt32((place.latitude + 90) * rows)
                    return UInt64(hilbertKey(x: x, y: y)) << 32 | UInt64(position)
                }
                let isSame = keys == expected + [0]
                #expect(isSame, "\(regime), \(places.count) places, \(rows) rows and \(columns) columns to a degree")
            }
        }
    }
}

/// The number of a cell along the Hilbert curve of order 16, level by level; x and y below 65 536.
///
/// On each level the cell's quadrant gives two bits of its number and the orientation of the quadrant's curve: axes
/// swapped, both reversed, or both.
private func hilbertKey(x: UInt32, y: UInt32) -> UInt32 {
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
