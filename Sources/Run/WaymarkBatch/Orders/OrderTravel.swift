import WaymarkOrders
public import WaymarkRoutes
import WaymarkThreads

/// What travel between stops costs by a source of legs, for an order of them.
public struct OrderTravel: Sendable {
    let matrix: TravelMatrix
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
        /// Where all costs come from if the source does not give them all: an order by ways of which some are straight would
        /// avoid the others.
        public var fallback: GreatCircleLegs?
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
        do {
            let matrix: @Sendable () async throws -> TravelMatrix = {
                try await TravelMatrix(between: stops, by: source, cost: cost, width: requests.width)
            }
            if let limit = requests.timeLimit {
                self.matrix = try await withTimeLimit(
                    limit, clock: ContinuousClock(), late: LegError.timedOut(after: limit), matrix)
            } else {
                self.matrix = try await matrix()
            }
            (self.source, fallbackReason) = (source.name, nil)
        } catch {
            guard let circles = requests.fallback, error is MissingCost || error is LegError else { throw error }
            matrix = try await TravelMatrix(between: stops, by: circles, cost: cost)
            (self.source, fallbackReason) = (circles.name, "\(error)")
        }
    }

    /// The costs in words: `seconds by osrm localhost:5000`.
    public var words: String { "\(cost == .duration ? "seconds" : "metres") by \(source)" }
}

extension OrderFile {
    /// The stops, for a source of legs; nil for a file with costs of its own.
    public var stops: [Stop]? {
        switch costs {
        case .places(let places), .timed(let places, _):
            zip(labels, places).map { Stop(id: $0, coordinate: $1) }
        case .matrix, .instance, .windows: nil
        }
    }

    /// Whether the stops have windows of time.
    public var isTimed: Bool { if case .timed = costs { true } else { false } }
}
