public import WaymarkGeodesy

/// Great circles between stops: the shortest lines on the sphere, regardless of terrain.
///
/// ```swift
/// let legs = GreatCircleLegs(mode: .flying, spacing: .kilometers(100))
/// ```
public struct GreatCircleLegs: LegSource {
    /// `great-circle`, unless another was given.
    public let name: String
    /// The mode of travel.
    public let mode: TravelMode?
    /// Metres per second; nil for legs without duration.
    public let speed: Double?
    /// The maximum distance between vertices; nil for only the two ends.
    public let spacing: Meters?

    /// Great circles between stops.
    ///
    /// - Parameters:
    ///   - mode: The mode of travel.
    ///   - speed: Metres per second; nil for ``TravelMode/usualSpeed``. A mode without one gives legs without duration.
    ///   - spacing: The maximum distance between vertices, so that a map with straight lines between vertices shows a
    ///     great circle; nil for only the two ends.
    ///   - name: The source name of the legs.
    /// - Precondition: `speed` is finite and at least 1 mm/s, `spacing` at least 1 m.
    public init(
        mode: TravelMode? = nil, speed: Double? = nil, spacing: Meters? = nil, name: String = "great-circle"
    ) {
        precondition(speed.map { $0.isFinite && $0 >= 0.001 } ?? true, "the speed is not finite, or below 1 mm/s")
        precondition(spacing.map { $0 >= Meters(1) } ?? true, "the spacing of vertices is below 1 m")
        self.name = name
        self.mode = mode
        self.speed = speed ?? mode?.usualSpeed
        self.spacing = spacing
    }

    /// The name with the speed and the spacing.
    public var identity: String { "\(name) \(speed ?? 0) \(spacing?.value ?? 0)" }
    /// Great circles.
    public var distanceKind: Leg.DistanceKind? { .greatCircle }
    /// True.
    public var isImmediate: Bool { true }

    /// Returns the great circle from one stop to another; between antipodes the one over the north pole.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    /// - Complexity: O(*n*) for *n* vertices.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let (from, to) = (start.coordinate, end.coordinate)
        let distance = Sphere.earth.distance(from: from, to: to)
        let pieces = max(1, Int((spacing.map { distance / $0 } ?? 1).rounded(.up)))
        let fractions = (0...pieces).map { Double($0) / Double(pieces) }
        let seconds = speed.map { distance.value / $0 }
        return try Leg(
            coordinates: fractions.map { Sphere.earth.interpolate(from: from, to: to, fraction: $0) },
            distance: distance, distanceKind: .greatCircle, duration: seconds.map { .seconds($0) }, source: name,
            vertices: Leg.VertexValues(times: seconds.map { seconds in fractions.map { .seconds(seconds * $0) } }))
    }
}
