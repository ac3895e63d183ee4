import CWaymarkKernels
import WaymarkText

/// The extent to which quotes in a run of bytes only enclose whole fields, doubled within them, and the records up to
/// there.
///
/// In such a run, a byte is inside quotes if the number of quotes up to it is odd, and a line end outside quotes ends a
/// record.
struct QuoteCensus {
    /// The bytes of whole records, from the first on; 0 if none is tidy.
    private(set) var length = 0
    /// The records in these bytes.
    private(set) var records = 0

    /// Examines `bytes`, which begin with a record; `endsInput` is true if nothing follows them.
    init(_ bytes: Span<UInt8>, delimiter: UInt8, endsInput: Bool) {
        unsafe bytes.withUnsafeBytes { raw in unsafe count(raw, delimiter, endsInput) }
    }

    @unsafe
    private mutating func count(_ raw: UnsafeRawBufferPointer, _ delimiter: UInt8, _ endsInput: Bool) {
        guard let base = raw.baseAddress else { return }
        // The kind of the byte before the next 64: inside quotes; a delimiter or line end outside, or a closing quote;
        // only these.
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
