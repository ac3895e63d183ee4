package import WaymarkGeodesy
package import WaymarkTables

/// Reads the place in a row of a table. Each thread needs its own.
package struct PlaceRows {
    /// Reads the coordinates.
    package let reader: PlaceReader
    private let fieldCounts: FieldCounts
    /// Finds the places of rows without coordinates; nil rejects them.
    private let names: (any NamedPlaces)?

    init(_ reader: PlaceReader, _ fieldCounts: FieldCounts, _ names: (any NamedPlaces)?) {
        (self.reader, self.fieldCounts, self.names) = (reader, fieldCounts, names)
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
        guard let names, let name = columns.name else { return try reader.coordinate(of: record) }
        if let place = try reader.coordinateIfAny(of: record) { return place }
        do throws(UnclearPlaceName) {
            return try names.place(named: record[name])
        } catch {
            throw reader.rejection(of: record, column: name, error.reason)
        }
    }
}
