import Synchronization
public import WaymarkGeodesy

/// Legs along a recorded track: the part of it between two stops.
///
/// ```swift
/// let legs = TrackLegs(try GPXDocument(bytes).lines, within: Meters(50))
/// ```
///
/// A leg begins and ends at the places of the track nearest to the stops, which may lie between two fixes. It has the
/// times, speeds and elevations of its vertices, if the track has them; missing speeds follow from the times. A leg's
/// distance is along the track, including gaps.
///
/// If a track passes a stop more than once, as a loop or an out-and-back track does, the shortest part from one stop to
/// the other is used; passes farther from the stops than another by more than ``accuracy`` are ignored. If no part
/// leads from the first stop to the second, a part from the second to the first is followed backwards, if allowed.
public struct TrackLegs: LegSource {
    /// The allowed direction along a track.
    public enum Direction: Hashable, Sendable, CaseIterable {
        /// As recorded.
        case forward
        /// As recorded, otherwise backwards.
        case either
    }

    /// `track`, unless another was given.
    public let name: String
    /// The mode of travel; nil if unknown.
    public let mode: TravelMode?
    /// The maximum distance of a stop from the track.
    public let limit: Meters
    /// The maximum error of a recorded place.
    public let accuracy: Meters
    /// The allowed direction along the track.
    public let direction: Direction
    /// The name with a unique number of the track.
    public let identity: String
    /// Along a track.
    public var distanceKind: Leg.DistanceKind? { .track }
    private let lines: [TrackLine]

    private static let count = Atomic(0)

    /// Legs along a track.
    ///
    /// - Parameters:
    ///   - segments: Pieces in recording order; empty ones are ignored.
    ///   - limit: The maximum distance of a stop from the track.
    ///   - accuracy: The maximum error of a recorded place: passes of a stop whose distances differ by less are equally
    ///     good.
    ///   - gap: The maximum gap between two pieces that a leg may cross, on a great circle.
    ///   - direction: The allowed direction along the track.
    ///   - mode: The mode of travel.
    ///   - name: The source name of the legs.
    /// - Precondition: `limit`, `accuracy` and `gap` are not negative and not NaN.
    /// - Complexity: O(*n*) for *n* points.
    public init(
        _ segments: [[TrackPoint]], within limit: Meters = Meters(100), accuracy: Meters = Meters(25),
        gap: Meters = Meters(500), direction: Direction = .either, mode: TravelMode? = nil, name: String = "track"
    ) {
        precondition(
            limit >= .zero && accuracy >= .zero && gap >= .zero,
            "a distance is negative: \(limit.value), \(accuracy.value), \(gap.value)")
        self.name = name
        identity = "\(name) \(Self.count.add(1, ordering: .relaxed).newValue)"
        self.mode = mode
        self.limit = limit
        self.accuracy = accuracy
        self.direction = direction
        lines = TrackLine.lines(of: segments, gap: gap)
    }

    /// Returns the part of the track from one stop to another.
    ///
    /// - Throws: ``LegError/notFound(reason:)`` if a stop lies too far from the track, or no part of it joins the two;
    ///   ``LegError/invalidLeg(reason:)`` if a speed or an elevation is not finite; `CancellationError` if the task was
    ///   cancelled.
    /// - Complexity: O(*n*) for *n* points.
    public func leg(from start: Stop, to end: Stop) async throws -> Leg {
        try Task.checkCancellation()
        let starts = try passes(of: start)
        let ends = try passes(of: end)
        let forward = zip(starts, ends).map { (starts: $0, ends: $1) }
        if let part = TrackPart.best(forward, accuracy: accuracy.value) { return try leg(part, isReversed: false) }
        let backward = zip(ends, starts).map { (starts: $0, ends: $1) }
        guard let part = TrackPart.best(backward, accuracy: accuracy.value) else {
            throw LegError.notFound(
                reason: "no part of the track without a gap joins \(start.nameInMessages) and \(end.nameInMessages)")
        }
        guard direction == .either else {
            throw LegError.notFound(
                reason: "the track leads from \(end.nameInMessages) to \(start.nameInMessages) only")
        }
        return try leg(part, isReversed: true)
    }

    /// The passes of a stop, for each line.
    private func passes(of stop: Stop) throws(LegError) -> [[TrackLine.Position]] {
        let passes = lines.map { $0.passes(of: stop.coordinate, within: limit.value) }
        guard passes.allSatisfy(\.isEmpty) else { return passes }
        let nearest = lines.flatMap { $0.passes(of: stop.coordinate, within: .infinity) }.map(\.off).min()
        guard let nearest else { throw .notFound(reason: "the track has no points") }
        throw .notFound(
            reason: "the track comes no nearer to \(stop.nameInMessages) than \(Int(nearest.rounded(.up))) m, and "
                + "\(limit) is the limit")
    }

    private func leg(_ part: TrackPart, isReversed: Bool) throws(LegError) -> Leg {
        var (points, offsets) = lines[part.line].part(from: part.start, to: part.end)
        if isReversed {
            points.reverse()
            offsets.reverse()
        }
        let times = Self.times(of: points, isReversed: isReversed)
        return try Leg(
            coordinates: points.map(\.coordinate), distance: Meters(part.end.along - part.start.along),
            distanceKind: .track, duration: times.last ?? nil, source: name,
            vertices: Leg.VertexValues(
                times: times.unlessAllNil(),
                speeds: points.map(\.speed).unlessAllNil() ?? Self.speeds(times, offsets).unlessAllNil(),
                elevations: points.map(\.elevation).unlessAllNil()))
    }

    /// The time of each point since the first; nil if it has none, or the clock went back.
    private static func times(of points: [TrackPoint], isReversed: Bool) -> [Duration?] {
        guard let start = points[0].time else { return points.map { _ in nil } }
        var latest = Duration.zero
        return points.map { point in
            guard let time = point.time else { return nil }
            let seconds = isReversed ? start.timeIntervalSince(time) : time.timeIntervalSince(start)
            // A limit of thousands of years, which excludes only absurd dates.
            guard seconds >= 0, seconds < 1e12, .seconds(seconds) >= latest else { return nil }
            latest = .seconds(seconds)
            return latest
        }
    }

    /// The mean speed at each vertex, from the previous timed vertex to the next; beside a gap or a vertex without a time, on
    /// the other side of it alone.
    private static func speeds(_ times: [Duration?], _ offsets: [Double]) -> [Double?] {
        let timed = times.indices.filter { times[$0] != nil }
        var speeds = [Double?](repeating: nil, count: times.count)
        for (place, vertex) in timed.enumerated() {
            var (before, after) = (timed[max(0, place - 1)], timed[min(timed.count - 1, place + 1)])
            if before < vertex - 1, after == vertex + 1 { before = vertex }
            if after > vertex + 1, before == vertex - 1 { after = vertex }
            guard let began = times[before], let ended = times[after], ended > began else { continue }
            speeds[vertex] = abs(offsets[after] - offsets[before]) / ((ended - began) / .seconds(1))
        }
        return speeds
    }
}

extension Stop {
    /// Its name in messages.
    fileprivate var nameInMessages: String { name.isEmpty ? "stop \(id)" : name }
}

extension Array {
    /// The list, or nil if it contains only nil.
    fileprivate func unlessAllNil<Value>() -> [Value?]? where Element == Value? {
        allSatisfy { $0 == nil } ? nil : self
    }
}
