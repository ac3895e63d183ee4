/// JSON in one form: no blanks, members sorted by the bytes of their names, numbers as written.
package enum CanonicalJSON {
    /// Appends a value.
    ///
    /// - Complexity: O(*n* log *n*).
    package static func append(_ value: JSONValue, to bytes: inout ContiguousArray<UInt8>) {
        switch value {
        case .null: bytes.append("null")
        case .bool(let bool): bytes.append(bool ? "true" : "false")
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): JSONText.append(text, to: &bytes)
        case .array, .numbers:
            bytes.append("[")
            for (place, value) in (value.array ?? []).enumerated() {
                if place > 0 { bytes.append(",") }
                append(value, to: &bytes)
            }
            bytes.append("]")
        case .object(let object):
            bytes.append("{")
            for (place, member) in object.members.sorted(by: { isBefore($0.key, $1.key) }).enumerated() {
                if place > 0 { bytes.append(",") }
                JSONText.append(member.key, to: &bytes)
                bytes.append(":")
                append(member.value, to: &bytes)
            }
            bytes.append("}")
        }
    }

    package static func text(_ value: JSONValue) -> String { String { append(value, to: &$0) } }

    /// Whether a name comes before another: by bytes, since strings compare equal that differ in bytes.
    package static func isBefore(_ a: String, _ b: String) -> Bool {
        let isBefore = unsafe a.utf8.withContiguousStorageIfAvailable { a in
            unsafe b.utf8.withContiguousStorageIfAvailable { b in unsafe a.lexicographicallyPrecedes(b) }
        }
        return (isBefore ?? nil) ?? a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    /// Whether two texts have the same bytes.
    package static func areSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
