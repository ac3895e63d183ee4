import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads GeoJSON.
///
/// A document is one trip. Points are its stops, in order, and lines routes as travelled; areas are counted. The ids and
/// properties that ``TripGeoJSON`` writes are read, the latter by other usual names too.
struct GeoJSONImport {
    private static let geometries: Set = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]
    /// The members of the document that are read as a whole.
    private static let members: Set = [
        "type", "name", "title", "description", "properties", "geometry", "geometries", "coordinates",
    ]
    private static let properties: Set = [
        "kind", "number", "name", "title", "text", "notes", "description", "desc", "attraction", "time_zone", "arrival",
        "time", "stay", "stay_ms", "nights", "pinned", "stop_id", "entry_id", "own_place",
    ]

    /// The names of values where there are several.
    private static let aliases = [
        "name": ["name", "title"], "notes": ["notes", "description", "desc"], "arrival": ["arrival", "time"],
    ]

    private var collected: ImportedRecords
    private let trip: RecordID

    init(_ collected: ImportedRecords) {
        self.collected = collected
        trip = self.collected.addTrip()
        self.collected.sayTrips(["time_zone", "attraction", "stay", "nights", "pinned"])
    }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var json = try JSONStream(source)
        let place = json.place
        var document = JSONObject(line: place.line)
        var hasFeatures = false
        try json.beginObject()
        // The type may come last.
        while let name = try json.nextMember() {
            if name == "features", try json.isAtList {
                hasFeatures = true
                try json.beginList()
                while try json.nextElement() {
                    let place = json.place
                    try addFeature(try json.value(), at: place)
                }
            } else if Self.members.contains(name) {
                document.members.append((name, try json.value()))
            } else {
                collected.ignore(name)
                try json.skip()
            }
        }
        try json.finish()
        switch document.text("type") {
        case "FeatureCollection" where hasFeatures:
            let title = document.text("name") ?? document.text("title") ?? ""
            collected.change(trip) {
                $0.title = title.isEmpty ? $0.title : title
                $0.notes = document.text("description") ?? ""
            }
            if let properties = document["properties"]?.object {
                _ = try collected.identify(trip, at: place, properties.text)
            }
        case "Feature": try addFeature(.object(document), at: place)
        case let type? where Self.geometries.contains(type):
            try add(.object(document), JSONObject(line: place.line), at: place)
        case let type:
            throw ImportError.otherKind(
                expected: "GeoJSON", found: type.map { "an object of type \(ImportedValue.quoted($0))" } ?? "an object",
                line: place.line, column: place.column)
        }
        return collected
    }

    private mutating func addFeature(_ value: JSONValue, at place: (line: Int, column: Int)) throws {
        guard let feature = value.object, feature.text("type") == "Feature" else {
            return try collected.reject("it is not a Feature", at: place)
        }
        guard let geometry = feature["geometry"], geometry.object != nil else {
            return try collected.reject("the feature has no geometry", at: place)
        }
        try add(geometry, feature["properties"]?.object ?? JSONObject(line: place.line), at: place)
    }

    /// Adds what is at a geometry: all of it, or nothing; what cannot be read of its values is refused alone.
    private mutating func add(
        _ geometry: JSONValue, _ properties: JSONObject, at place: (line: Int, column: Int)
    ) throws {
        var shapes = GeoJSONShapes()
        do throws(ImportedValue.Fault) { try shapes.append(geometry) } catch {
            return try collected.reject(error.reason, at: place)
        }
        // Routes are assembled again.
        if properties.text("kind") == "leg", properties["leg_index"] != nil { return collected.ignore("leg") }
        try collected.add(at: shapes.points, of: trip, place) { name in
            let others = Self.aliases[name] ?? [name]
            return others.lazy.compactMap { properties[$0]?.plainText }.first
        }
        for var line in shapes.lines {
            line.name = properties.text("name") ?? ""
            try collected.add(line, to: trip, at: place)
        }
        for type in shapes.areas { collected.ignore(type) }
        for name in properties.keys where !Self.properties.contains(name) { collected.ignore("properties.\(name)") }
    }
}

extension JSONObject {
    /// The text of a member; nil if it is missing or another value.
    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }
}

extension JSONValue {
    /// A text, a number as written, or a truth; nil for another value.
    fileprivate var plainText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .numbers, .object: nil
        }
    }
}

/// What is at a geometry of GeoJSON.
struct GeoJSONShapes {
    private(set) var points: [Coordinate] = []
    private(set) var lines: [ImportedLine] = []
    /// The types of polygons.
    private(set) var areas: [String] = []

    /// Appends what is at a geometry.
    mutating func append(_ geometry: JSONValue) throws(ImportedValue.Fault) {
        guard let object = geometry.object, let type = object.text("type") else {
            throw ImportedValue.Fault(reason: "the geometry has no type")
        }
        let coordinates = object["coordinates"] ?? .null
        switch type {
        case "Point": points += try Self.places(.array([coordinates]))
        case "MultiPoint": points += try Self.places(coordinates)
        case "LineString": try append(line: coordinates)
        case "MultiLineString":
            guard let lines = coordinates.array else {
                throw ImportedValue.Fault(reason: "the coordinates are not a list of lines")
            }
            for line in lines { try append(line: line) }
        case "GeometryCollection":
            guard let geometries = object["geometries"]?.array else {
                throw ImportedValue.Fault(reason: "the collection has no list of geometries")
            }
            for geometry in geometries { try append(geometry) }
        case "Polygon", "MultiPolygon": areas.append(type)
        default: throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(type)) is not a type of geometry")
        }
    }

    private mutating func append(line coordinates: JSONValue) throws(ImportedValue.Fault) {
        var line = ImportedLine()
        for place in try Self.places(coordinates) where !line.append(TrackPoint(place)) { throw .tooManyPoints }
        lines.append(line)
    }

    private static func places(_ value: JSONValue) throws(ImportedValue.Fault) -> [Coordinate] {
        guard let positions = value.positions else {
            throw ImportedValue.Fault(reason: "the coordinates are not positions of a longitude and a latitude")
        }
        var places: [Coordinate] = []
        for (longitude, latitude) in positions { places.append(try ImportedValue.coordinate(latitude, longitude)) }
        return places
    }
}
