import Hummingbird
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkOrders
import WaymarkRoads
import WaymarkRoutes
import WaymarkText

/// OSRM's HTTP interface, version 1: its services route, table, nearest and trip, for its clients.
///
/// Errors are those of OSRM: an object with a code and a message, and status 400.
enum OSRMService {
    /// An error as OSRM states it.
    struct Fault: Error {
        let code: String
        let message: String
        var status = HTTPResponse.Status.badRequest

        var answer: Answer {
            Answer(.json, "{\"message\":\(JSONText.of(message)),\"code\":\(JSONText.of(code))}\n", isStable: false)
        }
    }

    /// The options of every service.
    private static let general = [
        "generate_hints", "radiuses", "bearings", "hints", "approaches", "exclude", "snapping", "skip_waypoints",
    ]
    static let routeOptions =
        general + ["alternatives", "steps", "annotations", "geometries", "overview", "continue_straight", "waypoints"]
    static let tableOptions =
        general + ["sources", "destinations", "annotations", "fallback_speed", "fallback_coordinate", "scale_factor"]
    static let nearestOptions = general + ["number"]
    static let tripOptions =
        general + ["roundtrip", "source", "destination", "steps", "annotations", "geometries", "overview"]

    // MARK: Services

    static func route(_ query: Query, _ legs: LegService) async throws -> Answer {
        try query.needPlaces()
        let roads = try onRoads(query, legs)
        if roads == nil { try query.refuse("steps", unless: ["false"]) }
        try query.refuse("waypoints", unless: [])
        let form = try RouteForm(query)
        let found = try await joined(query.places, query.profile, legs)
        var text = "{\"code\":\"Ok\",\"routes\":["
        form.append(found, try steps(query, query.places, roads?.legs), to: &text)
        text += "],\"waypoints\":["
        text += waypointParts(query, Array(query.places.indices), found, roads).map { $0 + "}" }.joined(separator: ",")
        return Answer(.json, text + "]}\n", isStable: !legs.isServer)
    }

    /// Roads, and the places of a query on them.
    private struct OnRoads {
        let legs: RoadLegs
        let places: [SegmentPlace]

        func streetName(_ number: Int) -> String { legs.streetName(at: places[number]) }
    }

    /// The places of a query on roads; nil without roads.
    ///
    /// - Throws: ``Fault`` as OSRM's for a place that is near none.
    private static func onRoads(_ query: Query, _ legs: LegService) throws -> OnRoads? {
        guard let roads = try legs.source(mode: mode(query.profile, legs)) as? RoadLegs else { return nil }
        for name in ["exclude", "bearings", "approaches"] {
            let values = (query.options[name] ?? "").split(separator: ";").filter { $0 != "unrestricted" }
            if !values.isEmpty { throw Fault(code: "NotImplemented", message: "\(name) is not known here.") }
        }
        let limits = try query.radiuses()
        let places = try query.places.enumerated().map { number, place in
            guard let found = roads.snapped(place), found.distance.value <= limits[number] ?? .infinity else {
                throw Fault(code: "NoSegment", message: "Could not find a matching segment for coordinate \(number)")
            }
            return found
        }
        return OnRoads(legs: roads, places: places)
    }

    /// The steps between places, leg by leg; none if they are not asked for.
    private static func steps(_ query: Query, _ places: [Coordinate], _ roads: RoadLegs?) throws -> [[RoadStep]] {
        guard let roads, query.options["steps"] == "true" else { return [] }
        let stops = stops(places)
        return try zip(stops, stops.dropFirst()).map { try roads.steps(from: $0, to: $1) }
    }

    static func table(_ query: Query, _ legs: LegService) async throws -> Answer {
        try query.needPlaces()
        try query.refuse("fallback_speed", unless: [])
        try query.refuse("scale_factor", unless: ["1"])
        let asked = try query.choice(
            "annotations", ["duration", "distance", "duration,distance", "distance,duration"])
        let (sources, destinations) = (try query.places("sources"), try query.places("destinations"))
        let source = try legs.source(mode: mode(query.profile, legs))
        let roads = try onRoads(query, legs)
        var bytes: ContiguousArray<UInt8> = []
        bytes.append("{\"code\":\"Ok\"")
        for name in asked.split(separator: ",") {
            // The length of a way is that of its line.
            if roads != nil, name == "distance", sources.count * destinations.count > 40_000 {
                throw Fault(code: "TooBig", message: "Too many distances: the limit is 40000")
            }
            let kind: LegCost = name == "distance" ? .distance : .duration
            let cost: (Int, Int) -> Double
            if let roads {
                let all = stops(query.places)
                let rows =
                    try await roads.legs.costs(
                        from: sources.map { all[$0] }, to: destinations.map { all[$0] }, by: kind)
                    ?? []
                let (row, column) = (Dictionary(zip(sources, 0...)) { $1 }, Dictionary(zip(destinations, 0...)) { $1 })
                cost = { from, to in rows[row[from]!][column[to]!] ?? TravelMatrix.maxCost }
            } else {
                cost = try await costs(kind, between: query.places, source)
            }
            bytes += ",\"\(name)s\":[".utf8
            for (row, from) in sources.enumerated() {
                bytes.append(row == 0 ? "[" : ",[")
                for (column, to) in destinations.enumerated() {
                    if column > 0 { bytes.append(",") }
                    let value = cost(from, to)
                    if value < TravelMatrix.maxCost {
                        append(tenth: value, to: &bytes)
                    } else {
                        bytes.append("null")
                    }
                }
                bytes.append("]")
            }
            bytes.append("]")
        }
        for (name, numbers) in [("sources", sources), ("destinations", destinations)] {
            bytes += ",\"\(name)\":[".utf8
            bytes +=
                numbers.map { number in
                    let place = roads?.places[number]
                    return waypoint(
                        query, place?.coordinate ?? query.places[number], place?.distance,
                        name: roads?.streetName(number) ?? "") + "}"
                }.joined(separator: ",").utf8
            bytes.append("]")
        }
        bytes.append("}\n")
        return Answer(.json, bytes, isStable: !legs.isServer)
    }

