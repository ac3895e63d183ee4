import WaymarkGeodesy
import WaymarkPolylines

/// Routes as KML 2.2: a folder with a placemark for each stop, a point, and each found leg, a line in its colour.
///
/// Lines lie on the ground and are cut at the antimeridian. A missing leg has a placemark without a line, that says why.
public enum RouteKML {
    /// A route as a KML document.
    ///
    /// - Parameters:
    ///   - route: Any route.
    ///   - name: What the route is called; nil for none.
    ///   - colors: A colour for each leg, such as `#0072b2`; nil for one colour for all.
    ///   - pieces: Pieces of the legs in colours of their own, as ``RouteLine/pieces(_:)`` gives them: placemarks in place of
    ///     the line of their leg.
    /// - Returns: XML in UTF-8.
    /// - Precondition: There are as many `colors` as legs, where there are any.
    /// - Complexity: O(*n*) in the vertices.
    public static func document(
        _ route: Route, name: String? = nil, colors: [String]? = nil, pieces: [LegPiece] = []
    ) -> String {
        head + folder(of: route, name: name, colors: colors, pieces: pieces) + tail
    }

    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document>

        """
    package static let tail = "</Document></kml>\n"

    /// A route as a folder.
    package static func folder(
        of route: Route, name: String?, colors: [String]?, pieces: [LegPiece] = []
    ) -> String {
        precondition(colors?.count ?? route.legs.count == route.legs.count, "there is a colour for each leg")
        func label(_ stop: Stop) -> String { stop.name.isEmpty ? stop.id : stop.name }
        let times = route.times()
        var text = "<Folder>" + element("name", name) + "\n"
        for (i, stop) in route.stops.enumerated() {
            text +=
                "<Placemark>" + element("name", "\(i + 1) \(label(stop))")
                + (times[i].arrivalText.map { "<TimeStamp>\(element("when", $0))</TimeStamp>" } ?? "")
                + data([("number", "\(i + 1)"), ("id", stop.id)])
            let place = FlatPosition(latitude: stop.coordinate.latitude, longitude: stop.coordinate.longitude)
            text += "<Point><coordinates>\(tuple(place))</coordinates></Point></Placemark>\n"
        }
        let pieces = Dictionary(grouping: pieces, by: \.leg)
        for (i, outcome) in route.legs.enumerated() {
            let own = pieces[i] ?? []
            text += "<Placemark>" + element("name", "\(label(route.stops[i])) - \(label(route.stops[i + 1]))")
            text += element("description", outcome.reason)
            if outcome.leg != nil, own.isEmpty { text += style(colors?[i] ?? "#2a6fdb") }
            var values = [("leg_index", "\(i)"), ("status", outcome.status.rawValue)]
            if let leg = outcome.leg {
                values.append(("distance_m", ExportText.decimal(leg.distance.value, decimals: 3) ?? ""))
                values.append(("distance_kind", leg.distanceKind.rawValue))
                values.append(("source", leg.source))
            }
            let line = own.isEmpty ? outcome.leg.map { geometry($0.coordinates) } : nil
            text += data(values) + (line ?? "") + "</Placemark>\n"
            for piece in own {
                text += "<Placemark>" + style("\(piece.color)")
                text += data([("leg_index", "\(i)")] + (piece.isMissing ? [("missing", "true")] : []))
                text += geometry(piece.coordinates) + "</Placemark>\n"
            }
        }
        return text + "</Folder>\n"
    }

    private static func style(_ hex: String) -> String {
        "<Style><LineStyle><color>\(color(hex))</color><width>4</width></LineStyle></Style>"
    }

    private static func geometry(_ line: [Coordinate]) -> String {
        let lines = AntimeridianCut.pieces(of: line).map { piece in
            let tuples = (piece.count > 1 ? piece : piece + piece).map(tuple).joined(separator: " ")
            return "<LineString><tessellate>1</tessellate><coordinates>\(tuples)</coordinates></LineString>"
        }
        return lines.count == 1 ? lines[0] : "<MultiGeometry>\(lines.joined())</MultiGeometry>"
    }

    private static func data(_ values: [(name: String, value: String)]) -> String {
        let items = values.map { "<Data name=\"\($0.name)\"><value>\(ExportText.xml($0.value))</value></Data>" }
        return "<ExtendedData>\(items.joined())</ExtendedData>"
    }

    private static func element(_ name: String, _ text: String?) -> String {
        text.map { "<\(name)>\(ExportText.xml($0))</\(name)>" } ?? ""
    }

    /// Longitude first, as KML has it.
    private static func tuple(_ position: FlatPosition) -> String {
        "\(ExportText.degrees(position.longitude)),\(ExportText.degrees(position.latitude))"
    }

    /// KML has colours as alpha, blue, green, red: `#0072b2` is `ffb27200`.
    private static func color(_ hex: String) -> String {
        let digits = Array(hex.drop { $0 == "#" })
        guard digits.count == 6 else { return "ff000000" }
        return "ff" + String(digits[4...5]) + String(digits[2...3]) + String(digits[0...1])
    }
}
