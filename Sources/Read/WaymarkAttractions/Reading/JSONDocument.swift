import WaymarkTables
import WaymarkText

/// The records of a JSON document of any supported form. Only the bytes of each are known: a record is read when it is its
/// turn, and no values are made of what is not asked for.
struct JSONDocument {
    /// One place, as names and the bytes of values.
    struct Record {
        var line: Int
        var object: JSONSource.Object
        /// Why it is invalid.
        var rejection: Rejection?
    }

    struct Member {
        let name: String
        let value: Range<Int>
    }

    /// The maximum length of a record: a place needs a few thousand bytes.
    private static let maxRecordBytes = 16 << 20

    let format: QualityReport.Format
    private let text: ContiguousArray<UInt8>
    private let firstLine: Int
    private let records: ContiguousArray<Range<Int>>

    /// The document in UTF-8, which begins on a line of the file.
    init(_ text: ContiguousArray<UInt8>, file: String, firstLine: Int) throws(AttractionError) {
        (self.text, self.firstLine) = (text, firstLine)
        var (list, top): (ContiguousArray<Range<Int>>?, ContiguousArray<JSONMember>?)
        do throws(JSONParser.Fault) {
            list = try JSONParser.elements(of: text, in: text.indices)
            top = list == nil ? try JSONParser.members(of: text, in: text.indices) : nil
        } catch {
            throw .malformedJSON(
                file: file, line: firstLine - 1 + error.line, column: error.column, reason: error.reason)
        }
        if let list {
            (format, records) = (.listJSON, list)
            return
        }
        guard let top else { throw .unknownJSONShape(file: file, seen: []) }
        let object = JSONSource(text).object(of: top)
        if case .string(let type)? = object.value("type"), object["features"] != nil || Self.geoJSONTypes.contains(type)
        {
            guard type == "FeatureCollection", let features = object.list("features") else {
                throw .notFeatureCollection(file: file, type: type)
            }
            (format, records) = (.geoJSON, features)
        } else if let list = object.list("records") {
            (format, records) = (.portalJSON, list)
        } else if let answer = object.object("response") ?? (object["body"] == nil ? nil : object) {
            (format, records) = (.serviceJSON, try Self.items(of: answer, file: file))
        } else if let fault = object.object("OpenAPI_ServiceResponse") {
            throw Self.serviceError(fault.object("cmmMsgHeader") ?? fault, file: file)
        } else if let list = object.list("data") {
            (format, records) = (.listJSON, list)
        } else {
            throw .unknownJSONShape(file: file, seen: object.names)
        }
    }

    var isEmpty: Bool { records.isEmpty }

    /// Calls `body` with each record and its number, from 1. One that is not an object is rejected with the line of the
    /// previous record.
    func forEachRecord(_ body: (_ number: Int, Record) -> Void) {
        let source = JSONSource(text)
        var (line, position, lineOfRecord) = (firstLine, 0, firstLine)
        for (index, range) in records.enumerated() {
            line += text[position..<range.lowerBound].count { $0 == Byte.lineFeed }
            position = range.lowerBound
            func reject(_ reason: String) {
                let rejection = Rejection(line: lineOfRecord, reason: "record \(index + 1) \(reason)")
                body(index + 1, Record(line: lineOfRecord, object: source.object(of: []), rejection: rejection))
            }
            do throws(JSONParser.Fault) {
                if range.count > Self.maxRecordBytes {
                    lineOfRecord = line
                    reject("is longer than 16 MiB")
                } else if let object = try source.object(in: range) {
                    lineOfRecord = line
                    let record =
                        format == .geoJSON
                        ? try Self.feature(object, line: line) : Record(line: line, object: object)
                    body(index + 1, record)
                } else {
                    reject("is not an object")
                }
            } catch {
                lineOfRecord = line
                reject("has \(error.reason)")
            }
        }
    }

    private static let geoJSONTypes: Set<String> = [
        "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
        "MultiPolygon", "GeometryCollection",
    ]

    // MARK: The open API

