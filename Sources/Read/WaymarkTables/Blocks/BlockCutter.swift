import WaymarkText

/// Cuts whole records off an input without reading their fields.
///
/// Without quotes, records are cut as lines; with tidy quotes, as lines outside them. Otherwise, they are found by
/// reading.
enum BlockCutter {
    /// The next records, about `size` bytes of them; nil at the end of the input.
    static func next(size: Int, of records: inout RecordReader) throws(TableError) -> CSVBlock? {
        guard try records.window.skipBlankLines() else { return nil }
        var block = CSVBlock(line: records.window.line, recordsBefore: records.count)
        let window = min(max(size, 1), records.recordLimit)
        try records.window.fill(to: window)
        if !cutLines(within: window, of: &records, into: &block) {
            try cutRecords(within: window, of: &records, into: &block)
        }
        block.records = records.count - block.recordsBefore
        block.bytesRead = records.window.bytesRead
        block.encoding = records.encoding
        return block
    }

    /// Cuts lines if they are certainly records.
    private static func cutLines(
        within window: Int, of records: inout RecordReader, into block: inout CSVBlock
    ) -> Bool {
        guard let length = records.window.lengthOfLines(within: window) else { return false }
        let (start, knowsEncoding) = (records.window.start, records.encoding != nil)
        // A table with quotes usually has them everywhere: if the first bytes have one, do not try lines without
        // quotes.
        let head = records.window.buffer[start..<start + min(length, 1 << 12)]
        let lines =
            head.contains(Byte.quote)
            ? nil : LineCensus(records.window.buffer.span.extracting(start..<start + length))
        if let lines, !lines.hasQuotes, lines.isASCII || knowsEncoding {
            block.hasNoQuotes = true
            take(length, lines, count: lines.records, of: &records, into: &block)
            return true
        }
        guard lines?.hasQuotes != false else { return false }
        let available = min(window, records.window.buffer.count - start)
        let quotes = QuoteCensus(
            records.window.buffer.span.extracting(start..<start + available), delimiter: records.delimiter,
            endsInput: records.window.isAtEnd && available == records.window.buffer.count - start)
        let census = LineCensus(records.window.buffer.span.extracting(start..<start + quotes.length))
        guard quotes.length > 0, census.isASCII || knowsEncoding else { return false }
        block.hasTidyQuotes = true
        take(quotes.length, census, count: quotes.records, of: &records, into: &block)
        return true
    }

    /// Makes a block of the next `length` bytes, and advances past them.
    private static func take(
        _ length: Int, _ census: LineCensus, count: Int, of records: inout RecordReader, into block: inout CSVBlock
    ) {
        let start = records.window.start
        block.take(records.window.buffer, start..<start + length)
        block.isASCII = census.isASCII
        records.window.share(length, lineEnds: census.lineEnds)
        records.count += count
    }

    /// Reads records, and keeps their bytes.
    private static func cutRecords(
        within window: Int, of records: inout RecordReader, into block: inout CSVBlock
    ) throws(TableError) {
        records.window.cut = ContiguousArray()
        defer { records.window.cut = nil }
        let begin = records.window.bytesConsumed
        var record = CSVRecord()
        repeat {
            guard try records.read(into: &record) else { break }
            _ = try records.window.skipBlankLines()
            // For a record beyond the limit, less is kept than was consumed.
        } while records.window.bytesConsumed - begin < window
        let bytes = records.window.cut ?? []
        block.take(bytes, bytes.indices)
    }
}
