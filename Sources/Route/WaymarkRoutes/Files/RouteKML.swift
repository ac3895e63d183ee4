import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkText

/// Routes as KML 2.2: a folder with a placemark for each stop, a point, and each found leg, a line in its colour.
///
/// Lines are clamped to the ground and cut at the antimeridian. A missing leg has a placemark with the reason instead
/// of a line.
public enum RouteKML {
    /// A route as a KML document.
    ///
    /// - Parameters:
    ///   - route: Any route.
    ///   - name: The name of the route; nil for none.
    ///   - colors: A colour for each leg, such as `#0072b2`; nil for one colour for all.
    ///   - pieces: Coloured pieces of the legs, from ``RouteLine/pieces(_:)``: placemarks instead of the line of their
    ///     leg.
    /// - Returns: XML in UTF-8.
    /// - Precondition: `colors` is nil or has one colour per leg.
    /// - Complexity: O(*n*) in the vertices.
    public static func document(
        _ route: Route, name: String? = nil, colors: [String]? = nil, pieces: [LegPiece] = []
    ) -> String {
        var xml = XMLWriter()
        append(route, name: name, colors: colors, pieces: pieces, to: &xml)
        return head + xml.text + tail
    }

    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document>

        """
    package static let tail = "</Document></kml>\n"

    /// What is said of the document, after its head.
    package static func description(_ text: String) -> String {
        var xml = XMLWriter()
        xml.add("description", text: text)
        xml.endLine()
        return xml.text
    }

    package static func append(
        _ route: Route, name: String?, colors: [String]?, pieces: [LegPiece] = [], to xml: inout XMLWriter
    ) {
        precondition(
            colors?.count ?? route.legs.count == route.legs.count,
            "there is not a colour for each of \(route.legs.count) legs")
        let times = route.times()
        xml.begin("Folder")
        xml.add("name", text: name)
        xml.endLine()
        for (i, stop) in route.stops.enumerated() {
            xml.begin("Placemark")
            xml.add("name", text: "\(i + 1) \(stop.label)")
            if let arrival = times[i].arrivalText {
                xml.begin("TimeStamp")
                xml.add("when", text: arrival)
                xml.end("TimeStamp")
            }
            append(data: [("number", "\(i + 1)"), ("id", stop.id)], to: &xml)
            append(point: stop.coordinate, to: &xml)
            endPlacemark(&xml)
        }
        let pieces = Dictionary(grouping: pieces, by: \.leg)
        for (i, outcome) in route.legs.enumerated() {
            let own = pieces[i] ?? []
            xml.begin("Placemark")
            xml.add("name", text: "\(route.stops[i].label) - \(route.stops[i + 1].label)")
            xml.add("description", text: outcome.remark)
            if outcome.leg != nil, own.isEmpty { append(style: colors?[i] ?? "#2a6fdb", to: &xml) }
            var values = [("leg_index", "\(i)"), ("status", outcome.status.rawValue)]
            if let leg = outcome.leg {
                values.append(("distance_m", DecimalText.of(leg.distance.value, decimals: 3) ?? ""))
                values.append(("distance_kind", leg.distanceKind.rawValue))
                if let duration = leg.duration {
                    values.append(("duration_s", DecimalText.of(duration.inSeconds, decimals: 3) ?? ""))
                }
                values.append(("source", leg.source))
            }
            append(data: values, to: &xml)
            if let leg = outcome.leg, own.isEmpty { append(line: leg.coordinates, to: &xml) }
            endPlacemark(&xml)
            for piece in own {
                xml.begin("Placemark")
                append(style: "\(piece.color)", to: &xml)
                append(data: [("leg_index", "\(i)")] + (piece.isMissing ? [("missing", "true")] : []), to: &xml)
                append(line: piece.coordinates, to: &xml)
                endPlacemark(&xml)
            }
        }
        xml.end("Folder")
        xml.endLine()
    }

    private static func endPlacemark(_ xml: inout XMLWriter) {
        xml.end("Placemark")
        xml.endLine()
    }

    private static func append(style hex: String, to xml: inout XMLWriter) {
        xml.begin("Style")
        xml.begin("LineStyle")
        xml.add("color", text: color(hex))
        xml.add("width", text: "4")
        xml.end("LineStyle")
        xml.end("Style")
    }

    package static func append(point: Coordinate, to xml: inout XMLWriter) {
        xml.begin("Point")
        xml.add("coordinates", text: tuple(FlatPosition(latitude: point.latitude, longitude: point.longitude)))
        xml.end("Point")
    }

    /// Appends a line, cut at the antimeridian.
    package static func append(line: [Coordinate], to xml: inout XMLWriter) {
        let pieces = AntimeridianCut.pieces(of: line)
        if pieces.count != 1 { xml.begin("MultiGeometry") }
        for piece in pieces {
            xml.begin("LineString")
            xml.add("tessellate", text: "1")
            let places = piece.count > 1 ? piece : piece + piece
            xml.add("coordinates", text: places.map(tuple).joined(separator: " "))
            xml.end("LineString")
        }
        if pieces.count != 1 { xml.end("MultiGeometry") }
    }

    package static func append(data values: [(name: String, value: String)], to xml: inout XMLWriter) {
        xml.begin("ExtendedData")
        for (name, value) in values {
            xml.begin("Data", ["name": name])
            xml.add("value", text: value)
            xml.end("Data")
        }
        xml.end("ExtendedData")
    }

    /// Longitude first, as in KML.
    private static func tuple(_ position: FlatPosition) -> String {
        "\(DecimalText.degrees(position.longitude)),\(DecimalText.degrees(position.latitude))"
    }

    /// KML colours are alpha, blue, green, red: `#0072b2` is `ffb27200`.
    package static func color(_ hex: String) -> String {
        let digits = Array(hex.drop { $0 == "#" })
        guard digits.count == 6 else { return "ff000000" }
        return "ff" + String(digits[4...5]) + String(digits[2...3]) + String(digits[0...1])
    }
}
