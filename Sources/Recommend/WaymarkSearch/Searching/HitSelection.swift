internal import WaymarkText

/// The best of the places that have a rung, and the number of all of them.
struct HitSelection {
    /// Number of places that have a rung.
    private(set) var count = 0
    /// The rung, the band and the rank of each hit, best first.
    private(set) var hits: [(rung: UInt8, band: Int, place: Int)] = []

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
        // Rung, band and rank of each place, packed into one number in the order of hits.
        var best = Heap<UInt64>()
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
            best.insert(UInt64(rung) << 40 | UInt64(band) << 32 | UInt64(place), keeping: limit)
            // Places ascend, so a full heap accepts another on its worst rung only if it is in a nearer band.
            guard best.count == limit, let last = best.first.map(Self.hit) else { return }
            worst = last.band == 0 ? last.rung - 1 : last.rung
            reach = last.band == 0 ? .infinity : near?.limit(of: last.band - 1) ?? .infinity
        }
        hits = best.elements.sorted().map(Self.hit)
    }

    private static func hit(_ key: UInt64) -> (rung: UInt8, band: Int, place: Int) {
        (UInt8(key >> 40), Int(key >> 32 & 0xFF), Int(UInt32(truncatingIfNeeded: key)))
    }
}
