/// A JSON object and the 1-based line that it begins on.
package struct JSONObject: Sendable {
    package var line: Int
    package var members: [(key: String, value: JSONValue)]

    package init(line: Int, members: [(key: String, value: JSONValue)] = []) {
        self.line = line
        self.members = members
    }

    /// The value of the first member of that name.
    package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// The names of the members.
    package var keys: [String] { members.map(\.key) }
}

/// A JSON value, with numbers as they are written and members in their order.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