    private static func items(
        of answer: JSONSource.Object, file: String
    ) throws(AttractionError) -> ContiguousArray<Range<Int>> {
        if let header = answer.object("header"), let code = header.value("resultCode")?.cell,
            code.contains(where: { $0 != "0" })
        {
            throw serviceError(header, file: file)
        }
        guard let body = answer.object("body"), let items = body["items"] else {
            throw .unknownJSONShape(file: file, seen: answer.names)
        }
        if let list = body.list("items") { return list }
        // Without a hit, `items` is an empty text; with one hit, `item` may be the object itself.
        guard let object = body.object("items") else { return [] }
        guard let item = object["item"] else { return object.members.isEmpty ? [] : [items] }
        return object.list("item") ?? [item]
    }

    private static func serviceError(_ header: JSONSource.Object, file: String) -> AttractionError {
        func first(_ names: String...) -> String { names.lazy.compactMap { header.value($0)?.cell }.first ?? "unknown" }
        return .serviceError(
            file: file, code: first("resultCode", "returnReasonCode"),
            message: first("resultMsg", "returnAuthMsg", "errMsg"))
    }

    // MARK: GeoJSON

    private static func feature(_ feature: JSONSource.Object, line: Int) throws(JSONParser.Fault) -> Record {
        var record = Record(line: line, object: feature.source.object(of: []))
        guard let geometry = feature.object("geometry") else {
            // A feature without a place: latitude and longitude stay blank.
            record.object.members = try properties(of: feature)
            return record
        }
        let type = geometry.value("type")?.cell ?? ""
        guard type == "Point" else {
            let kind = type.isEmpty ? "without a type" : type
            record.rejection = Rejection(line: line, reason: "the geometry is \(kind), not a Point")
            return record
        }
        guard let position = geometry.list("coordinates"), position.count >= 2 else {
            record.rejection = Rejection(line: line, reason: "a Point without longitude and latitude")
            return record
        }
        // Longitude first (RFC 7946, section 3.1.1).
        record.object.members = [
            Member(name: "longitude", value: position[0]), Member(name: "latitude", value: position[1]),
        ]
        record.object.members += try properties(of: feature)
        return record
    }

    /// The id and the properties, except those given by the geometry.
    private static func properties(
        of feature: JSONSource.Object
    ) throws(JSONParser.Fault) -> ContiguousArray<Member> {
        var members =
            try feature["properties"].flatMap { range throws(JSONParser.Fault) in
                try feature.source.object(in: range)
            }?.members ?? []
        members.removeAll { ["latitude", "longitude"].contains($0.name) }
        if let id = feature["id"], feature.value("id")?.cell.isEmpty == false {
            members.removeAll { $0.name == "id" }
            members.insert(Member(name: "id", value: id), at: 0)
        }
        return members
    }
}

/// The parts of a text that is known to be JSON.
struct JSONSource {
    let text: ContiguousArray<UInt8>

    init(_ text: ContiguousArray<UInt8>) { self.text = text }

    /// An object, whose members are read when asked for.
    struct Object {
        let source: JSONSource
        var members: ContiguousArray<JSONDocument.Member>

        /// The bytes of the first member of a name.
        subscript(name: String) -> Range<Int>? { members.first { $0.name == name }?.value }

        var names: [String] { members.map(\.name) }

        func value(_ name: String) -> JSONValue? { self[name].map(source.value) }

        func object(_ name: String) -> Object? { self[name].flatMap { try? source.object(in: $0) } }

        func list(_ name: String) -> ContiguousArray<Range<Int>>? {
            self[name].flatMap { try? JSONParser.elements(of: source.text, in: $0) }
        }
    }

    func object(of members: ContiguousArray<JSONMember>) -> Object {
        Object(
            source: self,
            members: ContiguousArray(members.map { JSONDocument.Member(name: $0.name(in: text), value: $0.value) }))
    }

    /// The object that some bytes are; nil for another value.
    func object(in range: Range<Int>) throws(JSONParser.Fault) -> Object? {
        try JSONParser.members(of: text, in: range).map(object(of:))
    }

    func value(in range: Range<Int>) -> JSONValue { (try? JSONParser.value(of: text, in: range)) ?? .null }
}
