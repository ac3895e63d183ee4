import WaymarkTables
import WaymarkText

/// The records of a JSON document of any supported form.
struct JSONDocument {
    /// One place, as names and values.
    struct Record {
        var line: Int
        var members: [(key: String, value: JSONValue)] = []
        /// Why it is invalid.
        var rejection: Rejection?

        /// Calls `body` with each member, with nested objects flattened.
        func forEachCell(_ body: (String, JSONValue) -> Void) { Self.walk(members, body) }

        private static func walk(_ members: [(key: String, value: JSONValue)], _ body: (String, JSONValue) -> Void) {
            for (key, value) in members {
                if let object = value.object { walk(object.members, body) } else { body(key, value) }
            }
        }
    }

    let format: QualityReport.Format
    let records: [Record]

    init(_ value: JSONValue, file: String) throws(AttractionError) {
        if let list = value.array {
            format = .listJSON
            records = Self.records(list)
            return
        }
        guard let top = value.object else { throw .unknownJSONShape(file: file, seen: []) }
        if case .string(let type)? = top["type"], top["features"] != nil || Self.geoJSONTypes.contains(type) {
            guard type == "FeatureCollection", let features = top["features"]?.array else {
                throw .notFeatureCollection(file: file, type: type)
            }
            format = .geoJSON
            records = Self.numbered(features, Self.feature)
        } else if let list = top["records"]?.array {
            format = .portalJSON
            records = Self.records(list)
        } else if let answer = top["response"]?.object ?? (top["body"] == nil ? nil : top) {
            format = .serviceJSON
            records = try Self.items(of: answer, file: file)
        } else if let fault = top["OpenAPI_ServiceResponse"]?.object {
            throw Self.serviceError(fault["cmmMsgHeader"]?.object ?? fault, file: file)
        } else if let list = top["data"]?.array {
            format = .listJSON
            records = Self.records(list)
        } else {
            throw .unknownJSONShape(file: file, seen: top.keys)
        }
    }

    private static let geoJSONTypes: Set<String> = [
        "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
        "MultiPolygon", "GeometryCollection",
    ]

    /// Makes a record of each value; one that is not an object is rejected with the line of the previous record.
    private static func numbered(_ values: [JSONValue], _ record: (JSONObject) -> Record) -> [Record] {
        var line = 1
        return values.enumerated().map { number, value in
            guard let object = value.object else {
                let rejection = Rejection(line: line, reason: "record \(number + 1) is not an object")
                return Record(line: line, rejection: rejection)
            }
            line = object.line
            return record(object)
        }
    }

    private static func records(_ values: [JSONValue]) -> [Record] {
        numbered(values) { Record(line: $0.line, members: $0.members) }
    }

    // MARK: The open API

    private static func items(of answer: JSONObject, file: String) throws(AttractionError) -> [Record] {
        if let header = answer["header"]?.object, let code = header["resultCode"]?.cell,
            code.contains(where: { $0 != "0" })
        {
            throw serviceError(header, file: file)
        }
        guard let items = answer["body"]?.object?["items"] else {
            throw .unknownJSONShape(file: file, seen: answer.keys)
        }
        if let list = items.array { return records(list) }
        // Without a hit, `items` is an empty text; with one hit, `item` may be the object itself.
        guard let object = items.object else { return [] }
        guard let item = object["item"] else { return object.members.isEmpty ? [] : records([items]) }
        return records(item.array ?? [item])
    }

    private static func serviceError(_ header: JSONObject, file: String) -> AttractionError {
        func first(_ keys: String...) -> String { keys.lazy.compactMap { header[$0]?.cell }.first ?? "unknown" }
        return .serviceError(
            file: file, code: first("resultCode", "returnReasonCode"),
            message: first("resultMsg", "returnAuthMsg", "errMsg"))
    }

    // MARK: GeoJSON

    private static func feature(_ feature: JSONObject) -> Record {
        var record = Record(line: feature.line)
        guard let geometry = feature["geometry"]?.object else {
            // A feature without a place: latitude and longitude stay blank.
            record.members = properties(of: feature)
            return record
        }
        let type = geometry["type"]?.cell ?? ""
        guard type == "Point" else {
            let kind = type.isEmpty ? "without a type" : type
            record.rejection = Rejection(line: feature.line, reason: "the geometry is \(kind), not a Point")
            return record
        }
        guard let position = geometry["coordinates"]?.array, position.count >= 2 else {
            record.rejection = Rejection(line: feature.line, reason: "a Point without longitude and latitude")
            return record
        }
        // Longitude first (RFC 7946, section 3.1.1).
        record.members = [("longitude", position[0]), ("latitude", position[1])] + properties(of: feature)
        return record
    }

    /// The id and the properties, except those given by the geometry.
    private static func properties(of feature: JSONObject) -> [(key: String, value: JSONValue)] {
        var members = feature["properties"]?.object?.members ?? []
        members.removeAll { ["latitude", "longitude"].contains($0.key) }
        if let id = feature["id"], !id.cell.isEmpty {
            members.removeAll { $0.key == "id" }
            members.insert(("id", id), at: 0)
        }
        return members
    }
}
