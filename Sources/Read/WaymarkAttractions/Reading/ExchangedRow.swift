import WaymarkGeodesy
import WaymarkTables

/// A row whose latitude is none, or whose point is none of its system, but that would be a place with the two exchanged.
struct ExchangedRow: Sendable {
    /// Its position among the rows with a place, where it is as if the two were exchanged.
    var row: Int
    /// The 1-based number of the row.
    let number: Int
    let line: Int
    /// What to say if they are; nil where nothing more is said.
    private(set) var reason: String?
    /// What to say if there is no evidence for it; nil where nothing more is said.
    private(set) var lonelyReason: String?
    /// The number of its values that could not be read.
    var faults = 0
    /// What to say of them.
    var shownFaults: [Rejection] = []

    init(row: Int, number: Int, line: Int, reason: String?, lonelyReason: String?) {
        (self.row, self.number, self.line, self.reason, self.lonelyReason) = (row, number, line, reason, lonelyReason)
    }

    mutating func forgetWords() { (reason, lonelyReason, shownFaults) = (nil, nil, []) }
}

/// What the other rows of a file say about a place that two exchanged numbers would give.
///
/// The place is likely meant when it lies among the good rows: in their bounding box, widened by 1 degree on each side.
/// Where no row is good, two or more rows of this kind speak for each other: the columns themselves are exchanged.
struct ExchangeEvidence {
    private let box: BoundingBox?
    private let areColumnsExchanged: Bool

    init(good: some Sequence<Coordinate>, exchangedCount: Int) {
        box = BoundingBox(enclosing: good)
        areColumnsExchanged = box == nil && exchangedCount > 1
    }

    func isLikely(_ place: Coordinate) -> Bool {
        guard let box else { return areColumnsExchanged }
        guard (box.south - 1...box.north + 1).contains(place.latitude) else { return false }
        // Eastward from the box's western edge.
        func eastward(_ longitude: Double) -> Double {
            let difference = longitude - box.west
            return difference < 0 ? difference + 360 : difference
        }
        let offset = eastward(place.longitude)
        return offset <= eastward(box.east) + 1 || offset >= 359
    }
}
