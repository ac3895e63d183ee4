import Hummingbird
import WaymarkBatch
import WaymarkGeodesy
import WaymarkOSRM
import WaymarkOrders
import WaymarkPlans
import WaymarkRoads
import WaymarkRoutes
import WaymarkThreads

/// Where legs come from: the roads of the data or of a file, great circles, or a server of roads.
final class LegService: Sendable {
    /// The server; nil for another source.
    let server: Server?
    /// The roads; nil for another source.
    let roads: RoadNetwork?
    /// Whether the roads are those of the data, if these have any.
    private let isByData: Bool
    /// Whether missing legs are great circles, which are marked, also unasked: where roads are used because they are there.
    let fallsBack: Bool
    private let timeout: Duration
    private let maxSnap: Meters
    /// The source of each mode, since a source keeps answers.
    private let sources = Guarded<[String: any LegSource]>([:])
    private static let maxModes = 16
    /// The maximum number of places with legs between all of them: that of OSRM's tables. There are 9900 legs between 100.
    static let maxPlaces = 100

    struct Server: Sendable {
        let dialect: OSRMSettings.Dialect
        let url: String
    }

    /// Legs of a server, or great circles.
    ///
    /// - Throws: `LegError.refused` if the URL is none.
    init(_ server: Server?, timeout: Duration, maxSnap: Meters = .kilometers(1)) throws {
        (self.server, self.timeout, self.maxSnap, roads, isByData) = (server, timeout, maxSnap, nil, false)
        fallsBack = false
        if server != nil { _ = try source(mode: nil) }
    }

    /// Legs over roads; by `isByData` over those of the data, and great circles if these have none.
    init(_ roads: RoadNetwork?, isByData: Bool, fallsBack: Bool, maxSnap: Meters = .kilometers(1)) {
        (server, timeout, self.maxSnap, self.roads, self.isByData) = (nil, .seconds(10), maxSnap, roads, isByData)
        self.fallsBack = fallsBack
    }

    /// The legs for a question to some data.
    func over(_ data: ServiceData) -> LegService {
        guard isByData, let roads = data.roads else { return self }
        return LegService(roads, isByData: false, fallsBack: fallsBack, maxSnap: maxSnap)
    }

    /// The word of `--legs` for the source.
    var name: String { roads != nil ? "roads" : server.map { "\($0.dialect)" } ?? "great-circle" }

    var isServer: Bool { server != nil }

    /// The legs of a mode of travel; with `isFallback` missing ones are great circles, which are marked.
    func source(mode: String?, isFallback: Bool = false) throws -> any LegSource {
        let mode = TravelMode(rawValue: mode ?? TravelMode.driving.rawValue)
        if let roads {
            guard let legs = RoadLegs(roads, mode: mode, maxSnap: maxSnap) else {
                if fallsBack, mode.usualSpeed != nil { return GreatCircleLegs(mode: mode) }
                throw Problem.bad(
                    "mode", "mode must be \(roads.modes.map(\.rawValue).joined(separator: ", ")) by road.")
            }
            return isFallback ? legs.fallback(to: Self.circles(mode)) : legs
        }
        guard let server else {
            if mode.usualSpeed == nil {
                throw Problem.bad(
                    "mode", "mode must be \(TravelMode.known.map(\.rawValue).joined(separator: ", ")).")
            }
            return GreatCircleLegs(mode: mode)
        }
        let known = try sources.withLock { sources throws -> any LegSource in
            if let source = sources[mode.rawValue] { return source }
            let made = try OSRMLegs(
                server.url, mode: mode,
                settings: OSRMSettings(dialect: server.dialect, maxSnap: maxSnap, timeout: timeout),
                // Not its host, which is no business of clients.
                name: "\(server.dialect)"
            ).coalesced().cached(4096)
            if sources.count < Self.maxModes { sources[mode.rawValue] = made }
            return made
        }
        return isFallback ? known.fallback(to: Self.circles(mode)) : known
    }

