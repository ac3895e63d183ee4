import WaymarkGeodesy
public import WaymarkRoutes
import WaymarkThreads

/// What travel between stops costs by a source of legs, for an order of them.
///
/// Ways that the source does not give, if these are not all, are estimated from those it gives: straight lines at the median cost
/// per metre of the others, so that they are neither avoided nor preferred.
public struct OrderTravel: Sendable {
    /// The costs, in the order of the stops.
    public let matrix: TravelMatrix
    /// The ways that are estimated, by the positions of the stops, with the reason.
    public let estimates: [MissingCost]
    /// Seconds or metres.
    public let cost: LegCost
    /// The name of the source.
    public let source: String
    /// Why the costs are those of the fallback; nil unless they are.
    public let fallbackReason: String?

    /// How the costs are requested.
    public struct Requests: Sendable {
        /// Durations or distances; nil for the durations of a source of roads, and the distances of others.
        public var cost: LegCost?
        /// Where all costs come from if the source gives none; if it gives some, the others are estimated, whatever the reason.
        /// Nil throws.
        public var fallback: GreatCircleLegs?
        /// Whether ways that do not exist are estimated without a fallback, too.
        public var estimatesUnreachable = false
        /// The time for all requests; nil for no limit.
        public var timeLimit: Duration?
        /// The maximum number of simultaneous requests.
        public var width = 8

        /// The usual requests.
        public init(
            cost: LegCost? = nil, fallback: GreatCircleLegs? = nil, timeLimit: Duration? = nil, width: Int = 8
        ) {
            (self.cost, self.fallback, self.timeLimit, self.width) = (cost, fallback, timeLimit, width)
        }
    }

    /// Requests the costs between stops.
    ///
    /// - Throws: `MissingCost`, or `LegError.timedOut` after the time limit, without a fallback; `CancellationError` if the
    ///   task was cancelled.
    public init(between stops: [Stop], by source: any LegSource, _ requests: Requests = Requests()) async throws {
        let cost = requests.cost ?? (source.distanceKind == .network ? .duration : .distance)
        self.cost = cost
        let missing = Guarded<[MissingCost]>([])
        do {
            let matrix: @Sendable () async throws -> TravelMatrix = {
                try await TravelMatrix(between: stops, by: source, cost: cost, width: requests.width) { absent in
                    let isUnreachable = if case .notFound = absent.reason { true } else { false }
                    guard requests.fallback != nil || requests.estimatesUnreachable && isUnreachable else {
                        throw absent
                    }
                    missing.withLock { $0.append(absent) }
                    return Self.unknown
                }
            }
            let found: TravelMatrix
            if let limit = requests.timeLimit {
                found = try await withTimeLimit(
                    limit, clock: ContinuousClock(), late: LegError.timedOut(after: limit), matrix)
            } else {
                found = try await matrix()
            }
            (self.matrix, estimates) = try Self.estimated(missing.withLock { $0 }, in: found, between: stops)
            (self.source, fallbackReason) = (source.name, nil)
        } catch {
            guard let circles = requests.fallback, error is MissingCost || error is LegError else { throw error }
            matrix = try await TravelMatrix(between: stops, by: circles, cost: cost)
            (self.source, fallbackReason, estimates) = (circles.name, "\(error)", [])
        }
    }

    /// A matrix with the costs that are missing in it, and those.
    ///
    /// - Throws: The first missing cost if there are no others.
    private static func estimated(
        _ missing: [MissingCost], in matrix: TravelMatrix, between stops: [Stop]
    ) throws -> (TravelMatrix, [MissingCost]) {
        if missing.isEmpty { return (matrix, []) }
        let missing = missing.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        func length(_ from: Int, _ to: Int) -> Double {
            Sphere.earth.distance(from: stops[from].coordinate, to: stops[to].coordinate).value
        }
        var perMeter: [Double] = []
        for from in stops.indices {
            for to in stops.indices where matrix[from, to] < unknown {
                let length = length(from, to)
                if length > 0 { perMeter.append(matrix[from, to] / length) }
            }
        }
        guard !perMeter.isEmpty else { throw missing[0] }
        let median = perMeter.sorted()[perMeter.count / 2]
        let whole = try TravelMatrix(count: stops.count) { from, to in
            matrix[from, to] < unknown ? matrix[from, to] : median * length(from, to)
        }
        return (whole, missing)
    }

    /// In place of a cost until it is estimated: more than any.
    private static let unknown = TravelMatrix.maxCost

    /// How many ways are estimated, and the reason of the first, in words; nil if none are.
    public var estimateWords: String? {
        guard let first = estimates.first else { return nil }
        let (count, all) = (estimates.count, matrix.count * (matrix.count - 1))
        return "\(count) of \(all) ways \(count == 1 ? "is" : "are") estimated from straight lines: \(first.reason)"
    }

    /// The costs in words: `seconds by osrm localhost:5000`.
    public var words: String { "\(cost == .duration ? "seconds" : "metres") by \(source)" }
}
