public import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkTables

/// A place of a table, by its id, or by the number of its row where it has none.
public struct IdentifiedPlace: Hashable, Sendable {
    /// As the table has it; the row's number from 1 where that is blank.
    public let id: String
    /// Where it is.
    public let coordinate: Coordinate
    /// The line on which its row begins.
    public let line: Int
}

/// All places of a table, for work that needs them together.
public struct IdentifiedPlaces: Sendable {
    /// A row that is no place.
    public struct RejectedRow: Sendable {
        /// Why, and where.
        public let rejection: Rejection
        /// What its place would be called.
        public let id: String
        /// Its fields as they were read.
        public let record: CSVRecord
    }

    /// The places, in the order of the rows.
    public fileprivate(set) var places: [IdentifiedPlace] = []
    /// The rows that are none, likewise.
    public fileprivate(set) var rejected: [RejectedRow] = []
    /// How many rows there were.
    public fileprivate(set) var rowsIn = 0
    /// The names of the table's columns; none where it has no header.
    public let header: [String]
    /// How many columns it has.
    public let columnCount: Int
    /// Where id, latitude and longitude stand.
    public let columns: PlaceColumns

    fileprivate init(header: [String], columnCount: Int, columns: PlaceColumns) {
        (self.header, self.columnCount, self.columns) = (header, columnCount, columns)
    }
}

extension ColumnBatch {
    /// Reads the places of all rows, for work that needs them together.
    ///
    /// - Parameter names: The columns, where their usual names do not tell.
    /// - Returns: The places, and the rows that are none.
    /// - Throws: ``BatchError``.
    /// - Complexity: O(*n*) in time and memory.
    public consuming func places(columns names: PlaceColumnNames = .init()) throws(BatchError) -> IdentifiedPlaces {
        let (header, count) = (header, fieldCount)
        var reader = reader
        let columns: PlaceColumns
        do {
            columns = try PlaceColumns(header: header, names: names, file: reader.name, count: count)
        } catch {
            throw .stops(error)
        }
        let finder = StopPlaces(columns: columns, header: header, fieldCount: count)
        var result = IdentifiedPlaces(header: header, columnCount: count, columns: columns)
        var record = CSVRecord()
        do {
            while try reader.read(into: &record) {
                result.rowsIn += 1
                let id =
                    columns.id.flatMap { $0 < record.count && !record.isBlank($0) ? record[$0] : nil }
                    ?? String(record.number)
                switch finder.place(of: record) {
                case .success(let place):
                    result.places.append(IdentifiedPlace(id: id, coordinate: place, line: record.line))
                case .failure(let rejected):
                    result.rejected.append(.init(rejection: rejected.rejection, id: id, record: record))
                }
            }
        } catch {
            throw .table(error)
        }
        return result
    }
}
