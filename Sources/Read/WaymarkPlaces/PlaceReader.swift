public import WaymarkGeodesy
public import WaymarkTables
import WaymarkText

/// Reads places out of records. It belongs to one thread, which makes its own.
///
/// Every coordinate of every table is read here: numbers and nothing else, with blanks around them; `-` and `NULL` are blank.
public struct PlaceReader {
    /// Where the places stand.
    public let columns: PlaceColumns
    private let header: [String]
    /// Turns points of the columns' system into places; nil where they hold degrees.
    private let unproject: ((Double, Double) -> PlaceSystem.Place)?

    /// A reader of places in these columns; `header` has their names, for rejections.
    public init(_ columns: PlaceColumns, header: [String] = []) {
        self.columns = columns
        self.header = header
        unproject = columns.system?.makeUnproject()
    }

    /// The place of a record.
    ///
    /// - Throws: Why it has none, with its line and its column.
    /// - Complexity: O(1), and no text is made for a good one.
    public func coordinate(of record: CSVRecord) throws(Rejection) -> Coordinate {
        if let place = plainCoordinate(of: record) { return place }
        let reading = reading { record[$0] }
        if case .at(let place) = reading { return place }
        throw column(reading.axis ?? .latitude).rejection(of: record, reading.reason(in: columns.system) ?? "no place")
    }

    /// The rejection of a record whose place is one, but cannot be used.
    public func rejection(of record: CSVRecord, _ reason: String) -> Rejection {
        column(.latitude).rejection(of: record, reason)
    }

    /// The place of a record, where both cells are plain numbers and make one; O(1).
    @inline(__always)
    package func plainCoordinate(of record: CSVRecord) -> Coordinate? {
        guard let y = record.double(columns.latitude), let x = record.double(columns.longitude) else { return nil }
        if let unproject {
            if case .at(let place) = unproject(x, y) { return place }
            return nil
        }
        return abs(y) <= 90 && abs(x) <= 180 ? Coordinate(uncheckedLatitude: y, longitude: x) : nil
    }

    /// What the cells of a row amount to; `cell` gives the text of a column.
    package func reading(_ cell: (_ column: Int) -> String) -> PlaceReading {
        let y = PlainText.value(cell(columns.latitude))
        let x = PlainText.value(cell(columns.longitude))
        return PlaceReading(latitude: y, longitude: x, unproject: unproject)
    }

    private func column(_ axis: PlaceReading.Axis) -> TableColumn {
        TableColumn(axis == .latitude ? columns.latitude : columns.longitude, header: header)
    }
}
