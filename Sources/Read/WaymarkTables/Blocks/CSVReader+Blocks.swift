extension CSVReader {
    /// The data of a table needed to read its blocks.
    package struct Layout: Sendable {
        let header: [String]
        let delimiter: UInt8
        let recordLimit: Int
    }

    /// The data of this input needed to read its blocks.
    package var layout: Layout {
        Layout(header: header, delimiter: delimiter, recordLimit: records.recordLimit)
    }

    /// Takes the next records, about `size` bytes of them, without reading their fields; a ``CSVBlockReader`` reads them.
    ///
    /// - Parameter size: The number of bytes to take; more if a record is longer.
    /// - Returns: At least one record; `nil` at the end of the input.
    /// - Throws: The errors of reading the records.
    /// - Complexity: O(*n*) in the bytes of the block.
    package mutating func nextBlock(size: Int) throws(TableError) -> CSVBlock? {
        try BlockCutter.next(size: size, of: &records)
    }

    /// Takes the next records like ``nextBlock(size:)``, but only those that begin before an offset in the input.
    ///
    /// So a reader called with increasing offsets takes each record exactly once, for any offsets.
    ///
    /// - Parameters:
    ///   - size: The bytes to take.
    ///   - end: The offset in the input before which a record must begin; nil for no limit.
    /// - Returns: At least one record; `nil` if no more begin before `end`.
    /// - Throws: The errors of reading the records.
    package mutating func nextBlock(size: Int, before end: Int?) throws(TableError) -> CSVBlock? {
        guard let end else { return try nextBlock(size: size) }
        // A blank line is not a record: the next one may lie beyond.
        guard try records.window.skipBlankLines(), offset < end else { return nil }
        return try nextBlock(size: min(size, end - offset))
    }

    /// The offset of the next byte in the input, from 0; a byte order mark is not counted as consumed.
    private var offset: Int { records.window.bytesConsumed + (hasByteOrderMark ? 3 : 0) }
}
