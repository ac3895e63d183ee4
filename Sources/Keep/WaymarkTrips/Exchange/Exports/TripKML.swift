import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes
import WaymarkText
import WaymarkTimes

/// Trips as KML 2.2: a folder of the stops in order, one of the entries with a place, in the colours of their
/// categories, and one of the found legs of the routes.
///
/// ``TripImport`` reads stops, entries and legs back, coordinates to seven decimals.
public enum TripKML {
    /// A trip as a KML document: the same trip gives the same bytes.
    ///
    /// - Returns: XML in UTF-8.
    /// - Complexity: O(*n*).
    public static func document(of whole: WholeTrip) -> ContiguousArray<UInt8> {
        var xml = XMLWriter()
        xml.add("name", text: whole.trip.title)
        xml.add("description", text: whole.trip.notes.isEmpty ? nil : whole.trip.notes)
        xml.endLine()
        append(style: "trip", color: whole.trip.color, to: &xml)
        for category in whole.categories {
            append(style: "category-\(category.id)", color: category.color ?? whole.trip.color, to: &xml)
        }
        xml.begin("Folder")
        xml.endLine()
        for (place, stop) in whole.stops.enumerated() { append(stop, number: place + 1, whole, to: &xml) }
        endFolder(&xml)
        xml.begin("Folder")
        xml.endLine()
        for entry in whole.entries {
            if let place = whole.coordinate(of: entry) { append(entry, at: place, whole, to: &xml) }
        }
        endFolder(&xml)
        xml.begin("Folder")
        xml.endLine()
        for leg in whole.routes.flatMap({ (try? $0.route().legs) ?? [] }).compactMap(\.leg) {
            xml.begin("Placemark")
            xml.add("styleUrl", text: "#trip")
            RouteKML.append(line: leg.coordinates, to: &xml)
            endPlacemark(&xml)
        }
        endFolder(&xml)
        return ContiguousArray(RouteKML.head.utf8) + xml.bytes + ContiguousArray(RouteKML.tail.utf8)
    }

    private static func append(style id: String, color: RGBColor?, to xml: inout XMLWriter) {
        let color = RouteKML.color("\(color ?? RGBColor(0x2A6FDB))")
        xml.begin("Style", ["id": id])
        xml.begin("IconStyle")
        xml.add("color", text: color)
        xml.end("IconStyle")
        xml.begin("LineStyle")
        xml.add("color", text: color)
        xml.add("width", text: "4")
        xml.end("LineStyle")
        xml.end("Style")
        xml.endLine()
    }

    private static func append(_ stop: TripStop, number: Int, _ whole: WholeTrip, to xml: inout XMLWriter) {
        xml.begin("Placemark")
        xml.add("name", text: stop.name)
        xml.add("description", text: stop.notes.isEmpty ? nil : stop.notes)
        if let arrival = stop.arrival { append(time: arrival, in: whole.zone(of: stop), to: &xml) }
        xml.add("styleUrl", text: "#trip")
        append(data: [("number", "\(number)")], stop.zone, to: &xml)
        RouteKML.append(point: stop.coordinate, to: &xml)
        endPlacemark(&xml)
    }

    private static func append(
        _ entry: DiaryEntry, at place: Coordinate, _ whole: WholeTrip, to xml: inout XMLWriter
    ) {
        xml.begin("Placemark")
        xml.add("name", text: entry.title)
        xml.add("description", text: entry.text.isEmpty ? nil : entry.text)
        append(time: entry.time, in: entry.zone, to: &xml)
        xml.add("styleUrl", text: entry.category.map { "#category-\($0)" } ?? "#trip")
        append(data: [("kind", "entry")], entry.zone, to: &xml)
        RouteKML.append(point: place, to: &xml)
        endPlacemark(&xml)
    }

    private static func append(time: Moment, in zone: ClockZone, to xml: inout XMLWriter) {
        xml.begin("TimeStamp")
        xml.add("when", text: time.text(in: zone))
        xml.end("TimeStamp")
    }

    /// A zone that cannot be read elsewhere is left out.
    private static func append(
        data values: [(name: String, value: String)], _ zone: ClockZone?, to xml: inout XMLWriter
    ) {
        let zones = zone.map { $0.isKnown ? [("time_zone", $0.identifier)] : [] } ?? []
        RouteKML.append(data: values + zones, to: &xml)
    }

    private static func endPlacemark(_ xml: inout XMLWriter) {
        xml.end("Placemark")
        xml.endLine()
    }

    private static func endFolder(_ xml: inout XMLWriter) {
        xml.end("Folder")
        xml.endLine()
    }
}
