/// The best of the places that have a rung, and the number of all of them.
struct HitSelection {
    /// Number of places that have a rung.
    private(set) var count = 0
    /// Rung, band and rank of each place, packed into one number in the order of hits; a heap with the worst on top.
    private var heap: [UInt64] = []
    private let limit: Int

    /// Takes the best `limit` places of a board.
    ///
    /// - Parameters:
    ///   - board: The matching places.
    ///   - limit: The maximum number of places.
    ///   - near: Finds the band of a place; nil if all are in one.
    ///   - vectors: The positions of the places.
    init(
        _ board: borrowing RungBoard, limit: Int, near: NearnessBand? = nil, _ vectors: StoredArray<PlaceVector>
    ) {
        self.limit = limit
        // If no hits are wanted, places are only counted.
        var worst: UInt8 = limit == 0 ? 0 : SearchRung.worst.byte
        // The maximum squared distance of a place on the worst rung.
        var reach = Double.infinity
        count = board.forEach(upTo: &worst) { place, rung, worst in
            var band = 0
            if let near {
                let square = near.chordSquared(to: vectors[place])
                if rung == worst, square > reach { return }
                band = near.band(ofSquare: square)
            }
            insert(UInt64(rung) << 40 | UInt64(band) << 32 | UInt64(place))
            // Places ascend, so a full heap accepts another on its worst rung only if it is in a nearer band.
            guard heap.count == limit else { return }
            let last = hit(heap[0])
            worst = last.band == 0 ? last.rung - 1 : last.rung
            reach = last.band == 0 ? .infinity : near?.limit(of: last.band - 1) ?? .infinity
        }
        heap.sort()
    }

    /// The rung, the band and the rank of each hit, best first.
    var hits: [(rung: UInt8, band: Int, place: Int)] { heap.map(hit) }

    private func hit(_ key: UInt64) -> (rung: UInt8, band: Int, place: Int) {
        (UInt8(key >> 40), Int(key >> 32 & 0xFF), Int(UInt32(truncatingIfNeeded: key)))
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
