/// An order of visits: a path through all stops, its length, and a lower bound.
///
/// ```swift
/// let answer = await StopOrder.best(visiting: coordinates, ends: .start(0))
/// let trip = answer.order.map { stops[$0] }
/// ```
public struct StopOrder: Hashable, Sendable {
    /// The stops in visiting order, each once, by their position in the input, from 0. A round trip lists its first
    /// stop once.
    public let order: [Int]
    /// The total cost, including the way back of a round trip: in the unit of the matrix, metres for coordinates.
    public let length: Double
    /// A lower bound for all orders with these ends and windows; never above ``length``, unless windows are missed.
    public let lowerBound: Double
    /// Whether the order is proven optimal.
    public let isProven: Bool
    /// The windows that this order misses, in visiting order; empty if all are met or there are none.
    public let missed: [MissedWindow]
    /// Why no order meets all windows, if that is certain; otherwise empty.
    public internal(set) var conflicts: [WindowConflict] = []
    /// The number of iterations.
    public let iterations: Int

    /// The excess of the length over the bound, relative to the bound: 0.01 is one per cent. Zero if both are zero,
    /// infinite if only the bound is.
    public var gap: Double {
        if isProven || length == lowerBound { return 0 }
        return lowerBound > 0 ? (length - lowerBound) / lowerBound : .infinity
    }
}

extension StopOrder {
    /// The same order with lengths multiplied by a factor; windows are unchanged.
    package func scaled(by factor: Double) -> StopOrder {
        var scaled = StopOrder(
            order: order, length: length * factor, lowerBound: lowerBound * factor, isProven: isProven, missed: missed,
            iterations: iterations)
        scaled.conflicts = conflicts
        return scaled
    }
}

/// A stop that is reached after its window has closed.
public struct MissedWindow: Hashable, Sendable, Codable {
    /// Its position in the input.
    public let stop: Int
    /// The lateness, in the unit of the matrix.
    public let lateness: Double

    /// A stop that is reached too late.
    public init(stop: Int, lateness: Double) {
        self.stop = stop
        self.lateness = lateness
    }
}
