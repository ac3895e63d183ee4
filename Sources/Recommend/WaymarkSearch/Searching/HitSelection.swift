/// The best of the places that have a grade.
struct HitSelection {
    /// Grade, band and rank of a place in one number, as they order hits.
    private var heap: [UInt64] = []
    private let limit: Int

    /// Takes the best `limit` places of a board; `band` is asked only of those that may be among them.
    init(_ board: borrowing GradeBoard, limit: Int, band: (Int) -> Int) {
        self.limit = min(limit, board.count)
        guard self.limit > 0 else { return }
        var counts = [Int](repeating: 0, count: 256)
        for turn in 0..<board.count { counts[Int(board[board.place(turn)])] += 1 }
        var (worst, sum) = (0, counts[0])
        while sum < self.limit {
            worst += 1
            sum += counts[worst]
        }
        for turn in 0..<board.count {
            let place = board.place(turn)
            let grade = board[place]
            if grade > worst { continue }
            // A full heap of better grades needs to know no band.
            if heap.count == self.limit, UInt64(grade) << 40 > heap[0] { continue }
            insert(UInt64(grade) << 40 | UInt64(band(place)) << 32 | UInt64(place))
        }
        heap.sort()
    }

    /// The grade, the band and the rank of each hit, best first.
    var hits: [(grade: UInt8, band: Int, place: Int)] {
        heap.map { (UInt8($0 >> 40), Int($0 >> 32 & 0xFF), Int(UInt32(truncatingIfNeeded: $0))) }
    }

    /// Keeps the best in a heap with the worst on top.
    private mutating func insert(_ key: UInt64) {
        if heap.count < limit {
            heap.append(key)
            var child = heap.count - 1
            while child > 0, heap[(child - 1) / 2] < heap[child] {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        } else if key < heap[0] {
            heap[0] = key
            var parent = 0
            while true {
                var child = 2 * parent + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] > heap[child] { child += 1 }
                if heap[parent] >= heap[child] { break }
                heap.swapAt(parent, child)
                parent = child
            }
        }
    }
}
