import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// The sources of the columns that describe a stop in its record.
struct StopTemplate: Sendable {
    private let columns: PlaceColumns
    private let header: [String]

    init(_ columns: PlaceColumns, _ header: [String]) {
        (self.columns, self.header) = (columns, header)
    }

    /// Calls `body` with the value of a column for the stop in `record`; none if the column does not belong to stops.
    func withValue<R>(
        _ column: OutputColumn, of record: CSVRecord, at coordinate: Coordinate, _ body: (borrowing CellValue) -> R
    ) -> R {
        cell(column).withValue(of: record, at: coordinate, body)
    }

    /// The source of a column's value.
    func cell(_ column: OutputColumn) -> StopCell {
        switch column {
        case .stopID: .id(columns.id)
        case .stopName: .field(columns.name)
        case .stopLatitude: .latitude
        case .stopLongitude: .longitude
        case .stopColumn(let name, let number): .field(number ?? header.firstIndex(of: name))
        case .rank, .distance, .attraction: .field(nil)
        }
    }
}

/// The source of a stop's value; fields are numbers in its record.
enum StopCell {
    /// A field, or the record's number if it is blank.
    case id(Int?)
    case latitude
    case longitude
    case field(Int?)

    /// Calls `body` with the value for the stop in `record`, which may be none.
    func withValue<R>(of record: CSVRecord, at coordinate: Coordinate, _ body: (borrowing CellValue) -> R) -> R {
        switch self {
        case .latitude: return body(.number(coordinate.latitude))
        case .longitude: return body(.number(coordinate.longitude))
        case .id(let field):
            return StopID(field: field).withText(of: record) { body(.text($0)) }
        case .field(let field):
            guard let field, !record.isBlank(field) else { return body(.none) }
            return record.withUTF8(field) { body(.text($0)) }
        }
    }
}

/// The source of a stop's id: a field, or the record's number if that is blank.
struct StopID {
    let field: Int?

    /// Calls `body` with the id of the stop in `record`, in UTF-8.
    func withText<R>(of record: CSVRecord, _ body: (Span<UInt8>) -> R) -> R {
        if let field, !record.isBlank(field) { return record.withUTF8(field, body) }
        var digits = ContiguousArray<UInt8>()
        NumberText.append(integer: record.number, to: &digits)
        return body(digits.span)
    }
}
