internal import WaymarkText

/// Reads regions from GeoJSON (RFC 7946).
struct GeoJSONRegionReader {
    /// A region after reading: valid polygons within -180...180 and -90...90.
    struct Feature {
        var name: String
        var englishName: String
        var code: String
        var polygons: [PlanePolygon]
    }

    private typealias Refusal = BorderRefusal

    static func read(
        _ bytes: ContiguousArray<UInt8>, file: String, options: RegionOptions,
        mending borders: some BorderMending
    ) throws(RegionError) -> (features: [Feature], report: RegionReport) {
        let members = try features(of: value(bytes, file: file), file: file)
        let properties = members.map { $0?["properties"]?.object ?? JSONObject(line: 0) }
        let seen = names(of: properties)
        let name = try property(options.name, RegionOptions.commonNames, of: seen, members.count, file: file)
        let english = RegionOptions.commonEnglishNames.first { seen.contains($0) }
        let code = try property(options.code, RegionOptions.commonCodes, of: seen, members.count, file: file)

        var features: [Feature] = []
        var notes: [RegionReport.Note] = []
        var line = 1
        for (number, (member, properties)) in zip(members, properties).enumerated() {
            line = member?.line ?? line
            var feature = Feature(
                name: text(name.flatMap { properties[$0] }), englishName: text(english.flatMap { properties[$0] }),
                code: text(code.flatMap { properties[$0] }), polygons: [])
            if feature.code.isEmpty { feature.code = text(member?["id"]) }
            func note(_ action: RegionReport.Note.Action, _ reason: String) {
                notes.append(
                    RegionReport.Note(
                        line: line, feature: number + 1, name: feature.name, code: feature.code, action: action,
                        reason: reason))
            }
            do throws(Refusal) {
                guard let member else { throw Refusal(reason: "not an object") }
                var faults: [String] = []
                feature.polygons = try polygons(of: member, &faults, borders)
                try mend(&feature.polygons, &faults, borders)
                features.append(feature)
                if let reason = reason(faults) { note(.mended, reason) }
            } catch {
                note(.refused, error.reason)
            }
        }
        let report = RegionReport(
            file: file, features: members.count, nameProperty: name, codeProperty: code, properties: seen, notes: notes)
        return (features, report)
    }

    // MARK: Features

    private static func value(_ bytes: ContiguousArray<UInt8>, file: String) throws(RegionError) -> JSONValue {
        // After a byte order mark.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? ContiguousArray(bytes.dropFirst(3)) : bytes
        if let invalid = UTF8Validation.firstInvalid(bytes.span) {
            let lines = bytes[..<invalid].split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
            let column = lines[lines.count - 1].count + 1
            throw .malformedJSON(file: file, line: lines.count, column: column, reason: "the text is not UTF-8")
        }
        do throws(JSONParser.Fault) {
            return try JSONParser.value(text)
        } catch {
            throw .malformedJSON(file: file, line: error.line, column: error.column, reason: error.reason)
        }
    }

    /// The features; nil for an element that is not an object. A geometry alone is a feature without properties.
    private static func features(of value: JSONValue, file: String) throws(RegionError) -> [JSONObject?] {
        guard let object = value.object else { throw .notRegions(file: file, type: "") }
        let type = text(object["type"])
        switch type {
        case "FeatureCollection":
            guard let features = object["features"]?.array else {
                throw .notRegions(file: file, type: "FeatureCollection without features")
            }
            return features.map(\.object)
        case "Feature": return [object]
        case "Polygon", "MultiPolygon":
            return [JSONObject(line: object.line, members: [("geometry", value)])]
        default: throw .notRegions(file: file, type: type)
        }
    }

    /// The names of the properties of all features, each once.
    private static func names(of properties: [JSONObject]) -> [String] {
        var (names, seen): ([String], Set<String>) = ([], [])
        for key in properties.lazy.flatMap(\.keys) where seen.insert(key).inserted { names.append(key) }
        return names
    }

