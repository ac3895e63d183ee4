/// Widths of texts as they are drawn, and texts made to fit.
enum TextWidth {
    /// The weight of a face: fonts without a face of 600 use that of 700, which is as wide or wider.
    enum Weight {
        case regular
        case bold
    }

    /// Advance widths of the characters from the space to the tilde, in hundredths of the size: the wider of Noto Sans CJK KR and
    /// Inter, whose Latin letters are those of Pretendard.
    private static let regular: [UInt8] = [
        29, 33, 48, 64, 64, 93, 68, 28, 37, 37, 50, 66, 28, 47, 28, 40, 63, 56, 61, 64, 65, 61, 63, 58, 62, 63, 28, 28,
        66, 66, 66, 51, 95, 68, 66, 73, 72, 60, 59, 75, 75, 30, 55, 66, 57, 89, 76, 77, 64, 77, 64, 64, 65, 75, 68, 95,
        65, 67, 63, 37, 40, 37, 56, 56, 61, 57, 63, 56, 63, 59, 37, 61, 61, 28, 28, 56, 29, 93, 61, 61, 62, 62, 39, 53,
        38, 61, 56, 82, 54, 56, 55, 37, 33, 37, 66,
    ]
    private static let bold: [UInt8] = [
        24, 37, 58, 65, 66, 97, 74, 33, 41, 41, 57, 68, 33, 47, 33, 39, 69, 59, 63, 66, 68, 65, 67, 60, 67, 67, 33, 33,
        68, 68, 68, 57, 104, 75, 69, 76, 73, 62, 59, 77, 76, 33, 57, 69, 58, 92, 75, 79, 67, 79, 69, 66, 67, 75, 75,
        104, 72, 73, 67, 41, 39, 41, 59, 57, 63, 60, 65, 59, 65, 60, 39, 64, 64, 31, 31, 61, 32, 97, 65, 63, 65, 65, 44,
        57, 43, 64, 59, 87, 58, 59, 58, 41, 38, 41, 68,
    ]

    /// The width of a text: no font in use draws common letters wider. East Asian characters are as wide as they are high.
    static func of(_ text: String, size: Double, _ weight: Weight = .regular) -> Double {
        text.unicodeScalars.reduce(0) { $0 + of($1, weight) } * size
    }

    /// The width of a character of size 1.
    private static func of(_ scalar: Unicode.Scalar, _ weight: Weight) -> Double {
        let value = scalar.value
        let more = weight == .bold ? 0.04 : 0
        switch value {
        case 0x20...0x7E: return Double((weight == .bold ? bold : regular)[Int(value - 0x20)]) / 100
        case 0x2E80...0x9FFF, 0x1100...0x11FF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFF, 0x2014, 0x2026, 0x2190...0x21FF:
            return 1
        case 0xB7, 0x2013: return 0.59
        case 0x202F, 0x2009: return 0.2
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // Letters of Latin with marks, Greek and Cyrillic.
        let wide = 0x370...0x52F ~= value ? 0.1 : 0
        return (scalar.properties.isUppercase ? 0.75 : 0.63) + wide + more
    }

    /// A text of a maximum width, with an ellipsis if it was cut.
    ///
    /// - Complexity: O(*n*) in the number of characters that fit.
    static func shortened(_ text: String, size: Double, _ weight: Weight = .regular, width: Double) -> String {
        let ellipsis = of("…", size: size, weight)
        var sum = 0.0
        // Up to here the ellipsis fits too.
        var end = text.startIndex
        for place in text.indices {
            for scalar in text[place].unicodeScalars {
                sum += of(scalar, weight) * size
                if sum > width { return String(text[..<end]) + "…" }
            }
            if sum + ellipsis <= width { end = text.index(after: place) }
        }
        return text
    }

    /// A text in lines of a maximum width, broken after spaces, and within words that are too long; the last line is shortened.
    static func wrapped(_ text: String, size: Double, width: Double, lines most: Int) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while let first = rest.firstIndex(where: { $0 != " " }), lines.count < most - 1 {
            rest = rest[first...]
            var (sum, end, space) = (0.0, rest.startIndex, String.Index?.none)
            while end < rest.endIndex {
                sum += of(String(rest[end]), size: size)
                if sum > width { break }
                if rest[end] == " " { space = end }
                end = rest.index(after: end)
            }
            // At least one character on each line.
            let cut = end == rest.endIndex ? end : space ?? max(end, rest.index(after: rest.startIndex))
            lines.append(String(rest[..<cut]))
            rest = rest[cut...]
        }
        if let first = rest.firstIndex(where: { $0 != " " }) {
            lines.append(shortened(String(rest[first...]), size: size, width: width))
        }
        return lines
    }
}
