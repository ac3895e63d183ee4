import WaymarkText

/// Detects the delimiter.
enum DelimiterSniffer {
    static let window = 1 << 16
    static let records = 10
    /// The candidates in order of preference.
    static let candidates: [UInt8] = [Byte.comma, Byte.tab, UInt8(ascii: ";"), UInt8(ascii: "|")]

    /// The candidate that occurs most consistently outside quotes in the first records; the comma if none occurs.
    ///
    /// Most consistently means equally often in the most records; then the most often; then in the order of the
    /// candidates. A quote opens quoting at the start of a line and after any candidate.
    static func delimiter(of bytes: Span<UInt8>) -> UInt8 {
        let counts = counts(in: bytes)
        var best = (delimiter: Byte.comma, records: 0, count: 0)
        for (index, candidate) in candidates.enumerated() {
            for count in Set(counts.map { $0[index] }) where count > 0 {
                let records = counts.count { $0[index] == count }
                if (records, count) > (best.records, best.count) { best = (candidate, records, count) }
            }
        }
        return best.delimiter
    }

    /// The number of occurrences of each candidate outside quotes, record by record.
    ///
    /// A record truncated by the window or an unclosed quote counts only if it is the only one.
    private static func counts(in bytes: Span<UInt8>) -> [[Int]] {
        let none = candidates.map { _ in 0 }
        var all: [[Int]] = []
        var record = none
        var isQuoted = false
        var isFieldStart = true
        var isBlank = true
        for index in bytes.indices {
            let byte = bytes[index]
            if isQuoted {
                // A doubled quote closes and opens again.
                if byte == Byte.quote { isQuoted = false }
                isFieldStart = byte == Byte.quote
                continue
            }
            if Byte.isLineEnd(byte) {
                if !isBlank { all.append(record) }
                if all.count == records { return all }
                record = none
                isBlank = true
                isFieldStart = true
                continue
            }
            isBlank = false
            isQuoted = byte == Byte.quote && isFieldStart
            isFieldStart = false
            if let candidate = candidates.firstIndex(of: byte) {
                record[candidate] += 1
                isFieldStart = true
            }
        }
        if all.isEmpty { all.append(record) }
        return all
    }
}
