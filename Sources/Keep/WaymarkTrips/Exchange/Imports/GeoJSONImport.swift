import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads GeoJSON.
///
/// A document is one trip. Points are its stops, in order, and lines routes as travelled; areas are counted. The
/// properties of stops and entries that ``TripGeoJSON`` writes are read, by these and by other usual names.
struct GeoJSONImport: ImportReader {
    private static let geometries: Set = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
    ]
    /// The members of the document that are read as a whole.
    private static let members: Set = [
        "type", "name", "title", "description", "properties", "geometry", "geometries", "coordinates",
    ]
    private static let properties: Set = [
        "kind", "number", "name", "title", "text", "notes", "description", "desc", "attraction", "time_zone", "arrival",
        "time", "stay", "stay_ms", "nights", "pinned",
    ]

    private var collected: ImportedRecords
    private let trip: RecordID

    init(_ collected: ImportedRecords) {
        var collected = collected
        trip = collected.addTrip()
        self.collected = collected
    }

    consuming func read(_ source: consuming any ByteSource) throws -> TripImport {
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
        case "Feature": try addFeature(.object(document), at: place)
        case let type? where Self.geometries.contains(type):
            try add(.object(document), JSONObject(line: place.line), at: place)
        case let type:
            throw ImportError.otherKind(
                expected: "GeoJSON", found: type.map { "an object of type \(ImportedValue.quoted($0))" } ?? "an object",
                line: place.line, column: place.column)
        }
        return collected.finish()
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

    /// Adds what is at a geometry: all of it, or nothing.
    private mutating func add(
        _ geometry: JSONValue, _ properties: JSONObject, at place: (line: Int, column: Int)
    ) throws {
        var shapes: [GeoJSONShape] = []
        let stop: TripStop?
        let time: Moment?
        do throws(ImportedValue.Fault) {
            try GeoJSONShape.append(geometry, to: &shapes)
            time = try entryTime(properties)
            stop = time == nil ? try self.stop(properties) : nil
        } catch {
            return try collected.reject(error.reason, at: place)
        }
        for shape in shapes {
            switch shape {
            case .point(let coordinate):
                if let time { add(entry: properties, time, at: coordinate) }
                if var stop {
                    stop.coordinate = coordinate
                    collected.add(stop, to: trip)
                }
            case .line(var line):
                line.name = properties.text("name") ?? ""
                try collected.add(line, to: trip, at: place)
            case .area(let type): collected.ignore(type)
            }
        }
        for name in properties.keys where !Self.properties.contains(name) { collected.ignore("properties.\(name)") }
    }

    // MARK: Properties

    /// The time of an entry; nil for anything else.
    private func entryTime(_ properties: JSONObject) throws(ImportedValue.Fault) -> Moment? {
        guard properties.text("kind") == "entry", let time = properties.text("time") else { return nil }
        return try ImportedValue.moment(time, in: try zone(properties) ?? collected.options.zone)
    }

    private mutating func add(entry properties: JSONObject, _ time: Moment, at coordinate: Coordinate) {
        let zone = (try? zone(properties)) ?? collected.options.zone
        let trip = trip
        collected.addEntry {
            DiaryEntry(
                id: $0, title: properties.text("title") ?? "", text: properties.text("text") ?? "", time: time,
                zone: zone, subject: trip, coordinate: coordinate)
        }
    }

    /// A stop whose place is not yet known.
    private func stop(_ properties: JSONObject) throws(ImportedValue.Fault) -> TripStop {
        var stop = TripStop(imported: Coordinate(uncheckedLatitude: 0, longitude: 0))
        stop.name = properties.text("name") ?? properties.text("title") ?? ""
        stop.notes = properties.text("notes") ?? properties.text("description") ?? properties.text("desc") ?? ""
        stop.attraction = properties.text("attraction")
        stop.zone = try zone(properties)
        if let time = properties.text("arrival") ?? properties.text("time"), !time.isEmpty {
            stop.arrival = try ImportedValue.moment(time, in: stop.zone ?? collected.options.zone)
        }
        if let stay = properties.text("stay"), !stay.isEmpty { stop.stay = try ImportedValue.stay(stay) }
        if case .number(let text)? = properties["stay_ms"] { stop.stay = try ImportedValue.stay(milliseconds: text) }
        if case .number(let nights)? = properties["nights"] { stop.nights = try ImportedValue.nights(nights) }
        if case .bool(let isPinned)? = properties["pinned"] { stop.isPinned = isPinned }
        return stop
    }

    private func zone(_ properties: JSONObject) throws(ImportedValue.Fault) -> ClockZone? {
        guard let name = properties.text("time_zone"), !name.isEmpty else { return nil }
        return try ImportedValue.zone(name)
    }
}

extension JSONObject {
    /// The text of a member; nil if it is missing or another value.
    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }
}

/// What is at a geometry of GeoJSON.
enum GeoJSONShape {
    case point(Coordinate)
    case line(ImportedLine)
    /// A polygon, by the name of its type.
    case area(String)

    /// Appends what is at a geometry.
    static func append(_ geometry: JSONValue, to shapes: inout [GeoJSONShape]) throws(ImportedValue.Fault) {
        guard let object = geometry.object, let type = object.text("type") else {
            throw ImportedValue.Fault(reason: "the geometry has no type")
        }
        let coordinates = object["coordinates"] ?? .null
        switch type {
        case "Point": shapes.append(.point(try places(.array([coordinates]))[0]))
        case "MultiPoint": for place in try places(coordinates) { shapes.append(.point(place)) }
        case "LineString": shapes.append(try line(coordinates))
        case "MultiLineString":
            guard let lines = coordinates.array else {
                throw ImportedValue.Fault(reason: "the coordinates are not a list of lines")
            }
            for line in lines { shapes.append(try self.line(line)) }
        case "GeometryCollection":
            guard let geometries = object["geometries"]?.array else {
                throw ImportedValue.Fault(reason: "the collection has no list of geometries")
            }
            for geometry in geometries { try append(geometry, to: &shapes) }
        case "Polygon", "MultiPolygon": shapes.append(.area(type))
        default: throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(type)) is not a type of geometry")
        }
    }

    private static func line(_ coordinates: JSONValue) throws(ImportedValue.Fault) -> GeoJSONShape {
        var line = ImportedLine()
        for place in try places(coordinates) where !line.append(TrackPoint(place)) {
            throw .tooManyPoints
        }
        return .line(line)
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
