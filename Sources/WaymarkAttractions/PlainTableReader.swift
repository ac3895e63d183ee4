import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// Reads attractions of a CSV block by block, without making an ``Attraction`` of each row.
///
/// Only for tables in which no row has to do with another: each row that has a place brings an id, in ASCII, that no
/// other row has. There nothing is merged, renamed or derived, and a row is what its cells say. Whatever else comes is
/// left to ``AttractionCatalog``.
package struct PlainTableReader {
    private let options: CatalogOptions
    private let fields: [AttractionField]
    private let jobs: Int
    private let blockSize: Int

    /// A reader of the fields that are asked for, by `jobs` threads.
    package init(options: CatalogOptions, fields: [AttractionField], jobs: Int, blockSize: Int) {
        (self.options, self.fields, self.jobs, self.blockSize) = (options, fields, jobs, blockSize)
    }

    /// The attractions; `nil` where it takes a catalog to tell them.
    package func read(_ bytes: ContiguousArray<UInt8>, file: String) throws(AttractionError) -> AttractionTable? {
        guard try ContentKind(bytes, file: file) == .csv else { return nil }
        return try read(MemorySource(bytes, name: file), file: file)
    }

    /// The attractions in a file, of which a few blocks are held at a time; `nil` where it takes a catalog to tell them,
    /// and where the file cannot be read twice.
    package func read(fileAt path: String) throws(AttractionError) -> AttractionTable? {
        // A pipe that is opened and closed again has lost what was in it.
        guard path != "-", System.isRegularFile(path) else { return nil }
        do throws(TableError) {
            let file = try FileSource(path: path)
            var head = ContiguousArray<UInt8>()
            _ = try file.read(upTo: 1 << 16, into: &head)
            guard !IndexFile.isIndexFile(head.span), (try? ContentKind(head, file: path)) == .csv else { return nil }
        } catch {
            throw .table(file: path, error)
        }
        let source: FileSource
        do throws(TableError) { source = try FileSource(path: path) } catch { throw .table(file: path, error) }
        return try read(source, file: path)
    }

    private func read(_ source: any ByteSource, file: String) throws(AttractionError) -> AttractionTable? {
        if options.mendsSwapped { return nil }
        let table: AttractionTable?
        do throws(TableError) {
            let csv = CSVOptions(delimiter: options.delimiter, encoding: options.encoding, hasHeader: false)
            var reader = try CSVReader(source, options: csv)
            var record = CSVRecord()
            // What is wrong with a header is the catalog's to say.
            guard try reader.read(into: &record),
                let top = try? CSVHeader(record, names: options.columns, file: file), top.isHeader, top.map.hasIDs
            else { return nil }
            table = try read(&reader, PlainRows(top, fields))
        } catch {
            throw .table(file: file, error)
        }
        guard let table, table.counts.rowsIn > 0, table[.id].hasDistinctTexts(jobs: jobs) else { return nil }
        return table
    }

    private func read(_ reader: inout CSVReader, _ rows: PlainRows) throws(TableError) -> AttractionTable? {
        var table = AttractionTable(fields: rows.fields)
        var isPlain = true
        let layout = reader.layout
        let size = reader.size ?? 0
        let spares = Spares<AttractionTable>()
        try OrderedWork.run(jobs: jobs) { () throws(TableError) in
            isPlain ? try reader.nextBlock(size: blockSize) : nil
        } makeWorker: {
            BlockReader(layout, rows.places)
        } work: { (worker, block: CSVBlock, emit) throws(TableError) in
            var part = spares.take() ?? AttractionTable(fields: rows.fields)
            try emit(try rows.read(block, &worker, into: &part) ? part : nil)
        } deliver: { (part: AttractionTable?) throws(TableError) in
            guard var part else {
                isPlain = false
                return
            }
            if table.counts.rowsIn == 0 { table.reserve(like: part, times: size / blockSize + 1) }
            table.append(part)
            part.removeAll()
            spares.give(part)
        }
        return isPlain ? table : nil
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

    /// Where the record read last is.
    var place: Coordinate? {
        // A number in the cell as it stands is the number in its text.
        if let place = places.coordinate(of: record) { return place }
        let columns = places.columns
        let reading = places.place(ofCells: { record[$0 == .latitude ? columns.latitude : columns.longitude] })
        if case .at(let place) = reading { return place }
        return nil
    }
}

/// What a row of a plain table becomes.
private struct PlainRows: Sendable {
    let top: CSVHeader
    /// The fields to keep, the id among them.
    let fields: [AttractionField]
    let places: PlaceColumns
    private let id: Int
    /// Where each of `fields` stands; -1 for nowhere.
    private let columns: [Int]

    init(_ top: CSVHeader, _ fields: [AttractionField]) {
        self.top = top
        self.fields = fields.contains(.id) ? fields : fields + [.id]
        func column(_ field: AttractionField) -> Int { top.map.columns[field.rawValue] ?? -1 }
        places = PlaceColumns(
            latitude: column(.latitude), longitude: column(.longitude), system: top.map.system)
        id = column(.id)
        columns = self.fields.map { column($0) }
    }

    /// Appends the attractions of a block; `false` where a row is not plain.
    func read(
        _ block: CSVBlock, _ worker: inout BlockReader, into part: inout AttractionTable
    ) throws(TableError) -> Bool {
        worker.reader.begin(block)
        let isASCII = worker.reader.isASCII
        while try worker.reader.read(into: &worker.record) {
            part.counts.rowsIn += 1
            guard worker.record.rejection == nil, top.checkFieldCount(worker.record) == nil,
                let place = worker.place
            else {
                part.counts.rowsRejected += 1
                continue
            }
            guard worker.record.withUTF8(id, { Self.isPlainID($0, isASCII: isASCII) }) else { return false }
            part.counts.rowsKept += 1
            part.coordinates.append(place)
            for number in columns.indices { part.append(worker.record, columns[number], number) }
        }
        return true
    }

    private static func isPlainID(_ utf8: Span<UInt8>, isASCII: Bool) -> Bool {
        // Texts beyond ASCII can be equal without the same bytes.
        var high: UInt8 = 0
        if !isASCII { for index in utf8.indices { high |= utf8[index] } }
        return high < 0x80 && PlainText.isValue(utf8)
    }
}

extension AttractionTable {
    /// Makes room for so many times the rows of a part, and some more.
    fileprivate mutating func reserve(like part: AttractionTable, times: Int) {
        func room(_ count: Int) -> Int { count * times + count * times / 16 }
        coordinates.reserveCapacity(room(part.coordinates.count))
        for number in columns.indices {
            columns[number].reserve(room(part.columns[number].count), bytes: room(part.columns[number].bytes.count))
        }
    }

    fileprivate mutating func append(_ record: CSVRecord, _ column: Int, _ number: Int) {
        let isText = fields[number] != .baseDate && fields[number] != .designated
        if isText, record.withUTF8(column, { columns[number].appendIfValue($0) }) { return }
        let text = PlainText.value(record[column])
        columns[number].append((isText ? text : text.flatMap { CalendarDate($0)?.description }) ?? "")
    }

    fileprivate mutating func append(_ part: AttractionTable) {
        coordinates.append(contentsOf: part.coordinates)
        for number in columns.indices { columns[number].append(part.columns[number]) }
        counts.rowsIn += part.counts.rowsIn
        counts.rowsKept += part.counts.rowsKept
        counts.rowsRejected += part.counts.rowsRejected
    }

    /// Forgets all attractions, and keeps the room they took.
    fileprivate mutating func removeAll() {
        coordinates.removeAll(keepingCapacity: true)
        for number in columns.indices { columns[number].removeAll() }
        counts = Counts()
    }
}

extension AttractionTable.Column {
    /// Appends a text that is surely its own value.
    ///
    /// - Returns: Whether it is.
    fileprivate mutating func appendIfValue(_ text: Span<UInt8>) -> Bool {
        guard PlainText.isValue(text) else { return false }
        append(text)
        return true
    }
}
