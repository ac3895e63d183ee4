import WaymarkTables
import WaymarkText

extension JSONValue {
    /// The value as the text of a cell: a list of texts joined with `+`, "" for null and objects.
    var cell: String {
        switch self {
        case .null, .object: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array(let values): FacilityList.text(values.map(\.cell).filter { !$0.isEmpty })
        case .numbers(let numbers): FacilityList.text(numbers.texts)
        }
    }
}
