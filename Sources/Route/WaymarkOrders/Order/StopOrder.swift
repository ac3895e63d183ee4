/// An order of visits: a way through all stops, how long it is, and how much shorter any other could be.
///
/// ```swift
/// let answer = await StopOrder.best(visiting: coordinates, ends: .start(0))
/// let trip = answer.order.map { stops[$0] }
/// ```
public struct StopOrder: Hashable, Sendable {
    /// The stops in the order to visit them, each once, by their place in the input, from 0. A round trip names its first
    /// stop once.
    public let order: [Int]
    /// What the ways between them cost together, and the way back of a round trip: in the unit of the matrix, metres for
    /// coordinates.
    public let length: Double
    /// No order with these ends, and in these windows, is shorter; never above ``length``, save where windows are missed.
    public let lowerBound: Double
    /// Whether no order is shorter, by proof.
    public let isProven: Bool
    /// The windows that this order misses, in its order; empty where all are met, or there are none.
    public let missed: [MissedWindow]
    /// Why no order meets all windows, where that is sure; empty where one may.
    public internal(set) var conflicts: [WindowConflict] = []
    /// How many changes were tried.
    public let iterations: Int

    /// By how much the length is above the bound, as a part of the bound: 0.01 is one per cent. Zero where both are zero,
    /// infinite where the bound alone is.
    public var gap: Double {
        if isProven || length == lowerBound { return 0 }
        return lowerBound > 0 ? (length - lowerBound) / lowerBound : .infinity
    }
}

extension StopOrder {
    /// The same order where lengths are so many times as long; what is said of windows stays.
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
    /// Its place in the input.
    public let stop: Int
    /// How long after, in the unit of the matrix.
    public let lateness: Double

    /// A stop that is reached too late.
    public init(stop: Int, lateness: Double) {
        self.stop = stop
        self.lateness = lateness
    }
}