    /// The ways of a plan: those of the server for what is not walked, or for all that is, and guessed ones for the rest; with
    /// `isFallback` they are guessed also where the server does not answer.
    func ways(_ mode: PlanQuestion.Mode, isFallback: Bool) throws -> PlanWays {
        if let roads {
            func legs(_ mode: TravelMode) -> (any LegSource)? { RoadLegs(roads, mode: mode, maxSnap: maxSnap) }
            // A place off the roads is one of many: its ways are guessed.
            return PlanWays(
                foot: legs(.walking), car: legs(.driving), bicycle: legs(.cycling),
                .init(fallback: Self.circles(mode.travel)))
        }
        guard isServer else { return PlanWays() }
        let fallback = isFallback ? Self.circles(mode.travel) : nil
        return PlanWays(
            by: try source(mode: mode.travel.rawValue), mode, .init(fallback: fallback, timeLimit: timeout))
    }

    private static func circles(_ mode: TravelMode?) -> GreatCircleLegs {
        GreatCircleLegs(mode: mode.flatMap { TravelMode.known.contains($0) ? $0 : nil } ?? .driving)
    }

    /// The costs of the roads between the stops of a file: metres, or seconds for stops with opening hours. Nil without a
    /// server, and for a file with costs of its own.
    func costs(of file: OrderFile, _ asked: Asked) async throws -> OrderTravel? {
        guard server != nil || roads != nil, let stops = file.stops else { return nil }
        guard roads != nil || stops.count <= Self.maxPlaces else {
            throw Problem(.contentTooLarge, "\(stops.count) stops; by road at most \(Self.maxPlaces) can be ordered.")
        }
        let source = try source(mode: asked.text("mode"))
        do {
            return try await OrderTravel(
                between: stops, by: source,
                .init(
                    cost: file.isTimed ? .duration : .distance,
                    fallback: asked.text("fallback") == nil && !fallsBack ? nil : Self.circles(source.mode)))
        } catch let error as MissingCost {
            throw Self.problem(error.reason, source: source.name)
        }
    }

    /// Why there are no legs, for a client; `hasFallback` where it may ask for great circles instead.
    static func problem(_ error: LegError, source: String, hasFallback: Bool = true) -> Problem {
        let cure = hasFallback ? "Ask again later, or with fallback=great-circle." : "Ask again later."
        switch error {
        case .timedOut: return Problem(.gatewayTimeout, "\(source): \(error). \(cure)")
        case .limited(let wait):
            let seconds = max(1, wait.map { Int($0 / .seconds(1)) } ?? 1)
            return Problem(.serviceUnavailable, "\(source): \(error). \(cure)", retryAfter: seconds)
        case .notFound: return Problem(.notFound, "\(source): \(error).")
        case .unavailable, .notAsked:
            return Problem(.serviceUnavailable, "\(source): \(error). \(cure)", retryAfter: 5)
        case .refused, .invalidAnswer, .invalidLeg, .other: return Problem(.badGateway, "\(source): \(error). \(cure)")
        }
    }

    /// Sends a request of OSRM's protocol on to the server, if it speaks it: the answer is the server's own.
    ///
    /// - Parameter target: Path and query, which begin with the service.
    /// - Returns: Nil if legs must be asked for one by one: great circles and other protocols.
    /// - Throws: ``Problem`` if the server does not answer.
    func forward(_ target: String) async throws -> (status: Int, body: [UInt8])? {
        guard let server, server.dialect == .osrm else { return nil }
        let base = server.url.hasSuffix("/") ? String(server.url.dropLast()) : server.url
        do {
            let answer = try await HTTPTransport.system.send(
                HTTPTransport.Request(url: base + target, timeout: timeout))
            switch answer.status {
            case 429, 503: throw LegError.limited(retryAfter: answer.pause)
            case 500...: throw LegError.unavailable(reason: "HTTP \(answer.status)")
            default: break
            }
            // A proxy in front of it may answer with a page.
            let last = answer.body.last { $0 > UInt8(ascii: " ") }
            guard answer.body.first == UInt8(ascii: "{"), last == UInt8(ascii: "}") else {
                throw LegError.invalidAnswer(reason: "HTTP \(answer.status) without a JSON object")
            }
            return (answer.status, answer.body)
        } catch HTTPTransport.Failure.timedOut {
            throw Self.problem(.timedOut(after: timeout), source: "the server of roads", hasFallback: false)
        } catch let error as LegError {
            throw Self.problem(error, source: "the server of roads", hasFallback: false)
        } catch let error as HTTPTransport.Failure {
            throw Self.problem(
                .unavailable(reason: "\(error)"), source: "the server of roads", hasFallback: false)
        }
    }
}
