import WaymarkText

/// Consecutive whole records of a CSV input, to be read separately.
///
/// A block begins with the first byte of a record and ends after a line end, or at the end of the input. So a record,
/// its number, its line and its faults are the same whether read from the block or from the whole input. This includes
/// unclosed quotes, since text beyond the block could only keep them open.
package struct CSVBlock: Sendable {
    /// Bytes of the input, including those of other blocks, and the range of the block's.
    var storage: ContiguousArray<UInt8> = []
    var range = 0..<0
    /// The bytes taken from the source before the block was cut, for progress.
    package internal(set) var bytesRead = 0
    package internal(set) var records = 0
    var line: Int
    var recordsBefore: Int
    /// The encoding, as known after the block; nothing in it is decoded before.
    var encoding: TextEncoding?
    /// Whether quotes surely only enclose whole fields, and are doubled within them.
    var isTidy = false
    /// Whether there may be quotes.
    var hasQuotes = true
    /// Whether all bytes are surely ASCII.
    var isASCII = false

    init(line: Int, recordsBefore: Int) { (self.line, self.recordsBefore) = (line, recordsBefore) }

    /// The bytes; for a record beyond the limit, only enough of them to show that.
    package var bytes: ContiguousArray<UInt8>.SubSequence { storage[range] }

    /// Whether fields can be used in place: without quotes, or only with tidy ones, and in valid UTF-8.
    func isPlain(as encoding: TextEncoding?) -> Bool {
        isTidy && (isASCII || encoding == .utf8 && UTF8Validation.firstInvalid(storage.span.extracting(range)) == nil)
    }
}
