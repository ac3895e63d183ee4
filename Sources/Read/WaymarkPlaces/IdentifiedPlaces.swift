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
    /// The number of rows.
    public fileprivate(set) var rowsIn = 0
    /// The names of the table's columns, blank ones where it has no header.
    public let header: [String]
    /// Where id, latitude and longitude stand.
    public let columns: PlaceColumns
}

extension PlaceTable {
    /// Reads the places of all rows, for work that needs them together.
    ///
    /// - Parameter names: The columns, where their usual names do not tell.
    /// - Returns: The places, and the rows that are none.
    /// - Throws: ``PlaceTableError``.
    /// - Complexity: O(*n*) in time and memory.
    public consuming func places(columns names: PlaceColumnNames = .init()) throws(PlaceTableError) -> IdentifiedPlaces
    {
        let columns = try columns(names)
        let rows = rows(columns)()
        var result = IdentifiedPlaces(header: finder.header, columns: columns)
        var record = CSVRecord()
        do throws(TableError) {
            while try reader.read(into: &record) {
                result.rowsIn += 1
                let id = columns.id.flatMap { record.isBlank($0) ? nil : record[$0] } ?? String(record.number)
                do throws(Rejection) {
                    let place = try rows.place(of: record)
                    result.places.append(IdentifiedPlace(id: id, coordinate: place, line: record.line))
                } catch {
                    result.rejected.append(.init(rejection: error, id: id, record: record))
                }
            }
        } catch {
            throw .table(error)
        }
        return result
    }
}
