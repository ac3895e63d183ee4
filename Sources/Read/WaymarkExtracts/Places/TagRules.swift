package import WaymarkAttractions

/// The tags of an object of OpenStreetMap.
package typealias MapTags = [String: String]

extension MapBlock {
    /// The tags of an object, the first of a key that comes twice.
    package func tags(of range: Range<Int>) -> MapTags {
        var texts = MapTags(minimumCapacity: range.count)
        for tag in tags[range] {
            let key = strings.text(of: tag.key)
            if texts[key] == nil { texts[key] = strings.text(of: tag.value) }
        }
        return texts
    }
}

/// Finds the first line of a table whose conditions all hold for the tags of an object.
///
/// Conditions are `key=value|value`, `key=*` (any value but no), `!key` (missing or no), `key!=value|value` (missing or another) and
/// `key~text|text` (contains one, in any case; blanks as `_`). Of a value such as `bar;cafe` each part counts. The first condition
/// of a line is `=`.
package struct TagRules<Line: Sendable>: Sendable {
    /// A condition on one tag.
    private enum Condition {
        /// The value, or a part of it between semicolons, is one of these; any but no if there are none.
        case equals(String, [String])
        case differs(String, [String])
        /// The tag is missing, or no.
        case lacks(String)
        /// The value contains one of these in any case.
        case contains(String, [String])

        var key: String {
            switch self {
            case .equals(let key, _), .differs(let key, _), .lacks(let key), .contains(let key, _): key
            }
        }

        func holds(_ tags: MapTags) -> Bool {
            switch self {
            case .equals(let key, let values):
                guard let value = tags[key] else { return false }
                return values.isEmpty ? value != "no" : Self.has(value, values)
            case .differs(let key, let values): return tags[key].map { !Self.has($0, values) } ?? true
            case .lacks(let key): return tags[key].map { $0 == "no" } ?? true
            case .contains(let key, let texts):
                guard let value = tags[key]?.lowercased() else { return false }
                return texts.contains { value.contains($0) }
            }
        }

        private static func has(_ value: String, _ values: [String]) -> Bool {
            if values.contains(value) { return true }
            guard value.utf8.contains(UInt8(ascii: ";")) else { return false }
            return value.split(separator: ";").contains { part in
                values.contains(String(part.drop { $0 == " " }))
            }
        }

        init?(_ text: Substring) {
            func values(_ text: Substring) -> [String] {
                text == "*" ? [] : text.split(separator: "|").map(String.init)
            }
            if text.first == "!" {
                self = .lacks(String(text.dropFirst()))
            } else if let mark = text.firstIndex(where: { "!=~".contains($0) }) {
                let (key, rest) = (String(text[..<mark]), text[text.index(after: mark)...])
                switch text[mark] {
                case "!": self = .differs(key, values(rest.dropFirst()))
                case "~":
                    self = .contains(key, values(rest).map { String($0.map { $0 == "_" ? " " : $0 }).lowercased() })
                default: self = .equals(key, values(rest))
                }
            } else {
                return nil
            }
        }
    }

    private let lines: [(conditions: [Condition], line: Line)]
    /// The lines whose first condition is on a key, ascending.
    private let byKey: [String: [Int]]

    /// The rules of a table that ships.
    package init(_ lines: [(conditions: [Substring], line: Line)]) {
        self.lines = lines.map { conditions, line in
            precondition(Self.isWellFormed(conditions), "conditions of a table are malformed: \(conditions)")
            return (conditions.compactMap(Condition.init), line)
        }
        byKey = Dictionary(grouping: lines.indices) { [lines = self.lines] in lines[$0].conditions[0].key }
    }

    /// Whether conditions are in the form of a line.
    package static func isWellFormed(_ conditions: [Substring]) -> Bool {
        guard let first = conditions.first, case .equals = Condition(first) else { return false }
        return conditions.allSatisfy { Condition($0) != nil }
    }

    /// Whether a tag with this key can make a line hold.
    func matters(_ key: String) -> Bool { byKey[key] != nil }

    /// The first line that holds, and the key of its first condition; nil for none.
    func match(_ tags: MapTags) -> (line: Line, key: String)? {
        var best = lines.count
        for key in tags.keys {
            for number in byKey[key] ?? [] {
                if number >= best { break }
                if lines[number].conditions.allSatisfy({ $0.holds(tags) }) { best = number }
            }
        }
        return best < lines.count ? (lines[best].line, lines[best].conditions[0].key) : nil
    }

    /// The first line that holds; nil for none.
    package func line(for tags: MapTags) -> Line? { match(tags)?.line }
}

/// What an object is for a traveller, by `place-kinds.tsv`.
package enum PlaceRules {
    /// The rules that ship.
    package static let standard = TagRules(PlaceCategory.lines.map { ($0.conditions, $0) })
}
