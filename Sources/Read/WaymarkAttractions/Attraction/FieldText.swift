import WaymarkTables
import WaymarkText
import WaymarkTimes

/// The text of a field in the form of tables and index files: dates as `2021-03-30`, numbers with the fewest digits,
/// lists of facilities as JSON; empty for a missing value.
enum FieldText {
    /// The text for a field of a kind with the content of `cell`; empty with the fault if the cell is invalid.
    static func of(_ kind: AttractionField.Kind, _ cell: String) -> (text: String, fault: String?) {
        switch kind {
        case .text: return (PlainText.value(cell) ?? "", nil)
        case .list: return (json(FacilityList.items(cell)), nil)
        case .placeKind:
            guard let text = PlainText.value(cell) else { return ("", nil) }
            let words = PlaceKind.allCases.map(\.rawValue)
            return words.contains(text) ? (text, nil) : ("", fault(text, "one of \(words.joined(separator: ", "))"))
        case .date:
            guard let text = PlainText.value(cell) else { return ("", nil) }
            if let date = CalendarDate(text) { return (date.description, nil) }
            return ("", fault(text, "a day"))
        case .amount, .count:
            guard let text = PlainText.value(cell) else { return ("", nil) }
            guard let number = amount(text) else { return ("", fault(text, "a number")) }
            if kind == .amount { return (NumberText.shortest(number), nil) }
            if let count = Int(exactly: number) { return (String(count), nil) }
            return ("", fault(cell, "a whole number"))
        }
    }

    /// A list as JSON; empty for an empty one.
    static func json(_ items: [String]) -> String {
        items.isEmpty ? "" : String { JSONText.append(items, to: &$0) }
    }

    /// The list in JSON written by ``json(_:)``; empty for any other text.
    static func items(json text: String) -> [String] {
        guard case .array(let items)? = try? JSONParser.value(ContiguousArray(text.utf8)) else { return [] }
        var texts: [String] = []
        texts.reserveCapacity(items.count)
        for case .string(let item) in items { texts.append(item) }
        return texts
    }

    /// A number of at least 0, with an optional unit, and optional commas between groups of three digits.
    private static func amount(_ text: String) -> Double? {
        if let number = NumberParser.double(text) { return number >= 0 ? number : nil }
        var digits = text[...]
        for unit in ["㎡", "m²", "m2", "명", "대", "면"] where digits.hasSuffix(unit) {
            digits = digits.dropLast(unit.count)
        }
        guard let plain = withoutCommas(PlainText.trimmed(String(digits))), let number = NumberParser.double(plain),
            number >= 0
        else { return nil }
        return number
    }

    /// The number without the commas between its groups of three digits; nil if a comma is elsewhere: `12,5` may be 12.5.
    private static func withoutCommas(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: ",")) else { return text }
        let end = text.utf8.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
        let groups = text[..<end].utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let areWhole = groups.enumerated().allSatisfy { number, group in
            (number == 0 ? 1...3 : 3...3).contains(group.count) && group.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard areWhole, !text[end...].utf8.contains(UInt8(ascii: ",")) else { return nil }
        return groups.map { String(Substring($0)) }.joined() + text[end...]
    }

    private static func fault(_ text: String, _ expected: String) -> String {
        "\"\(PlainText.shortened(text))\" is not \(expected); left out"
    }
}

extension AttractionField {
    /// A list in the form of index files as one text of a table.
    package static func listText(stored utf8: Span<UInt8>) -> String {
        FacilityList.text(FieldText.items(json: String(utf8: utf8)))
    }

    enum Kind: Sendable { case text, placeKind, list, date, amount, count }

    var kind: Kind {
        switch property {
        case .name, .text, .degrees: .text
        case .kind: .placeKind
        case .amount: .amount
        case .count: .count
        case .date: .date
        case .list: .list
        }
    }
}
