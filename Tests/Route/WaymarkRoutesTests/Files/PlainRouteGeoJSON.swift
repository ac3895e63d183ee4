import Foundation
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkText
import WaymarkTimes

/// Routes as GeoJSON built from a String for each piece: slow, and easy to check.
enum PlainRouteGeoJSON {
    static func document(_ route: Route, colors: [String]? = nil, pieces: [LegPiece] = []) -> String {
        var text = #"{"type":"FeatureCollection","#
        if let box = route.boundingBox {
            text +=
                "\"bbox\":[" + [box.west, box.south, box.east, box.north].map(degrees).joined(separator: ",") + "],"
        }
        return text + "\"features\":[\n"
            + features(of: route, trip: nil, colors: colors, pieces: pieces).joined(separator: ",\n") + "\n]}\n"
    }

    static func features(
        of route: Route, trip: String?, colors: [String]? = nil, pieces: [LegPiece] = []
    ) -> [String] {
        let times = route.times()
        func begin(_ kind: String) -> [String] {
            ["\"kind\":\"\(kind)\""] + (trip.map { ["\"trip_id\":\(json($0))"] } ?? [])
        }
        var features: [String] = []
        for (i, stop) in route.stops.enumerated() {
            var members = begin("stop") + ["\"number\":\(i + 1)", "\"id\":\(json(stop.id))"]
            if !stop.name.isEmpty { members.append("\"name\":\(json(stop.name))") }
            let planned = stop.arrival.flatMap { $0.xsdDateTime(in: times[i].timeZone) }
            if let planned { members.append("\"planned_arrival\":\(json(planned))") }
            if let text = times[i].arrivalText { members.append("\"arrival\":\(json(text))") }
            if let text = times[i].departureText { members.append("\"departure\":\(json(text))") }
            if times[i].lateness > .zero { members.append("\"lateness_s\":\(number(times[i].lateness / .seconds(1)))") }
            if stop.stay > .zero { members.append("\"stay_s\":\(number(stop.stay / .seconds(1)))") }
            if let zone = stop.timeZone { members.append("\"time_zone\":\(json(zone.identifier))") }
            let place = stop.coordinate
            let point = "{\"type\":\"Point\",\"coordinates\":[\(degrees(place.longitude)),\(degrees(place.latitude))]}"
            features.append(feature(point, members))
        }
        for (i, outcome) in route.legs.enumerated() {
            var members = begin("leg") + ["\"leg_index\":\(i)", "\"from_stop\":\(json(route.stops[i].id))"]
            members += ["\"to_stop\":\(json(route.stops[i + 1].id))", "\"status\":\(json(outcome.status.rawValue))"]
            if let reason = outcome.reason { members.append("\"reason\":\(json(reason))") }
            if let leg = outcome.leg {
                members.append("\"distance_m\":\(number(leg.distance.value))")
                members.append("\"distance_kind\":\(json(leg.distanceKind.rawValue))")
                if let duration = leg.duration { members.append("\"duration_s\":\(number(duration / .seconds(1)))") }
                members.append("\"source\":\(json(leg.source))")
                if let colors { members.append("\"stroke\":\(json(colors[i]))") }
            }
            features.append(feature(outcome.leg.map { geometry($0.coordinates) } ?? "null", members))
            for piece in pieces where piece.leg == i {
                var members = begin("piece") + ["\"leg_index\":\(i)", "\"stroke\":\(json("\(piece.color)"))"]
                members.append("\"from\":\(DecimalText.of(piece.locations.lowerBound, decimals: 9)!)")
                members.append("\"to\":\(DecimalText.of(piece.locations.upperBound, decimals: 9)!)")
                if piece.isMissing { members.append("\"missing\":true") }
                features.append(feature(geometry(piece.coordinates), members))
            }
        }
        return features
    }

    private static func geometry(_ line: [Coordinate]) -> String {
        let lines = AntimeridianCut.pieces(of: line).map { piece in
            "["
                + (piece.count > 1 ? piece : piece + piece)
                .map { "[\(degrees($0.longitude)),\(degrees($0.latitude))]" }.joined(separator: ",") + "]"
        }
        return lines.count == 1
            ? "{\"type\":\"LineString\",\"coordinates\":\(lines[0])}"
            : "{\"type\":\"MultiLineString\",\"coordinates\":[\(lines.joined(separator: ","))]}"
    }

    private static func feature(_ geometry: String, _ members: [String]) -> String {
        "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":{\(members.joined(separator: ","))}}"
    }

    /// Degrees by C's `printf`, without trailing zeros.
    private static func degrees(_ value: Double) -> String { trimmed(String(format: "%.7f", value)) }

    private static func number(_ value: Double) -> String { trimmed(String(format: "%.3f", value)) }

    private static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : String(text)
    }

    private static func json(_ text: String) -> String {
        var escaped = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case "\u{0}"..."\u{1F}": escaped += "\\u" + String(format: "%04x", scalar.value)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped + "\""
    }
}
