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
///     bias      a weight a theme, then a weight a setting
///     사$       the same
extension ThemeLexicon {
    /// Reads a lexicon.
    ///
    /// - Throws: ``ThemeLexiconError`` with the first invalid line.
    public init(_ text: String) throws(ThemeLexiconError) {
        var labels: [String: [String]] = [:]
        var concepts: [ThemeTerms.Concept] = []
        var (features, values, bias): ([String], [Double], [Double]?) = ([], [], nil)
        for (number, line) in Self.lines(of: text).enumerated() {
            let name = line.utf8.prefix { $0 != UInt8(ascii: "\t") }
            let first = String(Substring(name))
            guard !first.isEmpty, !first.utf8.starts(with: "//".utf8) else { continue }
            func fault(_ reason: String) -> ThemeLexiconError { ThemeLexiconError(line: number + 1, reason: reason) }
            var cells: [Substring.UTF8View] {
                line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            }
            var columns: [String] { cells.map { String(Substring($0)) } }
            switch first {
            case "labels":
                let columns = columns
                guard columns.count > 3 else { throw fault("labels need a kind and two labels") }
                guard labels[columns[1]] == nil, features.isEmpty, bias == nil else {
                    throw fault("labels come once, before weights")
                }
                labels[columns[1]] = Array(columns[2...])
            case "concept":
                let columns = columns
                guard columns.count == 4 else { throw fault("a concept has a name, a theme and terms") }
                let terms = columns[3].split(separator: " ").map(String.init)
                concepts.append(ThemeTerms.Concept(name: columns[1], theme: columns[2], terms: terms))
            default:
                let count = values.count
                if !Self.appendShortNumbers(line.utf8[name.endIndex...], to: &values) {
                    values.removeLast(values.count - count)
                    for cell in cells.dropFirst() {
                        guard let value = Double(Substring(cell)), abs(value) <= 1e6 else {
                            throw fault("'\(Substring(cell))' is not a number up to a million")
                        }
                        values.append(value)
                    }
                }
                let labelCount = (labels["themes"]?.count ?? 0) + (labels["settings"]?.count ?? 0)
                guard values.count - count == labelCount else {
                    throw fault("\(values.count - count) weights, not \(labelCount)")
                }
                if first == "bias" {
                    bias = Array(values[count...])
                    values.removeLast(labelCount)
                } else {
                    features.append(first)
                }
            }
        }
        guard let themes = labels["themes"], let settings = labels["settings"], let bias else {
            throw ThemeLexiconError(line: 0, reason: "labels of themes and of settings and a bias are needed")
        }
        self.init(
            concepts,
            LexiconWeights(themes: themes, settings: settings, bias: bias, features: features, values: values))
    }

    /// The lines of a text.
    private static func lines(of text: String) -> [String] {
        let bytes = ContiguousArray(text.utf8)
        // Looking for whole characters takes several times as long, and is needed only if there are line ends other
        // than LF.
        var lastBytes: UInt32 = 0
        let hasOthers = bytes.contains { byte in
            lastBytes = lastBytes << 8 & 0xFF_FFFF | UInt32(byte)
            // U+000B to U+000D, U+0085, U+2028 and U+2029.
            return 0x0B...0x0D ~= byte || lastBytes & 0xFFFF == 0xC285 || lastBytes | 1 == 0xE280A9
        }
        if hasOthers {
            return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        }
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Appends numbers, each after a tab, of up to six digits in the form of ``text(leastWeight:)``, such as -0.35; false
    /// if one has another form.
    private static func appendShortNumbers(_ text: Substring.UTF8View, to values: inout [Double]) -> Bool {
        var (digits, decimals, count, isNegative, isFirst) = (0, -1, 0, false, true)
        func number() -> Double? {
            guard count > 0, decimals != 0 else { return nil }
            // Both sides are exact, so the quotient is the nearest representable number.
            let value = Double(digits) / powers[max(0, decimals)]
            return isNegative ? -value : value
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\t"):
                if !isFirst {
                    guard let value = number() else { return false }
                    values.append(value)
                }
                (digits, decimals, count, isNegative, isFirst) = (0, -1, 0, false, false)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = 10 * digits + Int(byte - UInt8(ascii: "0"))
                count += 1
                if decimals >= 0 { decimals += 1 }
                if count > 6 { return false }
            case UInt8(ascii: ".") where decimals < 0 && count > 0: decimals = 0
            case UInt8(ascii: "-") where count == 0 && !isNegative: isNegative = true
            default: return false
            }
        }
        if isFirst { return true }
        guard let value = number() else { return false }
        values.append(value)
        return true
    }

    private static let powers: [Double] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

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
            lines.append("concept\t\(concept.name)\t\(concept.theme)\t\(concept.terms.joined(separator: " "))")
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
