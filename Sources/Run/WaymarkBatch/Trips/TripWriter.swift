import WaymarkAttractions
import WaymarkDrawings
import WaymarkFoundation
import WaymarkGeodesy
import WaymarkGradients
import WaymarkIndex
import WaymarkPolylines
internal import WaymarkRoads
import WaymarkRoutes
import WaymarkTables
import WaymarkText

/// Writes trips in the output format.
struct TripWriter: Sendable {
    let options: TripOptions
    let format: TripFormat
    /// Whether the table has a trip column.
    let hasTrips: Bool

    /// The size in bytes at which collected rows are written.
    private static let room = 1 << 18

    /// The output of one trip.
    struct Text: Sendable {
        var bytes = ContiguousArray<UInt8>()
        /// The text to write after all trips.
        var held = ContiguousArray<UInt8>()
        /// The trips of a map, which is drawn after all trips.
        var mapped: [(name: String, route: Route)] = []
    }

    /// The text before the first trip.
    var head: String {
        switch format {
        case .csv where options.steps != nil: Self.stepColumns + "\n"
        case .csv:
            "trip_id,leg_index,from_stop,to_stop,status,distance_m,duration_s,distance_kind,source,reason,polyline"
                + (options.writesTimes ? ",departure,arrival\n" : "\n")
        case .geojson: hasTrips ? RouteGeoJSON.head + attributionMember + RouteGeoJSON.featuresHead : ""
        case .gpx: RouteGPX.head + (options.attribution.map { RouteGPX.copyright($0, license: Attribution.link) } ?? "")
        case .kml: RouteKML.head + (options.attribution.map { RouteKML.description($0) } ?? "")
        case .json: hasTrips ? "{\(attributionMember)\"trips\":[\n" : ""
        case .polyline, .svg: ""
        }
    }

    private var attributionMember: String { Attribution.member(options.attribution) }

    /// The text between two trips.
    var separator: String { format == .geojson || format == .json ? ",\n" : "" }

    /// The text after the last trip.
    var tail: String {
        switch format {
        case .geojson: hasTrips ? RouteGeoJSON.tail : ""
        case .gpx: RouteGPX.tail
        case .kml: RouteKML.tail
        case .json: hasTrips ? "\n]}\n" : "\n"
        case .csv, .polyline, .svg: ""
        }
    }

    /// The text between head and tail if there are no trips, which gives a valid empty file.
    func nothing() throws -> Text {
        var text = Text()
        // A file of one trip has a form of its own.
        if [.geojson, .json].contains(format), !hasTrips {
            try append(TableTrip(id: "", stops: []), Route(stops: [], legs: []), to: &text)
        }
        return text
    }

    /// Writes and removes the bytes if there are many.
    typealias Flush = (inout ContiguousArray<UInt8>) throws(TableError) -> Void

