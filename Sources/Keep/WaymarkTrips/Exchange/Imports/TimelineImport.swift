import WaymarkGeodesy
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads the Timeline of Google Maps as phones export it: the places visited.
///
/// Android writes an object with `semanticSegments` and coordinates as `43.77°, 9.07°`, iOS a bare list with coordinates
/// as `geo:43.77,9.07`; each form of coordinates is read in each. A visit has its start, and the zone of the offset
/// there, otherwise that of its country, otherwise UTC, which is counted. The export has no names: home and work have the
/// words of the file, such as `HOME`, and others none. What is not a visit, or is one within another
/// (`hierarchyLevel`), is counted.
struct TimelineImport {
    private var collected: ImportedRecords

    init(_ collected: ImportedRecords) { self.collected = collected }

    consuming func read(_ source: consuming any ByteSource) throws -> ImportedRecords {
        var json = try JSONStream(source)
        if try json.isAtList {
            try readSegments(&json)
        } else {
            let place = json.place
            var hasSegments = false
            try json.beginObject()
            while let name = try json.nextMember() {
                if name == "semanticSegments", try json.isAtList {
                    hasSegments = true
                    try readSegments(&json)
                } else {
                    collected.ignore(name)
                    try json.skip()
                }
            }
            guard hasSegments else {
                throw ImportError.otherKind(
                    expected: "a Timeline with its list semanticSegments", found: "an object without it",
                    line: place.line, column: place.column)
            }
        }
        try json.finish()
        return collected
    }

    private mutating func readSegments(_ json: inout JSONStream) throws {
        try json.beginList()
        while try json.nextElement() {
            let place = json.place
            guard try json.isAtObject else {
                try json.skip()
                try collected.reject("it is not an object", at: place)
                continue
            }
            try readSegment(&json, at: place)
        }
    }

    private mutating func readSegment(
        _ json: inout JSONStream, at place: (line: Int, column: Int)
    ) throws {
        var start, offset, visit: JSONValue?
        try json.beginObject()
        while let name = try json.nextMember() {
            switch name {
            case "startTime": start = try json.value()
            case "startTimeTimezoneUtcOffsetMinutes": offset = try json.value()
            case "visit": visit = try json.value()
            // They belong to what they are beside.
            case "endTime", "endTimeTimezoneUtcOffsetMinutes": try json.skip()
            default:
                collected.ignore(name)
                try json.skip()
            }
        }
        guard let visit else { return }
        do {
            guard let object = visit.object else { throw ImportedValue.Fault(reason: "the visit is not an object") }
            if Self.isWithinAnother(object) { return collected.ignore("a visit within another") }
            let (coordinate, name) = try Self.place(object)
            let usual = collected.options.zone ?? ClockZone(of: coordinate)
            let (reading, zone) = try Self.time(start, offset, usual)
            guard reading.offset != nil || zone != nil else {
                throw ImportError.noZone(line: place.line, column: place.column)
            }
            let time = try ImportedValue.moment(reading, in: zone ?? .utc)
            if zone == nil { collected.result.openVisitCount += 1 }
            // A Timeline that was exported later has it again.
            let key = "visit \(time.milliseconds) \(coordinate.latitude) \(coordinate.longitude)"
            collected.add(
                Visit(
                    id: RecordID(hash: ContentHash(text: key)), name: name, coordinate: coordinate, time: time,
                    zone: zone ?? .utc))
        } catch let error as ImportedValue.Fault {
            try collected.reject(error.reason, at: place)
        }
    }

    /// A level is a number on Android, a text on iOS.
    private static func isWithinAnother(_ visit: JSONObject) -> Bool {
        switch visit["hierarchyLevel"] {
        case .number(let text)?, .string(let text)?: text != "0"
        default: false
        }
    }

    /// The start of a segment, and its zone: the offset in the time, unless that is UTC, otherwise the one beside it, or the
    /// usual one; nil if there is none.
    private static func time(
        _ start: JSONValue?, _ offset: JSONValue?, _ zone: ClockZone?
    ) throws(ImportedValue.Fault) -> (ClockReading, ClockZone?) {
        guard case .string(let text)? = start else { throw ImportedValue.Fault(reason: "the visit has no startTime") }
        let reading = try ImportedValue.reading(text)
        var own = reading.offset.flatMap { $0 == 0 ? nil : ClockZone(secondsFromUTC: $0) }
        if own == nil, case .number(let text)? = offset, let minutes = Int(text), (-1439...1439).contains(minutes) {
            own = ClockZone(secondsFromUTC: minutes * 60)
        }
        return (reading, own ?? zone)
    }

    private static func place(_ visit: JSONObject) throws(ImportedValue.Fault) -> (Coordinate, name: String) {
        guard let candidate = visit["topCandidate"]?.object else {
            throw ImportedValue.Fault(reason: "the visit has no topCandidate")
        }
        let location = candidate["placeLocation"]
        guard let text = location?.object?.text("latLng") ?? candidate.text("placeLocation") else {
            throw ImportedValue.Fault(reason: "the visit has no placeLocation")
        }
        let type = candidate.text("semanticType") ?? ""
        return (try coordinate(text), type.lowercased() == "unknown" ? "" : type)
    }

    /// `43.7735°, 9.0721°` or `geo:43.7735,9.0721`.
    private static func coordinate(_ text: String) throws(ImportedValue.Fault) -> Coordinate {
        var numbers = text[...]
        if numbers.hasPrefix("geo:") { numbers = numbers.dropFirst(4) }
        let parts = numbers.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(text)) is not a latitude and a longitude")
        }
        let degrees = parts.map { PlainText.trimmed($0.hasSuffix("°") ? String($0.dropLast()) : String($0)) }
        return try ImportedValue.coordinate(latitude: degrees[0], longitude: degrees[1])
    }
}
