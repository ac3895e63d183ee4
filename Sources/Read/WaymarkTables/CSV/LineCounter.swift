import WaymarkText

/// Lines of raw bytes, which end with LF, CR LF or CR.
enum LineCounter {
    static func lineEnds(_ bytes: Span<UInt8>) -> Int {
        var ends = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == Byte.carriageReturn {
                ends += 1
            } else if byte == Byte.lineFeed, index == 0 || bytes[index - 1] != Byte.carriageReturn {
                ends += 1
            }
        }
        return ends
    }

    /// The number of bytes before the first line end, or all.
    static func lengthOfLine(_ bytes: Span<UInt8>) -> Int {
        var length = 0
        while length < bytes.count, !Byte.isLineEnd(bytes[length]) { length += 1 }
        return length
    }

    /// The 1-based line of `offset`, and the 1-based byte within that line.
    static func place(of offset: Int, in bytes: Span<UInt8>) -> (line: Int, byte: Int) {
        var start = offset
        while start > 0, bytes[start - 1] != Byte.lineFeed, bytes[start - 1] != Byte.carriageReturn { start -= 1 }
        return (1 + lineEnds(bytes.extracting(0..<start)), offset - start + 1)
    }
}
