import WaymarkText

/// Lists of facilities, written as one text with `+` between the items.
///
/// A `+` within an item is written `\+`, and a backslash before a `+`, a backslash or the end of an item `\\`; within
/// parentheses a `+` needs no escape.
enum FacilityList {
    /// The items of `text`, trimmed; none for blank, `-` and 없음.
    ///
    /// A `+` inside parentheses belongs to its item, as in `기반시설(도로+광장+주차장)`. If parentheses do not close, each `+`
    /// divides.
    static func items(_ text: String) -> [String] {
        if text.isEmpty { return [] }
        let isOne = !text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "\\") }
        var items =
            isOne
            ? [text] : divided(text, respectsParentheses: true) ?? divided(text, respectsParentheses: false) ?? []
        items = items.map(PlainText.trimmed).filter { !$0.isEmpty }
        // Comparing normalizes decomposed texts; 없음 then has 18 bytes.
        if items.count == 1, items[0].utf8.count <= 18, ["-", "없음", "NULL", "null"].contains(items[0]) { return [] }
        return items
    }

    /// The text that reads back as `items`.
    static func text(_ items: [String]) -> String {
        // With an unclosed parenthesis in any item, each + divides in all items.
        let isClosed = items.allSatisfy { depth(after: $0) == 0 }
        return items.map { marked($0, respectsParentheses: isClosed) }.joined(separator: "+")
    }

    private static func divided(_ text: String, respectsParentheses: Bool) -> [String]? {
        var items: [String] = []
        var item = ContiguousArray<UInt8>()
        var depth = 0
        var isMarked = false
        let bytes = ContiguousArray(text.utf8)
        let (plus, backslash) = (UInt8(ascii: "+"), UInt8(ascii: "\\"))
        for (index, byte) in bytes.enumerated() {
            if isMarked {
                isMarked = false
            } else if byte == backslash {
                isMarked = index + 1 < bytes.count && (bytes[index + 1] == plus || bytes[index + 1] == backslash)
                if isMarked { continue }
            } else if byte == plus, depth == 0 {
                items.append(String(decoding: item, as: UTF8.self))
                item = []
                continue
            } else if respectsParentheses {
                // A parenthesis is ASCII, or U+FF08 or U+FF09.
                let isWide = byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBC
                let code = byte < 0x80 ? UInt32(byte) : isWide ? 0xFF00 | UInt32(bytes[index + 2] & 0x3F) : 0
                depth = Unicode.Scalar(code).map { Self.depth(depth, after: $0) } ?? depth
            }
            item.append(byte)
        }
        if depth != 0 { return nil }
        items.append(String(decoding: item, as: UTF8.self))
        return items
    }

    private static func marked(_ item: String, respectsParentheses: Bool) -> String {
        var text = String.UnicodeScalarView()
        var depth = 0
        let scalars = item.unicodeScalars
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            if scalar == "\\", next == scalars.endIndex || scalars[next] == "+" || scalars[next] == "\\" {
                text.append("\\")
            } else if scalar == "+", depth == 0 {
                text.append("\\")
            }
            if respectsParentheses { depth = Self.depth(depth, after: scalar) }
            text.append(scalar)
        }
        return String(text)
    }

    private static func depth(after text: String) -> Int { text.unicodeScalars.reduce(0) { depth($0, after: $1) } }

    /// The number of open parentheses after `scalar`, given `depth` before it.
    private static func depth(_ depth: Int, after scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case "(", "（", "[": depth + 1
        case ")", "）", "]": max(0, depth - 1)
        default: depth
        }
    }
}
