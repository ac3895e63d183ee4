public import WaymarkGeodesy

/// How a server is asked, and which of its answers are taken.
public struct OSRMSettings: Hashable, Sendable {
    /// How questions are written.
    public enum Dialect: Hashable, Sendable, CaseIterable {
        /// `/route/v1/{profile}/{coordinates}`: OSRM itself, and Mapbox's
        /// `/directions/v5/mapbox/{profile}/{coordinates}`.
        case osrm
        /// Valhalla's `/route?json={...}`, answered in OSRM's format.
        case valhalla
    }

    /// How a server is to write the line of a leg.
    public enum Geometry: String, Hashable, Sendable, CaseIterable {
        /// An encoded polyline with six decimals: shortest for its exactness.
        case polyline6
        /// An encoded polyline with five decimals.
        case polyline
        /// A GeoJSON line.
        case geojson
    }

    /// How questions are written.
    public var dialect: Dialect
    /// How the server is to write lines.
    public var geometry: Geometry
    /// How far a stop may be from the nearest road; nil is any distance. A leg from or to a stop farther off ends as
    /// ``/WaymarkRoutes/LegError/notFound(reason:)``, which says how far. Else the leg says it: ``/WaymarkRoutes/Leg/snap``.
    public var maxSnap: Meters?
    /// How many other ways to ask for; the server may know fewer.
    public var alternatives: Int
    /// The maximum number of stops in a request for many legs; 2 asks for each leg alone. Nil is what servers take as they
    /// come: 20 of Valhalla, 25 of Mapbox, and 100 of OSRM, which itself takes 500, but many a proxy no URL of more than 8 kB. A
    /// server that takes fewer refuses, and is asked for half as many.
    public var maxStops: Int?
    /// How long one answer may take, the connection included.
    public var timeout: Duration
    /// The most bytes of an answer, unpacked.
    public var largestAnswer: Int
    /// What the server is told of who asks.
    public var userAgent: String

    /// How a server is asked.
    ///
    /// - Precondition: `alternatives` and `maxSnap` are not negative; `timeout` and `largestAnswer` are above zero; `maxStops` is at least 2.
    public init(
        dialect: Dialect = .osrm, geometry: Geometry = .polyline6, maxSnap: Meters? = .kilometers(1),
        alternatives: Int = 0, maxStops: Int? = nil,
        timeout: Duration = .seconds(60), largestAnswer: Int = 32 << 20, userAgent: String = "Waymark"
    ) {
        self.dialect = dialect
        self.geometry = geometry
        self.maxSnap = maxSnap
        self.alternatives = alternatives
        self.maxStops = maxStops
        self.timeout = timeout
        self.largestAnswer = largestAnswer
        self.userAgent = userAgent
        checkPreconditions()
    }

    /// What has to hold when they are made, and when they are used: they may be changed in between.
    func checkPreconditions() {
        precondition(alternatives >= 0, "a number of alternatives is not negative")
        precondition(maxSnap.map { $0 >= .zero } ?? true, "a way to the nearest road is not negative")
        precondition(maxStops.map { $0 >= 2 } ?? true, "a leg has two stops")
        precondition(timeout > .zero && largestAnswer > 0, "an answer has some time and some bytes")
    }
}
