package import WaymarkAttractions

/// The tags of an object of OpenStreetMap.
package typealias MapTags = [String: String]

/// Finds what an object is by its tags: the first line of `place-kinds.tsv` whose conditions all hold.
package struct PlaceRules: Sendable {
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

        /// Reads a condition in the form that the table explains.
        init(_ text: Substring) {
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
                preconditionFailure("a condition of the table is malformed: \(text)")
            }
        }
    }

    private let lines: [(conditions: [Condition], line: PlaceCategory.Line)]
    /// The lines whose first condition is on a key, ascending.
    private let byKey: [String: [Int]]

    /// The rules that ship.
    package static let standard = PlaceRules(PlaceCategory.lines)

    init(_ lines: [PlaceCategory.Line]) {
        self.lines = lines.map { ($0.conditions.map(Condition.init), $0) }
        byKey = Dictionary(grouping: lines.indices) { [lines = self.lines] in lines[$0].conditions[0].key }
    }

    /// Whether a tag with this key can make an object a place.
    func matters(_ key: String) -> Bool { byKey[key] != nil }

    /// The first line that holds; nil for none.
    package func line(for tags: MapTags) -> PlaceCategory.Line? {
        var best = lines.count
        for key in tags.keys {
            for number in byKey[key] ?? [] {
                if number >= best { break }
                if lines[number].conditions.allSatisfy({ $0.holds(tags) }) { best = number }
            }
        }
        return best < lines.count ? lines[best].line : nil
    }
}