    /// Appends a trip; `flush` is called after each row or feature.
    func append(
        _ trip: TableTrip, _ route: Route, to text: inout Text,
        flush: Flush = { (_: inout ContiguousArray<UInt8>) throws(TableError) in }
    ) throws {
        switch format {
        case .csv:
            if let (roads, language) = options.steps {
                try appendSteps(trip, route, roads, language, to: &text.bytes, flush)
            } else {
                try appendRows(trip, route, to: &text.bytes, flush)
            }
        case .geojson:
            let colors = options.coloring.map { TripColors($0, route) }
            // The box of many routes would be known only after the last.
            if hasTrips {
                try RouteGeoJSON.appendFeatures(
                    of: route, trip: trip.id, colors: colors?.legs, pieces: colors?.pieces ?? [], to: &text.bytes,
                    flush: flush)
            } else {
                try RouteGeoJSON.appendDocument(
                    route, members: attributionMember, colors: colors?.legs, pieces: colors?.pieces ?? [],
                    to: &text.bytes, flush: flush)
            }
        case .gpx:
            let name = hasTrips ? trip.id : nil
            var (points, tracks) = (XMLWriter(), XMLWriter())
            RouteGPX.append(pointsOf: route, name: name, to: &points)
            RouteGPX.append(tracksOf: route, name: name, to: &tracks)
            text.bytes += points.bytes
            text.held += tracks.bytes
        case .kml:
            let colors = options.coloring.map { TripColors($0, route) }
            var folder = XMLWriter()
            RouteKML.append(
                route, name: hasTrips ? trip.id : nil, colors: colors?.legs, pieces: colors?.pieces ?? [],
                to: &folder)
            text.bytes += folder.bytes
        case .polyline:
            for stretch in route.encodedStretches(precision: options.precision) {
                if hasTrips {
                    let (start, comma) = (text.bytes.count, UInt8(ascii: ","))
                    text.bytes += trip.id.utf8
                    Quoting.quoteField(in: &text.bytes, from: start, delimiter: comma)
                    text.bytes.append(comma)
                }
                text.bytes += stretch.utf8
                text.bytes.append(UInt8(ascii: "\n"))
            }
        case .svg: text.mapped.append((trip.id, route))
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let stored = try encoder.encode(route)
            guard hasTrips else {
                text.bytes += stored
                return
            }
            text.bytes += "{\"trip_id\":".utf8
            JSONText.append(trip.id, to: &text.bytes)
            text.bytes += ",\"route\":".utf8
            text.bytes += stored
            text.bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The map of all trips; nil if the format is another.
    func map(of trips: [(name: String, route: Route)]) -> ContiguousArray<UInt8>? {
        guard format == .svg else { return nil }
        var map = options.map
        map.coloring = options.coloring == .leg ? nil : options.coloring
        map.places += options.attractions?.places(within: options.radius, of: trips.flatMap(\.route.stops)) ?? []
        // Of the catalog only what is near is shown.
        map.attribution =
            options.attribution ?? (map.places.isEmpty ? nil : options.attractions?.attribution)
            ?? map.ground.map { _ in Attribution.text }
        return ContiguousArray(map.svg(of: trips).utf8)
    }

    // MARK: CSV

    private static let stepColumns =
        "trip_id,leg_index,step_index,maneuver,modifier,street,distance_m,duration_s,latitude,longitude,instruction"

    /// Appends a row for each step; a leg that is not over roads has one, which says why.
    private func appendSteps(
        _ trip: TableTrip, _ route: Route, _ roads: RoadLegs, _ language: RoadStep.Language,
        to bytes: inout ContiguousArray<UInt8>, _ flush: Flush
    ) throws(TableError) {
        var row = CSVBuffer()
        for (index, outcome) in route.legs.enumerated() {
            let ends = (route.stops[index], route.stops[index + 1])
            let steps = outcome.leg?.isFallback == false ? (try? roads.steps(from: ends.0, to: ends.1)) ?? [] : []
            for (number, step) in steps.enumerated() {
                row.append(field: trip.id)
                row.append(integer: index)
                row.append(integer: number)
                row.append(field: step.kind.rawValue)
                row.append(field: step.side?.rawValue ?? "")
                row.append(field: step.label)
                row.append(fixed: step.distance.value, decimals: 1)
                row.append(fixed: step.duration / .seconds(1), decimals: 1)
                row.append(fixed: step.place.latitude, decimals: 6)
                row.append(fixed: step.place.longitude, decimals: 6)
                row.append(field: step.text(language))
                row.endRecord()
            }
            if steps.isEmpty {
                row.append(field: trip.id)
                row.append(integer: index)
                row.append(integer: 0)
                row.append(field: outcome.leg == nil ? outcome.status.rawValue : "straight line")
                for _ in 0..<2 { row.appendEmpty() }
                row.append(optional: outcome.leg?.distance.value)
                row.append(optional: outcome.leg?.duration.map { $0 / .seconds(1) })
                for _ in 0..<2 { row.appendEmpty() }
                row.append(field: outcome.remark ?? outcome.reason ?? "")
                row.endRecord()
            }
            if row.count >= Self.room {
                bytes += row.bytes
                row.removeAll()
                try flush(&bytes)
            }
        }
        bytes += row.bytes
    }

    private func appendRows(
        _ trip: TableTrip, _ route: Route, to bytes: inout ContiguousArray<UInt8>, _ flush: Flush
    ) throws(TableError) {
        var row = CSVBuffer()
        let times = options.writesTimes ? route.times() : []
        for (i, outcome) in route.legs.enumerated() {
            row.append(field: trip.id)
            row.append(integer: i)
            row.append(field: route.stops[i].id)
            row.append(field: route.stops[i + 1].id)
            row.append(field: outcome.status.rawValue)
            if let leg = outcome.leg {
                row.append(fixed: leg.distance.value, decimals: 1)
                append(leg.duration, to: &row)
                row.append(field: leg.distanceKind.rawValue)
                row.append(field: leg.source)
                row.append(field: outcome.remark ?? "")
                let vertices = leg.coordinates[...]
                let text = EncodedPolyline.encodedBytes(vertices.span, precision: options.precision)[...]
                // No character of a polyline needs quotes.
                row.append(utf8: text.span)
            } else {
                for _ in 0..<4 { row.appendEmpty() }
                row.append(field: outcome.reason ?? "")
                row.appendEmpty()
            }
            if options.writesTimes { append(times[i], times[i + 1], to: &row) }
            row.endRecord()
            if row.count >= Self.room {
                bytes += row.bytes
                row.removeAll()
                try flush(&bytes)
            }
        }
        if options.writesTotals { appendTotals(trip, route, times, to: &row) }
        bytes += row.bytes
    }

    private func appendTotals(_ trip: TableTrip, _ route: Route, _ times: [RouteTime], to row: inout CSVBuffer) {
        let totals = route.totals
        row.append(field: trip.id)
        row.append(field: "total")
        row.append(field: route.stops.first?.id ?? "")
        row.append(field: route.stops.last?.id ?? "")
        row.append(field: totals.missing > 0 ? "partial" : totals.fallback > 0 ? "fallback" : "found")
        row.append(fixed: totals.distance.value, decimals: 1)
        append(totals.missing > 0 ? nil : totals.duration, to: &row)
        row.append(field: totals.distances.count == 1 ? totals.distances.first?.key.rawValue ?? "" : "")
        for _ in 0..<2 { row.appendEmpty() }
        let stretches = totals.missing > 0 ? [] : route.encodedStretches(precision: options.precision)
        row.append(field: stretches.first ?? "")
        if options.writesTimes { append(times.first, times.last, to: &row) }
        row.endRecord()
    }

    /// Appends the departure from the first stop and the arrival at the second; empty if unknown.
    private func append(_ first: RouteTime?, _ second: RouteTime?, to row: inout CSVBuffer) {
        row.append(field: first?.departureText ?? "")
        row.append(field: second?.arrivalText ?? "")
    }

    private func append(_ duration: Duration?, to row: inout CSVBuffer) {
        if let duration { row.append(fixed: duration / .seconds(1), decimals: 1) } else { row.appendEmpty() }
    }
}

extension AttractionCatalog {
    /// The attractions within `radius` of any stop, without duplicates, nearest first; of the places of a map, the sights.
    fileprivate func places(within radius: Meters, of stops: [Stop]) -> [RouteMap.Place] {
        var nearest: [Int: Meters] = [:]
        for stop in stops {
            for match in index.points(within: radius, of: stop.coordinate)
            where attractions[match.index].placeKind ?? .sight == .sight {
                nearest[match.index] = min(match.distance, nearest[match.index] ?? match.distance)
            }
        }
        return nearest.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { place in
            RouteMap.Place(name: attractions[place.key].name, coordinate: attractions[place.key].coordinate)
        }
    }
}

extension CSVBuffer {
    /// Appends a number with one decimal; an empty field for nil.
    fileprivate mutating func append(optional number: Double?) {
        if let number { append(fixed: number, decimals: 1) } else { appendEmpty() }
    }
}
