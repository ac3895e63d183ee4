import WaymarkText

/// Reads records out of CSV bytes, one at a time, in bounded memory.
///
/// The format is RFC 4180 with LF, CR LF or CR line ends, also mixed. Where input departs from it, fields come out as
/// Python's `csv.reader` gives them in its default dialect: a quote inside an unquoted field is text, and so is what
/// follows a closing quote. Lines without a byte are skipped; NUL bytes are data.
///
/// A record that cannot be used as it was meant is handed out with its `rejection` set, and reading goes on:
/// - bytes invalid in the encoding;
/// - a quote that never closes before the end of the input or within the record limit: such a record ends with the
///   line its quote is on, where the quote then counts as text, and reading goes on at the next line, so that a stray
///   quote costs one row;
/// - a record longer than the limit: its first 200 bytes are kept, and its last line is skipped to its end.
///
/// Records, places and the encoding found do not depend on how the bytes arrive.
///
/// ```swift
/// var reader = try CSVReader(FileSource(path: "stops.csv"))
/// var record = CSVRecord()
/// while try reader.read(into: &record) { print(record[0]) }
/// ```
public struct CSVReader: ~Copyable {
    /// The names of the columns, without blanks at their ends; a blank name stays "".
    ///
    /// Empty when the input has no header, by the options or because it is empty.
    public private(set) var header: [String] = []
    /// Set when the header itself could not be read as it was meant.
    public private(set) var headerRejection: Rejection?
    /// Whether the input holds no record at all: nothing but a byte order mark and blank lines.
    public private(set) var isEmpty = false
    /// The encoding, given or found out; `nil` while only ASCII was seen.
    public internal(set) var encoding: TextEncoding?
    /// Whether the input begins with a UTF-8 byte order mark.
    public private(set) var hasByteOrderMark = false
    /// The byte between fields, given or found out.
    public private(set) var delimiter: UInt8
    /// How many bytes were taken from the source so far, for progress.
    public private(set) var bytesRead = 0
    /// The name of the source, for messages.
    public var name: String { source.name }
    /// All bytes of the source, where known.
    public var size: Int? { source.size }

    /// Bytes that may be scanned twice beyond those read, before reading is given up.
    package var rescanAllowance = 64 << 20
    /// The room taken by raw bytes, for tests of bounded memory.
    package var bufferCapacity: Int { buffer.capacity }

    private static let chunk = 1 << 18
    private static let keptOfOverlong = 200

    private var source: any ByteSource
    let recordLimit: Int
    private(set) var scanner: RecordScanner
    /// Raw bytes; those before `start` are done with.
    var buffer: ContiguousArray<UInt8> = []
    var start = 0
    private(set) var isAtEnd = false
    /// The 1-based line that `start` is on.
    var line = 1
    /// The number of fields of the first record, header or row; 0 where it was not looked at.
    package private(set) var firstFieldCount = 0
    /// Whether the byte before `start` is a CR, so that an LF at `start` belongs to the same line end.
    var followsCarriageReturn = false
    var recordsRead = 0
    var bytesConsumed = 0
    var bytesRescanned = 0
    /// The bytes consumed since a block was begun; `nil` while none is being cut record by record.
    var cut: ContiguousArray<UInt8>?
    /// Whether blocks lie in the buffer.
    var isShared = false
    /// Whether all bytes of the block that is being read are surely ASCII.
    package internal(set) var isASCII = false
    /// The end of a block in which fields are read where they lie; `nil` elsewhere.
    var plainEnd: Int?
    /// Whether there are quotes in that block, around whole fields alone.
    var hasTidyQuotes = false

    /// Opens `source` and reads its header.
    ///
    /// - Parameters:
    ///   - source: Where the bytes come from.
    ///   - options: How to read them; all is found out by default.
    /// - Throws: `TableError.unusableDelimiter`; `.compressed` for gzip; `.unsupportedEncoding` for UTF-16, UTF-32, and for
    ///   CP949 where the C library lacks it; `.readFailed`.
    /// - Precondition: The record limit is 1 to 2^29.
    public init(_ source: consuming any ByteSource, options: CSVOptions = .init()) throws(TableError) {
        precondition((1...1 << 29).contains(options.recordLimit), "a record limit is 1 to 2^29 bytes")
        recordLimit = options.recordLimit
        encoding = options.encoding
        delimiter = options.delimiter ?? Byte.comma
        scanner = RecordScanner(delimiter: options.delimiter ?? Byte.comma)
        self.source = source
        try open(options)
    }

    /// What the blocks of a table need to be known of it.
    package struct Layout: Sendable {
        let header: [String]
        let delimiter: UInt8
        let recordLimit: Int
    }

    /// What the blocks of this input need to be known of it.
    package var layout: Layout { Layout(header: header, delimiter: delimiter, recordLimit: recordLimit) }

