import WaymarkGeodesy
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
        guard try ContentKind(bytes, file: file) == .csv, !options.mendsSwapped else { return nil }
        let table: AttractionTable?
        do throws(TableError) {
            let csv = CSVOptions(delimiter: options.delimiter, encoding: options.encoding, hasHeader: false)
            var reader = try CSVReader(MemorySource(bytes, name: file), options: csv)
            var record = CSVRecord()
            // What is wrong with a header is the catalog's to say.
            guard try reader.read(into: &record),
                let top = try? CSVHeader(record, names: options.columns, file: file), top.isHeader, top.map.hasIDs
            else { return nil }
            table = try read(&reader, PlainRows(top, fields))
        } catch {
            throw .table(file: file, error)
        }
        guard let table, table.counts.rowsIn > 0, table[.id].hasDistinctTexts else { return nil }
        return table
    }

    private func read(_ reader: inout CSVReader, _ rows: PlainRows) throws(TableError) -> AttractionTable? {
        var table = AttractionTable(fields: rows.fields)
        var isPlain = true
        let layout = reader.layout
        try OrderedWork.run(jobs: jobs) { () throws(TableError) in
            isPlain ? try reader.nextBlock(size: blockSize) : nil
        } makeWorker: {
            BlockReader(layout)
        } work: { (worker, block: CSVBlock, emit) throws(TableError) in
            try emit(try rows.read(block, &worker))
        } deliver: { (part: AttractionTable?) throws(TableError) in
            if let part { table.append(part) } else { isPlain = false }
        }
        return isPlain ? table : nil
    }
}

/// A reader of blocks; one for each thread.
private struct BlockReader: ~Copyable {
    var reader: CSVReader

    init(_ layout: CSVReader.Layout) { reader = CSVReader(layout: layout) }
}

/// What a row of a plain table becomes.
private struct PlainRows: Sendable {
    let top: CSVHeader
    /// The fields to keep, the id among them.
    let fields: [AttractionField]
    private let latitude: Int
    private let longitude: Int
    private let id: Int

    init(_ top: CSVHeader, _ fields: [AttractionField]) {
        self.top = top
        self.fields = fields.contains(.id) ? fields : fields + [.id]
        func column(_ field: AttractionField) -> Int { top.map.columns[field.rawValue] ?? -1 }
        (latitude, longitude, id) = (column(.latitude), column(.longitude), column(.id))
    }

    /// The attractions of a block; `nil` where a row is not plain.
    func read(_ block: CSVBlock, _ worker: inout BlockReader) throws(TableError) -> AttractionTable? {
        var part = AttractionTable(fields: fields)
        part.reserve(block.records)
        let columns = fields.map { top.map.columns[$0.rawValue] ?? -1 }
        worker.reader.begin(block)
        var record = CSVRecord()
        while try worker.reader.read(into: &record) {
            part.counts.rowsIn += 1
            guard record.rejection == nil, top.checkFieldCount(record) == nil, let place = place(of: record) else {
                part.counts.rowsRejected += 1
                continue
            }
            guard record.withUTF8(id, { Self.isPlainID($0) }) else { return nil }
            part.counts.rowsKept += 1
            part.coordinates.append(place)
            for number in fields.indices { part.append(record, columns[number], number) }
        }
        return part
    }

    private func place(of record: CSVRecord) -> Coordinate? {
        // A number in the cell as it stands is the number in its text.
        if let y = record.double(latitude), let x = record.double(longitude),
            let place = try? Coordinate(latitude: y, longitude: x)
        {
            return place
        }
        let reading = PlaceReading(ofCells: { record[$0 == .latitude ? latitude : longitude] })
        if case .at(let place) = reading { return place }
        return nil
    }

    private static func isPlainID(_ utf8: Span<UInt8>) -> Bool {
        // Texts beyond ASCII can be equal without the same bytes.
        PlainText.isValue(utf8) && utf8.indices.allSatisfy { utf8[$0] < 0x80 }
    }
}

extension AttractionTable {
    fileprivate mutating func reserve(_ rows: Int) {
        coordinates.reserveCapacity(rows)
        for number in columns.indices { columns[number].reserve(rows, bytes: rows * 8) }
    }

    fileprivate mutating func append(_ record: CSVRecord, _ column: Int, _ number: Int) {
        let isText = fields[number] != .baseDate && fields[number] != .designated
        let isPlain = isText && record.withUTF8(column) { PlainText.isValue($0) }
        if isPlain {
            record.withUTF8(column) { columns[number].append($0) }
        } else {
            let text = PlainText.value(record[column])
            columns[number].append((isText ? text : text.flatMap { CalendarDate($0)?.description }) ?? "")
        }
    }

    fileprivate mutating func append(_ part: AttractionTable) {
        coordinates.append(contentsOf: part.coordinates)
        for number in columns.indices { columns[number].append(part.columns[number]) }
        counts.rowsIn += part.counts.rowsIn
        counts.rowsKept += part.counts.rowsKept
        counts.rowsRejected += part.counts.rowsRejected
    }
}
