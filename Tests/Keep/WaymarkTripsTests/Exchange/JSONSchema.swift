import Foundation
import WaymarkText

/// Checks values against a JSON Schema: the keywords that the schema of backups uses, and no others.
struct JSONSchema {
    /// A keyword that is not known: nothing may be left unchecked.
    struct UnknownKeyword: Error { let name: String }

    private let root: JSONValue

    init(contentsOf url: URL) throws { root = try JSONParser.value(ContiguousArray(Data(contentsOf: url))) }

    /// Why a document does not fit, with the paths of the faults; empty if it fits.
    func faults(of document: ContiguousArray<UInt8>) throws -> [String] {
        try faults(JSONParser.value(document), root, at: "")
    }

    /// The names of the properties that the records of a list may have.
    func properties(of list: String) -> Set<String> {
        let record = root.object?["properties"]?.object?[list]?.object?["items"].map(resolved)
        let members = [record ?? .null, resolved(.object(JSONObject(line: 0, members: [("$ref", .string("record"))])))]
            .flatMap { $0.object?["properties"]?.object?.members ?? [] }
        return Set(members.filter { if case .bool(false) = $0.value { false } else { true } }.map(\.key))
    }

    /// The schema that a `$ref` names.
    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard case .string(let path)? = schema.object?["$ref"] else { return schema }
        return root.object?["$defs"]?.object?[String(path.split(separator: "/").last ?? "")] ?? .null
    }

    private func faults(_ value: JSONValue, _ schema: JSONValue, at path: String) throws -> [String] {
        if case .bool(let isAllowed) = schema { return isAllowed ? [] : ["\(path) is not allowed"] }
        guard let schema = schema.object else { throw UnknownKeyword(name: path) }
        var faults: [String] = []
        for (keyword, argument) in schema.members {
            switch keyword {
            case "$schema", "$id", "title", "description", "$defs": break
            case "$ref":
                faults += try self.faults(
                    value, resolved(.object(JSONObject(line: 0, members: [(keyword, argument)]))), at: path)
            case "allOf":
                for part in argument.array ?? [] { faults += try self.faults(value, resolved(part), at: path) }
            case "type": if !isOf(argument.texts.first, value) { faults.append("\(path) is no \(argument.texts)") }
            case "const", "minimum", "maximum":
                guard let number = value.number else {
                    if keyword == "const" { faults.append("\(path) is not a number") }
                    break
                }
                let limit = argument.number ?? .nan
                let fits =
                    keyword == "minimum" ? number >= limit : keyword == "maximum" ? number <= limit : number == limit
                if !fits { faults.append("\(path): \(keyword) is \(limit)") }
            case "pattern":
                let pattern = try Regex(argument.texts.first ?? "")
                if case .string(let text) = value, try pattern.firstMatch(in: text) == nil {
                    faults.append("\(path) does not match \(argument.texts)")
                }
            case "required":
                for name in argument.texts where value.object.map({ $0[name] == nil }) == true {
                    faults.append("\(path)/\(name) is missing")
                }
            case "dependentRequired":
                for (name, others) in argument.object?.members ?? [] where value.object?[name] != nil {
                    for other in others.texts where value.object?[other] == nil {
                        faults.append("\(path)/\(other) is missing")
                    }
                }
            case "properties":
                for (name, part) in argument.object?.members ?? [] {
                    if let member = value.object?[name] {
                        faults += try self.faults(member, part, at: "\(path)/\(name)")
                    }
                }
            case "additionalProperties":
                let known = Set(schema["properties"]?.object?.keys ?? [])
                for name in value.object?.keys ?? [] where !known.contains(name) {
                    faults.append("\(path)/\(name) is unknown")
                }
            case "items":
                for (place, item) in (value.array ?? []).enumerated() {
                    faults += try self.faults(item, argument, at: "\(path)/\(place)")
                }
            case "uniqueItems":
                let texts = value.texts
                if Set(texts).count < texts.count { faults.append("\(path) has an item twice") }
            default: throw UnknownKeyword(name: keyword)
            }
        }
        return faults
    }

    private func isOf(_ type: String?, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("array", .numbers), ("string", .string), ("boolean", .bool),
            ("number", .number):
            true
        case ("integer", .number(let text)): Int64(text) != nil
        default: false
        }
    }
}

extension JSONValue {
    /// The texts of a list, or the text alone.
    fileprivate var texts: [String] {
        if case .string(let text) = self { return [text] }
        return (array ?? []).flatMap(\.texts)
    }

    fileprivate var number: Double? { if case .number(let text) = self { NumberParser.double(text) } else { nil } }
}
