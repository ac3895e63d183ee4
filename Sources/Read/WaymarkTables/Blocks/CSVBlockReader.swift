import WaymarkText

/// Reads the records of blocks that a ``CSVReader`` has cut. Each thread uses its own.
///
/// Most tables have no quotes. Then a record is a line, and its fields are between delimiters: they are found in one
/// pass and used in place. If quotes only enclose whole fields, the same holds outside them; only a record with a
/// doubled quote is copied. All other blocks are read like any input.
package struct CSVBlockReader: ~Copyable {
    /// Reads blocks whose fields cannot be used in place.
    private var records: RecordReader
    /// Whether fields are used in place.
    private var isPlain = false
    /// Whether the block has quotes, all of them around whole fields.
    private var hasTidyQuotes = false
    private var buffer: ContiguousArray<UInt8> = []
    private var start = 0
    private var end = 0
    private var line = 1
    private var followsCarriageReturn = false
    private var count = 0

    /// A reader for blocks of a table of this layout.
    package init(layout: CSVReader.Layout) {
        records = RecordReader(layout)
    }

    /// Continues with the records of `block`; the rest of the previous block is dropped.
    package mutating func begin(_ block: CSVBlock) {
        records.encoding = records.encoding ?? block.encoding
        isPlain = block.isPlain(as: records.encoding)
        guard isPlain else {
            buffer = []
            return records.begin(ContiguousArray(block.bytes), line: block.line, recordsBefore: block.recordsBefore)
        }
        let (storage, range) = block.place
        (buffer, start, end) = (storage, range.lowerBound, range.upperBound)
        (line, count, followsCarriageReturn) = (block.line, block.recordsBefore, false)
        hasTidyQuotes = block.hasTidyQuotes
    }

    /// Reads the next record, like `CSVReader.read(into:)` on the whole input.
    ///
    /// - Parameter record: Filled with the record, which shares the bytes of a plain block; empty after the last one.
    /// - Returns: `false` at the end of the block.
    /// - Throws: The errors of reading the whole input.
    /// - Complexity: O(*n*) in the record's bytes.
    package mutating func read(into record: inout CSVRecord) throws(TableError) -> Bool {
        guard isPlain else { return try records.read(into: &record) }
        if record.rejection != nil { record.rejection = nil }
        guard skipLineEnds() else {
            record.fields.removeAll()
            record.utf8 = []
            return false
        }
        // The record shares the bytes of the block, unless it does already.
        let isShared = unsafe record.utf8.withUnsafeBufferPointer { held in
            unsafe buffer.withUnsafeBufferPointer {
                unsafe held.baseAddress == $0.baseAddress && held.count == $0.count
            }
        }
        if !isShared { record.utf8 = buffer }
        record.line = line
        if hasTidyQuotes {
            readQuoted(into: &record)
        } else {
            start = PlainLine.fields(
                buffer.span.extracting(0..<end), from: start, delimiter: records.delimiter, into: &record.fields)
        }
        count += 1
        record.number = count
        return true
    }

    private mutating func readQuoted(into record: inout CSVRecord) {
        let from = start
        let found = QuotedLine.fields(
            buffer.span.extracting(0..<end), from: from, delimiter: records.delimiter, into: &record.fields)
        start = found.end
        if found.hasDoubledQuotes {
            record.utf8 = ContiguousArray(buffer[from..<found.end])
            for field in record.fields.indices {
                record.fields[field].start -= Int32(from)
                record.fields[field].end -= Int32(from)
            }
            FieldDecoding.unquote(&record)
        }
        if found.hasLineEnds { line += LineCounter.lineEnds(buffer.span.extracting(from..<found.end)) }
    }

    /// Advances past line ends; `false` at the end of the block.
    private mutating func skipLineEnds() -> Bool {
        while start < end {
            switch buffer[start] {
            case Byte.lineFeed:
                if !followsCarriageReturn { line += 1 }
                followsCarriageReturn = false
            case Byte.carriageReturn:
                line += 1
                followsCarriageReturn = true
            default:
                followsCarriageReturn = false
                return true
            }
            start += 1
        }
        return false
    }
}
