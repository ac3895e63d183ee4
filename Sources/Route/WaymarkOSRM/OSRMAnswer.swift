internal import WaymarkGeodesy
package import WaymarkOrders
import WaymarkPolylines
package import WaymarkRoutes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a server answered.
package struct OSRMAnswer {
    let status: Int
    let retryAfter: String?
    let body: [UInt8]

    package init(status: Int, retryAfter: String?, body: [UInt8]) {
        (self.status, self.retryAfter, self.body) = (status, retryAfter, body)
    }

    /// The leg of the first route, with the others as its alternatives.
    package func leg(source: String, _ settings: OSRMSettings) throws(LegError) -> Leg {
        let content = try content()
        let routes = (content.routes ?? []).prefix(1 + settings.alternatives)
        guard let first = routes.first else { throw .invalidAnswer(reason: "no route in it") }
        let snap = content.snap
        try Self.check(snap, atMost: settings.maxSnap)
        var alternatives: [Leg] = []
        for route in routes.dropFirst() { alternatives.append(try route.leg(source: source, settings.geometry, snap)) }
        return try first.leg(source: source, settings.geometry, snap, alternatives: alternatives)
    }

    /// The costs of a table between `count` places, row by row: seconds or metres; nil where the server knows no way, or a place
    /// is farther from the nearest road than the settings allow.
    package func table(
        _ count: Int, of cost: LegCost, _ settings: OSRMSettings
    ) throws(LegError) -> [[Double?]] {
        let content = try content()
        guard let rows = cost == .duration ? content.durations : content.distances else {
            throw .invalidAnswer(reason: "no table of \(cost)s in it")
        }
        guard rows.count == count, rows.allSatisfy({ $0.count == count }) else {
            throw .invalidAnswer(reason: "its table is not one of \(count) by \(count)")
        }
        // Beyond thirty years, or to the Moon and back, it is no way on roads.
        for case let value? in rows.joined() where !(0...1e9).contains(value) {
            throw .invalidAnswer(reason: "\(value) is no cost of a way")
        }
        let isNear = (0..<count).map { place in
            guard let limit = settings.maxSnap, let sources = content.sources, place < sources.count else {
                return true
            }
            return sources[place]?.way.map { $0 <= limit } ?? true
        }
        return rows.indices.map { row in
            rows[row].indices.map { isNear[row] && isNear[$0] ? rows[row][$0] : nil }
        }
    }

    /// The JSON of an answer that is one.
    private func content() throws(LegError) -> Content {
        if status == 429 { throw .limited(retryAfter: RetryAfter.duration(retryAfter)) }
        if status == 503, let pause = RetryAfter.duration(retryAfter) { throw .limited(retryAfter: pause) }
        if [408, 500, 502, 503, 504].contains(status) { throw .unavailable(reason: "HTTP \(status)\(saying())") }
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: Data(body))
        } catch {
            guard status == 200 else { throw .refused(reason: "HTTP \(status)\(saying())") }
            throw .invalidAnswer(reason: Self.reason(error))
        }
        switch content.code {
        case "Ok" where status == 200: break
        case "NoRoute", "NoSegment": throw .notFound(reason: content.words ?? "\(content.code ?? "")")
        case let code?: throw .refused(reason: [code, content.words].compactMap { $0 }.joined(separator: ": "))
        // Valhalla's own numbers, where it does not speak OSRM: no edge near a place, no path.
        case nil where [171, 442].contains(content.errorCode): throw .notFound(reason: content.words ?? "no route")
        case nil:
            guard status == 200 else {
                throw .refused(reason: "HTTP \(status)\(content.words.map { ": \($0)" } ?? "")")
            }
            throw .invalidAnswer(reason: "JSON without a code")
        }
        return content
    }

    /// A server takes any stop to its nearest road, be it on another island.
    private static func check(_ snap: Leg.Snap?, atMost limit: Meters?) throws(LegError) {
        guard let snap, let limit else { return }
        for (way, name) in [(snap.start, "start"), (snap.end, "destination")] where way > limit {
            // A server may say any number, also one beyond all integers.
            throw .notFound(
                reason:
                    "the nearest road is \(Int(min(way.value.rounded(.up), 1e15))) m from the \(name), beyond the limit of \(limit)"
            )
        }
    }

    /// What the server says in plain words, to go behind a status.
    private func saying() -> String {
        let content = try? JSONDecoder().decode(Content.self, from: Data(body))
        return content?.words.map { ": \($0)" } ?? ""
    }

    /// Where a JSON document is not what it should be.
    private static func reason(_ error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context): return "\(path(context)).\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            return "\(path(context)) is of another type"
        default: return "it is not JSON"
        }
    }
}

