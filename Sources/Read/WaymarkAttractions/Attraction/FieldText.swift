import WaymarkTables
import WaymarkText
import WaymarkTimes

/// What the cell of a field says, in the one form that tables and index files hold: dates as `2021-03-30`, numbers in
/// the fewest digits, lists of facilities as JSON, which nothing in an item can break; empty for nothing.
enum FieldText {
    /// The text of `field` in `cell`, and why it was left out where it is not what it should be.
    static func of(_ field: AttractionField, _ cell: String) -> (text: String, fault: String?) {
        switch field.kind {
        case .text: return (PlainText.value(cell) ?? "", nil)
        case .list: return (json(FacilityList.items(cell)), nil)
        case .date:
            guard let text = PlainText.value(cell) else { return ("", nil) }
            if let date = CalendarDate(text) { return (date.description, nil) }
            return ("", fault(text, "a day"))
        case .amount, .count:
            guard let text = PlainText.value(cell) else { return ("", nil) }
            guard let number = amount(text) else { return ("", fault(text, "a number")) }
            if field.kind == .amount { return (NumberText.shortest(number), nil) }
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
    /// What a field holds.
    enum Kind { case text, list, date, amount, count }

    var kind: Kind {
        switch self {
        case .area: .amount
        case .capacity, .parkingSpaces: .count
        case .designated, .baseDate: .date
        case .publicFacilities, .lodgings, .sportsFacilities, .cultureFacilities, .receptionFacilities,
            .supportFacilities:
            .list
        default: .text
        }
    }
}
