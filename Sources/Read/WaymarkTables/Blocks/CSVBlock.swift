import WaymarkText

/// Consecutive whole records of a CSV input, to be read separately.
///
/// A block begins with the first byte of a record and ends after a line end, or at the end of the input. So a record,
/// its number, its line and its faults are the same whether read from the block or from the whole input. This includes
/// unclosed quotes, since text beyond the block could only keep them open.
package struct CSVBlock: Sendable {
    /// The range of the bytes in `storage`.
    private var range = 0..<0
    /// Bytes of the input, including those of other blocks.
    private var storage: ContiguousArray<UInt8> = []
    /// The bytes taken from the source before the block was cut, for progress.
    package internal(set) var bytesRead = 0
    /// The records in the block.
    package internal(set) var records = 0
    /// The line of the first byte.
    var line = 1
    /// The records before the block.
    var recordsBefore = 0
    /// The encoding, as known after the block; nothing in it is decoded before.
    var encoding: TextEncoding?
    /// Whether there are surely no quotes, so that records are lines and fields are between delimiters.
    var hasNoQuotes = false
    /// Whether quotes only enclose whole fields, and are doubled within them.
    var hasTidyQuotes = false
    /// Whether all bytes are surely ASCII.
    var isASCII = false

    init(line: Int, recordsBefore: Int) { (self.line, self.recordsBefore) = (line, recordsBefore) }

    /// The bytes; for a record beyond the limit, only enough of them to show that.
    package var bytes: ContiguousArray<UInt8>.SubSequence { storage[range] }

    /// Uses the bytes of `storage` in `range`, in place.
    mutating func take(_ storage: ContiguousArray<UInt8>, _ range: Range<Int>) {
        (self.storage, self.range) = (storage, range)
    }

    /// Whether fields can be used in place: without quotes, or only with tidy ones, and in valid UTF-8.
    func isPlain(as encoding: TextEncoding?) -> Bool {
        (hasNoQuotes || hasTidyQuotes)
            && (isASCII || encoding == .utf8 && UTF8Validation.firstInvalid(storage.span.extracting(range)) == nil)
    }

    /// The bytes, and their range among others.
    var place: (storage: ContiguousArray<UInt8>, range: Range<Int>) { (storage, range) }
}
