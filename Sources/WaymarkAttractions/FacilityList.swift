/// Lists of facilities, written as one text with `+` between the items.
enum FacilityList {
    /// The items of `text`, without blanks at their ends; none for blank, `-` and 없음.
    ///
    /// A `+` inside parentheses belongs to its item, as in `기반시설(도로+광장+주차장)`. Where parentheses do not
    /// close, each `+` divides.
    static func items(_ text: String) -> [String] {
        var items = divided(text, respectsParentheses: true) ?? divided(text, respectsParentheses: false) ?? []
        items = items.map(PlainText.trimmed).filter { !$0.isEmpty }
        if items.count == 1, ["-", "없음", "NULL", "null"].contains(items[0]) { return [] }
        return items
    }

    /// The one text that reads back as `items`.
    static func text(_ items: [String]) -> String { items.joined(separator: "+") }

    private static func divided(_ text: String, respectsParentheses: Bool) -> [String]? {
        var items: [String] = []
        var item = ""
        var depth = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "+" where depth == 0:
                items.append(item)
                item = ""
                continue
            case "(", "（", "[": depth += respectsParentheses ? 1 : 0
            case ")", "）", "]": depth = max(0, depth - 1)
            default: break
            }
            item.unicodeScalars.append(scalar)
        }
        if depth != 0 { return nil }
        items.append(item)
        return items
    }
}
