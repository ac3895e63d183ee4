import CWaymarkKernels
import WaymarkText

/// Splits records without quotes, or whose quotes only enclose whole fields, doubled within them.
enum TidyRecord {
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
    static func fields(
        _ bytes: Span<UInt8>, from: Int, delimiter: UInt8, hasQuotes: Bool, into list: inout FieldList
    ) -> Found {
        var found = Found(end: from)
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe list.replaceAll { fields in
                // Twice, so that without quotes none is looked for.
                let record =
                    unsafe hasQuotes
                    ? Self.fields(bytes, from, delimiter, hasQuotes: true, into: fields)
                    : Self.fields(bytes, from, delimiter, hasQuotes: false, into: fields)
                guard let record else { return nil }
                found = record
                return found.count
            }
        }
        return found
    }

    /// Writes the fields; nil if they do not all fit.
    @unsafe @inline(__always)
    private static func fields(
        _ bytes: UnsafeRawBufferPointer, _ from: Int, _ delimiter: UInt8, hasQuotes: Bool,
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
            if hasQuotes, start < end, unsafe bytes[start] == Byte.quote {
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
            var (within, doubled): (UInt64, UInt64) = (0, 0)
            if hasQuotes {
                let quotes = unsafe wm_mark_quotes(bytes.baseAddress! + at)
                within = wm_parity(quotes) ^ inside
                // A quote that opens directly after a closing one is the second of a pair.
                doubled = quotes & within & ((quotes & ~within) &<< 1 | closed)
                inside = 0 &- (within &>> 63)
                closed = (quotes & ~within) &>> 63
            }
            var borders = (marks.delimiters | marks.ends) & ~within
            while borders != 0 {
                let bit = borders.trailingZeroBitCount
                let place = at &+ bit
                if hasQuotes, doubled & Word.below(bit) != 0 {
                    isMixed = true
                    doubled &= ~Word.below(bit)
                }
                guard add(place) else { return nil }
                // The lowest bit of both is the same if a line end comes first.
                if borders & (0 &- borders) & marks.ends != 0 {
                    if hasQuotes, marks.ends & within & Word.below(bit) != 0 { found.hasLineEnds = true }
                    found.end = place
                    return found
                }
                start = place &+ 1
                borders &= borders &- 1
            }
            if doubled != 0 { isMixed = true }
            if marks.ends & within != 0 { found.hasLineEnds = true }
            at += 64
        }
        var (isInside, hasClosed) = (inside != 0, closed != 0)
        while at < size {
            let byte = unsafe bytes[at]
            if hasQuotes, byte == Byte.quote {
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
