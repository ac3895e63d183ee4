import WaymarkText

/// Finds the fields of one record in raw bytes, like Python's `csv.reader` in its default dialect.
///
/// A quote opens quoting only as the first byte of a field; after the closing quote, text up to the delimiter belongs
/// to the field unchanged. Scanning can stop at any byte and continue with more bytes: all positions count from the
/// start of the record.
struct RecordScanner {
    enum Mode { case fieldStart, unquoted, quoted, quoteInQuoted }

    private(set) var mode = Mode.fieldStart
    private(set) var position = 0
    private(set) var fieldStart = 0
    private(set) var kind = CSVRecord.Field.Kind.plain
    /// Bit 7 of some byte is set if the record is not ASCII. Bytes after the record are ignored.
    private(set) var highBits: UInt64 = 0
    /// Not zero if there are line ends inside quotes.
    private(set) var lineEnds: UInt64 = 0
    /// The position of the quote that opened the last quoted field.
    private(set) var quoteOffset = 0
    private(set) var hasQuotes = false
    /// The position of a quote that is text although it begins a field; -1 for none.
    private var literalQuote = -1
    let delimiter: UInt8
    private let delimiterPattern: UInt64

    init(delimiter: UInt8) {
        self.delimiter = delimiter
        delimiterPattern = Word.repeating(delimiter)
    }

    mutating func begin(literalQuote: Int = -1) {
        mode = .fieldStart
        position = 0
        fieldStart = 0
        kind = .plain
        highBits = 0
        lineEnds = 0
        hasQuotes = false
        self.literalQuote = literalQuote
    }

    /// Continues through the part `range` of `buffer`, which begins at the record's start, and appends each complete
    /// field.
    ///
    /// Returns the offset of the line end that closes the record; `nil` if the bytes end first.
    mutating func scan(
        _ buffer: ContiguousArray<UInt8>, _ range: Range<Int>, into fields: inout FieldList
    ) -> Int? {
        let bytes = buffer.span.extracting(range)
        return unsafe bytes.withUnsafeBytes { raw in unsafe scan(raw, into: &fields) }
    }

    /// Ends the last field at the end of the bytes.
    @inline(__always)
    mutating func endField(into fields: inout FieldList) {
        // Only a truncated record ends inside quotes: there is no closing quote to remove.
        if mode == .quoted { kind = .mixed }
        fields.append(.init(start: Int32(fieldStart), end: Int32(position), kind: kind))
    }

    @unsafe
    private mutating func scan(
        _ bytes: UnsafeRawBufferPointer, into fields: inout FieldList
    ) -> Int? {
        let count = bytes.count
        while true {
            switch mode {
            case .fieldStart:
                guard position < count else { return nil }
                if unsafe bytes[position] == Byte.quote, position != literalQuote {
                    quoteOffset = position
                    hasQuotes = true
                    kind = .quoted
                    mode = .quoted
                    position += 1
                } else {
                    mode = .unquoted
                }
            case .unquoted:
                if unsafe scanUnquoted(bytes, into: &fields) { return position }
                if mode == .unquoted { return nil }
            case .quoted:
                guard unsafe scanQuoted(bytes) else { return nil }
            case .quoteInQuoted:
                guard position < count else { return nil }
                switch unsafe bytes[position] {
                case Byte.quote:
                    kind = .mixed
                    mode = .quoted
                    position += 1
                case delimiter:
                    endField(into: &fields)
                    position += 1
                    startField()
                case Byte.lineFeed, Byte.carriageReturn:
                    endField(into: &fields)
                    return position
                default:
                    kind = .mixed
                    mode = .unquoted
                }
            }
        }
    }

    private mutating func startField() {
        fieldStart = position
        kind = .plain
        mode = .fieldStart
    }

    /// Advances to the end of the record (`true`), the start of a field that may be quoted, or the end of the bytes.
    @unsafe
    private mutating func scanUnquoted(
        _ bytes: UnsafeRawBufferPointer, into fields: inout FieldList
    ) -> Bool {
        let count = bytes.count
        var at = position
        while at + 8 <= count {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            var found =
                Word.matches(word, delimiterPattern) | Word.matches(word, Word.lineFeeds)
                | Word.matches(word, Word.carriageReturns)
            while found != 0 {
                let bit = found.trailingZeroBitCount & ~7
                let place = at + bit >> 3
                position = place
                endField(into: &fields)
                if unsafe bytes[place] != delimiter {
                    highBits |= word & Word.below(bit)
                    return true
                }
                position = place + 1
                fieldStart = place + 1
                kind = .plain
                if unsafe place + 1 >= count || bytes[place + 1] == Byte.quote {
                    highBits |= word & Word.below(bit)
                    mode = .fieldStart
                    return false
                }
                found &= found &- 1
            }
            highBits |= word
            at += 8
        }
        while at < count {
            let byte = unsafe bytes[at]
            position = at
            if byte == delimiter {
                endField(into: &fields)
                position = at + 1
                startField()
                return false
            }
            if byte == Byte.lineFeed || byte == Byte.carriageReturn {
                endField(into: &fields)
                return true
            }
            highBits |= UInt64(byte)
            at += 1
        }
        position = at
        return false
    }

    /// Advances past the next quote (`true`) or to the end of the bytes.
    @unsafe
    private mutating func scanQuoted(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let count = bytes.count
        var at = position
        while at + 8 <= count {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let found = Word.matches(word, Word.quotes)
            let ends = Word.matches(word, Word.lineFeeds) | Word.matches(word, Word.carriageReturns)
            if found != 0 {
                let bit = found.trailingZeroBitCount & ~7
                highBits |= word & Word.below(bit)
                lineEnds |= ends & Word.below(bit)
                position = at + bit >> 3 + 1
                mode = .quoteInQuoted
                return true
            }
            highBits |= word
            lineEnds |= ends
            at += 8
        }
        while at < count {
            let byte = unsafe bytes[at]
            at += 1
            if byte == Byte.quote {
                position = at
                mode = .quoteInQuoted
                return true
            }
            highBits |= UInt64(byte)
            if byte == Byte.lineFeed || byte == Byte.carriageReturn { lineEnds = 1 }
        }
        position = at
        return false
    }
}
