public import WaymarkGeodesy

/// The way from one stop to the next.
public struct Leg: Hashable, Sendable {
    /// The kind of a leg's distance.
    public enum DistanceKind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The great circle between the ends.
        case greatCircle = "great_circle"
        /// The great circle between the ends, times a factor for the detours of roads: a guess.
        case estimated
        /// A recorded track: great circles from fix to fix.
        case track
        /// Roads or paths, as reported by the source.
        case network
    }

    /// The line, from the first stop to the second; its ends may lie near the stops.
    public let coordinates: [Coordinate]
    /// The length.
    public let distance: Meters
    /// The kind of ``distance``.
    public let distanceKind: DistanceKind
    /// The duration; nil if the source gives none.
    public let duration: Duration?
    /// The name of the source.
    public let source: String
    /// Whether this is a fallback for a leg that the first source did not give.
    public var isFallback: Bool
    /// What a reader should know about this leg, in words: why there is a fallback, or that its line is arbitrary. Nil if
    /// there is nothing.
    public var remark: String?
    /// Alternative legs between the same stops, in the source's order; they have no alternatives themselves.
    public let alternatives: [Leg]
    /// The distances of the stops from the ends of the line; nil if the source gives none.
    public let snap: Snap?
    /// Values of each vertex.
    public let vertices: VertexValues

    /// The distances of stops from a leg's network, as reported by its source; the leg does not include them.
    public struct Snap: Hashable, Sendable {
        /// From the first stop to the network.
        public let start: Meters
        /// From the network to the second stop.
        public let end: Meters

        /// The distances of stops from the network.
        public init(start: Meters, end: Meters) { (self.start, self.end) = (start, end) }
    }

    /// Values of each vertex of a leg: every list is nil, or as long as ``Leg/coordinates``.
    public struct VertexValues: Hashable, Sendable, Codable {
        /// Time since the start of the leg; nil in the list for a vertex without one.
        public var times: [Duration?]?
        /// Metres per second.
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
    /// - Throws: ``LegError/invalidLeg(reason:)`` if there is no vertex, the distance, the duration or a snap is
    ///   negative or not finite, a speed or an elevation is not finite, a list of vertex values does not have the
    ///   length of the line, or an alternative has alternatives itself.
    public init(
        coordinates: [Coordinate], distance: Meters, distanceKind: DistanceKind, duration: Duration? = nil,
        source: String, isFallback: Bool = false, remark: String? = nil, alternatives: [Leg] = [], snap: Snap? = nil,
        vertices: VertexValues = VertexValues()
    ) throws(LegError) {
        guard !coordinates.isEmpty else { throw .invalidLeg(reason: "a leg needs at least one vertex") }
        guard distance.value.isFinite, distance >= .zero else {
            throw .invalidLeg(reason: "\(distance) is not the length of a leg")
        }
        for way in [snap?.start, snap?.end] {
            if let way, !way.value.isFinite || way < .zero {
                throw .invalidLeg(reason: "\(way) is not the distance of a stop from the network")
            }
        }
        guard alternatives.allSatisfy(\.alternatives.isEmpty) else {
            throw .invalidLeg(reason: "an alternative has alternatives itself")
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
        self.remark = remark
        self.alternatives = alternatives
        self.snap = snap
        self.vertices = vertices
    }
}