    /// A reader for blocks of a table of this layout.
    package init(layout: Layout) {
        source = MemorySource([])
        header = layout.header
        delimiter = layout.delimiter
        recordLimit = layout.recordLimit
        scanner = RecordScanner(delimiter: layout.delimiter)
        isAtEnd = true
        // Whoever cut the blocks has kept to it.
        rescanAllowance = .max / 2
    }

    private mutating func open(_ options: CSVOptions) throws(TableError) {
        guard CSVOptions.isUsable(delimiter: delimiter) else { throw TableError.unusableDelimiter(delimiter) }
        // The places of fields are 32 bits wide.
        if let bytes = (source as? MemorySource)?.whole, bytes.count <= Int(Int32.max) {
            (buffer, bytesRead, isAtEnd, isShared) = (bytes, bytes.count, true, true)
        }
        if encoding == .cp949, !CP949.isAvailable {
            throw TableError.unsupportedEncoding(name: TextEncoding.cp949.name, path: source.name)
        }
        try fill(to: 4)
        if buffer.starts(with: Gzip.start) { throw TableError.compressed(path: source.name) }
        let mark = EncodingDetection.byteOrderMark(buffer.span)
        if let name = mark.unsupported { throw TableError.unsupportedEncoding(name: name, path: source.name) }
        if mark.length > 0 {
            start = mark.length
            hasByteOrderMark = true
            encoding = encoding ?? .utf8
        }
        if options.delimiter == nil {
            try fill(to: DelimiterSniffer.window)
            let end = min(buffer.count, start + DelimiterSniffer.window)
            delimiter = DelimiterSniffer.delimiter(of: buffer.span.extracting(start..<end))
            scanner = RecordScanner(delimiter: delimiter)
        }
        isEmpty = try !skipBlankLines()
        if options.hasHeader { try readHeader(options.isHeader) }
    }

    /// Reads the next record.
    ///
    /// - Parameter record: Filled with the record; empty after the last one.
    /// - Returns: `false` at the end of the input.
    /// - Throws: `TableError.readFailed`; `.tooManyUnclosedQuotes` where hostile input would take quadratic time.
    /// - Complexity: O(*n*) in the record's bytes; allocates only while the record's buffers still grow.
    public mutating func read(into record: inout CSVRecord) throws(TableError) -> Bool {
        guard try readRecord(into: &record) else { return false }
        recordsRead += 1
        record.number = recordsRead
        return true
    }

    private mutating func readHeader(_ isHeader: @Sendable (CSVRecord) -> Bool) throws(TableError) {
        var record = CSVRecord()
        let (line, followsCarriageReturn, consumed) = (self.line, self.followsCarriageReturn, bytesConsumed)
        guard try readRecord(into: &record) else { return }
        firstFieldCount = record.count
        let length = bytesConsumed - consumed
        // A row is gone back to; not one beyond the limit, whose bytes are let go.
        if !isHeader(record), length <= start {
            start -= length
            (self.line, self.followsCarriageReturn, bytesConsumed) = (line, followsCarriageReturn, consumed)
            return
        }
        header = (0..<record.count).map { PlainText.trimmed(record[$0]) }
        headerRejection = record.rejection
    }

    // MARK: Bytes

    /// Appends more bytes to the buffer; `false` at the end of the input.
    private mutating func fill() throws(TableError) -> Bool {
        if isAtEnd { return false }
        if isShared {
            var rest = ContiguousArray<UInt8>()
            rest.reserveCapacity(buffer.count - start + Self.chunk)
            rest.append(contentsOf: buffer[start...])
            (buffer, start, isShared) = (rest, 0, false)
        } else if start > 0 {
            buffer.removeSubrange(0..<start)
            start = 0
        }
        let taken = try source.read(upTo: Self.chunk, into: &buffer)
        bytesRead += taken
        isAtEnd = taken == 0
        return taken > 0
    }

    /// Holds at least `count` bytes from `start`, or all there are.
    mutating func fill(to count: Int) throws(TableError) {
        while buffer.count - start < count {
            guard try fill() else { return }
        }
    }

    mutating func consume(_ count: Int) {
        cut?.append(contentsOf: buffer[start..<start + count])
        start += count
        bytesConsumed += count
    }

    /// Goes to the next byte that is not a line end; `false` at the end of the input.
    mutating func skipBlankLines() throws(TableError) -> Bool {
        while true {
            if start == buffer.count {
                guard try fill() else { return false }
            }
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
            consume(1)
        }
    }

    // MARK: Records

    mutating func readRecord(into record: inout CSVRecord) throws(TableError) -> Bool {
        if let plainEnd { return readPlainRecord(into: &record, end: plainEnd) }
        record.fields.removeAll()
        record.rejection = nil
        guard try skipBlankLines() else {
            record.utf8.removeAll(keepingCapacity: true)
            return false
        }
        record.line = line
        scanner.begin()
        while true {
            // One byte more than the limit, for the line end of a record of just that length.
            let available = min(buffer.count - start, recordLimit + 1)
            if let end = scanner.scan(buffer, start..<start + available, into: &record.fields) {
                try finish(&record, length: end)
                return true
            }
            let isOverLimit = available > recordLimit
            if !isOverLimit, try fill() { continue }
            if scanner.mode == .quoted, try finishUnclosed(&record, within: available, isOverLimit: isOverLimit) {
                return true
            }
            if isOverLimit {
                try finishOverlong(&record, within: available)
            } else {
                scanner.endField(into: &record.fields)
                try finish(&record, length: available)
            }
            return true
        }
    }

