import Waymark

/// A table of attractions as people have them: tidy, or not. What is read of each is the same.
package enum TableShape: String, CaseIterable {
    case distinctIDs = "distinct ids"
    case repeatedRow = "one row repeated"
    case withoutIDs = "no ids"
    case hangulIDs = "ids in Hangul"
    case coordinatesAlone = "lat,lon alone"
    case quoted = "quoted cells"

    /// The table of `places`.
    package func csv(_ places: [Coordinate]) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        let header = ["id", "name", "category", "latitude", "longitude"]
        func add(_ cells: [String]) {
            var cells = cells
            switch self {
            case .withoutIDs: cells.removeFirst()
            case .coordinatesAlone: cells.removeFirst(3)
            case .quoted: cells = cells.map { "\"\($0)\"" }
            default: break
            }
            bytes.append(contentsOf: cells.joined(separator: ",").utf8)
            bytes.append(0x0A)
        }
        add(header)
        for (i, place) in places.enumerated() {
            let id = self == .hangulIDs ? "가\(i)" : "A\(i)"
            let row = [id, "Attraction number \(i) of all", "museum", "\(place.latitude)", "\(place.longitude)"]
            add(row)
            if self == .repeatedRow, i == places.count / 2 { add(row) }
        }
        return bytes
    }
}
