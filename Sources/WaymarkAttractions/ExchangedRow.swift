import WaymarkGeodesy

/// A row whose latitude is none, or whose point is none of its system, but that would be a place with the two exchanged.
struct ExchangedRow {
    let line: Int
    /// The 1-based number of the row.
    let number: Int
    let values: [String]
    let cells: [String]
    /// The place, if they are exchanged.
    let mended: Coordinate
    /// What to say if they are.
    let reason: String
    /// What to say if there is no evidence for it.
    let lonelyReason: String
    /// Where the row belongs among those kept, and among those rejected.
    let candidatesBefore: Int
    let rejectionsBefore: Int
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

extension Array {
    /// Inserts elements, each before the one that is at its place now; the places ascend.
    ///
    /// - Complexity: O(*n* + *m*).
    mutating func insert(_ elements: [(place: Int, element: Element)]) {
        if elements.isEmpty { return }
        var merged: [Element] = []
        merged.reserveCapacity(count + elements.count)
        var next = 0
        for (place, element) in elements {
            merged += self[next..<place]
            merged.append(element)
            next = place
        }
        merged += self[next...]
        self = merged
    }
}
