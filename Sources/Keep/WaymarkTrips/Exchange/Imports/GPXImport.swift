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
struct GPXImport {
    private var collected: ImportedRecords
    /// The namespace of GPX elements in this document.
    private var namespace = ""
    /// The trip of places and tracks, made for the first of them.
    private var trip: RecordID?
    private var title = ""
    private var notes = ""

    init(_ collected: ImportedRecords) {
        self.collected = collected
        self.collected.sayTrips(hasEntries: false)
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
            case "wpt": try readStop(child, &xml, to: nil)
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
            case "rtept": try readStop(child, &xml, to: own)
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

    /// Adds a stop to a trip, by default that of the document, unless it is refused.
    private mutating func readStop(
        _ element: XMLStream.Element, _ xml: inout XMLStream, to trip: RecordID?
    ) throws {
        var texts: [String: String] = [:]
        while let child = try xml.child() {
            guard isPlain(child), ["name", "desc", "cmt", "time"].contains(child.name) else {
                try collected.skip(child, &xml)
                continue
            }
            texts[child.name] = try xml.string()
        }
        let coordinate: Coordinate
        do throws(ImportedValue.Fault) {
            coordinate = try ImportedValue.coordinate(latitude: element["lat"], longitude: element["lon"])
        } catch {
            return try reject(error.reason, element)
        }
        let (comment, description) = (texts["cmt"] ?? "", texts["desc"] ?? "")
        let notes = [comment, comment == description ? "" : description].filter { !$0.isEmpty }
        // Its times are in UTC.
        let read = ImportedStop(coordinate, isUTC: true) { name in
            switch name {
            case "name": texts["name"]
            case "notes": notes.joined(separator: "\n")
            case "arrival": texts["time"]
            default: nil
            }
        }
        for fault in read.faults { try reject(fault.reason, element) }
        collected.add(read, nil, to: trip ?? tripOfDocument(), (element.line, element.column))
    }

    private mutating func reject(_ reason: String, _ element: XMLStream.Element) throws(ImportError) {
        try collected.reject("<\(element.name)>: \(reason)", at: (element.line, element.column))
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
            try reject(error.reason, element)
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
