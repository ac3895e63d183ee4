import CWaymarkKernels
import WaymarkText

/// Whole records that follow one another in a CSV input, to be read apart from the rest.
///
/// A block begins with the first byte of a record and ends after a line end, or where the input ends. So a record, its
/// number, its line and what is wrong with it are the same whether it is read from the block or from the whole: of a
/// quote that never closes, too, for what lies beyond the block could only keep it open.
package struct CSVBlock: Sendable {
    /// Where the bytes lie in `storage`.
    private var range = 0..<0
    /// Bytes of the input, those of other blocks too.
    private var storage: ContiguousArray<UInt8> = []
    /// The bytes taken from the source before the block was cut, for progress.
    package internal(set) var bytesRead = 0
    /// The records in the block.
    package internal(set) var records = 0
    /// The line of the first byte.
    var line = 1
    /// The records before the block.
    var recordsBefore = 0
    /// As known after the block: nothing in it is decoded before that is so.
    var encoding: TextEncoding?
    /// Whether there are surely no quotes, so that records are lines and fields stand between delimiters.
    var hasNoQuotes = false
    /// Whether quotes stand around whole fields alone, and are doubled within them.
    var hasTidyQuotes = false
    /// Whether all bytes are surely ASCII.
    var isASCII = false

    init(line: Int, recordsBefore: Int) { (self.line, self.recordsBefore) = (line, recordsBefore) }

    /// The bytes; of a record beyond the limit only as many as tell that it is.
    package var bytes: ContiguousArray<UInt8>.SubSequence { storage[range] }

    /// Takes the bytes of `storage` in `range`, where they lie.
    fileprivate mutating func take(_ storage: ContiguousArray<UInt8>, _ range: Range<Int>) {
        (self.storage, self.range) = (storage, range)
    }

    /// Whether fields can be read where they lie: no quotes, or only tidy ones, and valid UTF-8.
    fileprivate func isPlain(as encoding: TextEncoding?) -> Bool {
        (hasNoQuotes || hasTidyQuotes)
            && (isASCII || encoding == .utf8 && UTF8Validation.firstInvalid(storage.span.extracting(range)) == nil)
    }

    /// The bytes, and where they lie among others.
    fileprivate var place: (storage: ContiguousArray<UInt8>, range: Range<Int>) { (storage, range) }
}

/// How far the quotes in a run of bytes stand around whole fields alone, doubled within them, and the records up to there.
///
/// There a byte is inside quotes where an odd number of quotes stand up to it, and a line end outside ends a record.
struct QuoteCensus {
    /// The bytes of whole records, from the first on; 0 where not one is tidy.
    private(set) var length = 0
    /// The records in these bytes.
    private(set) var records = 0

    /// Looks at `bytes`, which begin with a record; `endsInput` where nothing follows them.
    init(_ bytes: Span<UInt8>, delimiter: UInt8, endsInput: Bool) {
        unsafe bytes.withUnsafeBytes { raw in unsafe count(raw, delimiter, endsInput) }
    }

