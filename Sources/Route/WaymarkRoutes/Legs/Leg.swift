public import WaymarkGeodesy

/// The way from one stop to the next.
public struct Leg: Hashable, Sendable {
    /// What a leg's distance was measured along.
    public enum DistanceKind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The great circle between the ends.
        case greatCircle = "great_circle"
        /// A recorded track: great circles from fix to fix.
        case track
        /// Roads or paths, as the source of the leg says.
        case network
    }

    /// The line, from the stop one leaves to the stop one reaches; its ends may lie beside the stops.
    public let coordinates: [Coordinate]
    /// How long the way is.
    public let distance: Meters
    /// What ``distance`` was measured along.
    public let distanceKind: DistanceKind
    /// How long it takes; nil where the source does not say.
    public let duration: Duration?
    /// Which source the leg is from.
    public let source: String
    /// Whether this stands in for a leg that the source asked first did not give.
    public var isFallback: Bool
    /// Other ways between the same stops, in the source's order; they have no alternatives of their own.
    public let alternatives: [Leg]
    /// How far the stops are from where the line begins and ends; nil where the source does not say.
    public let snap: Snap?
    /// Values of each vertex.
    public let vertices: VertexValues

    /// How far stops are from the network that a leg runs on, as its source says: nobody is led over that way.
    public struct Snap: Hashable, Sendable {
        /// From the stop one leaves to the network.
        public let start: Meters
        /// From the network to the stop one reaches.
        public let end: Meters

        /// How far stops are from the network.
        public init(start: Meters, end: Meters) { (self.start, self.end) = (start, end) }
    }

    /// What is known of each vertex of a leg: every list is nil, or as long as ``Leg/coordinates``.
    public struct VertexValues: Hashable, Sendable, Codable {
        /// Time since the leg was begun; nil within the list where a vertex has none.
        public var times: [Duration?]?
        /// Metres a second.
        public var speeds: [Double?]?
        /// Height above sea level.
        public var elevations: [Meters?]?

        /// Values of each vertex; none by default.
        public init(times: [Duration?]? = nil, speeds: [Double?]? = nil, elevations: [Meters?]? = nil) {
            self.times = times
            self.speeds = speeds
            self.elevations = elevations
        }
    }

    /// The way from one stop to the next.
    ///
    /// - Throws: ``LegError/invalidLeg(reason:)`` where there is no vertex, the distance, the duration or that of a snap is
    ///   negative or not finite, a speed or an elevation is not finite, a list of vertex values has another length than the
    ///   line, or an alternative has alternatives of its own.
    public init(
        coordinates: [Coordinate], distance: Meters, distanceKind: DistanceKind, duration: Duration? = nil,
        source: String, isFallback: Bool = false, alternatives: [Leg] = [], snap: Snap? = nil,
        vertices: VertexValues = VertexValues()
    ) throws(LegError) {
        guard !coordinates.isEmpty else { throw .invalidLeg(reason: "a leg has at least one vertex") }
        guard distance.value.isFinite, distance >= .zero else {
            throw .invalidLeg(reason: "\(distance) is not the length of a leg")
        }
        for way in [snap?.start, snap?.end] {
            if let way, !way.value.isFinite || way < .zero {
                throw .invalidLeg(reason: "\(way) is not the way from a stop to the network")
            }
        }
        guard alternatives.allSatisfy(\.alternatives.isEmpty) else {
            throw .invalidLeg(reason: "an alternative has alternatives of its own")
        }
        if let duration, duration < .zero { throw .invalidLeg(reason: "\(duration) is not the duration of a leg") }
        let counts = [vertices.times?.count, vertices.speeds?.count, vertices.elevations?.count]
        for case let count? in counts where count != coordinates.count {
            throw .invalidLeg(reason: "\(count) values for \(coordinates.count) vertices")
        }
        let numbers = (vertices.speeds ?? []) + (vertices.elevations ?? []).map { $0?.value }
        for case let number? in numbers where !number.isFinite {
            throw .invalidLeg(reason: "\(number) is not a vertex's value")
        }
        self.coordinates = coordinates
        self.distance = distance
        self.distanceKind = distanceKind
        self.duration = duration
        self.source = source
        self.isFallback = isFallback
        self.alternatives = alternatives
        self.snap = snap
        self.vertices = vertices
    }
}
