import WaymarkGeodesy
import WaymarkTimes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Routes as GPX 1.1.
///
/// The stops are the points of a route (`rte`), in order. Each found leg is a track (`trk`) with its number, from 1, and the
/// names of the stops it joins; a missing leg has none, so that its number is left out. Elevations and times come along where
/// vertices have them; times also need the time at which the leg is begun: see ``Route/times(startingAt:)``.
public enum RouteGPX {
    /// A route as a GPX document.
    ///
    /// - Parameters:
    ///   - route: Any route.
    ///   - name: What the route is called; nil for none.
    /// - Returns: XML in UTF-8.
    /// - Complexity: O(*n*) in the vertices.
    public static func document(_ route: Route, name: String? = nil) -> String {
        head + (name.map { "<metadata><name>\(ExportText.xml($0))</name></metadata>\n" } ?? "")
            + points(of: route, name: name) + tracks(of: route, name: name) + tail
    }

    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

        """
    package static let tail = "</gpx>\n"

    /// The stops. In a document of several routes, the points of all come before the tracks of all.
    package static func points(of route: Route, name: String?) -> String {
        let times = route.times()
        var text = "<rte>\n" + element("name", name)
        for (i, stop) in route.stops.enumerated() {
            text += "<rtept \(place(stop.coordinate))>"
            text += element("time", (times[i].arrival ?? stop.arrival).flatMap { $0.xsdDateTime() })
            text += element("name", stop.name.isEmpty ? stop.id : stop.name)
            text += element("desc", "\(i + 1)")
            text += "</rtept>\n"
        }
        return text + "</rte>\n"
    }

    /// The found legs.
    package static func tracks(of route: Route, name: String?) -> String {
        let times = route.times()
        var text = ""
        for (i, outcome) in route.legs.enumerated() {
            guard let leg = outcome.leg else { continue }
            func label(_ stop: Stop) -> String { stop.name.isEmpty ? stop.id : stop.name }
            let trip = name.map { $0 + ", " } ?? ""
            text +=
                "<trk>" + element("name", "\(trip)\(i + 1): \(label(route.stops[i])) - \(label(route.stops[i + 1]))")
            text +=
                element("src", leg.source) + element("number", String(i + 1)) + element("type", outcome.status.rawValue)
            text += "<trkseg>\n"
            for (k, coordinate) in leg.coordinates.enumerated() {
                let time = times[i].departure.flatMap { begun in
                    (leg.vertices.times?[k]).map { begun + $0.inSeconds }
                }
                text += trackPoint(coordinate, elevation: leg.vertices.elevations?[k]?.value, time: time)
            }
            text += "</trkseg></trk>\n"
        }
        return text
    }

    /// A point of a track; an elevation or a time that cannot be written is left out.
    package static func trackPoint(_ coordinate: Coordinate, elevation: Double?, time: Date?) -> String {
        "<trkpt \(place(coordinate))>" + element("ele", elevation.flatMap { ExportText.decimal($0, decimals: 3) })
            + element("time", time.flatMap { $0.xsdDateTime() }) + "</trkpt>\n"
    }

    private static func element(_ name: String, _ text: String?) -> String {
        text.map { "<\(name)>\(ExportText.xml($0))</\(name)>" } ?? ""
    }

    /// GPX has longitudes from -180 to below 180.
    private static func place(_ coordinate: Coordinate) -> String {
        let longitude = ExportText.degrees(coordinate.longitude)
        return "lat=\"\(ExportText.degrees(coordinate.latitude))\" lon=\"\(longitude == "180" ? "-180" : longitude)\""
    }
}
