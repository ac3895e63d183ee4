import WaymarkPlaces
import WaymarkTables
import WaymarkThreads

/// Reads all tables of attractions into columns, a CSV block by block with several threads.
///
/// A single row is validated when it is read; ``RowSettling`` handles relations between rows, at a cost proportional to
/// the rows concerned.
struct TableReader {
    private let options: CatalogOptions
    private let fields: [AttractionField]
    private let checksValues: Bool
    private let jobs: Int
    private let blockSize: Int

    init(
        options: CatalogOptions, fields: [AttractionField], checksValues: Bool, jobs: Int, blockSize: Int = 1 << 18
    ) {
        (self.options, self.fields, self.checksValues) = (options, fields, checksValues)
        (self.jobs, self.blockSize) = (jobs, blockSize)
    }

    private func plan(_ map: TableMap, columnCount: Int) -> RowPlan {
        RowPlan(map, options, fields: fields, checksValues: checksValues, columnCount: columnCount)
    }

    // MARK: CSV

    /// The attractions of a CSV, with only a few blocks in memory at a time.
    func read(
        _ source: any ByteSource, file: String, firstLine: Int = 1
    ) throws(AttractionError) -> AttractionTable {
        var table = try open(source, file: file, firstLine: firstLine)
        let top: CSVHeader
        do { top = try CSVHeader(table, names: options.columns, file: file) } catch {
            throw AttractionError(error, file: file)
        }
        let plan = plan(top.map, columnCount: top.columnCount)
        var rows = RowBatch(plan)
        do throws(TableError) {
            try read(&table.reader, plan, top.fieldCounts, into: &rows)
        } catch {
            throw .table(file: file, error)
        }
        if rows.rowsIn == 0 { throw .onlyHeader(file: file, columns: top.map.header) }
        var report = QualityReport(
            file: file, format: top.map.isStandard ? .standardCSV : .csv,
            encoding: table.reader.hasByteOrderMark
                ? "UTF-8 with byte order mark" : table.reader.encoding?.name ?? "ASCII")
        report.hasHeader = top.isHeader
        report.headerNote = top.note
        let delimiter = table.reader.delimiter
        report.delimiter = delimiter == 0x09 ? "tab" : String(Character(Unicode.Scalar(delimiter)))
        return RowSettling(rows, plan, report).settled()
    }

    private func open(
        _ source: any ByteSource, file: String, firstLine: Int
    ) throws(AttractionError) -> PlaceTable {
        var csv = CSVOptions(delimiter: options.delimiter, encoding: options.encoding)
        csv.firstLine = firstLine
        csv.isHeader = { [names = options.columns] in CSVHeader.isHeader($0, names: names) }
        do { return try PlaceTable(source, csv) } catch { throw AttractionError(error, file: file) }
    }

    private func read(
        _ reader: inout CSVReader, _ plan: RowPlan, _ fieldCounts: FieldCounts, into rows: inout RowBatch
    ) throws(TableError) {
        let layout = reader.layout
        let size = reader.size ?? 0
        let spares = Spares<RowBatch>()
        var isFirst = true
        try OrderedWork.run(jobs: jobs) { () throws(TableError) in
            try reader.nextBlock(size: blockSize)
        } makeWorker: {
            BlockReader(layout, plan.places)
        } work: { (worker, block: CSVBlock, emit) throws(TableError) in
            var part = spares.take() ?? RowBatch(plan)
            worker.reader.begin(block)
            while try worker.reader.read(into: &worker.record) {
                part.add(worker.record, worker.places, plan, fieldCounts)
            }
            try emit(part)
        } deliver: { (part: RowBatch) throws(TableError) in
            var part = part
            if isFirst { rows.reserve(like: part, blockSize: blockSize, fileSize: size) }
            isFirst = false
            rows.append(part)
            part.removeAll()
            spares.give(part)
        }
    }

    // MARK: JSON

    /// The attractions of a JSON document, whose text begins on a line of the file.
    func read(
        json bytes: ContiguousArray<UInt8>, file: String, firstLine: Int = 1
    ) throws(AttractionError) -> AttractionTable {
        let (document, encoding) = try JSONDocument.read(
            bytes, file: file, encoding: options.encoding, firstLine: firstLine)
        let report = QualityReport(file: file, format: document.format, encoding: encoding)
        guard !document.isEmpty else {
            return AttractionTable(fields: fields, fields.map { _ in AttractionTable.Column() }, [], report)
        }
        var names = options.columns
        if document.format == .geoJSON { (names.latitude, names.longitude) = ("latitude", "longitude") }
        var columns = JSONColumns(of: document, named: names)
        let map: TableMap
        do throws(PlaceTableError) {
            map = try columns.tableMap(of: document, names: names, file: file)
        } catch {
            throw AttractionError(error, file: file)
        }
        let plan = plan(map, columnCount: columns.header.count)
        let places = PlaceReader(plan.places)
        var rows = RowBatch(plan)
        document.forEachRecord { number, record in
            if let rejection = record.rejection {
                rows.reject(rejection, number: number, plan)
            } else {
                rows.add(columns.cells(of: record.object), line: record.line, number: number, at: nil, places, plan)
            }
        }
        return RowSettling(rows, plan, report).settled()
    }
}

/// A reader of blocks; one for each thread.
private struct BlockReader: ~Copyable {
    var reader: CSVReader
    var record = CSVRecord()
    let places: PlaceReader

    init(_ layout: CSVReader.Layout, _ columns: PlaceColumns) {
        reader = CSVReader(layout: layout)
        places = PlaceReader(columns)
    }
}
