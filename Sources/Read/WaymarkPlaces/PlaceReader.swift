public import WaymarkGeodesy
public import WaymarkTables
import WaymarkText

/// Reads places from records. Each thread needs its own.
///
/// All coordinates of tables are read here: only numbers, with surrounding blanks; `-` and `NULL` count as blank.
public struct PlaceReader {
    /// The columns of places.
    public let columns: PlaceColumns
    private let header: [String]
    /// Converts points of the columns' system to places; nil for degrees.
    private let unproject: ((Double, Double) -> PlaceSystem.Conversion)?
    /// The numbers of fields of valid records; nil does not check whether a record is valid.
    private let fieldCounts: FieldCounts?
    /// Finds the places of records without coordinates; nil rejects them.
    private let names: (any NamedPlaces)?

    /// A reader of places in these columns; `header` has their names, for rejections.
    public init(_ columns: PlaceColumns, header: [String] = []) {
        self.init(columns, header: header, nil, or: nil)
    }

    init(_ columns: PlaceColumns, header: [String], _ fieldCounts: FieldCounts?, or names: (any NamedPlaces)?) {
        (self.columns, self.header, self.fieldCounts, self.names) = (columns, header, fieldCounts, names)
        unproject = columns.system?.makeUnproject()
    }

    /// The place of a record.
    ///
    /// - Throws: The rejection, with line and column.
    /// - Complexity: O(1), without creating text for a valid one.
    public func coordinate(of record: CSVRecord) throws(Rejection) -> Coordinate {
        if let fieldCounts, record.rejection != nil || !fieldCounts.range.contains(record.count),
            let rejection = fieldCounts.rejection(of: record)
        {
            throw rejection
        }
        if let place = plainCoordinate(of: record) { return place }
        let reading = reading { record[$0] }
        if case .at(let place) = reading { return place }
        if let names, let name = columns.name, case .missing(_, both: true) = reading {
            do throws(UnclearPlaceName) {
                return try names.place(named: record[name])
            } catch {
                throw rejection(of: record, column: name, error.reason)
            }
        }
        let column = reading.axis == .longitude ? columns.longitude : columns.latitude
        throw rejection(of: record, column: column, reading.reason(in: columns.system) ?? "no place")
    }

    /// The place of a record; nil if both cells are blank.
    ///
    /// - Throws: The reason, with line and column, if it has none.
    package func coordinateIfAny(of record: CSVRecord) throws(Rejection) -> Coordinate? {
        if plainCoordinate(of: record) == nil, case .missing(_, both: true) = reading({ record[$0] }) { return nil }
        return try coordinate(of: record)
    }

    /// The rejection of a record whose place is valid but unusable.
    public func rejection(of record: CSVRecord, _ reason: String) -> Rejection {
        rejection(of: record, column: columns.latitude, reason)
    }

    func rejection(of record: CSVRecord, column: Int, _ reason: String) -> Rejection {
        TableColumn(column, header: header).rejection(of: record, reason)
    }

    /// The place of a record if both cells are plain numbers and valid; O(1).
    @inline(__always)
    package func plainCoordinate(of record: CSVRecord) -> Coordinate? {
        guard let y = record.double(columns.latitude), let x = record.double(columns.longitude) else { return nil }
        if let unproject {
            if case .at(let place) = unproject(x, y) { return place }
            return nil
        }
        return abs(y) <= 90 && abs(x) <= 180 ? Coordinate(uncheckedLatitude: y, longitude: x) : nil
    }

    /// Reads the cells of a row; `cell` returns the text of a column.
    package func reading(_ cell: (_ column: Int) -> String) -> PlaceReading {
        let y = PlainText.value(cell(columns.latitude))
        let x = PlainText.value(cell(columns.longitude))
        return PlaceReading(latitude: y, longitude: x, unproject: unproject)
    }
}

/// The number of fields in the rows of a table: that of its header, or without one of its first row.
///
/// Unnamed columns at the end of a header, left by spreadsheets, may be missing in a row; extra blank fields are
/// allowed.
package struct FieldCounts: Sendable {
    /// The minimum number of fields in a row, and the number of columns.
    package let range: ClosedRange<Int>
    /// What defines the number, for messages.
    private let model: String

    package init(header: [String]) {
        let named = (header.lastIndex { !$0.isEmpty } ?? -1) + 1
        range = named...header.count
        model = "the header"
    }

    package init(firstRow count: Int) {
        range = count...count
        model = "the first row"
    }

    /// Why a record is invalid in itself, or has the wrong number of fields; nil if it is valid.
    package func rejection(of record: CSVRecord) -> Rejection? {
        record.rejection
            ?? (range.contains(record.count) ? nil : record.checkFieldCount(range.upperBound, of: model))
    }
}
