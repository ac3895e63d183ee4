internal import WaymarkGeodesy
import WaymarkPolylines
internal import WaymarkRoutes

/// The used part of an answer's JSON; times in seconds, lengths in metres.
struct OSRMContent: Decodable {
    let code: String?
    let message: String?
    let error: String?
    let errorCode: Int?
    let routes: [Route]?
    let waypoints: [Waypoint?]?
    let sources: [Waypoint?]?
    let destinations: [Waypoint?]?
    let durations: [[Double?]]?
    let distances: [[Double?]]?

    var words: String? { (message ?? error).map { String($0.prefix(200)) } }

    enum CodingKeys: String, CodingKey {
        case code, message, error, routes, waypoints, sources, destinations, durations, distances
        case errorCode = "error_code"
    }

    /// The distances of two of the places from the network; nil if the server gives none.
    func snap(from start: Int, to end: Int) -> Leg.Snap? {
        guard let waypoints, waypoints.indices.contains(start), waypoints.indices.contains(end), start != end,
            let start = waypoints[start]?.way, let end = waypoints[end]?.way
        else { return nil }
        return Leg.Snap(start: start, end: end)
    }

    /// A requested place, as snapped by the server.
    struct Waypoint: Decodable {
        let distance: Double?

        /// From the place to the network.
        var way: Meters? { distance.flatMap { $0.isFinite && $0 >= 0 ? Meters($0) : nil } }
    }

    struct Route: Decodable {
        let distance: Double
        let duration: Double
        let geometry: Line?
        let legs: [RouteLeg]?
    }

    /// The part from one place to the next.
    struct RouteLeg: Decodable {
        let distance: Double?
        let duration: Double?
        let annotation: Annotation?
        let steps: [Step]?
    }

    /// The part from one turn to the next; it begins where the previous one ends.
    struct Step: Decodable {
        let geometry: Line?
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

extension OSRMContent.Route {
    func leg(
        source: String, _ geometry: OSRMSettings.Geometry, _ snap: Leg.Snap?, alternatives: [Leg] = []
    ) throws(LegError) -> Leg {
        guard let line = self.geometry else { throw .invalidAnswer(reason: "a route without its line") }
        return try OSRMContent.leg(
            try line.coordinates(geometry), distance: distance, duration: duration, (legs ?? []).map(\.annotation),
            source: source, snap, alternatives)
    }
}

extension OSRMContent.RouteLeg {
    /// A leg of a route through more than two places, whose line is that of its steps.
    func leg(source: String, _ geometry: OSRMSettings.Geometry, _ snap: Leg.Snap?) throws(LegError) -> Leg {
        guard let distance, let duration, let steps, !steps.isEmpty else {
            throw .invalidAnswer(reason: "a leg without distance, duration or steps")
        }
        var line: [Coordinate] = []
        for (place, step) in steps.enumerated() {
            guard let piece = try step.geometry?.coordinates(geometry) else {
                throw .invalidAnswer(reason: "a step without its line")
            }
            // The last step is the arrival: a point, which some servers write twice.
            if place > 0, place == steps.count - 1, piece.allSatisfy({ $0 == line.last }) { continue }
            line += piece.first == line.last ? piece.dropFirst() : piece[...]
        }
        return try OSRMContent.leg(
            line, distance: distance, duration: duration, [annotation], source: source, snap, [])
    }
}

extension OSRMContent {
    fileprivate static func leg(
        _ coordinates: [Coordinate], distance: Double, duration: Double, _ annotations: [Annotation?],
        source: String, _ snap: Leg.Snap?, _ alternatives: [Leg]
    ) throws(LegError) -> Leg {
        guard (0...1e9).contains(duration) else { throw .invalidAnswer(reason: "\(duration) s is not a duration") }
        do {
            return try Leg(
                coordinates: coordinates, distance: Meters(distance), distanceKind: .network,
                duration: .seconds(duration), source: source, alternatives: alternatives, snap: snap,
                vertices: vertexValues(annotations, count: coordinates.count, duration: duration))
        } catch {
            throw .invalidAnswer(reason: "\(error)")
        }
    }

    /// The annotations as values of vertices: a speed is that of the piece that begins at the vertex.
    ///
    /// If a server gives fewer annotations than its line has pieces, none are used. OSRM's durations exclude the time
    /// for turns; the times are stretched so that the last is the leg's duration.
    private static func vertexValues(
        _ annotations: [Annotation?], count: Int, duration: Double
    ) -> Leg.VertexValues {
        func values(_ list: (Annotation) -> [Double?]?) -> [Double]? {
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
