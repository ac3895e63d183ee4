/// A JSON object and its line.
public struct JSONObject: Sendable {
    /// The line where it begins, from 1.
    public var line: Int
    /// The members, in their order.
    public var members: [(key: String, value: JSONValue)]

    /// An object.
    public init(line: Int, members: [(key: String, value: JSONValue)] = []) {
        self.line = line
        self.members = members
    }

    /// The value of the first member of that name.
    public subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// The names of the members.
    public var keys: [String] { members.map(\.key) }
}

/// A JSON value, with numbers as written and members in order.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    /// A list of one or more numbers and nothing else, as positions are: one text, not one for each number.
    case numbers(JSONNumbers)
    case object(JSONObject)

    /// The object; nil for another value.
    public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
    /// The elements; nil for another value.
    public var array: [JSONValue]? {
        switch self {
        case .array(let values): values
        case .numbers(let numbers): numbers.texts.map { .number($0) }
        default: nil
        }
    }
}
