import WaymarkGeodesy
import WaymarkTables

/// A row with an invalid latitude, or a point outside its system, that would be valid with both numbers swapped.
struct ExchangedRow: Sendable {
    /// Its position among the rows with a place, where it is stored with the numbers swapped.
    var row: Int
    /// The 1-based number of the row.
    let number: Int
    let line: Int
    /// The remark if they are swapped; nil for none.
    private(set) var reason: String?
    /// The remark if there is no evidence for it; nil for none.
    private(set) var lonelyReason: String?
    /// The number of its unreadable values.
    var faults = 0
    /// The remark about them.
    var shownFaults: [Rejection] = []

    init(row: Int, number: Int, line: Int, reason: String?, lonelyReason: String?) {
        (self.row, self.number, self.line, self.reason, self.lonelyReason) = (row, number, line, reason, lonelyReason)
    }

    mutating func forgetWords() { (reason, lonelyReason, shownFaults) = (nil, nil, []) }
}

/// The evidence of a file's other rows for swapped numbers.
///
/// Numbers count as swapped if the swapped place lies among the valid rows: in their bounding box, widened by 1 degree
/// on each side. If no row is valid, two or more such rows are evidence that the columns themselves are swapped.
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
