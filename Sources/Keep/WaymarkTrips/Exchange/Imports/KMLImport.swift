import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads KML.
///
/// A document is one trip. The points of its placemarks, in folders too, are stops in their order, lines and tracks
/// routes as travelled; areas, overlays and links are counted, and links are not followed. The extended data that
/// ``TripKML`` writes has the ids of the trip, its stops and its entries, and their other values.
struct KMLImport: ImportReader {
    private var collected: ImportedRecords
    private let trip: RecordID
    private var hasTitle = false
    private var isOurs = false

    init(_ collected: ImportedRecords) {
        var collected = collected
        trip = collected.addTrip()
        let time = ["arrival_unix_ms", "arrival_day"]
        collected.say(["trip", "name", "notes", "latitude", "longitude"] + time, of: .stop)
        collected.say(["title", "notes"], of: .trip)
        collected.say(
            ["title", "text", "time_unix_ms", "time_zone", "subject", "latitude", "longitude"], of: .entry)
        self.collected = collected
    }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var xml = try XMLStream(source)
        let root = try xml.root()
        guard ["kml", "Document", "Folder", "Placemark"].contains(root.name) else {
            throw ImportError.otherKind(
                expected: "<kml>", found: "<\(root.name)>", line: root.line, column: root.column)
        }
        if root.name == "Placemark" { try readPlacemark(root, &xml) } else { try readFolder(&xml) }
        while try xml.next() != nil {}
        return collected
    }

    private mutating func readFolder(_ xml: inout XMLStream) throws {
        while let child = try xml.child() {
            switch child.name {
            case "Document", "Folder": try readFolder(&xml)
            case "Placemark": try readPlacemark(child, &xml)
            case "name" where !hasTitle:
                let title = try xml.string()
                hasTitle = true
                collected.change(trip) { $0.title = title.isEmpty ? $0.title : title }
            case "description":
                let notes = try xml.string()
                collected.change(trip) { $0.notes = $0.notes.isEmpty ? notes : $0.notes }
            case "ExtendedData" where !isOurs: try readTrip(&xml)
            // How things look, and the names of folders.
            case "Style", "StyleMap", "open", "visibility", "name": try xml.skip()
            default: try collected.skip(child, &xml)
            }
        }
    }

    /// Reads what ``TripKML`` says of the trip.
    private mutating func readTrip(_ xml: inout XMLStream) throws {
        var mark = KMLPlacemark()
        try mark.readData(&xml, &collected)
        guard let id = mark.data["trip_id"].flatMap({ RecordID($0) }) else { return }
        isOurs = true
        collected.identify(trip, as: id)
        collected.say(["time_zone", "first_day", "last_day"], of: .trip)
        collected.say(["time_zone", "attraction", "stay_ms", "nights", "pinned"], of: .stop)
        let first = mark.data["first_day"].flatMap(ImportedValue.day)
        let last = mark.data["last_day"].flatMap(ImportedValue.day)
        collected.change(trip) {
            $0.zone = mark.data["time_zone"].map { ClockZone(stored: $0) }
            if let first, let last, first <= last { $0.days = first...last }
        }
    }

    private mutating func readPlacemark(_ element: XMLStream.Element, _ xml: inout XMLStream) throws {
        let place = (element.line, element.column)
        var mark = KMLPlacemark()
        try mark.read(&xml, &collected)
        if let fault = mark.fault { return try collected.reject(fault.reason, at: place) }
        // Routes are assembled again.
        if isOurs, mark.data["kind"] == "leg" { return collected.ignore("leg") }
        if mark.places.isEmpty, mark.lines.isEmpty { collected.ignore("a placemark without a place") }
        try addPlaces(of: mark, at: place)
        for var line in mark.lines {
            line.name = mark.name
            try collected.add(line, to: trip, at: place)
        }
    }

    /// Adds the stops or the entry of a placemark; what cannot be read of their values is refused alone.
    private mutating func addPlaces(of mark: KMLPlacemark, at place: (line: Int, column: Int)) throws(ImportError) {
        var stop = TripStop(imported: Coordinate(uncheckedLatitude: 0, longitude: 0))
        (stop.name, stop.notes, stop.attraction) = (mark.name, mark.description, mark.data["attraction"])
        var (time, unread): ((reading: ClockReading, line: Int, column: Int)?, [String]) = (nil, [])
        func read(_ text: String?, _ fields: [String], _ body: (String) throws(ImportedValue.Fault) -> Void) -> String?
        {
            guard let text, !text.isEmpty else { return nil }
            do throws(ImportedValue.Fault) {
                try body(text)
                return nil
            } catch {
                unread += fields
                return error.reason
            }
        }
        let isOurs = isOurs
        let faults = [
            read(mark.data["time_zone"], ["time_zone"]) { text throws(ImportedValue.Fault) in
                stop.zone = isOurs ? ClockZone(stored: text) : try ImportedValue.zone(text)
            },
            read(mark.time, ["arrival_unix_ms", "arrival_day"]) { text throws(ImportedValue.Fault) in
                // KML allows a year or a month alone.
                guard text.utf8.count > 7 else { return }
                stop.arrivalDay = ImportedValue.day(text)
                if stop.arrivalDay == nil { time = (try ImportedValue.reading(text), place.line, place.column) }
            },
            read(mark.data["stay_ms"], ["stay_ms"]) { text throws(ImportedValue.Fault) in
                stop.stay = try ImportedValue.stay(milliseconds: text)
            },
            read(mark.data["nights"], ["nights"]) { text throws(ImportedValue.Fault) in
                stop.nights = try ImportedValue.nights(text)
            },
            read(mark.data["pinned"], ["pinned"]) { text throws(ImportedValue.Fault) in
                stop.isPinned = try ImportedValue.bool(text)
            },
        ]
        for fault in faults.compactMap({ $0 }) { try collected.reject(fault, at: place) }
        if let text = mark.time, (1...7).contains(text.utf8.count) { collected.ignore("a time without a day") }
        func id(_ name: String) -> RecordID? { mark.data[name].flatMap { RecordID($0) } }
        for (number, coordinate) in mark.places.enumerated() {
            stop.coordinate = coordinate
            if mark.data["kind"] == "entry", let time {
                let own = mark.data["own_place"] == "true" || id("entry_id") == nil ? coordinate : nil
                let entry = DiaryEntry(
                    id: trip, title: mark.name, text: mark.description, time: .unixEpoch, zone: stop.zone ?? .utc,
                    subject: id("stop_id") ?? trip, coordinate: own)
                collected.add(
                    entry, number == 0 ? id("entry_id") : nil, hasZone: stop.zone != nil, at: time, to: trip)
            } else {
                collected.add(stop, number == 0 ? id("stop_id") : nil, at: time, to: trip)
                collected.unread(unread)
            }
        }
    }
}

