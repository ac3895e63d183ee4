#if Network
    public import AsyncHTTPClient
    import NIOCore
    public import WaymarkOrders
    public import WaymarkRoutes

    /// Legs from a server that speaks OSRM's HTTP protocol: OSRM itself, Mapbox and its like, Valhalla.
    ///
    /// ```swift
    /// let legs = try OSRMLegs("http://localhost:5000", mode: .driving)
    ///     .limited(to: 5, per: .seconds(1)).retrying().coalesced().cached(10_000)
    /// ```
    ///
    /// A server that knows no way between two stops, or no road within ``OSRMSettings/maxSnap`` of one, gives
    /// ``/WaymarkRoutes/LegError/notFound(reason:)``; one that refuses the question
    /// ``/WaymarkRoutes/LegError/refused(reason:)``; one that is to be left alone for a while (429, or 503 with `Retry-After`)
    /// ``/WaymarkRoutes/LegError/limited(retryAfter:)``; one that cannot be reached, breaks off or says it is out of order
    /// ``/WaymarkRoutes/LegError/unavailable(reason:)``; one whose answer cannot be read
    /// ``/WaymarkRoutes/LegError/invalidAnswer(reason:)``. A request is cancelled with its task, and its connection with it.
    public struct OSRMLegs: LegSource {
        /// `osrm` or `valhalla` and the server's host, unless another was given.
        public let name: String
        /// How one travels.
        public let mode: TravelMode?
        /// The name with the server's host and path, the profile and what is asked for; of the query a hash, as it may hold a
        /// secret.
        public var identity: String { "\(name) \(request.identity)" }
        private let request: OSRMRequest
        private let settings: OSRMSettings
        private let client: HTTPClient

        /// Who asks where no other client is given: up to eight connections to a server, ten seconds to make one.
        ///
        /// Unlike `HTTPClient.shared` it does not go on trying to connect until the request's time is over: a missing
        /// server is reported at once, and asked again as
        /// ``/WaymarkRoutes/LegSource/retrying(_:first:longest:where:clock:generator:)`` says.
        public static let client: HTTPClient = {
            var configuration = HTTPClient.Configuration()
            configuration.timeout.connect = .seconds(10)
            configuration.connectionPool.retryConnectionEstablishment = false
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }()

        /// Legs from a server.
        ///
        /// - Parameters:
        ///   - url: Where the server is, as in `http://localhost:5000`. `/route/v1` and the profile are added where the path does
        ///     not have them: `https://api.mapbox.com/directions/v5/mapbox/driving?access_token=...` is complete. A query is
        ///     kept, and goes before what is asked for here.
        ///   - mode: How one travels. It names the profile: the mode's name, or Valhalla's `pedestrian`, `bicycle` and `auto`.
        ///   - settings: How the server is asked.
        ///   - name: What the legs say they are from; nil for the kind of server and its host.
        ///   - client: Who asks.
        /// - Throws: ``/WaymarkRoutes/LegError/refused(reason:)`` where `url` is not one of a server.
        /// - Precondition: The alternatives and the greatest snap of `settings` are not negative, their time and largest answer above zero.
        public init(
            _ url: String, mode: TravelMode = .driving, settings: OSRMSettings = OSRMSettings(), name: String? = nil,
            client: HTTPClient = OSRMLegs.client
        ) throws(LegError) {
            settings.checkPreconditions()
            request = try OSRMRequest(url, settings, profile: Self.profile(of: mode, for: settings.dialect))
            self.name = name ?? "\(settings.dialect) \(request.host)"
            self.mode = mode
            self.settings = settings
            self.client = client
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

        /// Returns the server's way from one stop to another, with its alternatives and, where the server gives them, the
        /// time and the speed of each vertex.
        ///
        /// - Throws: ``LegError``; `CancellationError` where the task was cancelled.
        public func leg(from start: Stop, to end: Stop) async throws -> Leg {
            let url = try request.url(through: [start.coordinate, end.coordinate])
            return try await answer(to: url).leg(source: name, settings)
        }

        /// ``OSRMSettings/maxStops`` less one; 1 where alternatives are asked for, which servers know only between two stops.
        public var maxLegsPerRequest: Int { request.maxLegs }

        /// Returns how the legs from stop to stop ended, by one request. Each is the leg between its two stops alone: one may turn
        /// round at a stop.
        ///
        /// - Throws: ``LegError`` where the server answers nobody now, or refuses whoever asks; `CancellationError` where the task
        ///   was cancelled.
        public func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
            let url = try request.url(through: stops.map(\.coordinate))
            do {
                return try await answer(to: url).legs(through: stops.count, source: name, settings)
            } catch LegError.timedOut, LegError.invalidAnswer {
                // Fewer may be answered in time, and in fewer bytes.
                return Array(repeating: nil, count: stops.count - 1)
            }
        }

        /// Returns what all ways between some stops cost, there and back, by one request to the server's `/table`.
        ///
        /// - Parameters:
        ///   - stops: Stops, as many as the server takes at once: 100 of OSRM as it comes.
        ///   - cost: Durations in seconds, or distances in metres.
        ///   - missing: The cost where the server knows no way; by default the error is thrown.
        /// - Returns: The costs, in the order of the stops.
        /// - Throws: What `missing` throws, ``WaymarkOrders/MissingCost`` by default; ``/WaymarkRoutes/LegError``,
        ///   ``/WaymarkRoutes/LegError/refused(reason:)`` for a server of another protocol; `CancellationError` where the task
        ///   was cancelled.
        public func matrix(
            between stops: [Stop], cost: LegCost = .duration,
            missing: (MissingCost) throws -> Double = { throw $0 }
        ) async throws -> TravelMatrix {
            // Of fewer there is nothing to ask.
            guard stops.count > 1 else { return try TravelMatrix(count: stops.count) { _, _ in 0 } }
            let url = try request.tableURL(between: stops.map(\.coordinate), of: cost)
            var rows: [[Double]] = []
            for (from, row) in try await answer(to: url).table(stops.count, of: cost, settings).enumerated() {
                rows.append(
                    try row.enumerated().map { to, value in
                        if from == to { return 0 }
                        let reason = LegError.notFound(reason: "no way in the table of \(name)")
                        return try value ?? missing(MissingCost(from: from, to: to, reason: reason))
                    })
            }
            return try TravelMatrix(rows: rows)
        }

        private func answer(to url: String) async throws -> OSRMAnswer {
            try Task.checkCancellation()
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "Accept", value: "application/json")
            request.headers.add(name: "User-Agent", value: settings.userAgent)
            let answer: OSRMAnswer
            do {
                // Three years are for ever.
                let deadline = NIODeadline.now() + .nanoseconds(Int64(min(settings.timeout / .nanoseconds(1), 1e17)))
                let response = try await client.execute(request, deadline: deadline)
                answer = OSRMAnswer(
                    status: Int(response.status.code), retryAfter: response.headers.first(name: "Retry-After"),
                    body: try await body(of: response))
            } catch {
                throw cause(of: error)
            }
            return answer
        }

        private func body(of response: HTTPClientResponse) async throws -> [UInt8] {
            let tooLarge = LegError.invalidAnswer(reason: "more than \(settings.largestAnswer) bytes")
            do {
                let body = try await response.body.collect(upTo: settings.largestAnswer)
                return Array(body.readableBytesView)
            } catch is NIOTooManyBytesError {
                throw tooLarge
            }
        }

        /// What an error of the client means.
        private func cause(of error: any Error) -> any Error {
            if Task.isCancelled { return CancellationError() }
            switch error {
            case is CancellationError, is LegError: return error
            case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
                return LegError.timedOut(after: settings.timeout)
            default:
                return LegError.unavailable(reason: "\(request.host): \(String(describing: error).prefix(200))")
            }
        }
    }
#endif
