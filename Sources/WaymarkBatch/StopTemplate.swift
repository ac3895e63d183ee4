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

    /// Calls `body` with the value of a column for the stop in `record`; none where the column is not the stop's.
    func withValue<R>(
        _ column: OutputColumn, of record: CSVRecord, at coordinate: Coordinate, _ body: (borrowing CellValue) -> R
    ) -> R {
        switch column {
        case .stopID:
            if let id = columns.id, !record.isBlank(id) { return record.withUTF8(id) { body(.text($0)) } }
            var digits = ContiguousArray<UInt8>()
            NumberText.append(integer: record.number, to: &digits)
            return body(.text(digits.span))
        case .stopName: return withText(columns.name, record, body)
        case .stopLatitude: return body(.number(coordinate.latitude))
        case .stopLongitude: return body(.number(coordinate.longitude))
        case .stopColumn(let name, let number):
            return withText(number ?? header.firstIndex(of: name), record, body)
        case .rank, .distance, .attraction: return body(.none)
        }
    }

    private func withText<R>(_ field: Int?, _ record: CSVRecord, _ body: (borrowing CellValue) -> R) -> R {
        guard let field, !record.isBlank(field) else { return body(.none) }
        return record.withUTF8(field) { body(.text($0)) }
    }
}
