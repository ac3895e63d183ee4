package import WaymarkGeodesy
package import WaymarkTables

/// Reads the place in a row of a table. Each thread needs its own.
package struct PlaceRows {
    /// Reads the coordinates.
    package let reader: PlaceReader
    private let fieldCounts: FieldCounts

    init(_ reader: PlaceReader, _ fieldCounts: FieldCounts) {
        (self.reader, self.fieldCounts) = (reader, fieldCounts)
    }

    /// The columns of places.
    package var columns: PlaceColumns { reader.columns }

    /// The place of a record in the usual form; O(1).
    package func plainPlace(of record: CSVRecord) -> Coordinate? {
        fieldCounts.hold(record) && record.rejection == nil ? reader.plainCoordinate(of: record) : nil
    }

    /// The place of a record.
    ///
    /// - Throws: The rejection, with line and column.
    package func place(of record: CSVRecord) throws(Rejection) -> Coordinate {
        if let rejection = record.rejection ?? fieldCounts.rejection(of: record) { throw rejection }
        return try reader.coordinate(of: record)
    }
}
