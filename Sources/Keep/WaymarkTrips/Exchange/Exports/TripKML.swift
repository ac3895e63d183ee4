import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes
import WaymarkText
import WaymarkTimes

/// Trips as KML 2.2: a folder of the stops in order, one of the entries with a place, in the colours of their
/// categories, and one of the found legs of the routes.
///
/// ``TripImport`` reads the trip, its stops and its entries back, by their ids in the extended data.
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
        append(data: whole.values, to: &xml)
        xml.endLine()
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
            append(data: [("kind", "leg")], to: &xml)
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
        if let arrival = stop.arrivalText(on: whole.trip) { append(time: arrival, to: &xml) }
        xml.add("styleUrl", text: "#trip")
        append(data: whole.values(of: stop, number: number), to: &xml)
        append(stop.coordinate, to: &xml)
        endPlacemark(&xml)
    }

    private static func append(
        _ entry: DiaryEntry, at place: Coordinate, _ whole: WholeTrip, to xml: inout XMLWriter
    ) {
        xml.begin("Placemark")
        xml.add("name", text: entry.title)
        xml.add("description", text: entry.text.isEmpty ? nil : entry.text)
        append(time: entry.time.text(in: entry.zone), to: &xml)
        xml.add("styleUrl", text: entry.category.map { "#category-\($0)" } ?? "#trip")
        append(data: whole.values(of: entry), to: &xml)
        append(place, to: &xml)
        endPlacemark(&xml)
    }

    private static func append(time: String, to xml: inout XMLWriter) {
        xml.begin("TimeStamp")
        xml.add("when", text: time)
        xml.end("TimeStamp")
    }

    private static func append(data values: WholeTrip.Values, to xml: inout XMLWriter) {
        RouteKML.append(data: values.compactMap { name, value in value.map { (name, $0) } }, to: &xml)
    }

    /// A point to the last digit, so that it comes back.
    private static func append(_ place: Coordinate, to xml: inout XMLWriter) {
        let (longitude, latitude) = (NumberText.shortest(place.longitude), NumberText.shortest(place.latitude))
        xml.begin("Point")
        xml.add("coordinates", text: "\(longitude),\(latitude)")
        xml.end("Point")
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
