public import WaymarkGeodesy

/// Great circles between stops: the shortest lines on the sphere, regardless of terrain.
///
/// ```swift
/// let flights = GreatCircleLegs(mode: .flying)
/// let guesses = GreatCircleLegs(mode: .driving, speed: 60 / 3.6, detour: 1.3)
/// ```
///
/// The line of a leg longer than ``spacing`` has vertices in between. Between antipodes any way is as short as the others:
/// the leg's ``Leg/remark`` says so.
public struct GreatCircleLegs: LegSource {
    /// `great-circle`, with the detour if it is not 1, unless another was given.
    public let name: String
    /// The mode of travel.
    public let mode: TravelMode?
    /// Metres per second; nil for legs without duration.
    public let speed: Double?
    /// The maximum distance between vertices; nil for only the two ends.
    public let spacing: Meters?
    /// The length of a leg in great circles.
    public let detour: Double

    /// Great circles between stops.
    ///
    /// - Parameters:
    ///   - mode: The mode of travel.
    ///   - speed: Metres per second; nil for ``TravelMode/usualSpeed``. A mode without one gives legs without duration.
    ///   - spacing: The maximum distance between vertices, so that a map with straight lines between vertices shows a
    ///     great circle; nil for only the two ends.
    ///   - detour: The length of a leg is that of the great circle times this: ways by road are about 1.3 times as long.
    ///     The leg's ``Leg/distanceKind`` is ``Leg/DistanceKind/estimated`` unless it is 1.
    ///   - name: The source name of the legs; nil for `great-circle`, with a detour as in `great-circle x 1.3`.
    /// - Precondition: `speed` is finite and at least 1 mm/s, `spacing` at least 1 m, `detour` at least 1 and at most 100.
    public init(
        mode: TravelMode? = nil, speed: Double? = nil, spacing: Meters? = .kilometers(100), detour: Double = 1,
        name: String? = nil
    ) {
        precondition(speed.map { $0.isFinite && $0 >= 0.001 } ?? true, "the speed is not finite, or below 1 mm/s")
        precondition(spacing.map { $0 >= Meters(1) } ?? true, "the spacing of vertices is below 1 m")
        precondition(1...100 ~= detour, "the detour is outside 1...100: \(detour)")
        self.name = name ?? "great-circle\(detour == 1 ? "" : " x \(detour)")"
        self.mode = mode
        self.speed = speed ?? mode?.usualSpeed
        self.spacing = spacing
        self.detour = detour
    }

    /// The name with the speed, the spacing and the detour.
    public var identity: String { "\(name) \(speed ?? 0) \(spacing?.value ?? 0) \(detour)" }
    /// Great circles, or estimates.
    public var distanceKind: Leg.DistanceKind? { detour == 1 ? .greatCircle : .estimated }
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
        let (line, fractions) = Self.line(from: from, to: to, length: distance, spacing: spacing)
        let length = distance * detour
        let seconds = speed.map { length.value / $0 }
        // Closer to antipodes than a metre, the way follows from the last digits of the coordinates.
        let isArbitrary = distance.value > Double.pi * Sphere.earth.radius.value - 1
        return try Leg(
            coordinates: line, distance: length, distanceKind: detour == 1 ? .greatCircle : .estimated,
            duration: seconds.map { .seconds($0) }, source: name,
            remark: isArbitrary ? "the stops are antipodes: any way is as short as this one" : nil,
            vertices: Leg.VertexValues(times: seconds.map { seconds in fractions.map { .seconds(seconds * $0) } }))
    }

    /// The great circle between two places, and the fraction of its length at each vertex.
    static func line(
        from: Coordinate, to: Coordinate, length: Meters, spacing: Meters?
    ) -> (coordinates: [Coordinate], fractions: [Double]) {
        guard let spacing, length > spacing else { return ([from, to], [0, 1]) }
        let pieces = Int((length / spacing).rounded(.up))
        let fractions = (0...pieces).map { Double($0) / Double(pieces) }
        return (fractions.map { Sphere.earth.interpolate(from: from, to: to, fraction: $0) }, fractions)
    }
}
