import WaymarkGeodesy
import WaymarkRoutes
import WaymarkText

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
    private static let dataNames: Set = ["kind", "number", "time_zone"]

    /// Reads the elements of the placemark, or of one within it.
    mutating func read(_ xml: inout XMLStream, _ collected: inout ImportedRecords) throws(ImportError) {
        while let child = try xml.child() {
            switch child.name {
            case "name": name = try xml.string()
            case "description": description = try xml.string()
            case "when", "begin": time = try xml.string()
            case "TimeStamp", "TimeSpan", "MultiGeometry", "MultiTrack", "ExtendedData": try read(&xml, &collected)
            case "Data": try readData(child["name"] ?? "", &xml, &collected)
            case "Point": places += try coordinates(&xml)
            case "LineString": try readLine(&xml)
            case "Track": try readTrack(&xml, &collected)
            // How it looks, and when it ended.
            case "Style", "StyleMap", "styleUrl", "visibility", "open", "end": try xml.skip()
            default:
                collected.ignore(child.name)
                try xml.skip()
            }
        }
    }

    private mutating func readData(
        _ name: String, _ xml: inout XMLStream, _ collected: inout ImportedRecords
    ) throws(ImportError) {
        while let child = try xml.child() {
            guard child.name == "value", Self.dataNames.contains(name) else {
                collected.ignore("data.\(name)")
                try xml.skip()
                continue
            }
            data[name] = try xml.string()
        }
    }

    private mutating func readLine(_ xml: inout XMLStream) throws(ImportError) {
        var line = ImportedLine()
        for place in try coordinates(&xml) where !line.append(TrackPoint(place)) {
            fault = fault ?? .tooManyPoints
            return
        }
        lines.append(line)
    }

    /// The places of the `coordinates` in a geometry: longitude, latitude and perhaps a height, with blanks between
    /// places.
    private mutating func coordinates(_ xml: inout XMLStream) throws(ImportError) -> [Coordinate] {
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
    ) throws(ImportError) {
        var times: [String] = []
        var places: [Coordinate] = []
        while let child = try xml.child() {
            switch child.name {
            case "when" where times.count <= ImportedLine.maxPoints: times.append(try xml.string())
            case "coord" where places.count <= ImportedLine.maxPoints:
                add(try xml.string(), separator: " ", to: &places)
            default:
                collected.ignore(child.name)
                try xml.skip()
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
                if !times.isEmpty { point.time = try ImportedValue.moment(times[index], in: .utc).date }
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
