import WaymarkGeodesy
import WaymarkPolylines

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Routes as GeoJSON (RFC 7946).
///
/// A feature for each stop, a point, and then one for each leg, a line; a missing leg has no geometry. Lines are cut at the
/// antimeridian. `Documentation/Routes.md` lists the properties.
public enum RouteGeoJSON {
    /// A route as a `FeatureCollection` with its `bbox`.
    ///
    /// - Parameters:
    ///   - route: Any route.
    ///   - colors: A colour for each leg, such as `#0072b2`, as property `stroke`; nil for none.
    ///   - pieces: Pieces of the legs in colours of their own, as ``RouteLine/pieces(_:)`` gives them: a feature for each,
    ///     behind its leg.
    /// - Returns: JSON in UTF-8.
    /// - Precondition: There are as many `colors` as legs, where there are any.
    /// - Complexity: O(*n*) in the vertices.
    public static func document(_ route: Route, colors: [String]? = nil, pieces: [LegPiece] = []) -> String {
        var text = head
        if let box = route.boundingBox {
            text +=
                #""bbox":[\#([box.west, box.south, box.east, box.north].map(ExportText.degrees).joined(separator: ","))],"#
        }
        let features = features(of: route, trip: nil, colors: colors, pieces: pieces).joined(separator: ",\n")
        return text + featuresHead + features + tail
    }

    package static let head = #"{"type":"FeatureCollection","#
    package static let featuresHead = "\"features\":[\n"
    package static let tail = "\n]}\n"

    /// The features of a route: its stops, then its legs.
    package static func features(
        of route: Route, trip: String?, colors: [String]?, pieces: [LegPiece] = []
    ) -> [String] {
        precondition(colors?.count ?? route.legs.count == route.legs.count, "there is a colour for each leg")
        let times = route.times()
        let stops = route.stops.enumerated().map { i, stop in
            var properties = Properties(kind: "stop", trip)
            properties["number"] = String(i + 1)
            properties["id"] = ExportText.json(stop.id)
            if !stop.name.isEmpty { properties["name"] = ExportText.json(stop.name) }
            let zone = times[i].timeZone
            let planned = stop.arrival.flatMap { ExportText.timestamp($0, in: zone) }
            properties["planned_arrival"] = planned.map(ExportText.json)
            properties["arrival"] = times[i].arrivalText.map(ExportText.json)
            properties["departure"] = times[i].departureText.map(ExportText.json)
            if times[i].lateness > .zero { properties["lateness_s"] = number(times[i].lateness.inSeconds) }
            if stop.stay > .zero { properties["stay_s"] = number(stop.stay.inSeconds) }
            properties["time_zone"] = (stop.timeZone?.identifier).map(ExportText.json)
            return feature(#"{"type":"Point","coordinates":\#(position(stop.coordinate))}"#, properties)
        }
        let pieces = Dictionary(grouping: pieces, by: \.leg)
        let legs = route.legs.enumerated().flatMap { i, outcome in
            [leg(i, outcome)] + (pieces[i] ?? []).map { piece($0, trip) }
        }
        func leg(_ i: Int, _ outcome: LegOutcome) -> String {
            var properties = Properties(kind: "leg", trip)
            properties["leg_index"] = String(i)
            properties["from_stop"] = ExportText.json(route.stops[i].id)
            properties["to_stop"] = ExportText.json(route.stops[i + 1].id)
            properties["status"] = ExportText.json(outcome.status.rawValue)
            properties["reason"] = outcome.reason.map(ExportText.json)
            guard let leg = outcome.leg else { return feature("null", properties) }
            properties["distance_m"] = number(leg.distance.value)
            properties["distance_kind"] = ExportText.json(leg.distanceKind.rawValue)
            properties["duration_s"] = leg.duration.flatMap { number($0.inSeconds) }
            properties["source"] = ExportText.json(leg.source)
            properties["stroke"] = (colors?[i]).map(ExportText.json)
            return feature(geometry(leg.coordinates), properties)
        }
        return stops + legs
    }

    private static func piece(_ piece: LegPiece, _ trip: String?) -> String {
        var properties = Properties(kind: "piece", trip)
        properties["leg_index"] = String(piece.leg)
        properties["stroke"] = ExportText.json("\(piece.color)")
        properties["from"] = ExportText.decimal(piece.locations.lowerBound, decimals: 9)
        properties["to"] = ExportText.decimal(piece.locations.upperBound, decimals: 9)
        if piece.isMissing { properties["missing"] = "true" }
        return feature(geometry(piece.coordinates), properties)
    }

    /// Longitude first, as GeoJSON has it.
    private static func position(_ flat: FlatPosition) -> String {
        "[\(ExportText.degrees(flat.longitude)),\(ExportText.degrees(flat.latitude))]"
    }

    private static func position(_ coordinate: Coordinate) -> String {
        position(FlatPosition(latitude: coordinate.latitude, longitude: coordinate.longitude))
    }

    private static func geometry(_ line: [Coordinate]) -> String {
        let lines = AntimeridianCut.pieces(of: line).map { piece in
            // A line has two positions at least.
            "[" + (piece.count > 1 ? piece : piece + piece).map(position).joined(separator: ",") + "]"
        }
        return lines.count == 1
            ? #"{"type":"LineString","coordinates":\#(lines[0])}"#
            : #"{"type":"MultiLineString","coordinates":[\#(lines.joined(separator: ","))]}"#
    }

    private static func number(_ value: Double) -> String? { ExportText.decimal(value, decimals: 3) }

    private static func feature(_ geometry: String, _ properties: Properties) -> String {
        #"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties.text)}"#
    }

    /// Members in the order in which they were set.
    private struct Properties {
        private var members: [String] = []

        init(kind: String, _ trip: String?) {
            self["kind"] = ExportText.json(kind)
            self["trip_id"] = trip.map(ExportText.json)
        }

        subscript(name: String) -> String? {
            get { nil }
            set { if let newValue { members.append("\"\(name)\":\(newValue)") } }
        }

        var text: String { "{" + members.joined(separator: ",") + "}" }
    }
}
