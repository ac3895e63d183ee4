import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkText
import WaymarkTimes

/// Trips as GeoJSON (RFC 7946): a point for each stop, in order, and for each entry with a place, a line for each found
/// leg of the routes.
///
/// The properties say what it is (`kind`: `stop`, `entry`, `leg`), and have the colours of the trip and of categories as
/// simplestyle does. ``TripImport`` reads the trip, its stops and its entries back, by their ids; what is not on a map is
/// not in it.
public enum TripGeoJSON {
    /// A trip as a feature collection: the same trip gives the same bytes.
    ///
    /// - Returns: JSON in UTF-8.
    /// - Complexity: O(*n*).
    public static func document(of whole: WholeTrip) -> ContiguousArray<UInt8> {
        var features: [ContiguousArray<UInt8>] = []
        for (place, stop) in whole.stops.enumerated() { features.append(feature(of: stop, number: place + 1, whole)) }
        for entry in whole.entries {
            if let place = whole.coordinate(of: entry) { features.append(feature(of: entry, at: place, whole)) }
        }
        for route in whole.routes {
            guard let route = try? route.route() else { continue }
            for case (let place, let leg?) in route.legs.map(\.leg).enumerated() {
                features.append(feature(of: leg, number: place, whole))
            }
        }
        var bytes = ContiguousArray(#"{"type":"FeatureCollection","name":"#.utf8)
        JSONText.append(whole.trip.title, to: &bytes)
        if !whole.trip.notes.isEmpty {
            bytes.append(#","description":"#)
            JSONText.append(whole.trip.notes, to: &bytes)
        }
        var writer = FieldWriter()
        append(whole.values, to: &writer)
        bytes.append(#","properties":"#)
        writer.append(to: &bytes)
        bytes.append(#","features":["#)
        for (place, feature) in features.enumerated() {
            bytes.append(place > 0 ? ",\n" : "\n")
            bytes += feature
        }
        bytes.append("\n]}\n")
        return bytes
    }

    /// Adds named values; those that are numbers or truths are so in JSON.
    private static func append(_ values: WholeTrip.Values, to writer: inout FieldWriter) {
        for case (let name, let value?) in values {
            if ["number", "stay_ms", "nights", "pinned", "own_place"].contains(name) {
                writer.json(name, value)
            } else {
                writer.text(name, value)
            }
        }
    }

    private static func feature(of stop: TripStop, number: Int, _ whole: WholeTrip) -> ContiguousArray<UInt8> {
        feature { writer in
            append(whole.values(of: stop, number: number), to: &writer)
            writer.text("name", ifNotEmpty: stop.name)
            writer.text("notes", ifNotEmpty: stop.notes)
            writer.text("arrival", stop.arrivalText(on: whole.trip))
            writer.color("marker-color", whole.trip.color)
        } geometry: { bytes in
            point(stop.coordinate, to: &bytes)
        }
    }

    private static func feature(
        of entry: DiaryEntry, at place: Coordinate, _ whole: WholeTrip
    ) -> ContiguousArray<UInt8> {
        let category = whole.categories.first { $0.id == entry.category }
        return feature { writer in
            append(whole.values(of: entry), to: &writer)
            writer.text("title", ifNotEmpty: entry.title)
            writer.text("text", ifNotEmpty: entry.text)
            writer.text("time", entry.time.text(in: entry.zone))
            writer.text("category", category.flatMap { $0.name.isEmpty ? nil : $0.name })
            writer.color("marker-color", category?.color ?? whole.trip.color)
        } geometry: { bytes in
            point(place, to: &bytes)
        }
    }

    private static func feature(of leg: Leg, number: Int, _ whole: WholeTrip) -> ContiguousArray<UInt8> {
        feature { writer in
            writer.text("kind", "leg")
            writer.integer("leg_index", Int64(number))
            writer.text("source", leg.source)
            writer.color("stroke", whole.trip.color)
        } geometry: { bytes in
            let pieces = AntimeridianCut.pieces(of: leg.coordinates)
            GeoJSONGeometry.append(lines: pieces, to: &bytes) { ($0.longitude, $0.latitude, nil) }
        }
    }

    private static func feature(
        _ properties: (inout FieldWriter) -> Void, geometry: (inout ContiguousArray<UInt8>) -> Void
    ) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray(#"{"type":"Feature","geometry":"#.utf8)
        geometry(&bytes)
        bytes.append(#","properties":"#)
        var writer = FieldWriter(unknown: [])
        properties(&writer)
        writer.append(to: &bytes)
        bytes.append("}")
        return bytes
    }

    private static func point(_ place: Coordinate, to bytes: inout ContiguousArray<UInt8>) {
        GeoJSONGeometry.append(point: (place.longitude, place.latitude, nil), .exact, to: &bytes)
    }
}
