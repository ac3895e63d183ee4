import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads GPX.
///
/// Places (`wpt`) are stops of one trip, and each route (`rte`) is a trip with its points as stops. Each piece of a track
/// is a route as travelled, of the trip of the places. A document with the extension that ``TripGPX`` writes is the trip
/// in it, and nothing else.
struct GPXImport: ImportReader {
    private var collected: ImportedRecords
    /// The namespace of GPX elements in this document.
    private var namespace = ""
    /// The trip of places and tracks, made for the first of them.
    private var trip: RecordID?
    private var title = ""
    private var notes = ""

    init(_ collected: ImportedRecords) {
        self.collected = collected
        let time = ["arrival_unix_ms", "arrival_day"]
        self.collected.say(["trip", "name", "notes", "latitude", "longitude"] + time, of: .stop)
        self.collected.say(["title", "notes"], of: .trip)
    }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var xml = try XMLStream(source)
        let root = try xml.root()
        guard root.name == "gpx" else {
            throw ImportError.otherKind(
                expected: "<gpx>", found: "<\(root.name)>", line: root.line, column: root.column)
        }
        namespace = root.namespace
        while let child = try xml.child() {
            // Version 1.0 has the metadata in the document's element.
            switch isPlain(child) ? child.name : "" {
            case "metadata": while let child = try xml.child() { try readMetadata(child, &xml) }
            case "wpt":
                if let (stop, time) = try stop(child, &xml) { collected.add(stop, at: time, to: tripOfDocument()) }
            case "rte": try readRoute(&xml)
            case "trk": try readTrack(&xml)
            default: try readMetadata(child, &xml)
            }
            if collected.result.isWhole {
                // The rest is the same for other programs.
                try xml.skip()
                break
            }
        }
        while try xml.next() != nil {}
        return collected
    }

    private func isPlain(_ element: XMLStream.Element) -> Bool { element.namespace == namespace }

    private mutating func tripOfDocument() -> RecordID {
        if let trip { return trip }
        let made = collected.addTrip(title: title)
        collected.change(made) { $0.notes = notes }
        trip = made
        return made
    }

    private mutating func readMetadata(_ element: XMLStream.Element, _ xml: inout XMLStream) throws {
        switch isPlain(element) ? element.name : "" {
        case "name": title = try xml.string()
        case "desc": notes = try xml.string()
        case "extensions":
            while let child = try xml.child() {
                if child.namespace == TripGPX.namespace, child.name == "trip" {
                    if !collected.result.isWhole { collected.removeAll() }
                    try GPXTripReader.read(child, &xml, into: &collected)
                } else {
                    try collected.skip(child, &xml)
                }
            }
        default: try collected.skip(element, &xml)
        }
    }

    private mutating func readRoute(_ xml: inout XMLStream) throws {
        let own = collected.addTrip(title: title)
        while let child = try xml.child() {
            switch isPlain(child) ? child.name : "" {
            case "name":
                let name = try xml.string()
                collected.change(own) { $0.title = name.isEmpty ? $0.title : name }
            case "desc", "cmt":
                let text = try xml.string()
                collected.change(own) { $0.notes = text }
            case "rtept": if let (stop, time) = try stop(child, &xml) { collected.add(stop, at: time, to: own) }
            default: try collected.skip(child, &xml)
            }
        }
    }

    private mutating func readTrack(_ xml: inout XMLStream) throws {
        var name = ""
        while let child = try xml.child() {
            switch isPlain(child) ? child.name : "" {
            case "name": name = try xml.string()
            case "trkseg":
                var line = ImportedLine()
                line.name = name
                while let point = try xml.child() {
                    guard isPlain(point), point.name == "trkpt" else {
                        try collected.skip(point, &xml)
                        continue
                    }
                    if let point = try trackPoint(point, &xml), !line.append(point) {
                        throw ImportError.malformed(
                            reason: "a track of more than \(ImportedLine.maxPoints) points", line: child.line,
                            column: child.column)
                    }
                }
                // Devices write pieces without points.
                if line.points.isEmpty { continue }
                if title.isEmpty { title = name }
                try collected.add(line, to: tripOfDocument(), at: (child.line, child.column))
            default: try collected.skip(child, &xml)
            }
        }
    }

    // MARK: Points

    /// A stop and its time; nil if it is refused.
    private mutating func stop(
        _ element: XMLStream.Element, _ xml: inout XMLStream
    ) throws -> (TripStop, at: (reading: ClockReading, line: Int, column: Int)?)? {
        let place = (element.line, element.column)
        var texts: [String: String] = [:]
        while let child = try xml.child() {
            guard isPlain(child), ["name", "desc", "cmt", "time"].contains(child.name) else {
                try collected.skip(child, &xml)
                continue
            }
            texts[child.name] = try xml.string()
        }
        var stop: TripStop
        do throws(ImportedValue.Fault) {
            stop = TripStop(
                imported: try ImportedValue.coordinate(latitude: element["lat"], longitude: element["lon"]))
        } catch {
            try collected.reject("<\(element.name)>: \(error.reason)", at: place)
            return nil
        }
        stop.name = texts["name"] ?? ""
        let (comment, description) = (texts["cmt"] ?? "", texts["desc"] ?? "")
        stop.notes = [comment, comment == description ? "" : description].filter { !$0.isEmpty }
            .joined(separator: "\n")
        guard let time = texts["time"], !time.isEmpty else { return (stop, nil) }
        stop.arrivalDay = ImportedValue.day(time)
        guard stop.arrivalDay == nil else { return (stop, nil) }
        do throws(ImportedValue.Fault) {
            let reading = try ImportedValue.reading(time)
            // GPX has its times in UTC.
            let utc = ClockReading(seconds: reading.seconds, offset: 0)
            return (stop, (reading.offset == nil ? utc : reading, place.0, place.1))
        } catch {
            try collected.reject("<\(element.name)>: \(error.reason)", at: place)
            return (stop, nil)
        }
    }

    /// A point of a track; nil if it is refused.
    private mutating func trackPoint(
        _ element: XMLStream.Element, _ xml: inout XMLStream
    ) throws -> TrackPoint? {
        var (time, elevation) = ("", "")
        while let child = try xml.child() {
            switch isPlain(child) ? child.name : "" {
            case "time": time = try xml.string()
            case "ele": elevation = try xml.string()
            default: try collected.skip(child, &xml)
            }
        }
        do throws(ImportedValue.Fault) {
            var point = TrackPoint(
                try ImportedValue.coordinate(latitude: element["lat"], longitude: element["lon"]))
            if !time.isEmpty { point.time = try ImportedValue.moment(time, in: .utc).date }
            if !elevation.isEmpty {
                guard let meters = NumberParser.double(elevation) else {
                    throw ImportedValue.Fault(
                        reason: "the elevation \(ImportedValue.quoted(elevation)) is not a number")
                }
                point.elevation = Meters(meters)
            }
            return point
        } catch {
            try collected.reject("<\(element.name)>: \(error.reason)", at: (element.line, element.column))
            return nil
        }
    }
}