    @unsafe
    private mutating func count(_ raw: UnsafeRawBufferPointer, _ delimiter: UInt8, _ endsInput: Bool) {
        guard let base = raw.baseAddress else { return }
        // What the byte before the next 64 is: inside quotes; a delimiter or line end outside, or a closing quote; these alone.
        var (inside, borders, closings, lineEnds): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 0, 1)
        var found = 0
        for at in stride(from: 0, to: raw.count, by: 64) {
            let size = min(64, raw.count - at)
            let marks: wm_marks
            let quotes: UInt64
            if size == 64 {
                marks = unsafe wm_mark(base + at, delimiter)
                quotes = unsafe wm_mark_quotes(base + at)
            } else {
                var rest = SIMD64<UInt8>(repeating: 0)
                for place in 0..<size { rest[place] = unsafe raw[at + place] }
                marks = unsafe withUnsafeBytes(of: rest) { unsafe wm_mark($0.baseAddress!, delimiter) }
                quotes = unsafe withUnsafeBytes(of: rest) { unsafe wm_mark_quotes($0.baseAddress!) }
            }
            let within = wm_parity(quotes) ^ inside
            let (opening, closing) = (quotes & within, quotes & ~within)
            let border = (marks.delimiters | marks.ends) & ~within
            let ends = marks.ends & ~within
            let used = size == 64 ? ~0 : Word.below(size)
            let isUntidy =
                (opening & ~((border | closing) << 1 | borders) | (closing << 1 | closings) & ~(border | opening))
                & used
            let tidy = isUntidy == 0 ? used : Word.below(isUntidy.trailingZeroBitCount)
            let starts = ~ends & (ends << 1 | lineEnds) & tidy
            if ends & tidy != 0 {
                let last = 63 - (ends & tidy).leadingZeroBitCount
                length = at + last + 1
                records = found + (starts & Word.below(last)).nonzeroBitCount
            }
            found += starts.nonzeroBitCount
            if isUntidy != 0 { return }
            inside = size == 64 ? 0 &- (within >> 63) : 0 &- (within >> UInt64(size - 1) & 1)
            (borders, closings, lineEnds) = ((border | closing) >> 63, closing >> 63, ends >> 63)
        }
        // The last record of the input may lack its line end.
        if endsInput, inside == 0 { (length, records) = (raw.count, found) }
    }
}

/// What a run of bytes without quotes amounts to: its lines are its records.
struct LineCensus {
    /// The line ends: LF, CR LF and CR each count once.
    private(set) var lineEnds = 0
    /// The lines that hold a byte.
    private(set) var records = 0
    private(set) var hasQuotes = false
    private(set) var isASCII = true

    /// Counts `bytes`, which follow a line end or begin the input.
    init(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { raw in unsafe count(raw) }
    }

    @unsafe
    private mutating func count(_ raw: UnsafeRawBufferPointer) {
        var at = 0
        var last = Byte.lineFeed
        var high: UInt8 = 0
        let count = raw.count
        if count > 0 {
            last = unsafe raw[0]
            add(last, after: Byte.lineFeed, &high)
            at = 1
        }
        typealias Bytes = SIMD16<UInt8>
        let (one, none) = (Bytes(repeating: 1), Bytes())
        let (feed, carriage) = (Bytes(repeating: Byte.lineFeed), Bytes(repeating: Byte.carriageReturn))
        let quote = Bytes(repeating: Byte.quote)
        var highs = Bytes()
        var quotes = Bytes()
        while at + 16 <= count {
            var (ends, starts) = (Bytes(), Bytes())
            // A sum of 255 ones fits a byte.
            let stop = min(count - 15, at + 255 * 16)
            while at < stop {
                let bytes = unsafe raw.loadUnaligned(fromByteOffset: at, as: Bytes.self)
                let before = unsafe raw.loadUnaligned(fromByteOffset: at - 1, as: Bytes.self)
                let isFeed = none.replacing(with: one, where: bytes .== feed)
                let isCarriage = none.replacing(with: one, where: bytes .== carriage)
                let followsFeed = none.replacing(with: one, where: before .== feed)
                let followsCarriage = none.replacing(with: one, where: before .== carriage)
                ends &+= isCarriage | (isFeed & ~followsCarriage)
                starts &+= (followsFeed | followsCarriage) & ~(isFeed | isCarriage)
                quotes |= none.replacing(with: one, where: bytes .== quote)
                highs |= bytes
                at += 16
            }
            for lane in 0..<16 {
                lineEnds += Int(ends[lane])
                records += Int(starts[lane])
            }
            last = unsafe raw[at - 1]
        }
        for lane in 0..<16 {
            high |= highs[lane]
            if quotes[lane] != 0 { hasQuotes = true }
        }
        while at < count {
            let byte = unsafe raw[at]
            add(byte, after: last, &high)
            last = byte
            at += 1
        }
        isASCII = high < 0x80
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8, after last: UInt8, _ high: inout UInt8) {
        high |= byte
        if byte == Byte.quote { hasQuotes = true }
        if byte == Byte.carriageReturn || (byte == Byte.lineFeed && last != Byte.carriageReturn) { lineEnds += 1 }
        if !Byte.isLineEnd(byte), Byte.isLineEnd(last) { records += 1 }
    }
}

