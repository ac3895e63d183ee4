// Most tables have no quotes. There a record is a line, and its fields are what stands between the delimiters: they are
// found in one pass and left where they are.

extension CSVReader {
    /// Reads the next record of a plain block, whose bytes the record then shares.
    ///
    /// Gives what `readRecord(into:)` gives.
    mutating func readPlainRecord(into record: inout CSVRecord) -> Bool {
        if record.rejection != nil { record.rejection = nil }
        guard skipLineEnds() else {
            record.fields.removeAll()
            record.utf8 = []
            return false
        }
        record.share(buffer)
        record.line = line
        let from = start
        var end = from
        unsafe buffer.withUnsafeBytes { bytes in
            unsafe record.fields.replaceAll { fields in
                guard let found = unsafe PlainLine(bytes, from: from, delimiter: scanner.delimiter).fields(into: fields)
                else { return nil }
                end = found.end
                return found.count
            }
        }
        start = end
        return true
    }

    /// Goes past line ends; `false` at the end of the block.
    private mutating func skipLineEnds() -> Bool {
        while start < buffer.count {
            switch buffer[start] {
            case Byte.lineFeed:
                if !followsCarriageReturn { line += 1 }
                followsCarriageReturn = false
            case Byte.carriageReturn:
                line += 1
                followsCarriageReturn = true
            default:
                followsCarriageReturn = false
                return true
            }
            start += 1
        }
        return false
    }
}

extension CSVRecord {
    /// Lets the fields lie in `bytes`; no more than a look where they do already.
    @inline(__always)
    fileprivate mutating func share(_ bytes: ContiguousArray<UInt8>) {
        let isShared = unsafe utf8.withUnsafeBufferPointer { held in
            unsafe bytes.withUnsafeBufferPointer { unsafe held.baseAddress == $0.baseAddress && held.count == $0.count }
        }
        if !isShared { utf8 = bytes }
    }
}

/// A line without quotes, to be taken apart.
@unsafe
private struct PlainLine {
    private let bytes: UnsafeRawBufferPointer
    private let from: Int
    private let delimiter: UInt8

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, from: Int, delimiter: UInt8) {
        unsafe (self.bytes, self.from, self.delimiter) = (bytes, from, delimiter)
    }

    /// Writes the fields from `from` to the line end; nil where there is no room for all of them.
    @inline(__always)
    func fields(into fields: UnsafeMutableBufferPointer<CSVRecord.Field>) -> (count: Int, end: Int)? {
        let pattern = unsafe Word.repeating(delimiter)
        let size = unsafe bytes.count
        var (at, start, count) = (unsafe from, unsafe from, 0)

        @inline(__always)
        func add(_ end: Int) -> Bool {
            guard count < fields.count else { return false }
            unsafe fields[count] = CSVRecord.Field(
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), kind: .plain)
            count &+= 1
            return true
        }
        while at + 8 <= size {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let ends = Word.matches(word, Word.lineFeeds) | Word.matches(word, Word.carriageReturns)
            var found = Word.matches(word, pattern) | ends
            while found != 0 {
                let place = at + found.trailingZeroBitCount >> 3
                guard add(place) else { return nil }
                // The lowest bit of both is the same where a line end comes first.
                if found & (0 &- found) & ends != 0 { return (count, place) }
                start = place + 1
                found &= found &- 1
            }
            at += 8
        }
        while at < size {
            let byte = unsafe bytes[at]
            if unsafe byte == delimiter {
                guard add(at) else { return nil }
                start = at + 1
            } else if Byte.isLineEnd(byte) {
                break
            }
            at += 1
        }
        return add(at) ? (count, at) : nil
    }
}
