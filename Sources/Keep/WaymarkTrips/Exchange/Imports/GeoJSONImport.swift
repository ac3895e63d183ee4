import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads GeoJSON.
///
/// A document is one trip. Points are its stops, in order, and lines routes as travelled; areas are counted. The ids and
/// properties that ``TripGeoJSON`` writes are read, the latter by other usual names too.
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
        "time", "stay", "stay_ms", "nights", "pinned", "stop_id", "entry_id", "own_place",
    ]

    private var collected: ImportedRecords
    private let trip: RecordID

    init(_ collected: ImportedRecords) {
        var collected = collected
        trip = collected.addTrip()
        collected.say(
            [
                "trip", "name", "notes", "latitude", "longitude", "arrival_unix_ms", "arrival_day", "time_zone",
                "attraction", "stay_ms", "nights", "pinned",
            ], of: .stop)
        collected.say(["title", "notes"], of: .trip)
        collected.say(
            ["title", "text", "time_unix_ms", "time_zone", "subject", "latitude", "longitude"], of: .entry)
        self.collected = collected
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
            readTrip(document["properties"]?.object)
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

    /// Reads what ``TripGeoJSON`` says of the trip.
    private mutating func readTrip(_ properties: JSONObject?) {
        guard let properties, let id = properties.text("trip_id").flatMap({ RecordID($0) }) else { return }
        collected.identify(trip, as: id)
        collected.say(["time_zone", "first_day", "last_day"], of: .trip)
        let first = properties.text("first_day").flatMap(ImportedValue.day)
        let last = properties.text("last_day").flatMap(ImportedValue.day)
        collected.change(trip) {
            $0.zone = properties.text("time_zone").map { ClockZone(stored: $0) }
            if let first, let last, first <= last { $0.days = first...last }
        }
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
        var shapes: [GeoJSONShape] = []
        do throws(ImportedValue.Fault) {
            try GeoJSONShape.append(geometry, to: &shapes)
        } catch {
            return try collected.reject(error.reason, at: place)
        }
        // Routes are assembled again.
        if properties.text("kind") == "leg", properties["leg_index"] != nil { return collected.ignore("leg") }
        let isPoint = shapes.contains { if case .point = $0 { true } else { false } }
        let (stop, time, unread) =
            isPoint
            ? try self.stop(properties, at: place)
            : (TripStop(imported: .init(uncheckedLatitude: 0, longitude: 0)), nil, [])
        func id(_ name: String) -> RecordID? { properties.text(name).flatMap { RecordID($0) } }
        var isFirst = true
        for shape in shapes {
            switch shape {
            case .point(let coordinate):
                if properties.text("kind") == "entry", let time {
                    var isOwn = id("entry_id") == nil
                    if case .bool(true)? = properties["own_place"] { isOwn = true }
                    let entry = DiaryEntry(
                        id: trip, title: properties.text("title") ?? "", text: properties.text("text") ?? "",
                        time: .unixEpoch, zone: stop.zone ?? .utc, subject: id("stop_id") ?? trip,
                        coordinate: isOwn ? coordinate : nil)
                    collected.add(
                        entry, isFirst ? id("entry_id") : nil, hasZone: stop.zone != nil, at: time, to: trip)
                } else {
                    var stop = stop
                    stop.coordinate = coordinate
                    collected.add(stop, isFirst ? id("stop_id") : nil, at: time, to: trip)
                    collected.unread(unread)
                }
                isFirst = false
            case .line(var line):
                line.name = properties.text("name") ?? ""
                try collected.add(line, to: trip, at: place)
            case .area(let type): collected.ignore(type)
            }
        }
        for name in properties.keys where !Self.properties.contains(name) { collected.ignore("properties.\(name)") }
    }

    /// A stop whose place is not yet known, its time, and the fields that cannot be read.
    private mutating func stop(
        _ properties: JSONObject, at place: (line: Int, column: Int)
    ) throws(ImportError) -> (TripStop, (reading: ClockReading, line: Int, column: Int)?, unread: [String]) {
        var stop = TripStop(imported: Coordinate(uncheckedLatitude: 0, longitude: 0))
        stop.name = properties.text("name") ?? properties.text("title") ?? ""
        stop.notes = properties.text("notes") ?? properties.text("description") ?? properties.text("desc") ?? ""
        stop.attraction = properties.text("attraction")
        var (time, faults, unread): ((reading: ClockReading, line: Int, column: Int)?, [String], [String]) = (
            nil, [], []
        )
        func read(_ fields: [String], _ body: () throws(ImportedValue.Fault) -> Void) {
            do throws(ImportedValue.Fault) { try body() } catch {
                faults.append(error.reason)
                unread += fields
            }
        }
        read(["time_zone"]) { () throws(ImportedValue.Fault) in
            guard let name = properties.text("time_zone"), !name.isEmpty else { return }
            let isOurs = (properties.text("stop_id") ?? properties.text("entry_id")).flatMap { RecordID($0) } != nil
            stop.zone = isOurs ? ClockZone(stored: name) : try ImportedValue.zone(name)
        }
        read(["arrival_unix_ms", "arrival_day"]) { () throws(ImportedValue.Fault) in
            guard let text = properties.text("arrival") ?? properties.text("time"), !text.isEmpty else { return }
            stop.arrivalDay = ImportedValue.day(text)
            if stop.arrivalDay == nil { time = (try ImportedValue.reading(text), place.line, place.column) }
        }
        read(["stay_ms"]) { () throws(ImportedValue.Fault) in
            if let stay = properties.text("stay"), !stay.isEmpty { stop.stay = try ImportedValue.stay(stay) }
            if case .number(let text)? = properties["stay_ms"] {
                stop.stay = try ImportedValue.stay(milliseconds: text)
            }
        }
        read(["nights"]) { () throws(ImportedValue.Fault) in
            if case .number(let nights)? = properties["nights"] { stop.nights = try ImportedValue.nights(nights) }
        }
        if case .bool(let isPinned)? = properties["pinned"] { stop.isPinned = isPinned }
        for fault in faults { try collected.reject(fault, at: place) }
        return (stop, time, unread)
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