    /// The costs between places, by their numbers; `TravelMatrix.maxCost` where there is no way.
    private static func costs(
        _ cost: LegCost, between places: [Coordinate], _ source: any LegSource
    ) async throws -> (Int, Int) -> Double {
        if let circles = source as? GreatCircleLegs {
            // Great circles need no legs.
            let speed = cost == .distance ? 1 : circles.speed ?? 1
            return { Sphere.earth.distance(from: places[$0], to: places[$1]).value / speed }
        }
        let matrix = try await travelMatrix(cost, between: places, source) { missing in
            if case .notFound = missing.reason { return TravelMatrix.maxCost }
            throw missing
        }
        return { matrix[$0, $1] }
    }

    private static func travelMatrix(
        _ cost: LegCost = .duration, between places: [Coordinate], _ source: any LegSource,
        missing: @escaping @Sendable (MissingCost) throws -> Double = { throw $0 }
    ) async throws -> TravelMatrix {
        guard source is RoadLegs || places.count <= LegService.maxPlaces else {
            throw Fault(code: "TooBig", message: "Too many coordinates: by road the limit is \(LegService.maxPlaces)")
        }
        do {
            return try await TravelMatrix(between: stops(places), by: source, cost: cost, missing: missing)
        } catch let error as MissingCost {
            throw LegService.problem(error.reason, source: source.name, hasFallback: false)
        }
    }

    private static func stops(_ places: [Coordinate]) -> [Stop] {
        places.enumerated().map { Stop(id: "\($0)", coordinate: $1) }
    }

    /// The nearest places on roads; without roads the nearest attractions, which are the places of this server.
    static func nearest(_ query: Query, _ data: ServiceData, _ legs: LegService) throws -> Answer {
        guard query.places.count == 1 else {
            throw Fault(code: "InvalidOptions", message: "Only one coordinate is allowed.")
        }
        guard let number = Int(query.options["number"] ?? "1"), number >= 0 else { throw query.malformed("number") }
        guard 1...1000 ~= number else {
            throw Fault(code: "InvalidOptions", message: "number must be from 1 to 1000.")
        }
        let near = query.places[0]
        if let roads = try onRoads(query, legs)?.legs {
            let limit = try query.radiuses()[0] ?? .infinity
            let places = roads.nearest(to: near, count: number).filter { $0.distance.value <= limit }
            let waypoints = places.map { place in
                waypoint(query, place.coordinate, place.distance, name: roads.streetName(at: place))
                    + ",\"nodes\":[0,0]}"
            }
            return Answer(
                .json,
                "{\"code\":\"Ok\",\(Attribution.member(data.attribution))\"waypoints\":[\(waypoints.joined(separator: ","))]}\n"
            )
        }
        let found = data.recommended.index.nearest(to: near, count: number)
        let waypoints = found.map { match in
            let place = data.recommended.places[match.index]
            return waypoint(query, place.coordinate, match.distance, name: place.name) + ",\"nodes\":[0,0]}"
        }
        if waypoints.isEmpty { throw Fault(code: "NoSegment", message: "Could not find a matching segment.") }
        return Answer(
            .json,
            "{\"code\":\"Ok\",\(Attribution.member(data.attribution))\"waypoints\":[\(waypoints.joined(separator: ","))]}\n"
        )
    }

