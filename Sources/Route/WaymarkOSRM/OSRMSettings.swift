public import WaymarkGeodesy

/// The settings of requests to a server, and the acceptance of its answers.
public struct OSRMSettings: Hashable, Sendable {
    /// The format of requests.
    public enum Dialect: Hashable, Sendable, CaseIterable {
        /// `/route/v1/{profile}/{coordinates}`: OSRM itself, and Mapbox's
        /// `/directions/v5/mapbox/{profile}/{coordinates}`.
        case osrm
        /// Valhalla's `/route?json={...}`, answered in OSRM's format.
        case valhalla
    }

    /// The requested format of a leg's line.
    public enum Geometry: String, Hashable, Sendable, CaseIterable {
        /// An encoded polyline with six decimals, the shortest for its precision.
        case polyline6
        /// An encoded polyline with five decimals.
        case polyline
        /// A GeoJSON line.
        case geojson
    }

    /// The format of requests.
    public var dialect: Dialect
    /// The requested format of lines.
    public var geometry: Geometry
    /// The maximum distance of a stop from the nearest road; nil is any distance. A leg from or to a stop farther away
    /// ends as ``/WaymarkRoutes/LegError/notFound(reason:)``, with that distance; otherwise the leg has it in
    /// ``/WaymarkRoutes/Leg/snap``.
    public var maxSnap: Meters?
    /// The number of alternatives to request; the server may give fewer.
    public var alternatives: Int
    /// The maximum number of stops in a request for many legs, or for a table; 2 requests each leg alone. Nil is the
    /// default of the servers: 20 for Valhalla and 50 in its tables, 25 for Mapbox, and 100 for OSRM, which accepts 500
    /// for legs, but many proxies limit URLs to 8 kB. If a server refuses that number, smaller ones are requested.
    public var maxStops: Int?
    /// The time limit for an answer, including the connection.
    public var timeout: Duration
    /// The maximum number of bytes of an answer, uncompressed.
    public var largestAnswer: Int
    /// The user agent.
    public var userAgent: String
    /// More headers, such as one with a token. With any, no redirect is followed.
    public var headers: [HTTPHeader]

    /// The settings of requests.
    ///
    /// - Precondition: `alternatives` and `maxSnap` are not negative; `timeout` and `largestAnswer` are above zero; `maxStops` is at least 2.
    public init(
        dialect: Dialect = .osrm, geometry: Geometry = .polyline6, maxSnap: Meters? = .kilometers(1),
        alternatives: Int = 0, maxStops: Int? = nil,
        timeout: Duration = .seconds(60), largestAnswer: Int = 32 << 20, userAgent: String = "Waymark",
        headers: [HTTPHeader] = []
    ) {
        self.dialect = dialect
        self.geometry = geometry
        self.maxSnap = maxSnap
        self.alternatives = alternatives
        self.maxStops = maxStops
        self.timeout = timeout
        self.largestAnswer = largestAnswer
        self.userAgent = userAgent
        self.headers = headers
        checkPreconditions()
    }

    /// Checks the preconditions at initialisation and at use, since values may change in between.
    func checkPreconditions() {
        precondition(alternatives >= 0, "the number of alternatives is negative: \(alternatives)")
        precondition(maxSnap.map { $0 >= .zero } ?? true, "the limit of the way to the nearest road is negative")
        precondition(maxStops.map { $0 >= 2 } ?? true, "the limit of stops is below 2")
        precondition(
            timeout > .zero && largestAnswer > 0, "an answer has no time, \(timeout), or no bytes, \(largestAnswer)")
    }
}