    /// Decodes a record whose fields were found in the next `length` bytes, and goes past them.
    private mutating func finish(_ record: inout CSVRecord, length: Int) throws(TableError) {
        let isASCII = scanner.highBits & 0x8080_8080_8080_8080 == 0
        if !isASCII, encoding == nil { try detectEncoding() }
        let raw = start..<start + length
        if isASCII {
            record.utf8.replaceSubrange(0..<record.utf8.count, with: buffer[raw])
            if scanner.hasQuotes { FieldDecoding.unquote(&record) }
        } else {
            let encoding = encoding ?? .utf8
            let fault = try FieldDecoding.decode(
                buffer, raw, as: encoding, hasQuotes: scanner.hasQuotes, into: &record)
            if let fault, record.rejection == nil { reject(&record, fault, encoding) }
        }
        if scanner.lineEnds != 0 { line += LineCounter.lineEnds(buffer.span.extracting(raw)) }
        consume(length)
    }

    private mutating func detectEncoding() throws(TableError) {
        try fill(to: EncodingDetection.window + 1)
        let end = min(buffer.count, start + EncodingDetection.window)
        encoding = EncodingDetection.encoding(of: buffer.span.extracting(start..<end), isCut: end < buffer.count)
    }

    private func reject(_ record: inout CSVRecord, _ fault: FieldDecoding.Fault, _ encoding: TextEncoding) {
        let place = LineCounter.place(of: fault.offset, in: buffer.span.extracting(start..<buffer.count))
        let bytes = fault.bytes.map(Hexadecimal.byte).joined(separator: " ")
        record.rejection = rejection(
            line: record.line + place.line - 1, field: fault.field,
            "invalid \(encoding.name) at byte \(place.byte) of the line: \(bytes)")
    }

    private func rejection(line: Int, field: Int, _ reason: String) -> Rejection {
        let name = field < header.count && !header[field].isEmpty ? header[field] : nil
        return Rejection(line: line, column: field + 1, columnName: name, reason: reason)
    }

    // MARK: Records that do not end

    /// Cuts a record with an unclosed quote at the end of the line that the quote is on.
    ///
    /// - Returns: `false` when that line does not end either, within the limit.
    private mutating func finishUnclosed(
        _ record: inout CSVRecord, within available: Int, isOverLimit: Bool
    ) throws(TableError) -> Bool {
        let quote = scanner.quoteOffset
        let end = quote + LineCounter.lengthOfLine(buffer.span.extracting(start + quote..<start + available))
        if end == available, isOverLimit { return false }
        let quoteLine = line + LineCounter.lineEnds(buffer.span.extracting(start..<start + quote))
        bytesRescanned += available - end
        if bytesRescanned > rescanAllowance + bytesConsumed {
            throw TableError.tooManyUnclosedQuotes(line: quoteLine)
        }
        record.fields.removeAll()
        scanner.begin(literalQuote: quote)
        _ = scanner.scan(buffer, start..<start + end, into: &record.fields)
        scanner.endField(into: &record.fields)
        let field = record.fields.indices.first { Int(record.fields[$0].end) >= quote } ?? 0
        record.rejection = rejection(line: quoteLine, field: field, "a quote opened here never closes")
        try finish(&record, length: end)
        return true
    }

    /// Keeps the beginning of a record beyond the limit and skips the rest of its last line.
    private mutating func finishOverlong(_ record: inout CSVRecord, within available: Int) throws(TableError) {
        let beginning = min(Self.keptOfOverlong, recordLimit)
        record.fields.removeAll()
        scanner.begin()
        _ = scanner.scan(buffer, start..<start + beginning, into: &record.fields)
        scanner.endField(into: &record.fields)
        record.rejection = Rejection(line: line, reason: "longer than \(recordLimit) bytes")
        // The line is counted below, over all of the record.
        let firstLine = line
        try finish(&record, length: beginning)
        line =
            firstLine
            + LineCounter.lineEnds(buffer.span.extracting(start - beginning..<start - beginning + recordLimit))
        consume(recordLimit - beginning)
        followsCarriageReturn = buffer[start - 1] == Byte.carriageReturn
        // A block keeps one byte of what is skipped: enough to tell that the record is too long.
        if start < buffer.count, !Byte.isLineEnd(buffer[start]) { consume(1) }
        let kept = cut
        cut = nil
        defer { cut = kept }
        repeat {
            let rest = buffer.count - start
            let skipped = LineCounter.lengthOfLine(buffer.span.extracting(start..<buffer.count))
            consume(skipped)
            if skipped < rest { return }
        } while try fill()
    }
}
