import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables

/// Where the columns that describe a stop stand in its record.
struct StopTemplate: Sendable {
    private let columns: PlaceColumns
    private let header: [String]

    init(_ columns: PlaceColumns, _ header: [String]) {
        (self.columns, self.header) = (columns, header)
    }

    /// The value of a column for the stop in `record`; nil where it has none, or the column is not the stop's.
    func value(_ column: OutputColumn, of record: CSVRecord, at coordinate: Coordinate) -> CellValue? {
        switch column {
        case .stopID:
            if let id = columns.id, !record.isBlank(id) { return .text(record[id]) }
            return .text(String(record.number))
        case .stopName: return text(columns.name, record)
        case .stopLatitude: return .number(coordinate.latitude)
        case .stopLongitude: return .number(coordinate.longitude)
        case .stopColumn(let name, let number): return text(number ?? header.firstIndex(of: name), record)
        case .rank, .distance, .attraction: return nil
        }
    }

    private func text(_ field: Int?, _ record: CSVRecord) -> CellValue? {
        guard let field, !record.isBlank(field) else { return nil }
        return .text(record[field])
    }
}
