import WaymarkGeodesy
public import WaymarkTables

/// Reads places out of records. It belongs to one thread, which makes its own.
public struct PlaceReader {
    /// Where the places stand.
    public let columns: PlaceColumns
    /// Turns points of the columns' system into places; nil where they hold degrees.
    private let unproject: ((Double, Double) -> PlaceSystem.Place)?

    /// A reader of places in these columns.
    public init(_ columns: PlaceColumns) {
        self.columns = columns
        unproject = columns.system?.makeUnproject()
    }

    /// The place of a record, from its two cells; O(1), and no text is made for a good one.
    public func place(of record: CSVRecord) -> PlaceReading {
        if let place = coordinate(of: record) { return .at(place) }
        func cell(_ column: Int) -> PlaceReading.Cell {
            if let number = record.double(column) { return .number(number) }
            return record.isBlank(column) ? .blank : .notNumber
        }
        return PlaceReading(
            latitude: cell(columns.latitude), longitude: cell(columns.longitude), unproject: unproject
        ) { record[$0 == .latitude ? columns.latitude : columns.longitude] }
    }

    /// The place of a record, where both cells are numbers and make one; O(1).
    @inline(__always)
    package func coordinate(of record: CSVRecord) -> Coordinate? {
        guard let y = record.double(columns.latitude), let x = record.double(columns.longitude) else { return nil }
        if let unproject {
            if case .at(let place) = unproject(x, y) { return place }
            return nil
        }
        return abs(y) <= 90 && abs(x) <= 180 ? Coordinate(uncheckedLatitude: y, longitude: x) : nil
    }

    /// The place in cells that are given as texts, as far as they hold a value.
    func place(ofCells cell: (PlaceReading.Axis) -> String) -> PlaceReading {
        func number(_ axis: PlaceReading.Axis) -> PlaceReading.Cell {
            guard let text = PlainText.value(cell(axis)) else { return .blank }
            return FieldText.number(text).map { .number($0) } ?? .notNumber
        }
        return PlaceReading(
            latitude: number(.latitude), longitude: number(.longitude), unproject: unproject
        ) { PlainText.value(cell($0)) ?? "" }
    }

    /// The rejection of a record that has no place; nil for a place.
    public func rejection(of record: CSVRecord, _ reading: PlaceReading, header: [String]) -> Rejection? {
        columns.rejection(of: record, reading, header: header)
    }
}
