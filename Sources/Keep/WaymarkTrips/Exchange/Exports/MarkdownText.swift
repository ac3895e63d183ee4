import WaymarkText

/// Texts of people as Markdown (CommonMark), which shows them as they were typed.
enum MarkdownText {
    /// A text within one line: line ends are blanks.
    static func line(_ text: String) -> String {
        escaped(text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// A text of several lines: blank lines part paragraphs, and other lines end where they end.
    static func paragraphs(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = escaped(PlainText.trimmed(String(line)))
            if line.isEmpty {
                if lines.last != "" { lines.append("") }
                continue
            }
            if let last = lines.last, !last.isEmpty { lines[lines.count - 1] = last + "\\" }
            lines.append(line)
        }
        return lines.drop { $0.isEmpty }.joined(separator: "\n")
    }

    /// The path of a file as the target of a link.
    static func target(_ path: String) -> String {
        var target = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "/"):
                target.unicodeScalars.append(Unicode.Scalar(byte))
            default: target += "%" + Hexadecimal.text(byte, digits: 2).uppercased()
            }
        }
        return target
    }

    /// A line whose characters mean themselves, also at its beginning.
    private static func escaped(_ line: String) -> String {
        let line = PlainText.trimmed(line)
        var text = String.UnicodeScalarView()
        // 1. and 1) begin lists.
        let digits = line.unicodeScalars.prefix { ("0"..."9").contains($0) }.count
        for (place, scalar) in line.unicodeScalars.enumerated() {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "!", "#":
                text.append(contentsOf: ["\\", scalar])
            case "+", "-", "=":
                text.append(contentsOf: place == 0 ? ["\\", scalar] : [scalar])
            case ".", ")":
                text.append(contentsOf: place == digits && digits > 0 ? ["\\", scalar] : [scalar])
            case "\t": text.append(" ")
            case "\u{0}"..."\u{1F}", "\u{7F}": text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
