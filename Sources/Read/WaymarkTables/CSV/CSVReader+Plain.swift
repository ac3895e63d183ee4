import CWaymarkKernels
import WaymarkText

// Most tables have no quotes. There a record is a line, and its fields are what stands between the delimiters: they are
// found in one pass and left where they are. Where quotes stand around whole fields alone it is the same with what lies
// outside them; only a record with a doubled quote is copied.

extension CSVReader {
    /// Reads the next record of a plain block, whose bytes the record then shares.
    ///
    /// Gives what `readRecord(into:)` gives.
    mutating func readPlainRecord(into record: inout CSVRecord, end: Int) -> Bool {
        if record.rejection != nil { record.rejection = nil }
        guard skipLineEnds(to: end) else {
            record.fields.removeAll()
            record.utf8 = []
            return false
        }
        record.share(buffer)
        record.line = line
        if hasTidyQuotes {
            let from = start
            let found = QuotedLine.fields(
                buffer.span.extracting(0..<end), from: start, delimiter: scanner.delimiter, into: &record.fields)
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
            return true
        }
        start = PlainLine.fields(
            buffer.span.extracting(0..<end), from: start, delimiter: scanner.delimiter, into: &record.fields)
        return true
    }

    /// Goes past line ends; `false` at the end of the block.
    private mutating func skipLineEnds(to end: Int) -> Bool {
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

extension CSVRecord {
    /// Lets the fields lie in `bytes`; no more than a look where they do already.
    @inline(__always)
    fileprivate mutating func share(_ bytes: ContiguousArray<UInt8>) {
        let isShared = unsafe utf8.withUnsafeBufferPointer { held in
            unsafe bytes.withUnsafeBufferPointer { unsafe held.baseAddress == $0.baseAddress && held.count == $0.count }
        }
        if !isShared { utf8 = bytes }
    }
}

/// Takes lines without quotes apart.
private enum PlainLine {
    /// Fills `list` with the fields from `from` to the line end; returns where that is.
    static func fields(_ bytes: Span<UInt8>, from: Int, delimiter: UInt8, into list: inout FieldList) -> Int {
        var lineEnd = from
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe list.replaceAll { fields in
                guard let found = unsafe Self.fields(bytes, from, delimiter, into: fields) else { return nil }
                lineEnd = found.end
                return found.count
            }
        }
        return lineEnd
    }

    /// Writes the fields; nil where there is no room for all of them.
    @unsafe @inline(__always)
    private static func fields(
        _ bytes: UnsafeRawBufferPointer, _ from: Int, _ delimiter: UInt8,
        into fields: UnsafeMutableBufferPointer<CSVRecord.Field>
    ) -> (count: Int, end: Int)? {
        let size = bytes.count
        var (at, start, count) = (from, from, 0)

        @inline(__always)
        func add(_ end: Int) -> Bool {
            guard count < fields.count else { return false }
            unsafe fields[count] = CSVRecord.Field(
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), kind: .plain)
            count &+= 1
            return true
        }
        while at + 64 <= size {
            let marks = unsafe wm_mark(bytes.baseAddress! + at, delimiter)
            var found = marks.delimiters | marks.ends
            while found != 0 {
                let place = at &+ found.trailingZeroBitCount
                guard add(place) else { return nil }
                // The lowest bit of both is the same where a line end comes first.
                if found & (0 &- found) & marks.ends != 0 { return (count, place) }
                start = place &+ 1
                found &= found &- 1
            }
            at += 64
        }
        while at < size {
            let byte = unsafe bytes[at]
            if byte == delimiter {
                guard add(at) else { return nil }
                start = at + 1
            } else if Byte.isLineEnd(byte) {
                break
            }
            at += 1
        }
        return add(at) ? (count, at) : nil
    }
}

/// Takes records apart whose quotes stand around whole fields alone, doubled within them.
private enum QuotedLine {
    /// What a record is found to be.
    struct Found {
        /// Where its line end is.
        var end: Int
        /// Whether quotes within fields are doubled: these fields are `mixed`, and stand as they are written.
        var hasDoubledQuotes = false
        /// Whether there are line ends inside quotes.
        var hasLineEnds = false
        fileprivate var count = 0
    }

    /// Fills `list` with the fields of the record that begins at `from`.
    static func fields(_ bytes: Span<UInt8>, from: Int, delimiter: UInt8, into list: inout FieldList) -> Found {
        var found = Found(end: from)
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe list.replaceAll { fields in
                guard let record = unsafe Self.fields(bytes, from, delimiter, into: fields) else { return nil }
                found = record
                return found.count
            }
        }
        return found
    }

    /// Writes the fields; nil where there is no room for all of them.
    @unsafe @inline(__always)
    private static func fields(
        _ bytes: UnsafeRawBufferPointer, _ from: Int, _ delimiter: UInt8,
        into fields: UnsafeMutableBufferPointer<CSVRecord.Field>
    ) -> Found? {
        let size = bytes.count
        var found = Found(end: from)
        var (at, start) = (from, from)
        // Whether the field that is open holds a doubled quote.
        var isMixed = false

        @inline(__always)
        func add(_ end: Int) -> Bool {
            guard found.count < fields.count else { return false }
            var field = CSVRecord.Field(
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), kind: .plain)
            if start < end, unsafe bytes[start] == Byte.quote {
                if isMixed {
                    field.kind = .mixed
                    found.hasDoubledQuotes = true
                    isMixed = false
                } else {
                    field.start &+= 1
                    field.end &-= 1
                }
            }
            unsafe fields[found.count] = field
            found.count &+= 1
            return true
        }
        var (inside, closed): (UInt64, UInt64) = (0, 0)
        while at + 64 <= size {
            let marks = unsafe wm_mark(bytes.baseAddress! + at, delimiter)
            let quotes = unsafe wm_mark_quotes(bytes.baseAddress! + at)
            let within = wm_parity(quotes) ^ inside
            let closing = quotes & ~within
            // A quote that opens where one closed just before is the second of two.
            var doubled = quotes & within & (closing &<< 1 | closed)
            var borders = (marks.delimiters | marks.ends) & ~within
            while borders != 0 {
                let bit = borders.trailingZeroBitCount
                let place = at &+ bit
                let below = Word.below(bit)
                if doubled & below != 0 {
                    isMixed = true
                    doubled &= ~below
                }
                guard add(place) else { return nil }
                if borders & (0 &- borders) & marks.ends != 0 {
                    if marks.ends & within & below != 0 { found.hasLineEnds = true }
                    found.end = place
                    return found
                }
                start = place &+ 1
                borders &= borders &- 1
            }
            if doubled != 0 { isMixed = true }
            if marks.ends & within != 0 { found.hasLineEnds = true }
            inside = 0 &- (within &>> 63)
            closed = closing &>> 63
            at += 64
        }
        var (isInside, hasClosed) = (inside != 0, closed != 0)
        while at < size {
            let byte = unsafe bytes[at]
            if byte == Byte.quote {
                if !isInside, hasClosed { isMixed = true }
                isInside.toggle()
                hasClosed = !isInside
            } else {
                hasClosed = false
                if isInside {
                    if Byte.isLineEnd(byte) { found.hasLineEnds = true }
                } else if byte == delimiter {
                    guard add(at) else { return nil }
                    start = at + 1
                } else if Byte.isLineEnd(byte) {
                    break
                }
            }
            at += 1
        }
        guard add(at) else { return nil }
        found.end = at
        return found
    }
}