    static func trip(_ query: Query, _ legs: LegService, effort: SearchEffort) async throws -> Answer {
        try query.needPlaces()
        let roads = try onRoads(query, legs)
        if roads == nil { try query.refuse("steps", unless: ["false"]) }
        let isRound = try query.choice("roundtrip", ["true", "false"]) == "true"
        let first = try query.choice("source", ["any", "first"]) == "first"
        let last = try query.choice("destination", ["any", "last"]) == "last"
        // As OSRM has it: an open trip needs both ends.
        if !isRound, !first || !last {
            throw Fault(
                code: "NotImplemented", message: "A trip that is no round trip needs source=first and destination=last."
            )
        }
        let form = try RouteForm(query)
        // With both ends a round trip is the way between them, and the way back, which is the same for all orders.
        let ends: RouteEnds =
            isRound && !(first && last)
            ? .roundTrip(from: last && !first ? query.places.count - 1 : 0) : .startAndEnd(0, query.places.count - 1)
        let source = try legs.source(mode: mode(query.profile, legs))
        let order: StopOrder
        if source is GreatCircleLegs {
            order = .bestBlocking(visiting: query.places, ends: ends, effort: effort)
        } else {
            order = .bestBlocking(by: try await travelMatrix(between: query.places, source), ends: ends, effort: effort)
        }
        let visited = order.order + (isRound ? [order.order[0]] : [])
        let places = visited.map { query.places[$0] }
        let found = try await joined(places, query.profile, legs)
        var text = "{\"code\":\"Ok\",\"trips\":["
        form.append(found, try steps(query, places, roads?.legs), to: &text)
        text += "],\"waypoints\":["
        let snapped = waypointParts(query, visited, found, roads)
        var positions = [Int](repeating: 0, count: query.places.count)
        for (position, place) in order.order.enumerated() { positions[place] = position }
        text += positions.map { snapped[$0] + ",\"trips_index\":0,\"waypoint_index\":\($0)}" }.joined(separator: ",")
        return Answer(.json, text + "]}\n", isStable: false)
    }

    // MARK: Parts of answers

    /// The mode for a profile: OSRM's words for those that have a usual speed, if there is no server that knows others.
    private static func mode(_ profile: String, _ legs: LegService) -> String {
        if legs.isServer { return profile }
        return words[profile] ?? (["train", "flying"].contains(profile) ? profile : "driving")
    }

    /// The mode for a profile that is not by car.
    static let words = [
        "foot": "walking", "walk": "walking", "walking": "walking", "pedestrian": "walking", "bike": "cycling",
        "bicycle": "cycling", "cycling": "cycling",
    ]

    private static func joined(_ places: [Coordinate], _ profile: String, _ legs: LegService) async throws -> [Leg] {
        let source = try legs.source(mode: mode(profile, legs))
        var found: [Leg] = []
        for outcome in await source.everyOutcome(through: stops(places)) {
            switch outcome {
            case .found(let leg): found.append(leg)
            case .notFound: throw Fault(code: "NoRoute", message: "Impossible route between points")
            case .failed(let error): throw LegService.problem(error, source: source.name, hasFallback: false)
            case .cancelled: throw CancellationError()
            }
        }
        return found
    }

    /// A number to a tenth, as OSRM writes metres and seconds.
    static func tenth(_ value: Double) -> String {
        var bytes: ContiguousArray<UInt8> = []
        append(tenth: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(tenth value: Double, to bytes: inout ContiguousArray<UInt8>) {
        let tenths = (value * 10).rounded()
        guard 0..<1e15 ~= tenths else { return NumberText.append(shortest: tenths / 10, to: &bytes) }
        let (whole, digit) = Int(tenths).quotientAndRemainder(dividingBy: 10)
        NumberText.append(integer: whole, to: &bytes)
        if digit > 0 { bytes += [UInt8(ascii: "."), UInt8(ascii: "0") + UInt8(digit)] }
    }

    static func location(_ place: Coordinate) -> String {
        "[\(NumberText.shortest((place.longitude * 1e6).rounded() / 1e6)),\(NumberText.shortest((place.latitude * 1e6).rounded() / 1e6))]"
    }

    /// The members of a waypoint, without the closing brace.
    private static func waypoint(
        _ query: Query, _ place: Coordinate, _ distance: Meters?, name: String = ""
    ) -> String {
        let hint = query.options["generate_hints"] == "false" ? "" : "\"hint\":\"\","
        let distance = tenth(distance?.value ?? 0)
        return "{\(hint)\"distance\":\(distance),\"name\":\(JSONText.of(name)),\"location\":\(location(place))"
    }

    /// The waypoints of a way through places of a query, by their numbers.
    private static func waypointParts(
        _ query: Query, _ visited: [Int], _ legs: [Leg], _ roads: OnRoads?
    ) -> [String] {
        visited.enumerated().map { number, place in
            let leg = number < legs.count ? legs[number] : legs[number - 1]
            let isStart = number < legs.count
            return waypoint(
                query, isStart ? leg.coordinates[0] : leg.coordinates[leg.coordinates.count - 1],
                isStart ? leg.snap?.start : leg.snap?.end, name: roads?.streetName(place) ?? "")
        }
    }
}
