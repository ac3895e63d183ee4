import WaymarkFoundation
import WaymarkGeodesy
import WaymarkPolylines
import WaymarkText
import WaymarkTimes

/// Routes as GPX 1.1.
///
/// The stops are the points of a route (`rte`), in order. Each found leg is a track (`trk`) with its number, from 1,
/// and the names of the stops it joins; the number of a missing leg is skipped. A track is cut into segments at the
/// antimeridian, as programs draw lines between longitudes 180 and -180 around the Earth. Vertices have elevations and times if
/// known; times also need the departure of the leg: see ``Route/times(startingAt:)``.
public enum RouteGPX {
    /// A route as a GPX document.
    ///
    /// - Parameters:
    ///   - route: Any route.
    ///   - name: The name of the route; nil for none.
    /// - Returns: XML in UTF-8.
    /// - Complexity: O(*n*) in the vertices.
    public static func document(_ route: Route, name: String? = nil) -> String {
        var xml = XMLWriter()
        if let name {
            xml.begin("metadata")
            xml.add("name", text: name)
            xml.end("metadata")
            xml.endLine()
        }
        append(pointsOf: route, name: name, to: &xml)
        append(tracksOf: route, name: name, to: &xml)
        return head + xml.text + tail
    }

    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

        """
    package static let tail = "</gpx>\n"

    /// The metadata that say whom the points are from, and where their licence is.
    package static func copyright(_ author: String, license: String) -> String {
        var xml = XMLWriter()
        xml.begin("metadata")
        xml.begin("copyright", ["author": author])
        xml.add("license", text: license)
        xml.end("copyright")
        xml.end("metadata")
        xml.endLine()
        return xml.text
    }

    /// Appends the stops. In a document of several routes, the points of all precede the tracks of all.
    package static func append(pointsOf route: Route, name: String?, to xml: inout XMLWriter) {
        let times = route.times()
        xml.begin("rte")
        xml.endLine()
        xml.add("name", text: name)
        for (i, stop) in route.stops.enumerated() {
            begin("rtept", at: (stop.coordinate.latitude, stop.coordinate.longitude), of: &xml)
            xml.add("time", text: (times[i].arrival ?? stop.arrival).flatMap { $0.xsdDateTime() })
            xml.add("name", text: stop.label)
            xml.add("desc", text: "\(i + 1)")
            xml.end("rtept")
            xml.endLine()
        }
        xml.end("rte")
        xml.endLine()
    }

    package static func append(tracksOf route: Route, name: String?, to xml: inout XMLWriter) {
        let times = route.times()
        for (i, outcome) in route.legs.enumerated() {
            guard let leg = outcome.leg else { continue }
            let trip = name.map { $0 + ", " } ?? ""
            xml.begin("trk")
            xml.add("name", text: "\(trip)\(i + 1): \(route.stops[i].label) - \(route.stops[i + 1].label)")
            // GPX has no element for lengths and times of a track.
            xml.add("desc", text: Self.description(of: leg))
            xml.add("src", text: leg.source)
            xml.add("number", text: String(i + 1))
            xml.add("type", text: outcome.status.rawValue)
            let begun = times[i].departure
            for piece in pieces(of: leg) {
                xml.begin("trkseg")
                xml.endLine()
                for place in piece {
                    // Of 180 GPX knows only the western side: a piece that ends there ends a centimetre before it.
                    append(
                        trackPoint: (place.latitude, min(place.longitude, 179.999_999_9)), elevation: place.elevation,
                        time: begun.flatMap { begun in place.time.map { begun + $0 } }, to: &xml)
                }
                xml.end("trkseg")
            }
            xml.end("trk")
            xml.endLine()
        }
    }

    /// The pieces of a leg between the edges of a flat map.
    private static func pieces(of leg: Leg) -> [[FlatPosition]] {
        let elevations = leg.vertices.elevations?.map { $0?.value }
        let times = leg.vertices.times?.map { $0?.inSeconds }
        guard AntimeridianCut.isWhole(leg.coordinates) else {
            return AntimeridianCut.pieces(of: leg.coordinates, elevations: elevations, times: times)
        }
        return [
            leg.coordinates.enumerated().map { k, place in
                FlatPosition(
                    latitude: place.latitude, longitude: place.longitude, elevation: elevations?[k], time: times?[k])
            }
        ]
    }

    /// As in `distance_m 1204.5, distance_kind network, duration_s 210`, and a remark.
    private static func description(of leg: Leg) -> String {
        var text =
            "distance_m \(DecimalText.of(leg.distance.value, decimals: 1) ?? ""), distance_kind \(leg.distanceKind.rawValue)"
        if let duration = leg.duration, let seconds = DecimalText.of(duration.inSeconds, decimals: 1) {
            text += ", duration_s \(seconds)"
        }
        return leg.remark.map { "\(text); \($0)" } ?? text
    }

    /// Appends a point of a track; an elevation or a time that cannot be written is omitted.
    package static func append(
        trackPoint place: (latitude: Double, longitude: Double), elevation: Double?, time: Date?,
        to xml: inout XMLWriter
    ) {
        begin("trkpt", at: place, of: &xml)
        xml.add("ele", text: elevation.flatMap { DecimalText.of($0, decimals: 3) })
        xml.add("time", text: time.flatMap { $0.xsdDateTime() })
        xml.end("trkpt")
        xml.endLine()
    }

    /// GPX has longitudes from -180 to below 180.
    private static func begin(
        _ name: StaticString, at place: (latitude: Double, longitude: Double), of xml: inout XMLWriter
    ) {
        let longitude = DecimalText.degrees(place.longitude)
        let latitude = DecimalText.degrees(place.latitude)
        xml.begin(name, ["lat": latitude, "lon": longitude == "180" ? "-180" : longitude])
    }
}
