import WaymarkText

extension CSVReader {
    /// The data of a table needed to read its blocks.
    package struct Layout: Sendable {
        let header: [String]
        let delimiter: UInt8
        let recordLimit: Int
    }

    package var layout: Layout {
        Layout(header: header, delimiter: delimiter, recordLimit: recordLimit)
    }

    /// Takes the next records, about `size` bytes of them, without reading their fields; another reader reads them.
    ///
    /// A reader called with increasing offsets takes each record exactly once, for any offsets.
    ///
    /// - Parameters:
    ///   - size: The number of bytes to take; more if a record is longer.
    ///   - end: The offset in the input before which a record must begin; nil for no limit.
    /// - Returns: At least one record; `nil` if no more begin before `end`.
    /// - Throws: The errors of reading the records.
    /// - Complexity: O(*n*) in the bytes of the block.
    package mutating func nextBlock(size: Int, before end: Int? = nil) throws(TableError) -> CSVBlock? {
        // A blank line is not a record: the next one may lie beyond.
        guard try window.skipBlankLines() else { return nil }
        var size = size
        if let end {
            // A byte order mark is not counted as consumed.
            let offset = window.bytesConsumed + (hasByteOrderMark ? 3 : 0)
            guard offset < end else { return nil }
            size = min(size, end - offset)
        }
        var block = CSVBlock(line: window.line, recordsBefore: count)
        let length = min(max(size, 1), recordLimit)
        try window.fill(to: length)
        if !takeTidy(within: length, into: &block) { try takeRecords(within: length, into: &block) }
        block.records = count - block.recordsBefore
        block.bytesRead = window.bytesRead
        block.encoding = encoding
        return block
    }

    /// Takes records found by their line ends outside quotes, if these are certain.
    private mutating func takeTidy(within length: Int, into block: inout CSVBlock) -> Bool {
        let start = window.start
        let available = min(length, window.end - start)
        let census = BlockCensus(
            window.buffer.span.extracting(start..<start + available), delimiter: delimiter,
            endsInput: window.isAtEnd && available == window.end - start)
        let range = start..<start + census.length
        let isASCII = PlainText.isASCII(window.buffer.span.extracting(range))
        guard census.length > 0, isASCII || encoding != nil else { return false }
        (block.storage, block.range) = (window.buffer, range)
        (block.isTidy, block.hasQuotes, block.isASCII) = (true, census.hasQuotes, isASCII)
        window.share(census.length, lineEnds: census.lineEnds)
        count += census.records
        return true
    }

    /// Takes records by reading them.
    private mutating func takeRecords(within length: Int, into block: inout CSVBlock) throws(TableError) {
        window.cut = ContiguousArray()
        defer { window.cut = nil }
        let begin = window.bytesConsumed
        var record = CSVRecord()
        repeat {
            guard try read(into: &record) else { break }
            _ = try window.skipBlankLines()
            // For a record beyond the limit, less is kept than was consumed.
        } while window.bytesConsumed - begin < length
        block.storage = window.cut ?? []
        block.range = block.storage.indices
    }

    // MARK: Reading blocks

    /// Continues with the records of `block`, which a reader of the table has cut; the rest of the previous block is dropped.
    ///
    /// Each thread has its own reader. Most tables have no quotes. Then a record is a line, and its fields are between
    /// delimiters: they are found in one pass and used in place. If quotes only enclose whole fields, the same holds outside
    /// them; only a record with a doubled quote is copied. All other blocks are read like any input.
    package mutating func begin(_ block: CSVBlock) {
        encoding = encoding ?? block.encoding
        (isPlain, hasQuotes) = (block.isPlain(as: encoding), block.hasQuotes)
        window.begin(block.storage, block.range, line: block.line)
        (count, bytesRescanned) = (block.recordsBefore, 0)
    }

    /// Reads the next record, which shares the bytes of the block; `false` at its end.
    mutating func readPlain(into record: inout CSVRecord) throws(TableError) -> Bool {
        if record.rejection != nil { record.rejection = nil }
        guard try window.skipBlankLines() else {
            record.fields.removeAll()
            record.utf8 = []
            return false
        }
        // The record shares the bytes of the block, unless it does already.
        let isShared = unsafe record.utf8.withUnsafeBufferPointer { held in
            unsafe window.buffer.withUnsafeBufferPointer {
                unsafe held.baseAddress == $0.baseAddress && held.count == $0.count
            }
        }
        if !isShared { record.utf8 = window.buffer }
        record.line = window.line
        let start = window.start
        let found = TidyRecord.fields(
            window.buffer.span.extracting(0..<window.end), from: start, delimiter: delimiter, hasQuotes: hasQuotes,
            into: &record.fields)
        if found.hasDoubledQuotes {
            record.utf8 = ContiguousArray(window.buffer[start..<found.end])
            for field in record.fields.indices {
                record.fields[field].start -= Int32(start)
                record.fields[field].end -= Int32(start)
            }
            FieldDecoding.unquote(&record)
        }
        if found.hasLineEnds {
            window.line += LineCounter.lineEnds(window.buffer.span.extracting(start..<found.end))
        }
        window.consume(found.end - start)
        return true
    }
}
