public import WaymarkRoutes

/// Legs from a server with OSRM's HTTP protocol: OSRM itself, Mapbox and compatible servers, Valhalla.
///
/// ```swift
/// let legs = try OSRMLegs("http://localhost:5000", mode: .driving)
///     .limited(to: 5, per: .seconds(1)).retrying().coalesced().cached(10_000)
/// ```
///
/// A server without a route between two stops, or without a road within ``OSRMSettings/maxSnap`` of one, gives
/// ``/WaymarkRoutes/LegError/notFound(reason:)``; one that refuses the request
/// ``/WaymarkRoutes/LegError/refused(reason:)``; one that limits requests (429, or 503 with `Retry-After`)
/// ``/WaymarkRoutes/LegError/limited(retryAfter:)``; one that is unreachable, breaks off or reports a failure
/// ``/WaymarkRoutes/LegError/unavailable(reason:)``; one with an unreadable answer
/// ``/WaymarkRoutes/LegError/invalidAnswer(reason:)``. A request is cancelled with its task, and its connection
/// with it.
public struct OSRMLegs: LegSource {
    /// `osrm` or `valhalla` and the server's host, unless another was given.
    public let name: String
    /// The mode of travel.
    public let mode: TravelMode?
    /// Along roads or paths.
    public var distanceKind: Leg.DistanceKind? { .network }
    /// The name with the server's host and path, the profile and the requested data, and a hash of the query, which
    /// may hold a secret.
    public var identity: String { "\(name) \(request.identity)" }
    private let request: OSRMRequest
    private let settings: OSRMSettings
    private let transport: HTTPTransport

    /// Legs from a server.
    ///
    /// - Parameters:
    ///   - url: The server's URL, as in `http://localhost:5000`. `/route/v1` and the profile are added if missing
    ///     in the path: `https://api.mapbox.com/directions/v5/mapbox/driving?access_token=...` is complete. A query is
    ///     merged into that of each request, as in `?exclude=toll`, or for Valhalla
    ///     `?json={"costing_options":{"auto":{"use_tolls":0}}}`; only the form of the answer is not its choice.
    ///   - mode: The mode of travel, which determines the profile: the mode's name, or Valhalla's `pedestrian`,
    ///     `bicycle` and `auto`.
    ///   - settings: The settings of requests.
    ///   - name: The source name of the legs; nil for the kind of server and its host.
    ///   - transport: Sends the requests.
    /// - Throws: ``/WaymarkRoutes/LegError/refused(reason:)`` if `url` is not a server's URL.
    /// - Precondition: In `settings`, `alternatives` and `maxSnap` are not negative, `timeout` and `largestAnswer`
    ///   above zero.
    public init(
        _ url: String, mode: TravelMode = .driving, settings: OSRMSettings = OSRMSettings(), name: String? = nil,
        transport: HTTPTransport = .system
    ) throws(LegError) {
        settings.checkPreconditions()
        request = try OSRMRequest(url, settings, profile: Self.profile(of: mode, for: settings.dialect))
        self.name = name ?? "\(settings.dialect) \(request.host)"
        self.mode = mode
        self.settings = settings
        self.transport = transport
    }

    private static func profile(of mode: TravelMode, for dialect: OSRMSettings.Dialect) -> String {
        guard dialect == .valhalla else { return mode.rawValue }
        switch mode {
        case .walking: return "pedestrian"
        case .cycling: return "bicycle"
        case .driving: return "auto"
        default: return mode.rawValue
        }
    }

    /// Returns the server's route from one stop to another, with its alternatives and, if provided, the time and
    /// the speed of each vertex.
    ///
    /// - Throws: ``LegError``; `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let url = try request.url(through: [start.coordinate, end.coordinate])
        return try await answer(to: url).leg(source: name, settings)
    }

    /// ``OSRMSettings/maxStops`` minus one; 1 if alternatives are requested, which servers give only between two
    /// stops.
    public var maxLegsPerRequest: Int { request.maxLegs }

    /// Returns the outcomes of the legs from stop to stop, with one request. Each leg equals that of a request for
    /// its two stops alone: U-turns at stops are allowed.
    ///
    /// - Throws: ``LegError`` if the server is unavailable, limits requests or refuses the client;
    ///   `CancellationError` if the task was cancelled.
    public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        let url = try request.url(through: stops.map(\.coordinate))
        do {
            return try await answer(to: url).legs(through: stops.count, source: name, settings)
        } catch LegError.invalidAnswer {
            // A request for fewer legs may be answered in fewer bytes.
            return Array(repeating: nil, count: stops.count - 1)
        }
    }

    /// ``OSRMSettings/maxStops``.
    public var maxPlacesPerTable: Int { request.maxPlacesPerTable }

    /// Returns the costs from each of some stops to each of others, with one request: to `/table` of OSRM,
    /// `/directions-matrix` of Mapbox or `/sources_to_targets` of Valhalla.
    ///
    /// - Returns: A row for each start; nil in it without a way, or if a stop is farther from the nearest road than
    ///   ``OSRMSettings/maxSnap``. Nil instead of rows if it was too much for one answer, or one stop has no road.
    /// - Throws: ``LegError``, ``/WaymarkRoutes/LegError/refused(reason:)`` for a server without tables;
    ///   `CancellationError` if the task was cancelled.
    public func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        let url = try request.tableURL(from: starts.map(\.coordinate), to: ends.map(\.coordinate), of: cost)
        return try await answer(to: url).table(from: starts.count, to: ends.count, of: cost, settings)
    }

    private func answer(to url: String) async throws -> HTTPTransport.Answer {
        try Task.checkCancellation()
        do {
            return try await transport.send(
                HTTPTransport.Request(
                    url: url, userAgent: settings.userAgent, headers: settings.headers, timeout: settings.timeout,
                    largestAnswer: settings.largestAnswer))
        } catch {
            if Task.isCancelled { throw CancellationError() }
            switch error {
            case is CancellationError, is LegError: throw error
            case HTTPTransport.Failure.timedOut: throw LegError.timedOut(after: settings.timeout)
            case HTTPTransport.Failure.tooLarge:
                throw LegError.invalidAnswer(reason: "more than \(settings.largestAnswer) bytes")
            default: throw LegError.unavailable(reason: "\(request.host): \(String(describing: error).prefix(200))")
            }
        }
    }
}
