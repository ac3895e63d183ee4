import WaymarkFoundation
import WaymarkGeodesy
import WaymarkPolylines
import WaymarkText
import WaymarkTimes

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
    ///   - pieces: Coloured pieces of the legs, from ``RouteLine/pieces(_:)``: a feature for each, after its leg.
    /// - Returns: JSON in UTF-8.
    /// - Precondition: `colors` is nil or has one colour per leg.
    /// - Complexity: O(*n*) in the vertices.
    public static func document(_ route: Route, colors: [String]? = nil, pieces: [LegPiece] = []) -> String {
        var bytes = ContiguousArray<UInt8>()
        appendDocument(route, colors: colors, pieces: pieces, to: &bytes) { _ in }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static let head = #"{"type":"FeatureCollection","#
    package static let featuresHead = "\"features\":[\n"
    package static let tail = "\n]}\n"

    /// Appends the result of ``document(_:colors:pieces:)``, with more `members`, each with a comma behind it; `flush` is
    /// called after each feature, and may remove the bytes.
    package static func appendDocument<E: Error>(
        _ route: Route, members: String = "", colors: [String]?, pieces: [LegPiece] = [],
        to bytes: inout ContiguousArray<UInt8>,
        flush: (inout ContiguousArray<UInt8>) throws(E) -> Void
    ) throws(E) {
        bytes += head.utf8
        bytes += members.utf8
        if let box = route.boundingBox {
            bytes.append(#""bbox":["#)
            for (i, edge) in [box.west, box.south, box.east, box.north].enumerated() {
                if i > 0 { bytes.append(UInt8(ascii: ",")) }
                DecimalText.append(degrees: edge, to: &bytes)
            }
            bytes.append("],")
        }
        bytes += featuresHead.utf8
        try appendFeatures(of: route, trip: nil, colors: colors, pieces: pieces, to: &bytes, flush: flush)
        bytes += tail.utf8
    }

    /// Appends the features of a route: its stops, then its legs; `flush` is called after each, and may remove the
    /// bytes.
    package static func appendFeatures<E: Error>(
        of route: Route, trip: String?, colors: [String]?, pieces: [LegPiece] = [],
        to bytes: inout ContiguousArray<UInt8>,
        flush: (inout ContiguousArray<UInt8>) throws(E) -> Void
    ) throws(E) {
        precondition(
            colors?.count ?? route.legs.count == route.legs.count,
            "there is not a colour for each of \(route.legs.count) legs")
        var clock = RouteClock()
        for (i, stop) in route.stops.enumerated() {
            if i > 0 { bytes.append(",\n") }
            append(stop, clock.time(at: i, of: route), trip, to: &bytes)
            try flush(&bytes)
        }
        let pieces = Dictionary(grouping: pieces, by: \.leg)
        for i in route.legs.indices {
            bytes.append(",\n")
            appendLeg(i, of: route, trip, color: colors?[i], to: &bytes)
            try flush(&bytes)
            for piece in pieces[i] ?? [] {
                bytes.append(",\n")
                append(piece, trip, to: &bytes)
                try flush(&bytes)
            }
        }
    }

    private static func append(
        _ stop: Stop, _ time: RouteTime, _ trip: String?, to bytes: inout ContiguousArray<UInt8>
    ) {
        bytes.append(#"{"type":"Feature","geometry":"#)
        let place = (stop.coordinate.longitude, stop.coordinate.latitude, Double?.none)
        GeoJSONGeometry.append(point: place, .toCentimeters, to: &bytes)
        appendProperties("stop", trip, to: &bytes)
        bytes.append(#","number":"#)
        NumberText.append(integer: time.stop + 1, to: &bytes)
        bytes.append(#","id":"#)
        JSONText.append(stop.id, to: &bytes)
        if !stop.name.isEmpty { append(#","name":"#, stop.name, to: &bytes) }
        let planned = stop.arrival.flatMap { $0.xsdDateTime(in: time.timeZone) }
        append(#","planned_arrival":"#, planned, to: &bytes)
        append(#","arrival":"#, time.arrivalText, to: &bytes)
        append(#","departure":"#, time.departureText, to: &bytes)
        if time.lateness > .zero { append(#","lateness_s":"#, number: time.lateness.inSeconds, to: &bytes) }
        if stop.stay > .zero { append(#","stay_s":"#, number: stop.stay.inSeconds, to: &bytes) }
        append(#","time_zone":"#, stop.timeZone?.identifier, to: &bytes)
        bytes.append("}}")
    }

    private static func appendLeg(
        _ i: Int, of route: Route, _ trip: String?, color: String?, to bytes: inout ContiguousArray<UInt8>
    ) {
        let outcome = route.legs[i]
        let leg = outcome.leg
        bytes.append(#"{"type":"Feature","geometry":"#)
        if let leg { GeoJSONGeometry.append(line: leg.coordinates, to: &bytes) } else { bytes.append("null") }
        appendProperties("leg", trip, to: &bytes)
        bytes.append(#","leg_index":"#)
        NumberText.append(integer: i, to: &bytes)
        append(#","from_stop":"#, route.stops[i].id, to: &bytes)
        append(#","to_stop":"#, route.stops[i + 1].id, to: &bytes)
        append(#","status":"#, outcome.status.rawValue, to: &bytes)
        append(#","reason":"#, outcome.remark, to: &bytes)
        if let leg {
            append(#","distance_m":"#, number: leg.distance.value, to: &bytes)
            append(#","distance_kind":"#, leg.distanceKind.rawValue, to: &bytes)
            if let duration = leg.duration { append(#","duration_s":"#, number: duration.inSeconds, to: &bytes) }
            append(#","source":"#, leg.source, to: &bytes)
            append(#","stroke":"#, color, to: &bytes)
        }
        bytes.append("}}")
    }

    private static func append(_ piece: LegPiece, _ trip: String?, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(#"{"type":"Feature","geometry":"#)
        GeoJSONGeometry.append(line: piece.coordinates, to: &bytes)
        appendProperties("piece", trip, to: &bytes)
        bytes.append(#","leg_index":"#)
        NumberText.append(integer: piece.leg, to: &bytes)
        append(#","stroke":"#, "\(piece.color)", to: &bytes)
        append(#","from":"#, number: piece.locations.lowerBound, decimals: 9, to: &bytes)
        append(#","to":"#, number: piece.locations.upperBound, decimals: 9, to: &bytes)
        if piece.isMissing { bytes.append(#","missing":true"#) }
        bytes.append("}}")
    }

    // MARK: Pieces

    /// Begins the properties of a feature.
    private static func appendProperties(
        _ kind: StaticString, _ trip: String?, to bytes: inout ContiguousArray<UInt8>
    ) {
        bytes.append(#","properties":{"kind":""#)
        bytes.append(kind)
        bytes.append("\"")
        append(#","trip_id":"#, trip, to: &bytes)
    }

    /// Appends a text property, unless it is nil.
    private static func append(_ name: StaticString, _ text: String?, to bytes: inout ContiguousArray<UInt8>) {
        guard let text else { return }
        bytes.append(name)
        JSONText.append(text, to: &bytes)
    }

    /// Appends a number property, unless it cannot be written.
    private static func append(
        _ name: StaticString, number: Double, decimals: Int = 3, to bytes: inout ContiguousArray<UInt8>
    ) {
        let held = bytes.count
        bytes.append(name)
        if !DecimalText.append(number, decimals: decimals, to: &bytes) { bytes.removeLast(bytes.count - held) }
    }
}
