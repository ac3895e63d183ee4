// Sources and outputs of bytes belong to tables for those who import these.
@_exported public import WaymarkFiles
import WaymarkText

/// Reads records from CSV bytes, one at a time, in bounded memory.
///
/// The format is RFC 4180 with LF, CR LF or CR line ends, also mixed. Where input deviates from it, fields are those of
/// Python's `csv.reader` in its default dialect: a quote inside an unquoted field is text, and so is text after a
/// closing quote. Empty lines are skipped; NUL bytes are data. Bytes packed by gzip are unpacked.
///
/// An invalid record is returned with its `rejection` set, and reading continues:
/// - bytes invalid in the encoding;
/// - an unclosed quote at the end of the input or within the record limit: such a record ends with the line of its
///   quote, which then counts as text, and reading continues at the next line, so a stray quote costs one row;
/// - a record longer than the limit: its first 200 bytes are kept, and its last line is skipped to its end.
///
/// Records, positions and the detected encoding do not depend on how the bytes arrive.
///
/// ```swift
/// var reader = try CSVReader(FileSource(path: "stops.csv"))
/// var record = CSVRecord()
/// while try reader.read(into: &record) { print(record[0]) }
/// ```
public struct CSVReader: ~Copyable {
    /// Set if the header itself is invalid.
    public private(set) var headerRejection: Rejection?
    /// Whether the input has no records, only a byte order mark and blank lines.
    public private(set) var isEmpty = false
    /// Whether the input begins with a UTF-8 byte order mark.
    public private(set) var hasByteOrderMark = false
    /// The number of fields of the first record, header or row; 0 if it was not examined.
    package private(set) var firstFieldCount = 0
    /// The trimmed names of the columns; a blank name is "".
    ///
    /// Empty if the input has no header, by the options or because it is empty.
    public private(set) var header: [String] = []
    /// The encoding, given or detected; `nil` while only ASCII was seen.
    public internal(set) var encoding: TextEncoding?
    /// The delimiter, given or detected.
    public private(set) var delimiter: UInt8 { didSet { scanner = RecordScanner(delimiter: delimiter) } }
    /// The number of bytes read from the source so far, for progress.
    public var bytesRead: Int { window.bytesRead }
    /// The name of the source, for messages.
    public var name: String { window.name }
    /// The total number of bytes of the source, if known.
    public var size: Int? { window.size }

    /// The number of bytes that may be rescanned beyond those read, before reading fails.
    package var rescanAllowance = 64 << 20
    /// The capacity for raw bytes, for tests of bounded memory.
    package var bufferCapacity: Int { window.buffer.capacity }

    var window: ByteWindow
    var scanner: RecordScanner
    let recordLimit: Int
    var count = 0
    var bytesRescanned = 0
    /// Whether the fields of the current block are used in place, and whether it has quotes.
    var (isPlain, hasQuotes) = (false, false)

    /// Opens `source` and reads its header.
    ///
    /// - Parameters:
    ///   - source: The source of bytes.
    ///   - options: The reading options; everything is detected by default.
    /// - Throws: `TableError.unusableDelimiter`; `.compressed` for gzip within gzip; `.damagedGzip`; `.unsupportedEncoding` for UTF-16 and
    ///   UTF-32; `.readFailed`.
    /// - Precondition: The record limit is 1 to 2^29.
    public init(_ source: consuming any ByteSource, options: CSVOptions = .init()) throws(TableError) {
        precondition(
            (1...1 << 29).contains(options.recordLimit),
            "the record limit is outside 1...2^29 bytes: \(options.recordLimit)")
        let delimiter = options.delimiter ?? Byte.comma
        self.delimiter = delimiter
        scanner = RecordScanner(delimiter: delimiter)
        (encoding, recordLimit) = (options.encoding, options.recordLimit)
        window = ByteWindow(source)
        window.line = options.firstLine
        guard CSVOptions.isUsable(delimiter: delimiter) else { throw TableError.unusableDelimiter(delimiter) }
        try readMark()
        if options.delimiter == nil { try findDelimiter() }
        isEmpty = try !window.skipBlankLines()
        if options.hasHeader { try readHeader(options.isHeader) }
    }

    /// A reader of the blocks of a table: begins with none.
    package init(layout: Layout) {
        delimiter = layout.delimiter
        scanner = RecordScanner(delimiter: layout.delimiter)
        (header, recordLimit) = (layout.header, layout.recordLimit)
        window = ByteWindow(MemorySource([]))
        // The reader that cut the blocks has checked this limit.
        rescanAllowance = .max / 2
    }

    /// Reads the next record.
    ///
    /// - Parameter record: Filled with the record; empty after the last one.
    /// - Returns: `false` at the end of the input.
    /// - Throws: `TableError.readFailed`; `.tooManyUnclosedQuotes` if hostile input would take quadratic time.
    /// - Complexity: O(*n*) in the record's bytes; allocates only while the record's buffers still grow.
    public mutating func read(into record: inout CSVRecord) throws(TableError) -> Bool {
        guard try isPlain ? readPlain(into: &record) : readRecord(into: &record) else { return false }
        count += 1
        record.number = count
        return true
    }

    // MARK: Opening

    /// Advances past a byte order mark, and rejects input that is not text.
    private mutating func readMark() throws(TableError) {
        try window.unpack()
        try window.fill(to: 4)
        let mark = ByteOrderMark.find(in: window.buffer.span)
        if let encoding = mark.unsupported { throw TableError.unsupportedEncoding(name: encoding, path: name) }
        guard mark.length > 0 else { return }
        window.skip(mark.length)
        hasByteOrderMark = true
        encoding = encoding ?? .utf8
    }

    private mutating func findDelimiter() throws(TableError) {
        try window.fill(to: DelimiterSniffer.window)
        let start = window.start
        let end = min(window.end, start + DelimiterSniffer.window)
        delimiter = DelimiterSniffer.delimiter(of: window.buffer.span.extracting(start..<end))
    }

    private mutating func readHeader(_ isHeader: @Sendable (CSVRecord) -> Bool) throws(TableError) {
        var record = CSVRecord()
        let mark = window.mark
        let isFound = try readRecord(into: &record)
        firstFieldCount = record.count
        // Return to a row, unless it is beyond the limit and its bytes are gone.
        guard isFound, isHeader(record) || !window.goBack(to: mark) else { return }
        header = (0..<record.count).map { PlainText.trimmed(record[$0]) }
        headerRejection = record.rejection
    }
}
