import WaymarkIndex
import WaymarkText

/// Finds the texts of a column that occur in more than one row.
///
/// Texts are compared like `String`s, so canonically equivalent characters are equal.
struct RepeatedTexts {
    private let column: AttractionTable.Column
    /// Whether a text may be equal to another with different bytes.
    private var hasForms = false

    private static let upperHalf: UInt64 = 0xFFFF_FFFF_0000_0000

    /// The rows of each text that occurs in two or more, ascending, by first row; blank texts are ignored.
    private(set) var groups: [[Int]] = []

    /// - Complexity: O(*n*): a keyed hash of each text, and a radix sort of the hashes.
    init(_ column: AttractionTable.Column, _ hash: KeyedHash) {
        self.column = column
        let count = column.count
        guard count > 1 else { return }
        precondition(count <= UInt32.max, "there are too many rows for 32 bits: \(count)")
        // The upper half of each text's hash, then its row.
        var keys = ContiguousArray<UInt64>(repeating: 0, count: count)
        var forms: [String: UInt64] = [:]
        for row in 0..<count {
            let text = column.bytes.span.extracting(column.range(row))
            var key = hash.hash(text)
            if !PlainText.hasOneForm(text) {
                key = forms[column.text(row), default: key]
                forms[column.text(row)] = key
            }
            keys[row] = key & Self.upperHalf | UInt64(row)
        }
        if !forms.isEmpty {
            hasForms = true
            for row in 0..<count {
                guard let key = forms[column.text(row)] else { continue }
                keys[row] = key & Self.upperHalf | UInt64(row)
            }
        }
        var other = ContiguousArray<UInt64>(repeating: 0, count: count)
        let isSorted = unsafe keys.withUnsafeMutableBufferPointer { keys in
            unsafe other.withUnsafeMutableBufferPointer { other in
                guard let from = keys.baseAddress, let to = other.baseAddress else { return true }
                return unsafe radixSort(from, to, count: count) == from
            }
        }
        find(in: isSorted ? keys : other)
    }

    private mutating func find(in keys: ContiguousArray<UInt64>) {
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
            if end - start > 1 { divide(keys[start..<end].lazy.map { Int($0 & 0xFFFF_FFFF) }) }
            start = end
        }
        groups.sort { $0[0] < $1[0] }
    }

    /// Divides rows of equal hashes by their texts.
    private mutating func divide(_ rows: some Sequence<Int>) {
        var parts: [[Int]] = []
        for row in rows where !column.range(row).isEmpty {
            if let part = parts.indices.first(where: { areEqual(parts[$0][0], row) }) {
                parts[part].append(row)
            } else {
                parts.append([row])
            }
        }
        groups += parts.filter { $0.count > 1 }
    }

    func areEqual(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (column.range(first), column.range(second))
        if a.count == b.count, column.bytes[a].elementsEqual(column.bytes[b]) { return true }
        return hasForms && column.text(first) == column.text(second)
    }
}

extension PlainText {
    /// Whether a text surely equals only texts with the same bytes, under canonical composition.
    ///
    /// True for ASCII and other characters below U+0300, kana without voice marks, ideographs and Hangul syllables.
    static func hasOneForm(_ utf8: Span<UInt8>) -> Bool {
        if PlainText.isASCII(utf8) { return true }
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x80 {
                index += 1
            } else if byte < 0xCC {
                index += 2
            } else {
                guard 0xE3...0xED ~= byte, index + 2 < utf8.count else { return false }
                let code =
                    UInt32(byte & 0x0F) << 12 | UInt32(utf8[index + 1] & 0x3F) << 6 | UInt32(utf8[index + 2] & 0x3F)
                switch code {
                case 0x3041...0x3096, 0x30A1...0x30FC, 0x4E00...0x9FFF, 0xAC00...0xD7A3: index += 3
                default: return false
                }
            }
        }
        return true
    }
}
