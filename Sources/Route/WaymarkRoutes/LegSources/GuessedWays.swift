public import WaymarkGeodesy

/// Ways of towns and country roads guessed from the straight line, where no roads are known: a detour and a speed by the length.
///
/// ```swift
/// let drive = GuessedWays(mode: .driving)
/// print(drive.distance(overStraight: .kilometers(2)))  // 2730 m
/// print(drive.duration(overStraight: .kilometers(2)))  // 226 s
/// ```
///
/// A short way is slow, for it is one of a town, and has the larger detour. Guesses never shrink with the straight line, and each
/// further metre adds less than the one before, so that no way by a third place is quicker or shorter than the direct one.
public struct GuessedWays: LegSource {
    /// The lie of the land, which no length tells: on steep ground roads wind, and valleys part places.
    public enum Ground: String, Hashable, Sendable, Codable, CaseIterable {
        /// Level to hilly: most towns.
        case plain
        /// Mountains, or a town on a mountain side.
        case steep
    }

    /// `guessed ways`, with the ground unless it is plain.
    public let name: String
    /// Walking, cycling or driving.
    public let mode: TravelMode?
    /// The lie of the land.
    public let ground: Ground
    private let lengths: GuessedCurve
    private let seconds: GuessedCurve

    /// Guessed ways of a mode.
    ///
    /// - Precondition: `mode` is ``TravelMode/walking``, ``TravelMode/cycling`` or ``TravelMode/driving``.
    public init(mode: TravelMode, ground: Ground = .plain) {
        guard let curves = GuessedCurve.measured[mode] else {
            preconditionFailure("no ways are guessed for the mode \(mode.rawValue)")
        }
        (self.mode, self.ground) = (mode, ground)
        name = ground == .plain ? "guessed ways" : "guessed ways on steep ground"
        let isSteep = ground == .steep
        lengths = curves.meters.scaled(by: isSteep ? curves.steep.meters : 1)
        seconds = curves.seconds.scaled(by: isSteep ? curves.steep.seconds : 1)
    }

    /// Estimates.
    public var distanceKind: Leg.DistanceKind? { .estimated }
    /// True.
    public var isImmediate: Bool { true }
    /// Enough for any plan: a table is computed, not requested.
    public var maxPlacesPerTable: Int { 100_000 }

    /// The length of a way between places at a distance: 0 m for 0 m.
    ///
    /// - Precondition: `straight` is not negative and not NaN.
    public func distance(overStraight straight: Meters) -> Meters {
        precondition(straight >= .zero, "the straight line is not at least 0 m long: \(straight)")
        return Meters(lengths.value(of: straight.value))
    }

    /// The duration of a way between places at a distance: 0 s for 0 m.
    ///
    /// - Precondition: `straight` is not negative and not NaN.
    public func duration(overStraight straight: Meters) -> Duration {
        precondition(straight >= .zero, "the straight line is not at least 0 m long: \(straight)")
        return .seconds(seconds.value(of: straight.value))
    }

    /// How far a place may be, as the crow flies, to be reached within a time.
    ///
    /// - Precondition: `time` is not negative.
    public func reach(within time: Duration) -> Meters {
        precondition(time >= .zero, "the time is below 0 s: \(time)")
        return Meters(seconds.argument(of: time / .seconds(1)))
    }

    /// Returns a straight way with the guessed length and duration.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let straight = Sphere.earth.distance(from: start.coordinate, to: end.coordinate)
        let (line, fractions) = GreatCircleLegs.line(
            from: start.coordinate, to: end.coordinate, length: straight, spacing: .kilometers(100))
        let duration = duration(overStraight: straight)
        return try Leg(
            coordinates: line, distance: distance(overStraight: straight), distanceKind: .estimated, duration: duration,
            source: name, vertices: Leg.VertexValues(times: fractions.map { duration * $0 }))
    }

    /// Returns the guessed costs from each of some stops to each of others; those between stops at one place are 0.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    /// - Complexity: O(*n*²): 20 ms for 1000 stops.
    public func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        let curve = cost == .duration ? seconds : lengths
        let vectors = ContiguousArray(ends.map { UnitVector($0.coordinate) })
        var straight = ContiguousArray(repeating: Meters.zero, count: ends.count)
        var rows: [[Double?]] = []
        rows.reserveCapacity(starts.count)
        for start in starts {
            try Task.checkCancellation()
            var found = straight.mutableSpan
            Sphere.earth.distances(from: UnitVector(start.coordinate), to: vectors.span, into: &found)
            rows.append(straight.map { curve.value(of: $0.value) })
        }
        return rows
    }
}

/// Straight metres to metres or seconds of a way: the least of lines, and so concave.
struct GuessedCurve: Sendable {
    /// What a line is at 0 m, and what it gains for each metre. The first line begins at 0.
    var lines: [(start: Double, slope: Double)]

    init(_ lines: (start: Double, slope: Double)...) { self.lines = lines }

    func scaled(by factor: Double) -> GuessedCurve {
        var curve = self
        curve.lines = lines.map { ($0.start * factor, $0.slope * factor) }
        return curve
    }

    @inline(__always)
    func value(of straight: Double) -> Double {
        var least = Double.infinity
        for line in lines { least = min(least, line.start + line.slope * straight) }
        return least
    }

    /// The straight metres of a value.
    func argument(of value: Double) -> Double {
        lines.reduce(0) { max($0, (value - $1.start) / $1.slope) }
    }

    /// Measured on OSRM 26.10, which drives at free flow and is the slower of OSRM and Valhalla, over the extracts in shared/osm: medians
    /// of all ways between 100 places, of the centres of Seoul and Busan for plain ground, of Andorra and Monaco for steep
    /// (`make evaluate-ways`). No way there is longer than 25 km. What lies beyond, the last line of driving, is a judgement: from 서울
    /// to 부산 it is 325 km, by road about 400 km and four and a half hours.
    static let measured: [TravelMode: (meters: Self, seconds: Self, steep: (meters: Double, seconds: Double))] = [
        .driving: (
            GuessedCurve((0, 1.8), (70, 1.33), (6570, 1.2)), GuessedCurve((0, 0.35), (36, 0.095), (936, 0.05)),
            steep: (1.38, 1.48)
        ),
        .cycling: (GuessedCurve((0, 2), (55, 1.286)), GuessedCurve((0, 0.5), (50, 0.314)), steep: (1.2, 1.38)),
        // 5 km/h.
        .walking: (
            GuessedCurve((0, 1.8), (55, 1.217)), GuessedCurve((0, 1.296), (39.6, 0.876)), steep: (1.15, 1.15)
        ),
    ]
}
