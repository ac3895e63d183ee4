public import WaymarkTables

/// A CSV of places that is open: its header is read, and its columns can be asked for.
///
/// Stops, lines, pairs, matrices, visits, rows of regions and attractions are all opened here, by one rule:
/// - the first record is the header, unless the caller says that there is none, or gives all coordinate columns by number and
///   the first record holds numbers there;
/// - columns are found by ``PlaceColumns``; a position alone says nothing under a header;
/// - a header that cannot be read, or no byte at all where a header is needed, is an error.
///
/// ```swift
/// let table = try PlaceTable(FileSource(path: "stops.csv"))
/// let read = try table.places()
/// print(read.places.count, read.rejected.count)
/// ```
public struct PlaceTable: ~Copyable {
    /// The rows.
    package var reader: CSVReader
    /// Finds the columns.
    package let finder: ColumnFinder
    /// How many fields each row has.
    package let fieldCounts: FieldCounts

    /// The names of the columns; empty where there is no header.
    public var header: [String] { reader.header }
    /// The number of columns.
    public var columnCount: Int { finder.header.count }

    /// Opens a table and reads its header.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - encoding: The encoding; found out when nil.
    ///   - delimiter: The byte between fields; found out when nil.
    ///   - hasHeader: Whether the first record names the columns; found out when nil.
    ///   - places: The names of the coordinate columns that will be asked for: numbers may show that there is no header.
    /// - Throws: ``PlaceTableError``: `.table`, `.empty` and `.unreadableHeader`. Where it is said that there is no header, a
    ///   table may be empty: it has no rows.
    /// - Complexity: O(1), but for a header of many columns.
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

    /// Opens a table whose first record is a header where the options say so of it.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - options: How it is read.
    ///   - mayBeEmpty: Whether no record at all is a table without rows.
    ///   - columns: The number of columns of such a table.
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
    /// - Throws: As ``PlaceColumns/init(header:names:file:count:)``.
    public func columns(_ names: PlaceColumnNames = .init()) throws(PlaceTableError) -> PlaceColumns {
        try PlaceColumns(names, in: finder)
    }

    /// What makes, for each thread, a reader of the places in these columns.
    package func rows(_ columns: PlaceColumns) -> @Sendable () -> PlaceRows {
        let (header, fieldCounts) = (header, fieldCounts)
        return { PlaceRows(PlaceReader(columns, header: header), fieldCounts) }
    }
}
