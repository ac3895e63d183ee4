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
        var worst: UInt8 = limit == 0 ? 0 : 0x7E
        // The last hit's handicap and band together; the largest that is accepted.
        var most = Int.max
        count = board.forEach(upTo: &worst) { place, rung, worst in
            let handicap = Self.handicaps[Int(rung)]
            if handicap > most { return }
            var band = 0
            if let near {
                let square = near.chordSquared(to: vectors[place])
                if square > near.limit(of: most - handicap) { return }
                band = near.band(ofSquare: square)
            }
            best.insert(
                UInt64(handicap + band) << 48 | UInt64(rung) << 40 | UInt64(band) << 32 | UInt64(place),
                keeping: limit)
            guard best.count == limit, let last = best.first.map(Self.hit) else { return }
            most = Self.handicaps[Int(last.rung)] + last.band
            // Without a point no worse rung is accepted; places ascend, so neither is another place on the same one.
            if near == nil { worst = last.rung - 1 }
        }
        hits = best.elements.sorted().map(Self.hit)
    }

    private static func hit(_ key: UInt64) -> (rung: UInt8, band: Int, place: Int) {
        (UInt8(truncatingIfNeeded: key >> 40), Int(key >> 32 & 0xFF), Int(UInt32(truncatingIfNeeded: key)))
    }

    /// The order of a byte of a board in a band.
    static func cost(_ byte: UInt8, _ band: Int) -> Int { handicaps[Int(byte)] + band }

    /// The handicap of each byte of a board, ascending.
    private static let handicaps: ContiguousArray<Int> = ContiguousArray(
        (0..<0x80).map { byte in
            if byte >= Int(Coverage.first) {
                return SearchRung.worst.handicap + NearnessBand.count * (byte - Int(Coverage.first))
            }
            return SearchRung(rawValue: byte)?.handicap ?? 0
        })
}
