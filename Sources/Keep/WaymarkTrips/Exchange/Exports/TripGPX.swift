import WaymarkGeodesy
import WaymarkRoutes
import WaymarkText
import WaymarkTimes

/// Trips as GPX 1.1.
///
/// Other programs see the stops as the points of a route, entries with a place as places, and routes as tracks. An
/// extension in the metadata has all records of the trip as JSON, in the form of backups, with the times of their
/// edits: ``TripImport`` reads the trip from it as it was, whatever other programs see. Files of attachments are not in it.
public enum TripGPX {
    /// The namespace of the extension.
    static let namespace = "urn:waymark:trip"
    /// The version of the extension. Version 1 had no places and no times of edits.
    static let version = 2

    /// A trip as a GPX document: the same trip gives the same bytes.
    ///
    /// - Returns: XML in UTF-8.
    /// - Complexity: O(*n*).
    public static func document(of whole: WholeTrip) -> ContiguousArray<UInt8> {
        var xml = XMLWriter()
        appendMetadata(of: whole, to: &xml)
        for entry in whole.entries {
            guard let place = entry.coordinate else { continue }
            begin("wpt", at: place, of: &xml)
            xml.add("time", text: entry.time.date.xsdDateTime())
            xml.add("name", text: entry.displayTitle(untitled: ""))
            xml.add("desc", text: entry.text.isEmpty ? nil : entry.text)
            xml.end("wpt")
            xml.endLine()
        }
        appendStops(of: whole, to: &xml)
        for route in whole.routes {
            // One of a newer version is in the extension alone.
            guard let route = try? route.route() else { continue }
            RouteGPX.append(tracksOf: route, name: whole.trip.title.isEmpty ? nil : whole.trip.title, to: &xml)
        }
        return ContiguousArray(RouteGPX.head.utf8) + xml.bytes + ContiguousArray(RouteGPX.tail.utf8)
    }

    private static func appendMetadata(of whole: WholeTrip, to xml: inout XMLWriter) {
        xml.begin("metadata")
        xml.add("name", text: whole.trip.title)
        xml.add("desc", text: whole.trip.notes.isEmpty ? nil : whole.trip.notes)
        xml.begin("extensions")
        xml.begin("waymark:trip", ["xmlns:waymark": namespace, "version": "\(version)"])
        xml.endLine()
        for row in whole.rows {
            xml.add("waymark:record", ["kind": row.record.kind.rawValue], text: json(of: row))
            xml.endLine()
        }
        xml.end("waymark:trip")
        xml.end("extensions")
        xml.end("metadata")
        xml.endLine()
    }

    /// The fields as JSON without characters that XML cannot have, which are escaped: they are only within texts.
    private static func json(of row: StoredRecord) -> String {
        var writer = FieldWriter(unknown: row.unknown)
        row.write(to: &writer)
        let json = writer.text
        guard json.utf8.contains(0xEF) else { return json }
        var escaped = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            switch scalar.value {
            case 0xFFFE: escaped.append(contentsOf: "\\ufffe".unicodeScalars)
            case 0xFFFF: escaped.append(contentsOf: "\\uffff".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func appendStops(of whole: WholeTrip, to xml: inout XMLWriter) {
        xml.begin("rte")
        xml.add("name", text: whole.trip.title)
        xml.endLine()
        for stop in whole.stops {
            begin("rtept", at: stop.coordinate, of: &xml)
            xml.add("time", text: stop.arrival?.date.xsdDateTime())
            xml.add("name", text: stop.name)
            xml.add("desc", text: stop.notes.isEmpty ? nil : stop.notes)
            xml.end("rtept")
            xml.endLine()
        }
        xml.end("rte")
        xml.endLine()
    }

    /// GPX has longitudes from -180 to below 180.
    private static func begin(_ name: StaticString, at place: Coordinate, of xml: inout XMLWriter) {
        let longitude = DecimalText.degrees(place.longitude)
        xml.begin(
            name, ["lat": DecimalText.degrees(place.latitude), "lon": longitude == "180" ? "-180" : longitude])
    }
}