/// The part of an answer's JSON that is read; times in seconds, lengths in metres.
private struct Content: Decodable {
    let code: String?
    let message: String?
    let error: String?
    let errorCode: Int?
    let routes: [Route]?
    let waypoints: [Waypoint?]?
    let sources: [Waypoint?]?
    let durations: [[Double?]]?
    let distances: [[Double?]]?

    /// What the server says to a person.
    var words: String? { (message ?? error).map { String($0.prefix(200)) } }

    enum CodingKeys: String, CodingKey {
        case code, message, error, routes, waypoints, sources, durations, distances
        case errorCode = "error_code"
    }

    /// How far the first place and the last are from the network; nil where the server does not say.
    var snap: Leg.Snap? {
        guard let waypoints, waypoints.count >= 2, let start = waypoints[0]?.way,
            let end = waypoints[waypoints.count - 1]?.way
        else { return nil }
        return Leg.Snap(start: start, end: end)
    }

    /// A place that was asked for, as the server took it.
    struct Waypoint: Decodable {
        let distance: Double?

        /// From the place to the network.
        var way: Meters? { distance.flatMap { $0.isFinite && $0 >= 0 ? Meters($0) : nil } }
    }

    struct Route: Decodable {
        let distance: Double
        let duration: Double
        let geometry: Line
        let legs: [Part]?
    }

    struct Part: Decodable {
        let annotation: Annotation?
    }

    /// Values of each pair of vertices.
    struct Annotation: Decodable {
        let duration: [Double?]?
        let speed: [Double?]?
    }

    /// A GeoJSON line, or the text of a polyline.
    enum Line: Decodable {
        case text(String)
        case positions([[Double]])

        private struct GeoJSON: Decodable {
            let coordinates: [[Double]]
        }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
            } else {
                self = .positions(try GeoJSON(from: decoder).coordinates)
            }
        }

        func coordinates(_ geometry: OSRMSettings.Geometry) throws(LegError) -> [Coordinate] {
            do {
                switch self {
                case .text(let text):
                    return try EncodedPolyline.decode(text, precision: geometry == .polyline ? 5 : 6)
                case .positions(let positions):
                    return try positions.map { position in
                        // Longitude first, as in GeoJSON.
                        guard position.count >= 2 else {
                            throw LegError.invalidAnswer(reason: "a position of one number")
                        }
                        return try Coordinate(latitude: position[1], longitude: position[0])
                    }
                }
            } catch let error as LegError {
                throw error
            } catch {
                throw .invalidAnswer(reason: "its line: \(error)")
            }
        }
    }
}

extension Content.Route {
    func leg(
        source: String, _ geometry: OSRMSettings.Geometry, _ snap: Leg.Snap?, alternatives: [Leg] = []
    ) throws(LegError) -> Leg {
        let coordinates = try self.geometry.coordinates(geometry)
        guard (0...1e9).contains(duration) else { throw .invalidAnswer(reason: "\(duration) s is not a duration") }
        do {
            return try Leg(
                coordinates: coordinates, distance: Meters(distance), distanceKind: .network,
                duration: .seconds(duration), source: source, alternatives: alternatives, snap: snap,
                vertices: vertexValues(coordinates.count))
        } catch {
            throw .invalidAnswer(reason: "\(error)")
        }
    }

    /// The annotations, as values of vertices: a speed is that of the piece which begins at the vertex.
    ///
    /// A server may write fewer than its line has pieces, or leave some out: then there are none. OSRM's durations
    /// leave out the time that turns take; the times are stretched so that the last is the leg's duration.
    private func vertexValues(_ count: Int) -> Leg.VertexValues {
        let annotations = (legs ?? []).map(\.annotation)
        func values(_ list: (Content.Annotation) -> [Double?]?) -> [Double]? {
            let values = annotations.flatMap { $0.flatMap(list) ?? [] }
            let known = values.compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }
            return count > 1 && known.count == count - 1 && values.count == known.count ? known : nil
        }
        let speeds = values(\.speed).map { $0 + [$0[$0.count - 1]] }
        let offsets = values(\.duration).map { $0.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) } }
        let times = offsets.flatMap { offsets -> [Duration?]? in
            guard let last = offsets.last, last > 0, last.isFinite else { return nil }
            return offsets.map { .seconds(duration * ($0 / last)) }
        }
        return Leg.VertexValues(times: times, speeds: speeds)
    }
}
