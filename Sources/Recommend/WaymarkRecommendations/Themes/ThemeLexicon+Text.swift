internal import WaymarkText

/// An error in the text of a lexicon, with its line.
public struct ThemeLexiconError: Error, Hashable, Sendable {
    /// The line, from 1; 0 if a required line is missing.
    public var line: Int
    /// The reason.
    public var reason: String
}

/// The file: lines of columns separated by tabs; `//` begins a comment.
///
///     labels    themes    문화/예술    자연/힐링 ...
///     labels    settings  실내    실외
///     concept   절    종교/역사/전통    사$ 암자 사찰
///     concept   마을  체험/학습/산업?   마을 촌$        ? is a guess: other terms of the name or the details say more
///     concept   교통  -   역$ 공항 주차장                - is no theme
///     bias      a weight a theme, then a weight a setting
///     사$       the same; more features with their weights may follow in a line
extension ThemeLexicon {
    /// Reads a lexicon.
    ///
    /// - Throws: ``ThemeLexiconError`` with the first invalid line.
    public init(_ text: String) throws(ThemeLexiconError) {
        var labels: [String: [String]] = [:]
        var concepts: [ThemeConcept] = []
        var (features, values, bias): ([String], [Double], [Double]?) = ([], [], nil)
        var labelCount = 0
        let bytes = Self.lines(of: text)
        // The end of the line whose next columns begin at `next`.
        var (number, next, end) = (0, 0, -1)
        while next <= bytes.count {
            if next > end {
                number += 1
                end = next + Self.length(of: bytes.span.extracting(next...), before: UInt8(ascii: "\n"))
            }
            let line = bytes.span.extracting(next..<end)
            next = end + 1
            func fault(_ reason: String) -> ThemeLexiconError { ThemeLexiconError(line: number, reason: reason) }
            let name = line.extracting(..<Self.length(of: line, before: UInt8(ascii: "\t")))
            if name.isEmpty || Self.isComment(name) { continue }
            if Self.isKeyword("labels", name) {
                let columns = Self.columns(of: String(utf8: line))
                guard columns.count > 3 else { throw fault("labels need a kind and two labels") }
                guard labels[columns[1]] == nil, features.isEmpty, bias == nil else {
                    throw fault("labels come once, before weights")
                }
                labels[columns[1]] = Array(columns[2...])
                labelCount = (labels["themes"]?.count ?? 0) + (labels["settings"]?.count ?? 0)
                continue
            }
            if Self.isKeyword("concept", name) {
                let columns = Self.columns(of: String(utf8: line))
                guard columns.count == 4 else { throw fault("a concept has a name, a theme and terms") }
                let terms = Self.columns(of: columns[3], separator: UInt8(ascii: " ")).filter { !$0.isEmpty }
                let isGuess = columns[2].hasSuffix("?")
                concepts.append(
                    ThemeConcept(
                        name: columns[1], theme: isGuess ? String(columns[2].dropLast()) : columns[2], isGuess: isGuess,
                        terms: terms))
                continue
            }
            guard labelCount > 0 else { throw fault("labels come before weights") }
            let count = values.count
            var length = name.count
            for _ in 0..<labelCount where length < line.count {
                let rest = line.extracting((length + 1)...)
                let cell = rest.extracting(..<Self.length(of: rest, before: UInt8(ascii: "\t")))
                guard let value = NumberParser.double(cell), abs(value) <= 1e6 else {
                    throw fault("'\(String(utf8: cell))' is not a number up to a million")
                }
                values.append(value)
                length += 1 + cell.count
            }
            if length < line.count { next -= line.count - length }
            guard values.count - count == labelCount else {
                throw fault("\(values.count - count) weights, not \(labelCount)")
            }
            if Self.isKeyword("bias", name) {
                bias = Array(values[count...])
                values.removeLast(labelCount)
            } else {
                features.append(String(utf8: name))
            }
        }
        guard let themes = labels["themes"], let settings = labels["settings"], let bias else {
            throw ThemeLexiconError(line: 0, reason: "labels of themes and of settings and a bias are needed")
        }
        self.init(
            concepts,
            LexiconWeights(themes: themes, settings: settings, bias: bias, features: features, values: values))
    }

    /// The text in UTF-8, with lines separated by LF.
    private static func lines(of text: String) -> ContiguousArray<UInt8> {
        let bytes = ContiguousArray(text.utf8)
        // Looking for whole characters takes several times as long, and is needed only if there are line ends other
        // than LF.
        for (i, byte) in bytes.enumerated() {
            switch byte {
            case 0x0B...0x0D: break
            // U+0085 is C2 85; U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
            case 0x85 where i > 0 && bytes[i - 1] == 0xC2: break
            case 0xA8...0xA9 where i > 1 && bytes[i - 2] == 0xE2 && bytes[i - 1] == 0x80: break
            default: continue
            }
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return ContiguousArray(lines.joined(separator: "\n").utf8)
        }
        return bytes
    }

    private static func isComment(_ name: Span<UInt8>) -> Bool {
        name.count >= 2 && name[0] == UInt8(ascii: "/") && name[1] == UInt8(ascii: "/")
    }

    private static func isKeyword(_ keyword: StaticString, _ name: Span<UInt8>) -> Bool {
        guard name.count == keyword.utf8CodeUnitCount else { return false }
        return String(utf8: name) == "\(keyword)"
    }

    /// The number of bytes before a separator, or before the end.
    @inline(__always)
    private static func length(of text: Span<UInt8>, before separator: UInt8) -> Int {
        var end = 0
        while end < text.count, text[end] != separator { end += 1 }
        return end
    }

    /// The columns of a line.
    private static func columns(of line: String, separator: UInt8 = UInt8(ascii: "\t")) -> [String] {
        line.utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    /// The lexicon as text, with weights to two decimals; features whose weights are all below a limit are left out.
    ///
    /// - Parameter leastWeight: The limit for the magnitude of weights.
    /// - Returns: The text, in the form that ``init(_:)`` reads.
    /// - Complexity: O(*n* log *n*).
    public func text(leastWeight: Double = 0.3) -> String {
        func row(_ name: String, _ values: [Double]) -> String {
            ([name] + values.map(Self.rounded)).joined(separator: "\t")
        }
        var lines = [
            (["labels", "themes"] + themes).joined(separator: "\t"),
            (["labels", "settings"] + settings).joined(separator: "\t"),
        ]
        for concept in concepts {
            let theme = concept.theme + (concept.isGuess ? "?" : "")
            lines.append("concept\t\(concept.name)\t\(theme)\t\(concept.terms.joined(separator: " "))")
        }
        lines.append(row("bias", weights.bias))
        for (number, feature) in weights.features.enumerated()
        where weights[number].contains(where: { abs($0) >= leastWeight }) {
            lines.append(row(feature, Array(weights[number])))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A number to two decimals, without trailing zeros.
    private static func rounded(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let (whole, part) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let decimals = part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
        return (hundredths < 0 ? "-" : "") + "\(whole)" + decimals
    }
}
