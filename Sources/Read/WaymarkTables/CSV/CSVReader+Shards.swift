extension CSVReader {
    /// Where the next byte lies in the input, from 0; a byte order mark is not counted as consumed.
    private var offset: Int { bytesConsumed + (hasByteOrderMark ? 3 : 0) }

    /// Takes the next records as `nextBlock(size:)` does, but only such as begin before a place in the input.
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
        guard try skipBlankLines(), offset < end else { return nil }
        return try nextBlock(size: min(size, end - offset))
    }
}
