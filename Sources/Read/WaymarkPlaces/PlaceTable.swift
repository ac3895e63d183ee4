public import WaymarkTables

/// An open CSV of places, whose header has been read.
///
/// Stops, lines, pairs, matrices, visits, rows of regions and attractions are all opened here, with the same rules:
/// - the first record is the header, unless the caller says that there is none, or gives all coordinate columns by
///   number and the first record has numbers there;
/// - columns are found by ``PlaceColumns``; under a header, a position alone has no meaning;
/// - an unreadable header, or empty input that needs a header, is an error.
///
/// ```swift
/// let table = try PlaceTable(FileSource(path: "stops.csv"))
/// let read = try table.places()
/// print(read.places.count, read.rejected.count)
/// ```
public struct PlaceTable: ~Copyable {
    package var reader: CSVReader
    package let finder: ColumnFinder
    package let fieldCounts: FieldCounts

    /// The names of the columns; empty without a header.
    public var header: [String] { reader.header }
    /// The number of columns.
    public var columnCount: Int { finder.header.count }

    /// Opens a table and reads its header.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - encoding: The encoding; nil detects it.
    ///   - delimiter: The delimiter; nil detects it.
    ///   - hasHeader: Whether the first record is a header; nil detects it.
    ///   - places: The names of the coordinate columns to be used: numbers may show that there is no header.
    /// - Throws: ``PlaceTableError``: `.table`, `.empty` and `.unreadableHeader`. If the caller says that there is no
    ///   header, a table may be empty.
    /// - Complexity: O(1), except for a header with many columns.
    public init(
        _ source: consuming any ByteSource, encoding: TextEncoding? = nil, delimiter: UInt8? = nil,
        hasHeader: Bool? = nil, places: [PlaceColumnNames] = []
    ) throws(PlaceTableError) {
        var options = CSVOptions(delimiter: delimiter, encoding: encoding)
        options.isHeader = { first in
            hasHeader ?? (places.isEmpty || !places.allSatisfy { $0.pointAtNumbers(in: first) })
        }
        let highest = places.map(\.highestNumber).max() ?? -1
        try self.init(source, options, mayBeEmpty: hasHeader == false, columnsOfNothing: highest + 1)
    }

    /// Opens a table whose first record is a header if the options say so; an empty input may be one without rows, with this
    /// number of columns.
    ///
    /// - Throws: ``PlaceTableError``, as the other initializer.
    package init(
        _ source: consuming any ByteSource, _ options: CSVOptions, mayBeEmpty: Bool = false,
        columnsOfNothing columns: Int = 0
    ) throws(PlaceTableError) {
        let file = source.name
        let reader: CSVReader
        do { reader = try CSVReader(source, options: options) } catch { throw .table(error) }
        if reader.isEmpty, !mayBeEmpty { throw .empty(file: file) }
        if let rejection = reader.headerRejection { throw .unreadableHeader(file: file, rejection) }
        let count = reader.isEmpty ? min(columns, 1 << 20) : reader.firstFieldCount
        finder = ColumnFinder(header: reader.header, count: count, file: file)
        fieldCounts = reader.header.isEmpty ? FieldCounts(firstRow: count) : FieldCounts(header: reader.header)
        self.reader = reader
    }

    /// Finds the columns of a place.
    ///
    /// - Parameter names: Names, or numbers, that the caller knows.
    /// - Returns: The columns.
    /// - Throws: The errors of ``PlaceColumns/init(header:names:file:count:)``.
    public func columns(_ names: PlaceColumnNames = .init()) throws(PlaceTableError) -> PlaceColumns {
        try PlaceColumns(names, in: finder)
    }

    /// Finds the columns of a place; nil if none are given, and none have usual names of coordinates.
    package func columnsIfAny(_ names: PlaceColumnNames = .init()) throws(PlaceTableError) -> PlaceColumns? {
        do throws(PlaceTableError) {
            return try columns(names)
        } catch {
            guard case .noCoordinateColumns = error, names.latitude == nil, names.longitude == nil else { throw error }
            return nil
        }
    }

    /// Finds the columns of a place that may be given by name alone.
    ///
    /// - Parameters:
    ///   - names: Names, or numbers, that the caller knows.
    ///   - places: Finds the places of rows without coordinates; nil requires coordinates.
    /// - Returns: The columns; if there are none for coordinates, these point behind the last column, where all rows
    ///   are blank.
    /// - Throws: The errors of ``columns(_:)``; `.columnNotFound` if there is no name column either.
    package func columns(
        _ names: PlaceColumnNames, or places: (any NamedPlaces)?
    ) throws(PlaceTableError) -> PlaceColumns {
        guard places != nil else { return try columns(names) }
        let columns: PlaceColumns
        do throws(PlaceTableError) {
            columns = try self.columns(names)
        } catch {
            guard case .noCoordinateColumns(let file, _) = error, !header.isEmpty else { throw error }
            // Behind the last column, where all rows are blank.
            let longer = ColumnFinder(header: header + ["latitude", "longitude"], count: 0, file: file)
            columns = try PlaceColumns(names, in: longer)
        }
        guard columns.name != nil else { throw .columnNotFound(file: finder.file, name: "name", seen: header) }
        return columns
    }

    /// Returns a function that makes, for each thread, a reader of the places in these columns, or with these names.
    package func rows(_ columns: PlaceColumns, or names: (any NamedPlaces)? = nil) -> @Sendable () -> PlaceReader {
        let (header, fieldCounts) = (header, fieldCounts)
        return { PlaceReader(columns, header: header, fieldCounts, or: names) }
    }
}
