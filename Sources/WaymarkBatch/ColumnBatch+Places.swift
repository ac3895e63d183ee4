public import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkTables

/// A place of a table, by its id, or by the number of its row where it has none.
public struct IdentifiedPlace: Hashable, Sendable {
    /// As the table has it; the row's number from 1 where that is blank.
    public let id: String
    /// Where it is.
    public let coordinate: Coordinate
}

extension ColumnBatch {
    /// Reads the places of all rows, for work that needs them together.
    ///
    /// - Parameters:
    ///   - names: The columns, where their usual names do not tell.
    ///   - onRejection: Called with each row that is no place.
    /// - Returns: The places in the order of the rows, and how many rows there were.
    /// - Throws: ``BatchError``.
    /// - Complexity: O(*n*).
    public consuming func places(
        columns names: PlaceColumnNames = .init(), onRejection: (Rejection) -> Void = { _ in }
    ) throws(BatchError) -> (places: [IdentifiedPlace], rowsIn: Int) {
        let (header, count) = (header, fieldCount)
        var reader = reader
        let columns: PlaceColumns
        do {
            columns = try PlaceColumns(header: header, names: names, file: reader.name, count: count)
        } catch {
            throw .stops(error)
        }
        let finder = StopPlaces(columns: columns, header: header, fieldCount: count)
        var places: [IdentifiedPlace] = []
        var record = CSVRecord()
        var rowsIn = 0
        do {
            while try reader.read(into: &record) {
                rowsIn += 1
                switch finder.place(of: record) {
                case .success(let place):
                    let id = columns.id.flatMap { record.isBlank($0) ? nil : record[$0] }
                    places.append(IdentifiedPlace(id: id ?? String(record.number), coordinate: place))
                case .failure(let rejected): onRejection(rejected.rejection)
                }
            }
        } catch {
            throw .table(error)
        }
        return (places, rowsIn)
    }
}
