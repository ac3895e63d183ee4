import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// Writes the answers of a batch, stop by stop, in one of the formats.
struct RowWriter {
    private let columns: [OutputColumn]
    private let format: RowFormat
    private let stops: StopTemplate
    private let rows: Rows
    private let output: OutputFile
    private var cells = StopCells()
    private var bytes: ContiguousArray<UInt8> = []
    private var isFirstFeature = true

    private enum Rows {
        case encoded(RowTemplate)
        case table(TableRows)
    }

    private static let flushSize = 1 << 16

    init(
        _ columns: [OutputColumn], _ format: RowFormat, _ attractions: [Attraction], _ stops: StopTemplate,
        _ output: OutputFile
    ) {
        (self.columns, self.format, self.stops, self.output) = (columns, format, stops, output)
        rows =
            format == .table
            ? .table(TableRows(columns, attractions))
            : .encoded(RowTemplate(format: format, columns: columns, attractions: attractions))
    }

    /// Writes what comes before all rows.
    mutating func begin() throws(TableError) {
        bytes.append(contentsOf: format.opening(columns))
        if case .table(let table) = rows { bytes.append(contentsOf: table.heading.utf8) }
    }

    /// Writes a row for each match of the stop in `record`.
    mutating func append(_ matches: [Match], of record: CSVRecord, at coordinate: Coordinate) throws(TableError) {
        if matches.isEmpty { return }
        switch rows {
        case .table(let table):
            bytes.append(contentsOf: table.text(matches) { stops.value($0, of: record, at: coordinate) }.utf8)
        case .encoded(let template):
            cells.removeAll()
            for column in template.stopColumns {
                cells.append(stops.value(column, of: record, at: coordinate), format, alone: columns.count == 1)
            }
            for (i, match) in matches.enumerated() {
                if format == .geojson {
                    bytes.append(contentsOf: isFirstFeature ? "\n".utf8 : ",\n".utf8)
                    isFirstFeature = false
                }
                template.append(match, rank: i + 1, stop: cells, to: &bytes)
            }
        }
        if bytes.count >= Self.flushSize { try flush() }
    }

    /// Writes what comes after all rows, and all that was held back.
    mutating func end() throws(TableError) {
        bytes.append(contentsOf: format.closing)
        try flush()
    }

    private mutating func flush() throws(TableError) {
        try output.write(bytes.span)
        bytes.removeAll(keepingCapacity: true)
    }
}
