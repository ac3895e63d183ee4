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
        let handicaps = Grade.handicaps
        // For each rung, the largest squared chord at which a place is accepted; without a point all are at 0.
        var reaches = ContiguousArray(repeating: Double.infinity, count: 128)
        var (step, stepEnd, isNarrower) = (0, worth.end(of: 0), false)
        count = board.forEach(upTo: &worst) { place, rung, worst in
            least = min(least, rung)
            // If no hits are wanted, places are only counted.
            if limit == 0 {
                worst = rung - 1
                return
            }
            if place >= stepEnd {
                worth.advance(&step, to: place)
                (stepEnd, isNarrower) = (worth.end(of: step), true)
            }
            if isNarrower, best.count == limit, let last = best.first {
                for rung in 0...Int(worst) {
                    // Places ascend, so of equal costs on one rung the later is not accepted.
                    let cost = handicaps[rung] + (rung == Self.called ? 0 : step) + (rung < Self.hit(last).rung ? 0 : 1)
                    let room = Int(last >> 48) - cost
                    reaches[rung] = room < 0 ? -1 : near?.limit(of: room) ?? 0
                }
                while worst > 0, reaches[Int(worst)] < 0 { worst -= 1 }
                isNarrower = false
            }
            let square = near?.center.chordSquared(to: vectors[place]) ?? 0
            if square > reaches[Int(rung)] { return }
            let band = near?.band(ofSquare: square) ?? 0
            let cost = handicaps[Int(rung)] + (rung == Self.called ? 0 : step) + band
            best.insert(
                UInt64(cost) << 48 | UInt64(rung) << 40 | UInt64(place) << 8 | UInt64(band), keeping: limit)
            isNarrower = true
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