/// What a placemark of KML says.
struct KMLPlacemark {
    private(set) var name = ""
    private(set) var description = ""
    private(set) var time: String?
    /// Named values, of those that are read.
    private(set) var data: [String: String] = [:]
    private(set) var places: [Coordinate] = []
    private(set) var lines: [ImportedLine] = []
    /// The first fault of a geometry.
    private(set) var fault: ImportedValue.Fault?

    /// The named values that are read, and one that follows from the order.
    private static let dataNames: Set = [
        "kind", "number", "time_zone", "trip_id", "first_day", "last_day", "stop_id", "entry_id", "own_place",
        "attraction", "stay_ms", "nights", "pinned",
    ]

    /// Reads the elements of the placemark, or of one within it.
    mutating func read(_ xml: inout XMLStream, _ collected: inout ImportedRecords) throws {
        while let child = try xml.child() {
            switch child.name {
            case "name": name = try xml.string()
            case "description": description = try xml.string()
            case "when", "begin": time = try xml.string()
            case "TimeStamp", "TimeSpan", "MultiGeometry", "MultiTrack": try read(&xml, &collected)
            case "ExtendedData": try readData(&xml, &collected)
            case "Point": places += try coordinates(&xml)
            case "LineString": try readLine(&xml)
            case "Track": try readTrack(&xml, &collected)
            // How it looks, and when it ended.
            case "Style", "StyleMap", "styleUrl", "visibility", "open", "end": try xml.skip()
            default: try collected.skip(child, &xml)
            }
        }
    }

