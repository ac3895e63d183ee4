import WaymarkText

/// What a place of a map is, in a word or two: a line of `place-kinds.tsv`, which says how it is tagged in OpenStreetMap.
public struct PlaceCategory: Sendable {
    /// The category in English, as ``Attraction/category`` has it: museum.
    public let name: String
    /// The same in Korean: 박물관.
    public let korean: String
    /// What somebody goes there for.
    public let kind: PlaceKind
    /// The theme; nil for none.
    public let theme: String?
    /// Whether one eats there at noon.
    public let servesLunch: Bool

    /// The category of a name in English; nil if no line has it.
    ///
    /// - Complexity: O(1).
    public static func named(_ name: String?) -> PlaceCategory? { name.flatMap { byName[$0] } }

    /// A line of the table: how objects are tagged, and what they are; nil for what is no place.
    package struct Line: Sendable {
        package let conditions: [Substring]
        package let category: PlaceCategory?
        /// The logarithm of the worth of an ordinary place of the category.
        package let base: Double
        /// The usual extent in square metres; nil if the extent tells nothing.
        package let usualArea: Double?
    }

    /// The lines of the table, in order of precedence.
    package static let lines: [Line] = {
        var lines: [Line] = []
        let text = String(decoding: PackageResources.place_kinds_tsv, as: UTF8.self)
        for line in text.split(separator: "\n").lazy.filter({ $0.first != "#" }).dropFirst() {
            let cells = line.split(separator: "\t")
            let conditions = cells[0].split(separator: " ")
            guard cells.count == 7 else {
                precondition(cells.count == 2 && cells[1] == "-", "a line of the table is malformed: \(line)")
                lines.append(Line(conditions: conditions, category: nil, base: 0, usualArea: nil))
                continue
            }
            guard let kind = PlaceKind(rawValue: String(cells[1])), let base = Double(cells[5]) else {
                preconditionFailure("a line of the table is malformed: \(line)")
            }
            let category = PlaceCategory(
                name: String(cells[3]), korean: String(cells[4]), kind: kind,
                theme: cells[2] == "-" ? nil : String(cells[2]), servesLunch: cells[6] == "lunch")
            let usualArea = Double(cells[6])
            precondition(usualArea != nil || ["-", "lunch"].contains(cells[6]), "an extent is malformed: \(line)")
            lines.append(Line(conditions: conditions, category: category, base: base, usualArea: usualArea))
        }
        return lines
    }()

    private static let byName = Dictionary(
        lines.lazy.compactMap(\.category).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
