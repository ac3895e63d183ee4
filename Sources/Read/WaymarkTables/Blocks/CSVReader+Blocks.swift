extension CSVReader {
    /// What the blocks of a table need to be known of it.
    package struct Layout: Sendable {
        let header: [String]
        let delimiter: UInt8
        let recordLimit: Int
    }

    /// What the blocks of this input need to be known of it.
    package var layout: Layout {
        Layout(header: header, delimiter: delimiter, recordLimit: records.recordLimit)
    }

    /// Takes the next records, about `size` bytes of them, without reading their fields; a ``CSVBlockReader`` reads them.
    ///
    /// - Parameter size: The bytes to take; more where a record is longer.
    /// - Returns: At least one record; `nil` at the end of the input.
    /// - Throws: What reading the records throws.
    /// - Complexity: O(*n*) in the bytes of the block.
    package mutating func nextBlock(size: Int) throws(TableError) -> CSVBlock? {
        try BlockCutter.next(size: size, of: &records)
    }

    /// Takes the next records as ``nextBlock(size:)`` does, but only such as begin before a place in the input.
    ///
    /// So a reader that is asked for ever later places takes each record exactly once, wherever the places lie.
    ///
    /// - Parameters:
    ///   - size: The bytes to take.
    ///   - end: The offset in the input before which a record begins; none when nil.
    /// - Returns: At least one record; `nil` where no more begins before `end`.
    /// - Throws: What reading the records throws.
    package mutating func nextBlock(size: Int, before end: Int?) throws(TableError) -> CSVBlock? {
        guard let end else { return try nextBlock(size: size) }
        // A blank line is no record: the next one may lie beyond.
        guard try records.window.skipBlankLines(), offset < end else { return nil }
        return try nextBlock(size: min(size, end - offset))
    }

    /// Where the next byte lies in the input, from 0; a byte order mark is not counted as consumed.
    private var offset: Int { records.window.bytesConsumed + (hasByteOrderMark ? 3 : 0) }
}
