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
    mutating func take(_ storage: ContiguousArray<UInt8>, _ range: Range<Int>) {
        (self.storage, self.range) = (storage, range)
    }

    /// Whether fields can be read where they lie: no quotes, or only tidy ones, and valid UTF-8.
    func isPlain(as encoding: TextEncoding?) -> Bool {
        (hasNoQuotes || hasTidyQuotes)
            && (isASCII || encoding == .utf8 && UTF8Validation.firstInvalid(storage.span.extracting(range)) == nil)
    }

    /// The bytes, and where they lie among others.
    var place: (storage: ContiguousArray<UInt8>, range: Range<Int>) { (storage, range) }
}
