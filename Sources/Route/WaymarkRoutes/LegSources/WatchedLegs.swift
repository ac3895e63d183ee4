import WaymarkGeodesy
import WaymarkThreads

extension LegSource {
    /// This source, which says once if the speeds of its answers do not fit its mode: a server whose data are for cars answers any
    /// mode in its address.
    ///
    /// Speeds are means over all answers, of 2 km or more: above 3 m/s no walking, above 10 m/s no cycling, below 2.5 m/s no driving.
    /// Of tables the straight lines are known, and their speeds are at most the true ones.
    ///
    /// - Parameter say: Called once, with one line, by any task.
    /// - Returns: A source with the same name and mode; copies share what was seen.
    public func watchingSpeeds(_ say: @escaping @Sendable (String) -> Void) -> some LegSource {
        WatchedLegs(source: self, seen: Speeds(name: name, mode: mode, say: say))
    }
}

private struct WatchedLegs<Source: LegSource>: LegWrapper {
    let source: Source
    let seen: Speeds

    func leg(from start: Stop, to end: Stop) async throws -> Leg {
        let leg = try await source.leg(from: start, to: end)
        seen.add([leg])
        return leg
    }

    func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
        let outcomes = try await source.legs(through: stops)
        seen.add(outcomes.compactMap { $0?.leg })
        return outcomes
    }

    func costs(from starts: [Stop], to ends: [Stop], by cost: LegCost) async throws -> [[Double?]]? {
        let rows = try await source.costs(from: starts, to: ends, by: cost)
        if cost == .duration, let rows, rows.count == starts.count { seen.add(rows, starts, ends) }
        return rows
    }
}

/// The length and the duration of all answers of a source.
private final class Speeds: Sendable {
    private let name: String
    private let mode: TravelMode?
    private let say: @Sendable (String) -> Void
    private let total = Guarded((meters: 0.0, seconds: 0.0, isSaid: false))

    init(name: String, mode: TravelMode?, say: @escaping @Sendable (String) -> Void) {
        (self.name, self.mode, self.say) = (name, mode, say)
    }

    /// Metres per second that the mode may have on average.
    private var range: ClosedRange<Double>? {
        switch mode {
        case .walking: 0...3
        case .cycling: 0...10
        case .driving: 2.5...100
        default: nil
        }
    }

    func add(_ legs: [Leg]) {
        let timed = legs.compactMap { leg in leg.duration.map { (leg.distance.value, $0 / .seconds(1)) } }
        add(timed.reduce(0) { $0 + $1.0 }, timed.reduce(0) { $0 + $1.1 }, isLeast: false)
    }

    func add(_ rows: [[Double?]], _ starts: [Stop], _ ends: [Stop]) {
        var (meters, seconds) = (0.0, 0.0)
        for (start, row) in zip(starts, rows) {
            for case (let end, let duration?) in zip(ends, row) {
                meters += Sphere.earth.distance(from: start.coordinate, to: end.coordinate).value
                seconds += duration
            }
        }
        add(meters, seconds, isLeast: true)
    }

    /// Counts metres and seconds; if `isLeast`, the way may be longer.
    private func add(_ meters: Double, _ seconds: Double, isLeast: Bool) {
        guard let range, seconds > 0, !isLeast || range.lowerBound == 0 else { return }
        let speed = total.withLock { total -> Double? in
            total.meters += meters
            total.seconds += seconds
            let speed = total.meters / total.seconds
            guard !total.isSaid, total.meters >= 2000, !range.contains(speed) else { return nil }
            total.isSaid = true
            return speed
        }
        guard let speed, let mode else { return }
        say(
            "\(name) answers at \(Int((speed * 3.6).rounded())) km/h, which is no \(mode.rawValue): its data may be for another mode"
        )
    }
}
