import WaymarkQuestions
import WaymarkTables
import WaymarkText

/// The places of a request as the table that a batch reads: only the columns that some place has.
struct PlaceTableText: Sendable {
    private(set) var bytes: ContiguousArray<UInt8> = []
    private(set) var count = 0

    /// A table of places, each with a text for some of the columns.
    init(_ places: [[String?]], columns: [Parameter]) {
        let used = columns.indices.filter { column in
            columns[column].isRequired || places.contains { $0[column] != nil }
        }
        var buffer = CSVBuffer()
        for column in used { buffer.append(field: columns[column].name) }
        buffer.endRecord()
        for place in places {
            for column in used { buffer.append(field: place[column] ?? "") }
            buffer.endRecord()
        }
        (bytes, count) = (buffer.bytes, places.count)
    }

    /// A table as a client sends it, which is read later; its lines are counted.
    init(rows: ContiguousArray<UInt8>) {
        bytes = rows
        count = max(0, rows.reduce(0) { $0 + ($1 == Byte.lineFeed ? 1 : 0) } - 1)
    }

    /// The texts of a place from the members of an object; each is checked as a parameter is.
    static func texts(
        of object: JSONObject, columns: [Parameter], place: String
    ) throws(Problem) -> [String?] {
        var texts: [String?] = columns.map { _ in nil }
        for (key, value) in object.members {
            guard let column = columns.firstIndex(where: { $0.name == key }) else {
                throw .bad(
                    "\(place).\(PlainText.shortened(key))",
                    "\(place) has the unknown member \"\(PlainText.shortened(key))\"; known are: \(columns.map(\.name).joined(separator: ", "))."
                )
            }
            guard let text = try Self.text(value, of: "\(place).\(key)") else { continue }
            if text.utf8.contains(0) { throw .bad("\(place).\(key)", "\(place).\(key) must not contain NUL.") }
            texts[column] = text
        }
        return texts
    }

    /// The text of a single value; nil for null.
    static func text(_ value: JSONValue, of name: String) throws(Problem) -> String? {
        switch value {
        case .null: nil
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .numbers, .object: throw .bad(name, "\(name) must be a single value.")
        }
    }
}

/// The body of a POST as JSON: an object of parameters, with a list of places or an object besides.
struct JSONQuestion: Sendable {
    var values: [(name: String, value: String)] = []
    var places: [[String?]] = []
    /// The member that is no parameter, as it is; nil if it is missing or null.
    var object: JSONValue?

    /// Reads a body; `list` is the name of the member with the places, `most` their maximum number.
    ///
    /// - Throws: ``Problem`` that names the place of the fault.
    init(
        _ bytes: ContiguousArray<UInt8>, list: String, columns: [Parameter], most: Int
    ) throws(Problem) {
        for (key, value) in try Self.members(bytes) {
            guard key == list else {
                try add(value, of: key)
                continue
            }
            guard places.isEmpty, let items = value.array else {
                throw .bad(key, "\(key) must be given once, as a list of objects.")
            }
            if items.count > most {
                throw .limit(
                    .contentTooLarge, "\(key) has \(items.count) places; the limit is \(most)",
                    option: "max-coordinates")
            }
            for (number, item) in items.enumerated() {
                let name = "\(key)[\(number)]"
                guard let object = item.object else { throw .bad(name, "\(name) must be an object.") }
                places.append(try PlaceTableText.texts(of: object, columns: columns, place: name))
            }
        }
        if places.isEmpty { throw .bad(list, "\(list) is missing: a list of at least one place.") }
    }

    /// Reads a body without places; `name` is that of ``object``, `most` the maximum number of values.
    ///
    /// - Throws: ``Problem`` that names the place of the fault.
    init(_ bytes: ContiguousArray<UInt8>, object name: String, most: Int) throws(Problem) {
        for (key, value) in try Self.members(bytes) {
            guard key == name else {
                try add(value, of: key)
                if values.count > most {
                    throw .limit(
                        .contentTooLarge, "The body has more than \(most) values", option: "max-coordinates")
                }
                continue
            }
            if case .null = value { continue }
            guard object == nil, value.object != nil else {
                throw .bad(key, "\(key) must be given once, as an object.")
            }
            object = value
        }
    }

    private static func members(_ bytes: ContiguousArray<UInt8>) throws(Problem) -> [(key: String, value: JSONValue)] {
        guard UTF8Validation.firstInvalid(bytes.span) == nil else { throw .bad("body", "The body is not UTF-8.") }
        let value: JSONValue
        do throws(JSONParser.Fault) {
            value = try JSONParser.value(bytes)
        } catch {
            throw .bad(
                "body", "The body is not JSON: line \(error.line), column \(error.column): \(error.reason).")
        }
        guard let object = value.object else { throw .bad("body", "The body must be a JSON object.") }
        return object.members
    }

    /// Adds the value of a parameter, or its values.
    private mutating func add(_ value: JSONValue, of key: String) throws(Problem) {
        for item in value.array ?? [value] {
            if let text = try PlaceTableText.text(item, of: PlainText.shortened(key)) { values.append((key, text)) }
        }
    }
}