/// Reads the extension of GPX that ``TripGPX`` writes: the records of a trip as JSON. Those of version 1 do not say when
/// they were edited.
enum GPXTripReader {
    /// Reads the records of the element.
    static func read(
        _ element: XMLStream.Element, _ xml: inout XMLStream, into collected: inout ImportedRecords
    ) throws {
        let version = element["version"] ?? ""
        guard let number = Int(version), (1...TripGPX.version).contains(number) else {
            if let number = Int(version), number > TripGPX.version {
                throw ImportError.newerVersion(version, known: TripGPX.version)
            }
            throw ImportError.malformed(
                reason: "\(ImportedValue.quoted(version)) is not a version of a trip", line: element.line,
                column: element.column)
        }
        while let child = try xml.child() {
            guard child.namespace == TripGPX.namespace, child.name == "record" else {
                try collected.skip(child, &xml)
                continue
            }
            let json = try xml.string()
            do throws(ImportedValue.Fault) {
                collected.add(known: try record(child, json, number), at: (child.line, child.column))
            } catch {
                try collected.reject(error.reason, at: (child.line, child.column))
            }
        }
        // Also without any record: the trip in the extension is the whole document.
        collected.keep(timed: number > 1)
    }

    private static func record(
        _ element: XMLStream.Element, _ json: String, _ version: Int
    ) throws(ImportedValue.Fault) -> StoredRecord {
        guard let kind = element["kind"].flatMap(RecordKind.init) else {
            throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(element["kind"] ?? "")) is not a kind of record")
        }
        if version > 1 {
            do throws(FieldError) {
                let bytes = ContiguousArray(json.utf8)
                return try StoredRecord(bytes, in: bytes.indices, kind)
            } catch {
                throw ImportedValue.Fault(reason: "\(kind): \(error)")
            }
        }
        guard let id = element["id"].flatMap({ RecordID($0) }) else {
            throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(element["id"] ?? "")) is not an id")
        }
        do throws(FieldError) {
            let (record, unknown) = try Record.reading(json, kind: kind, id: id)
            return StoredRecord(record, rank: nil, modified: .unixEpoch, unknown: unknown)
        } catch {
            throw ImportedValue.Fault(reason: "\(kind) \(id): \(error)")
        }
    }
}