    /// The requested property, or the first common one that any feature has.
    private static func property(
        _ asked: String?, _ common: [String], of seen: [String], _ features: Int, file: String
    ) throws(RegionError) -> String? {
        guard let asked else { return common.first { seen.contains($0) } }
        // A file without features has no properties either.
        if features > 0, !seen.contains(asked) { throw .noSuchProperty(file: file, name: asked, seen: seen) }
        return asked
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        default: ""
        }
    }

    // MARK: Geometry

    /// The repairs of a feature, each kind once, with their number; nil for none.
    private static func reason(_ faults: [String]) -> String? {
        var counts: [String: Int] = [:]
        let kinds = faults.filter { fault in
            counts[fault, default: 0] += 1
            return counts[fault] == 1
        }
        if kinds.isEmpty { return nil }
        return kinds.map { counts[$0] == 1 ? $0 : "\($0) (\(counts[$0, default: 0]) times)" }.joined(separator: "; ")
    }

    private static func polygons(
        of feature: JSONObject, _ faults: inout [String], _ borders: some BorderMending
    ) throws(Refusal) -> [PlanePolygon] {
        guard let geometry = feature["geometry"]?.object else { throw Refusal(reason: "the geometry is missing") }
        let type = text(geometry["type"])
        guard type == "Polygon" || type == "MultiPolygon" else {
            let kind = type.isEmpty ? "without a type" : "a \(type)"
            throw Refusal(reason: "the geometry is \(kind), not a Polygon or MultiPolygon")
        }
        guard let coordinates = geometry["coordinates"]?.array else {
            throw Refusal(reason: "the \(type) has no list of coordinates")
        }
        if type == "Polygon" { return try parts(coordinates, "", &faults, borders) }
        var polygons: [PlanePolygon] = []
        for (i, rings) in coordinates.enumerated() {
            guard let rings = rings.array else { throw Refusal(reason: "polygon \(i + 1) is not a list of rings") }
            polygons += try parts(rings, "polygon \(i + 1), ", &faults, borders)
        }
        return polygons
    }

    /// A polygon, cut at the antimeridian if it crosses it uncut; none if it has no area.
    private static func parts(
        _ rings: [JSONValue], _ place: String, _ faults: inout [String], _ borders: some BorderMending
    ) throws(Refusal) -> [PlanePolygon] {
        guard let polygon = try polygon(rings, place, &faults) else { return [] }
        let (parts, found) = try borders.cut(polygon, at: place)
        faults += found
        return parts
    }

    /// A polygon with closed rings; nil if its outer ring has no area.
    private static func polygon(
        _ rings: [JSONValue], _ place: String, _ faults: inout [String]
    ) throws(Refusal) -> PlanePolygon? {
        var polygon = PlanePolygon(rings: [])
        for (i, ring) in rings.enumerated() {
            let place = "\(place)ring \(i + 1)"
            var points = try points(ring, place)
            if let first = points.first, points.count > 1, points.last != first {
                faults.append("a ring was not closed")
                points.append(first)
            }
            if points.count >= 4 {
                polygon.rings.append(points)
            } else {
                faults.append("a ring of fewer than three places was omitted")
                // Holes without area are ignored.
                if i == 0 { return nil }
            }
        }
        return polygon.rings.isEmpty ? nil : polygon
    }

    /// The positions of a ring. If one is invalid, they are read again one by one to report which.
    private static func points(_ ring: JSONValue, _ place: String) throws(Refusal) -> [PlanePoint] {
        if let points = ring.positions?.map({ PlanePoint(x: $0.longitude, y: $0.latitude) }),
            points.allSatisfy({ abs($0.x) <= 180 && abs($0.y) <= 90 })
        {
            return points
        }
        guard let positions = ring.array else { throw Refusal(reason: "\(place) is not a list of positions") }
        var points: [PlanePoint] = []
        for (j, position) in positions.enumerated() {
            points.append(try point(position, "\(place), position \(j + 1)"))
        }
        return points
    }

    private static func point(_ position: JSONValue, _ place: String) throws(Refusal) -> PlanePoint {
        guard let numbers = position.array, numbers.count >= 2 else {
            throw Refusal(reason: "\(place) is not a longitude and a latitude")
        }
        // Longitude first (RFC 7946, section 3.1.1).
        return PlanePoint(
            x: try degree(numbers[0], "longitude", 180, place), y: try degree(numbers[1], "latitude", 90, place))
    }

    private static func degree(
        _ value: JSONValue, _ what: String, _ limit: Double, _ place: String
    ) throws(Refusal) -> Double {
        guard case .number(let text) = value else { throw Refusal(reason: "\(place): the \(what) is not a number") }
        guard let degree = NumberParser.double(text), abs(degree) <= limit else {
            let isProjected = NumberParser.double(text).map { abs($0) > 360 } ?? false
            let hint =
                isProjected
                ? "; GeoJSON is in degrees" : what == "longitude" ? "; regions are cut at the antimeridian" : ""
            throw Refusal(
                reason:
                    "\(place): \(what) \(PlainText.shortened(text)) is outside -\(Int(limit))...\(Int(limit))\(hint)")
        }
        return degree
    }

    /// Turns polygons, possibly invalid, into valid ones.
    private static func mend(
        _ polygons: inout [PlanePolygon], _ faults: inout [String], _ borders: some BorderMending
    ) throws(Refusal) {
        do throws(Refusal) {
            guard !polygons.isEmpty else { throw Refusal(reason: "it has no ring") }
            let (mended, fault) = try borders.mend(polygons)
            guard let fault else { return }
            polygons = mended
            faults.append(fault)
            if polygons.isEmpty { throw Refusal(reason: "it has no area") }
        } catch {
            throw Refusal(reason: [reason(faults), error.reason].compactMap(\.self).joined(separator: "; "))
        }
    }
}

/// Polygons as GeoJSON (RFC 7946).
public enum GeoJSONText {
    /// Returns polygons as one geometry: a Polygon, or a MultiPolygon unless there is exactly one.
    ///
    /// - Parameter polygons: In longitude and latitude, with closed rings.
    /// - Returns: A JSON object; outer rings run counterclockwise.
    public static func geometry(_ polygons: [PlanePolygon]) -> String {
        var bytes = ContiguousArray<UInt8>()
        append(polygons, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends polygons as one geometry, outer rings counterclockwise.
    static func append(_ polygons: [PlanePolygon], to bytes: inout ContiguousArray<UInt8>) {
        GeoJSONGeometry.append(polygons: polygons.map(\.wound.rings), to: &bytes) { ($0.x, $0.y, nil) }
    }
}
