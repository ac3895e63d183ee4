public import WaymarkGeodesy
public import WaymarkTables

/// A place of a table, with its id, or its row number if it has none.
public struct IdentifiedPlace: Hashable, Sendable {
    /// The id in the table; the row number, from 1, if that is blank.
    public let id: String
    /// Its coordinate.
    public let coordinate: Coordinate
    /// The line where its row begins.
    public let line: Int
}

/// All places of a table, for work that needs them together.
public struct IdentifiedPlaces: Sendable {
    /// A rejected row.
    public struct RejectedRow: Sendable {
        /// The reason and position.
        public let rejection: Rejection
        /// The id that its place would have.
        public let id: String
        /// Its fields as read.
        public let record: CSVRecord
    }

    /// The places, in the order of the rows.
    public fileprivate(set) var places: [IdentifiedPlace] = []
    /// The rejected rows, likewise.
    public fileprivate(set) var rejected: [RejectedRow] = []
    /// The number of rows.
    public fileprivate(set) var rowsIn = 0
    /// The names of the table's columns; blank without a header.
    public let header: [String]
    /// The columns of id, latitude and longitude.
    public let columns: PlaceColumns
}

extension PlaceTable {
    /// Reads the places of all rows, for work that needs them together.
    ///
    /// - Parameter names: The columns, if they do not have usual names.
    /// - Returns: The places and the rejected rows.
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
                    let place = try rows.coordinate(of: record)
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

/// Places known by name, for the rows of a table that have no coordinates.
public protocol NamedPlaces: Sendable {
    /// The place with a name.
    ///
    /// - Throws: ``UnclearPlaceName`` if no place has the name, or several have.
    func place(named name: String) throws(UnclearPlaceName) -> Coordinate
}

/// Why a name is not a place.
public struct UnclearPlaceName: Error, Equatable, Sendable {
    /// The reason, for the rejection of the row.
    public let reason: String

    /// A name that is not a place, for this reason.
    public init(reason: String) {
        self.reason = reason
    }
}
