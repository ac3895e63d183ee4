import WaymarkTables
import WaymarkText
import WaymarkTimes

/// What the cell of a field says, in the one form that tables and index files hold: dates as `2021-03-30`, numbers in
/// the fewest digits, lists of facilities as JSON, which nothing in an item can break; empty for nothing.
enum FieldText {
    /// The text of a field of a kind in `cell`, and why it was left out where it is not what it should be.
    static func of(_ kind: AttractionField.Kind, _ cell: String) -> (text: String, fault: String?) {
        switch kind {
        case .text: return (PlainText.value(cell) ?? "", nil)
        case .list: return (json(FacilityList.items(cell)), nil)
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
        if items.isEmpty { return "" }
        var bytes = ContiguousArray<UInt8>()
        JSONText.append(items, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The list that JSON of ``json(_:)`` is; empty for anything else.
    static func items(json text: String) -> [String] {
        guard case .array(let items)? = try? JSONParser.value(ContiguousArray(text.utf8)) else { return [] }
        return items.compactMap { if case .string(let item) = $0 { item } else { nil } }
    }

    /// A number from 0, with or without separators of thousands and a unit.
    private static func amount(_ text: String) -> Double? {
        var digits = text[...]
        for unit in ["㎡", "m²", "m2", "명", "대", "면"] where digits.hasSuffix(unit) {
            digits = digits.dropLast(unit.count)
        }
        let plain = PlainText.trimmed(String(digits.filter { $0 != "," }))
        if let number = NumberParser.double(plain), number >= 0 { return number }
        return nil
    }

    private static func fault(_ text: String, _ expected: String) -> String {
        let shown = text.count > 40 ? text.prefix(40) + "..." : text[...]
        return "\"\(shown)\" is not \(expected); left out"
    }
}

extension AttractionField {
    /// What the cells of a field hold.
    enum Kind: Sendable { case text, list, date, amount, count }

    /// What the cells of the field hold.
    var kind: Kind {
        switch property {
        case .name, .text, .degrees: .text
        case .amount: .amount
        case .count: .count
        case .date: .date
        case .list: .list
        }
    }
}