    /// Reads named values.
    mutating func readData(_ xml: inout XMLStream, _ collected: inout ImportedRecords) throws {
        while let child = try xml.child() {
            if child.name == "Data" {
                try readData(child["name"] ?? "", &xml, &collected)
            } else {
                try collected.skip(child, &xml)
            }
        }
    }

    private mutating func readData(
        _ name: String, _ xml: inout XMLStream, _ collected: inout ImportedRecords
    ) throws {
        while let child = try xml.child() {
            guard child.name == "value", Self.dataNames.contains(name) else {
                collected.ignore("data.\(name)")
                try xml.skip()
                continue
            }
            data[name] = try xml.string()
        }
    }

    private mutating func readLine(_ xml: inout XMLStream) throws {
        var line = ImportedLine()
        for place in try coordinates(&xml) where !line.append(TrackPoint(place)) {
            fault = fault ?? .tooManyPoints
            return
        }
        lines.append(line)
    }

    /// The places of the `coordinates` in a geometry: longitude, latitude and perhaps a height, with blanks between
    /// places.
    private mutating func coordinates(_ xml: inout XMLStream) throws -> [Coordinate] {
        var places: [Coordinate] = []
        while let child = try xml.child() {
            guard child.name == "coordinates" else {
                try xml.skip()
                continue
            }
            let text = try xml.string()
            for tuple in text.utf8.split(whereSeparator: { $0 == 0x20 || (0x09...0x0D).contains($0) }) {
                add(String(Substring(tuple)), separator: ",", to: &places)
            }
        }
        if places.isEmpty { fault = fault ?? ImportedValue.Fault(reason: "the geometry has no coordinates") }
        return places
    }

    /// A track (`gx:Track`): times, and as many places, `longitude latitude height`.
    private mutating func readTrack(
        _ xml: inout XMLStream, _ collected: inout ImportedRecords
    ) throws {
        let zone = collected.options.zone
        var times: [String] = []
        var places: [Coordinate] = []
        while let child = try xml.child() {
            switch child.name {
            case "when" where times.count <= ImportedLine.maxPoints: times.append(try xml.string())
            case "coord" where places.count <= ImportedLine.maxPoints:
                add(try xml.string(), separator: " ", to: &places)
            default: try collected.skip(child, &xml)
            }
        }
        guard fault == nil else { return }
        guard times.isEmpty || times.count == places.count else {
            fault = ImportedValue.Fault(reason: "the track has \(times.count) times for \(places.count) places")
            return
        }
        var line = ImportedLine()
        for (index, place) in places.enumerated() {
            var point = TrackPoint(place)
            do throws(ImportedValue.Fault) {
                if !times.isEmpty { point.time = try ImportedValue.moment(times[index], in: zone).date }
                guard line.append(point) else { throw .tooManyPoints }
            } catch {
                fault = error
                return
            }
        }
        lines.append(line)
    }

    /// Appends a place, or keeps why there is none.
    private mutating func add(_ tuple: String, separator: Character, to places: inout [Coordinate]) {
        let parts = tuple.split(separator: separator, omittingEmptySubsequences: separator == " ").map(String.init)
        do throws(ImportedValue.Fault) {
            guard (2...3).contains(parts.count) else {
                throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(tuple)) is not a longitude and a latitude")
            }
            places.append(try ImportedValue.coordinate(latitude: parts[1], longitude: parts[0]))
        } catch {
            fault = fault ?? error
        }
    }
}
