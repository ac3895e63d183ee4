/// A JSON value, with numbers as they are written and members in their order.
package indirect enum JSONValue {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// The value as the text of a cell: a list of texts joined with `+`, "" for null and objects.
    var cell: String {
        switch self {
        case .null, .object: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array(let values): FacilityList.text(values.map(\.cell).filter { !$0.isEmpty })
        }
    }
}

/// A JSON object and the 1-based line that it begins on.
package struct JSONObject {
    package var line: Int
    package var members: [(key: String, value: JSONValue)] = []

    /// The value of the first member of that name.
    package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// The names of the members.
    var keys: [String] { members.map(\.key) }
}
