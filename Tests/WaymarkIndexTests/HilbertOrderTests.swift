import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("The Hilbert curve")
struct HilbertOrderTests {
    @Test("goes through every cell once, from each to a neighbour")
    func curve() {
        // A corner of the grid, 64 by 64: the curve fills it before it leaves.
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
}
