internal import WaymarkText

/// The best of the places that have a rung, and the number of all of them.
struct HitSelection {
    private(set) var count = 0
    /// The best byte of all places; 126 if there are none.
    private(set) var best = Grade.last
    /// The rung, the band and the rank of each hit, best first.
    private(set) var hits: [(rung: UInt8, band: Int, place: Int)] = []

    init() {}

    /// Takes the best `limit` places of a board; without a point to be near to, all are in one band.
    init(
        _ board: borrowing RungBoard, limit: Int, near: NearnessBand? = nil, worth: WorthSteps,
        _ vectors: StoredArray<PlaceVector>
    ) {
        // Cost, rung, rank and band of each place, packed into one number in the order of hits.
        var best = Heap<UInt64>()
        var (worst, least) = (Grade.last, Grade.last)
        // The last hit's handicap, band and step of worth together, which is the largest that is accepted, and its rung.
        var (most, lastRung) = (Int.max, UInt8.max)
        // The largest squared chord at which a place with the last room is accepted.
        var (lastRoom, reach) = (-1, 0.0)
        var step = 0
        count = board.forEach(upTo: &worst) { place, rung, worst in
            least = min(least, rung)
            // If no hits are wanted, places are only counted.
            if limit == 0 {
                worst = rung - 1
                return
            }
            worth.advance(&step, to: place)
            let handicap = Grade.handicaps[Int(rung)] + (rung == Self.called ? 0 : step)
            // Places ascend, so of equal costs on one rung the later is not accepted.
            let room = most - handicap - (rung < lastRung ? 0 : 1)
            if room < 0 { return }
            var band = 0
            if let near {
                let square = near.center.chordSquared(to: vectors[place])
                if room != lastRoom { (lastRoom, reach) = (room, near.limit(of: room)) }
                if square > reach { return }
                band = near.band(ofSquare: square)
            }
            best.insert(
                UInt64(handicap + band) << 48 | UInt64(rung) << 40 | UInt64(place) << 8 | UInt64(band),
                keeping: limit)
            guard best.count == limit, let last = best.first else { return }
            (most, lastRung) = (Int(last >> 48), Self.hit(last).rung)
            // Without a point no worse rung is accepted, nor another place on the same one.
            if near == nil { worst = lastRung - 1 }
            while worst > Self.called, Grade.handicaps[Int(worst)] + step > most { worst -= 1 }
        }
        self.best = least
        hits = best.elements.sorted().map(Self.hit)
    }

    private static func hit(_ key: UInt64) -> (rung: UInt8, band: Int, place: Int) {
        (UInt8(truncatingIfNeeded: key >> 40), Int(key & 0xFF), Int(UInt32(truncatingIfNeeded: key >> 8)))
    }

    /// The byte of a place that is called as the query says, for which it does not count how well known it is.
    private static let called = Grade.byte(.wholeName)

    /// The order of a byte of a board in a band, for a place with a standing.
    static func cost(_ byte: UInt8, _ band: Int, _ standing: UInt8) -> Int {
        Grade.handicaps[Int(byte)] + band + (byte == called ? 0 : WorthSteps.step(of: standing))
    }
}
