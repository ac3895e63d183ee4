import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// Reads KML.
///
/// A document is one trip. The points of its placemarks, in folders too, are stops in their order, lines and tracks
/// routes as travelled; areas, overlays and links are counted, and links are not followed. A placemark that ``TripKML``
/// wrote for an entry is an entry again.
struct KMLImport: ImportReader {
    private var collected: ImportedRecords
    private let trip: RecordID
    private var hasTitle = false

    init(_ collected: ImportedRecords) {
        var collected = collected
        trip = collected.addTrip()
        self.collected = collected
    }

    consuming func read(_ source: consuming any ByteSource) throws(ImportError) -> TripImport {
        var xml = try XMLStream(source)
        guard case .start(let root)? = try xml.next() else { throw xml.malformed("an element was expected") }
        guard ["kml", "Document", "Folder", "Placemark"].contains(root.name) else {
            throw .otherKind(expected: "<kml>", found: "<\(root.name)>", line: root.line, column: root.column)
        }
        if root.name == "Placemark" { try readPlacemark(root, &xml) } else { try readFolder(&xml) }
        while try xml.next() != nil {}
        return collected.finish()
    }

    private mutating func readFolder(_ xml: inout XMLStream) throws(ImportError) {
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
            // How things look, and the names of folders.
            case "Style", "StyleMap", "open", "visibility", "name": try xml.skip()
            default:
                collected.ignore(child.name)
                try xml.skip()
            }
        }
    }

    private mutating func readPlacemark(_ element: XMLStream.Element, _ xml: inout XMLStream) throws(ImportError) {
        let place = (element.line, element.column)
        var mark = KMLPlacemark()
        try mark.read(&xml, &collected)
        do throws(ImportedValue.Fault) {
            if let fault = mark.fault { throw fault }
            if mark.places.isEmpty, mark.lines.isEmpty { collected.ignore("a placemark without a place") }
            try addPlaces(of: mark)
        } catch {
            return try collected.reject(error.reason, at: place)
        }
        for var line in mark.lines {
            line.name = mark.name
            try collected.add(line, to: trip, at: place)
        }
    }

    private mutating func addPlaces(of mark: KMLPlacemark) throws(ImportedValue.Fault) {
        let (trip, options) = (trip, collected.options)
        var (zone, time): (ClockZone?, Moment?)
        if let name = mark.data["time_zone"] { zone = try ImportedValue.zone(name) }
        if let text = mark.time, !text.isEmpty {
            // KML allows a year or a month alone.
            if text.utf8.count > 7 {
                time = try ImportedValue.moment(text, in: zone ?? options.zone)
            } else {
                collected.ignore("a time without a day")
            }
        }
        for coordinate in mark.places {
            if mark.data["kind"] == "entry", let time {
                collected.addEntry {
                    DiaryEntry(
                        id: $0, title: mark.name, text: mark.description, time: time, zone: zone ?? options.zone,
                        subject: trip, coordinate: coordinate)
                }
            } else {
                var stop = ImportedStop(coordinate)
                (stop.name, stop.notes, stop.arrival, stop.zone) = (mark.name, mark.description, time, zone)
                collected.add(stop, to: trip)
            }
        }
    }
}
