import CWaymarkKernels
import WaymarkText

/// Splits records whose quotes only enclose whole fields, doubled within them.
enum QuotedLine {
    /// The result for a record.
    struct Found {
        /// The position of its line end.
        var end: Int
        /// Whether quotes within fields are doubled: these fields are `mixed`, and still in raw form.
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

    /// Writes the fields; nil if they do not all fit.
    @unsafe @inline(__always)
    private static func fields(
        _ bytes: UnsafeRawBufferPointer, _ from: Int, _ delimiter: UInt8,
        into fields: UnsafeMutableBufferPointer<CSVRecord.Field>
    ) -> Found? {
        let size = bytes.count
        var found = Found(end: from)
        var (at, start) = (from, from)
        // Whether the open field has a doubled quote.
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
            // A quote that opens directly after a closing one is the second of a pair.
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