extension CSVReader {
    /// Takes the next records, about `size` bytes of them, without reading their fields.
    ///
    /// Where there are no quotes, records are lines and are cut as such, and where quotes are tidy, as lines outside them;
    /// else they are found as they are read. Blocks are read by a reader that `init(layout:)` makes.
    ///
    /// - Parameter size: The bytes to take; more where a record is longer.
    /// - Returns: At least one record; `nil` at the end of the input.
    /// - Throws: What reading the records throws.
    /// - Complexity: O(*n*) in the bytes of the block.
    package mutating func nextBlock(size: Int) throws(TableError) -> CSVBlock? {
        guard try skipBlankLines() else { return nil }
        var block = CSVBlock(line: line, recordsBefore: recordsRead)
        let window = min(max(size, 1), recordLimit)
        try fill(to: window)
        if let length = lengthOfLines(within: window) {
            // A table that has quotes has them all over: where the first bytes show one, lines are not counted as without.
            let head = buffer[start..<start + min(length, 1 << 12)]
            let lines = head.contains(Byte.quote) ? nil : LineCensus(buffer.span.extracting(start..<start + length))
            if let lines, !lines.hasQuotes, lines.isASCII || encoding != nil {
                block.hasNoQuotes = true
                take(length, lines, records: lines.records, as: &block)
                return block
            }
            if lines?.hasQuotes != false {
                let available = min(window, buffer.count - start)
                let quotes = QuoteCensus(
                    buffer.span.extracting(start..<start + available), delimiter: delimiter,
                    endsInput: isAtEnd && available == buffer.count - start)
                let census = LineCensus(buffer.span.extracting(start..<start + quotes.length))
                if quotes.length > 0, census.isASCII || encoding != nil {
                    block.hasTidyQuotes = true
                    take(quotes.length, census, records: quotes.records, as: &block)
                    return block
                }
            }
        }
        cut = ContiguousArray()
        defer { cut = nil }
        let begin = bytesConsumed
        var record = CSVRecord()
        repeat {
            guard try readRecord(into: &record) else { break }
            recordsRead += 1
            _ = try skipBlankLines()
            // Of a record beyond the limit less is kept than was consumed.
        } while bytesConsumed - begin < window
        let bytes = cut ?? []
        block.take(bytes, bytes.indices)
        finish(&block)
        return block
    }

    /// Lets the block lie in the next `length` bytes, and goes past them.
    private mutating func take(_ length: Int, _ census: LineCensus, records: Int, as block: inout CSVBlock) {
        block.take(buffer, start..<start + length)
        isShared = true
        block.isASCII = census.isASCII
        line += census.lineEnds
        recordsRead += records
        followsCarriageReturn = buffer[start + length - 1] == Byte.carriageReturn
        consume(length)
        finish(&block)
    }

    private func finish(_ block: inout CSVBlock) {
        block.records = recordsRead - block.recordsBefore
        block.bytesRead = bytesRead
        block.encoding = encoding
    }

    /// The length of the whole lines in the next `window` bytes; `nil` where not one ends there.
    private func lengthOfLines(within window: Int) -> Int? {
        let available = min(window, buffer.count - start)
        // The last line of the input may lack its end.
        if isAtEnd, available == buffer.count - start { return available }
        var length = available
        while length > 0, !Byte.isLineEnd(buffer[start + length - 1]) { length -= 1 }
        return length > 0 ? length : nil
    }

    /// Reads the records of `block`, which `reader` cut or one like it; what was left of the block before is dropped.
    package mutating func begin(_ block: CSVBlock) {
        line = block.line
        recordsRead = block.recordsBefore
        encoding = encoding ?? block.encoding
        plainEnd = nil
        isASCII = block.isASCII
        if block.isPlain(as: encoding) {
            let (storage, range) = block.place
            (buffer, start, plainEnd) = (storage, range.lowerBound, range.upperBound)
            hasTidyQuotes = block.hasTidyQuotes
        } else {
            (buffer, start) = (ContiguousArray(block.bytes), 0)
        }
        followsCarriageReturn = false
        bytesConsumed = 0
        bytesRescanned = 0
    }
}
