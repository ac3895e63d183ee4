import WaymarkText

/// The counts of a run of bytes without quotes, whose lines are its records.
struct LineCensus {
    /// The line ends: LF, CR LF and CR each count once.
    private(set) var lineEnds = 0
    /// The number of non-empty lines.
    private(set) var records = 0
    private(set) var hasQuotes = false
    private(set) var isASCII = true

    /// Counts `bytes`, which follow a line end or begin the input.
    init(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { raw in unsafe count(raw) }
    }

    @unsafe
    private mutating func count(_ raw: UnsafeRawBufferPointer) {
        var at = 0
        var last = Byte.lineFeed
        var high: UInt8 = 0
        let count = raw.count
        if count > 0 {
            last = unsafe raw[0]
            add(last, after: Byte.lineFeed, &high)
            at = 1
        }
        typealias Bytes = SIMD16<UInt8>
        let (one, none) = (Bytes(repeating: 1), Bytes())
        let (feed, carriage) = (Bytes(repeating: Byte.lineFeed), Bytes(repeating: Byte.carriageReturn))
        let quote = Bytes(repeating: Byte.quote)
        var highs = Bytes()
        var quotes = Bytes()
        while at + 16 <= count {
            var (ends, starts) = (Bytes(), Bytes())
            // A sum of 255 ones fits a byte.
            let stop = min(count - 15, at + 255 * 16)
            while at < stop {
                let bytes = unsafe raw.loadUnaligned(fromByteOffset: at, as: Bytes.self)
                let before = unsafe raw.loadUnaligned(fromByteOffset: at - 1, as: Bytes.self)
                let isFeed = none.replacing(with: one, where: bytes .== feed)
                let isCarriage = none.replacing(with: one, where: bytes .== carriage)
                let followsFeed = none.replacing(with: one, where: before .== feed)
                let followsCarriage = none.replacing(with: one, where: before .== carriage)
                ends &+= isCarriage | (isFeed & ~followsCarriage)
                starts &+= (followsFeed | followsCarriage) & ~(isFeed | isCarriage)
                quotes |= none.replacing(with: one, where: bytes .== quote)
                highs |= bytes
                at += 16
            }
            for lane in 0..<16 {
                lineEnds += Int(ends[lane])
                records += Int(starts[lane])
            }
            last = unsafe raw[at - 1]
        }
        for lane in 0..<16 {
            high |= highs[lane]
            if quotes[lane] != 0 { hasQuotes = true }
        }
        while at < count {
            let byte = unsafe raw[at]
            add(byte, after: last, &high)
            last = byte
            at += 1
        }
        isASCII = high < 0x80
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8, after last: UInt8, _ high: inout UInt8) {
        high |= byte
        if byte == Byte.quote { hasQuotes = true }
        if byte == Byte.carriageReturn || (byte == Byte.lineFeed && last != Byte.carriageReturn) { lineEnds += 1 }
        if !Byte.isLineEnd(byte), Byte.isLineEnd(last) { records += 1 }
    }
}
