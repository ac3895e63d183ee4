package import WaymarkGeodesy
package import WaymarkTables

/// Finds the place in a row of a table, or says why it has none. It belongs to one thread, which makes its own.
package struct PlaceRows {
    /// Reads the coordinates.
    package let reader: PlaceReader
    private let fieldCounts: FieldCounts

    init(_ reader: PlaceReader, _ fieldCounts: FieldCounts) {
        (self.reader, self.fieldCounts) = (reader, fieldCounts)
    }

    /// Where the places stand.
    package var columns: PlaceColumns { reader.columns }

    /// The place of a record, where there is nothing unusual about it; O(1).
    package func plainPlace(of record: CSVRecord) -> Coordinate? {
        fieldCounts.hold(record) && record.rejection == nil ? reader.plainCoordinate(of: record) : nil
    }

    /// The place of a record.
    ///
    /// - Throws: Why it has none, with its line and its column.
    package func place(of record: CSVRecord) throws(Rejection) -> Coordinate {
        if let rejection = record.rejection ?? fieldCounts.rejection(of: record) { throw rejection }
        return try reader.coordinate(of: record)
    }
}
