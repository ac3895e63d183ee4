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
struct KMLImport {
    private var collected: ImportedRecords
    private let trip: RecordID
    private var hasTitle = false
    private var isOurs = false

    init(_ collected: ImportedRecords) {
        self.collected = collected
        trip = self.collected.addTrip()
        self.collected.sayTrips()
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
            case "ExtendedData" where !isOurs:
                var mark = KMLPlacemark()
                try mark.readData(&xml, &collected)
                isOurs = try collected.identify(trip, at: (child.line, child.column)) { mark.data[$0] }
            // How things look, and the names of folders.
            case "Style", "StyleMap", "open", "visibility", "name": try xml.skip()
            default: try collected.skip(child, &xml)
            }
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
        // KML allows a year or a month alone.
        let isShort = mark.time.map { (1...7).contains($0.utf8.count) } ?? false
        if isShort { collected.ignore("a time without a day") }
        try collected.add(at: mark.places, of: trip, place) { name in
            switch name {
            case "name", "title": mark.name
            case "notes", "text": mark.description
            case "arrival": isShort ? nil : mark.time
            default: mark.data[name]
            }
        }
        for var line in mark.lines {
            line.name = mark.name
            try collected.add(line, to: trip, at: place)
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
