import CWaymarkKernels
import WaymarkText

/// The whole records of a run of bytes, up to the first quote that does not enclose a whole field and is not doubled
/// within one.
///
/// In such a run, a byte is inside quotes if the number of quotes up to it is odd, and a line end outside quotes ends a
/// record.
struct BlockCensus {
    /// The number of bytes of these records, 0 if there are none; then their number, and that of all their line ends:
    /// LF, CR LF and CR each count once.
    private(set) var (length, records, lineEnds) = (0, 0, 0)
    private(set) var hasQuotes = false

    /// Examines `bytes`, which begin with a record; `endsInput` is true if nothing follows them.
    init(_ bytes: Span<UInt8>, delimiter: UInt8, endsInput: Bool) {
        unsafe bytes.withUnsafeBytes { raw in unsafe count(raw, delimiter, endsInput) }
    }

    @unsafe
    private mutating func count(_ raw: UnsafeRawBufferPointer, _ delimiter: UInt8, _ endsInput: Bool) {
        guard let base = raw.baseAddress else { return }
        // The kind of the byte before the next 64: inside quotes; a delimiter or line end outside, or a closing quote;
        // only these; a carriage return.
        var (inside, borders, closings, outerEnds): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 0, 1)
        var returns: UInt64 = 0
        // The counts up to there.
        var (records, lineEnds, quotesBefore): (Int, Int, UInt64) = (0, 0, 0)
        for at in stride(from: 0, to: raw.count, by: 64) {
            let size = min(64, raw.count - at)
            let marks: wm_marks
            let (quotes, carriages): (UInt64, UInt64)
            if size == 64 {
                marks = unsafe wm_mark(base + at, delimiter)
                (quotes, carriages) = unsafe (wm_mark_quotes(base + at), wm_mark(base + at, 0x0D).delimiters)
            } else {
                var rest = SIMD64<UInt8>(repeating: 0)
                for place in 0..<size { rest[place] = unsafe raw[at + place] }
                marks = unsafe withUnsafeBytes(of: rest) { unsafe wm_mark($0.baseAddress!, delimiter) }
                quotes = unsafe withUnsafeBytes(of: rest) { unsafe wm_mark_quotes($0.baseAddress!) }
                carriages = unsafe withUnsafeBytes(of: rest) { unsafe wm_mark($0.baseAddress!, 0x0D).delimiters }
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
            let starts = ~ends & (ends << 1 | outerEnds) & tidy
            // Of CR LF the first counts.
            let lines = marks.ends & (carriages | ~(carriages << 1 | returns))
            if ends & tidy != 0 {
                let last = 63 - (ends & tidy).leadingZeroBitCount
                let whole = UInt64.max >> UInt64(63 - last)
                self.length = at + last + 1
                self.records = records + (starts & whole).nonzeroBitCount
                self.lineEnds = lineEnds + (lines & whole).nonzeroBitCount
                hasQuotes = quotesBefore | quotes & whole != 0
            }
            records += starts.nonzeroBitCount
            lineEnds += lines.nonzeroBitCount
            quotesBefore |= quotes
            if isUntidy != 0 { return }
            inside = size == 64 ? 0 &- (within >> 63) : 0 &- (within >> UInt64(size - 1) & 1)
            (borders, closings, outerEnds) = ((border | closing) >> 63, closing >> 63, ends >> 63)
            returns = carriages >> 63
        }
        // The last record of the input may lack its line end.
        if endsInput, inside == 0 {
            (self.length, self.records, self.lineEnds) = (raw.count, records, lineEnds)
            hasQuotes = quotesBefore != 0
        }
    }
}
