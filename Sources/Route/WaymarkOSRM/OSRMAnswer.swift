import WaymarkFoundation
internal import WaymarkGeodesy
package import WaymarkRoutes
import WaymarkText

/// What an answer of a server of routes says.
extension HTTPTransport.Answer {
    /// The leg of the first route, with the others as its alternatives.
    package func leg(source: String, _ settings: OSRMSettings) throws(LegError) -> Leg {
        let content = try content()
        let routes = (content.routes ?? []).prefix(1 + settings.alternatives)
        guard let first = routes.first else { throw .invalidAnswer(reason: "no route in it") }
        let snap = content.snap(from: 0, to: (content.waypoints?.count ?? 0) - 1)
        try Self.check(snap, atMost: settings.maxSnap)
        var alternatives: [Leg] = []
        for route in routes.dropFirst() { alternatives.append(try route.leg(source: source, settings.geometry, snap)) }
        return try first.leg(source: source, settings.geometry, snap, alternatives: alternatives)
    }

    /// The outcome of each leg of a route through `count` places; nil for all if one of them has no route, or the
    /// answer cannot be divided into legs.
    ///
    /// - Throws: ``LegError`` if the server is unavailable, limits requests or refuses the client.
    package func legs(
        through count: Int, source: String, _ settings: OSRMSettings
    ) throws(LegError) -> [LegOutcome?] {
        let unanswered = [LegOutcome?](repeating: nil, count: count - 1)
        do {
            let content = try content()
            guard let legs = content.routes?.first?.legs, legs.count == count - 1,
                content.waypoints.map({ $0.isEmpty || $0.count == count }) ?? true
            else { return unanswered }
            return legs.enumerated().map { place, leg in
                do throws(LegError) {
                    let snap = content.snap(from: place, to: place + 1)
                    try Self.check(snap, atMost: settings.maxSnap)
                    return .found(try leg.leg(source: source, settings.geometry, snap))
                } catch {
                    if case .notFound(let reason) = error { return .notFound(reason: reason) }
                    return nil
                }
            }
        } catch {
            guard isOfRequest(error, isRefused: ![401, 403].contains(status)) else { throw error }
            return unanswered
        }
    }

    /// The costs of a table, row by row: seconds or metres; nil in it without a route, or if a place is farther from the
    /// nearest road than the settings allow. Nil instead of it if one place has no road, or if it was too much for one
    /// answer.
    ///
    /// - Throws: ``LegError`` if the server is unavailable, limits requests, or has no tables.
    package func table(
        from rowCount: Int, to columnCount: Int, of cost: LegCost, _ settings: OSRMSettings
    ) throws(LegError) -> [[Double?]]? {
        let content: OSRMContent
        do {
            content = try self.content()
        } catch {
            guard isOfRequest(error, isRefused: isTooLarge) else { throw error }
            return nil
        }
        guard let rows = cost == .duration ? content.durations : content.distances else {
            throw .invalidAnswer(reason: "no table of \(cost)s in it")
        }
        guard rows.count == rowCount, rows.allSatisfy({ $0.count == columnCount }) else {
            throw .invalidAnswer(reason: "its table is not one of \(rowCount) by \(columnCount)")
        }
        // Beyond thirty years, or to the Moon and back, it is not a route on roads.
        for case let value? in rows.joined() where !(0...1e9).contains(value) {
            throw .invalidAnswer(reason: "\(value) is no cost of a way")
        }
        func isNear(_ places: [OSRMContent.Waypoint?]?, _ place: Int) -> Bool {
            guard let limit = settings.maxSnap, let places, place < places.count else { return true }
            return places[place]?.way.map { $0 <= limit } ?? true
        }
        let nearColumns = (0..<columnCount).map { isNear(content.destinations, $0) }
        return rows.indices.map { row in
            let isNear = isNear(content.sources, row)
            return rows[row].indices.map { isNear && nearColumns[$0] ? rows[row][$0] : nil }
        }
    }

    /// Whether an error may be caused by one leg or by the number of legs, as may a refusal if `isRefused`; other errors
    /// concern the client or the server.
    private func isOfRequest(_ error: LegError, isRefused: Bool) -> Bool {
        switch error {
        case .notFound, .invalidAnswer: true
        case .unavailable: isFailureOfGateway
        case .refused: isRefused
        default: false
        }
    }

    /// Whether a gateway gave up waiting for its server, or lost it: for a smaller request it may not.
    private var isFailureOfGateway: Bool { [408, 500, 502, 504].contains(status) || 520...524 ~= status }

    /// Whether the server refuses the size of a request: 413 and 414, `TooBig` of OSRM, 150 and 154 of Valhalla (too many
    /// places, too far apart), and 422 of Mapbox.
    private var isTooLarge: Bool {
        if [413, 414, 422].contains(status) { return true }
        let content = try? decoded()
        return content?.code == "TooBig" || [150, 154].contains(content?.errorCode)
    }

    private func content() throws(LegError) -> OSRMContent {
        if status == 429 { throw .limited(retryAfter: pause) }
        if status == 503, let pause { throw .limited(retryAfter: pause) }
        if status == 503 || isFailureOfGateway { throw .unavailable(reason: "HTTP \(status)\(saying())") }
        let content: OSRMContent
        do {
            content = try decoded()
        } catch {
            guard status == 200 else { throw .refused(reason: "HTTP \(status)\(saying())") }
            throw .invalidAnswer(reason: Self.reason(error))
        }
        switch content.code {
        case "Ok" where status == 200: break
        // Valhalla refuses a leg that is too long for its mode; others it answers.
        case "NoRoute", "NoSegment", "NoTable", "DistanceExceeded":
            throw .notFound(reason: content.words ?? "\(content.code ?? "")")
        case let code?: throw .refused(reason: [code, content.words].compactMap { $0 }.joined(separator: ": "))
        // Valhalla's own error numbers: no edge near a place, no path.
        case nil where [171, 442].contains(content.errorCode): throw .notFound(reason: content.words ?? "no route")
        case nil:
            guard status == 200 else {
                throw .refused(reason: "HTTP \(status)\(saying())")
            }
            throw .invalidAnswer(reason: "JSON without a code")
        }
        return content
    }

    /// A server snaps any stop to its nearest road, even on another island.
    private static func check(_ snap: Leg.Snap?, atMost limit: Meters?) throws(LegError) {
        guard let snap, let limit else { return }
        for (way, name) in [(snap.start, "start"), (snap.end, "destination")] where way > limit {
            // A server may give any number, also beyond all integers.
            throw .notFound(
                reason:
                    "the nearest road is \(Int(min(way.value.rounded(.up), 1e15))) m from the \(name), beyond the limit of \(limit)"
            )
        }
    }

    private func decoded() throws -> OSRMContent { try JSONDecoder().decode(OSRMContent.self, from: Data(body)) }

    /// The server's message, to append to a status.
    private func saying() -> String { (try? decoded())?.words.map { ": \($0)" } ?? "" }

    /// The position of an error in a JSON document.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): return "\(context.place).\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            return "\(context.place.isEmpty ? "the whole" : context.place) is of another type"
        default: return "it is not JSON"
        }
    }
}
