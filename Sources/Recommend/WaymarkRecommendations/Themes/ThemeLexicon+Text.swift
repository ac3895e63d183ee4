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
        var weights: [String: [Double]] = [:]
        for (number, line) in Self.lines(of: text).enumerated() {
            let cells = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard let first = cells.first.map({ String(Substring($0)) }), !first.isEmpty, !first.hasPrefix("//")
            else { continue }
            func fault(_ reason: String) -> ThemeLexiconError { ThemeLexiconError(line: number + 1, reason: reason) }
            var columns: [String] { cells.map { String(Substring($0)) } }
            switch first {
            case "labels":
                let columns = columns
                guard columns.count > 3 else { throw fault("labels need a kind and two labels") }
                guard labels[columns[1]] == nil, weights.isEmpty else {
                    throw fault("labels come once, before weights")
                }
                labels[columns[1]] = Array(columns[2...])
            case "concept":
                let columns = columns
                guard columns.count == 4 else { throw fault("a concept has a name, a theme and terms") }
                let terms = columns[3].split(separator: " ").map(String.init)
                concepts.append(ThemeTerms.Concept(name: columns[1], theme: columns[2], terms: terms))
            default:
                var values: [Double] = []
                values.reserveCapacity(cells.count)
                for cell in cells.dropFirst() {
                    guard let value = Self.shortNumber(cell) ?? Double(Substring(cell)), abs(value) <= 1e6 else {
                        throw fault("'\(Substring(cell))' is not a number up to a million")
                    }
                    values.append(value)
                }
                let count = (labels["themes"]?.count ?? 0) + (labels["settings"]?.count ?? 0)
                guard values.count == count else { throw fault("\(values.count) weights, not \(count)") }
                weights[first] = values
            }
        }
        guard let themes = labels["themes"], let settings = labels["settings"],
            let bias = weights.removeValue(forKey: "bias")
        else { throw ThemeLexiconError(line: 0, reason: "labels of themes and of settings and a bias are needed") }
        func classifier(_ labels: [String], _ range: Range<Int>) -> NameClassifier {
            NameClassifier(
                labels: labels, bias: Array(bias[range]), weights: weights.mapValues { Array($0[range]) })
        }
        self.init(
            terms: ThemeTerms(concepts), themeWeights: classifier(themes, 0..<themes.count),
            settingWeights: classifier(settings, themes.count..<bias.count))
    }

    /// The lines of a text.
    private static func lines(of text: String) -> [Substring] {
        // Looking for whole characters takes several times as long, and is needed only if there are line ends other
        // than LF.
        let hasOthers = text.unicodeScalars.contains {
            0x0B...0x0D ~= $0.value || $0.value == 0x85 || 0x2028...0x2029 ~= $0.value
        }
        if hasOthers { return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// A number of up to six digits in the form of ``text(leastWeight:)``, such as -0.35; nil for other texts.
    private static func shortNumber(_ text: Substring.UTF8View) -> Double? {
        var (digits, decimals, count, isNegative) = (0, -1, 0, false)
        for (i, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = 10 * digits + Int(byte - UInt8(ascii: "0"))
                count += 1
                if decimals >= 0 { decimals += 1 }
                if count > 6 { return nil }
            case UInt8(ascii: ".") where decimals < 0 && count > 0: decimals = 0
            case UInt8(ascii: "-") where i == 0: isNegative = true
            default: return nil
            }
        }
        guard count > 0, decimals != 0 else { return nil }
        // Both sides are exact, so the quotient is the nearest representable number.
        let value = Double(digits) / [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][max(0, decimals)]
        return isNegative ? -value : value
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
        for concept in terms.concepts {
            lines.append("concept\t\(concept.name)\t\(concept.theme)\t\(concept.terms.joined(separator: " "))")
        }
        lines.append(row("bias", themeWeights.bias + settingWeights.bias))
        for feature in Set(themeWeights.weights.keys).union(settingWeights.weights.keys).sorted() {
            let values =
                (themeWeights.weights[feature] ?? themes.map { _ in 0 })
                + (settingWeights.weights[feature] ?? settings.map { _ in 0 })
            if values.contains(where: { abs($0) >= leastWeight }) { lines.append(row(feature, values)) }
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
