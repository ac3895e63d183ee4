/// An order of visits: a path through all stops, its length, and a lower bound.
///
/// ```swift
/// let answer = await StopOrder.best(visiting: coordinates, ends: .start(0))
/// let trip = answer.order.map { stops[$0] }
/// ```
public struct StopOrder: Hashable, Sendable {
    /// The stops in visiting order, each once, by their position in the input, from 0. A round trip lists its first
    /// stop once.
    public internal(set) var order: [Int]
    /// The total cost, including the way back of a round trip: in the unit of the matrix, metres for coordinates.
    public internal(set) var length: Double
    /// A lower bound for all orders with these ends and windows; never above ``length``, unless windows are missed.
    public internal(set) var lowerBound: Double
    /// Whether the order is proven optimal.
    public internal(set) var isProven: Bool
    /// The windows that this order misses, in visiting order; empty if all are met or there are none.
    public internal(set) var missed: [MissedWindow] = []
    /// Why no order meets all windows, if that is certain; otherwise empty.
    public internal(set) var conflicts: [WindowConflict] = []
    /// The number of iterations.
    public internal(set) var iterations = 0

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
        var scaled = self
        scaled.length *= factor
        scaled.lowerBound *= factor
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

/// Why there is no order: the fault of the distances, the windows or the file, and its position.
public enum StopOrderError: Error, Hashable, Sendable {
    /// A row of the matrix does not have as many values as there are rows; row counted from 0.
    case raggedMatrix(row: Int, values: Int, expected: Int)
    /// A cost is not a number from 0 to ``TravelMatrix/maxCost``; row and column counted from 0.
    case invalidCost(Double, row: Int, column: Int)
    /// The number of visits differs from the number of stops.
    case visitCount(Int, stops: Int)
    /// A window closes before it opens, a stay is negative, or a value is NaN; stop counted from 0.
    case invalidVisit(stop: Int, reason: String)
    /// A file violates its format; line counted from 1.
    case malformedFile(line: Int, reason: String)
}

extension StopOrderError: CustomStringConvertible {
    /// The fault, as in `-3.0 in row 2, column 5 is not a valid cost`.
    public var description: String {
        switch self {
        case .raggedMatrix(let row, let values, let expected):
            "row \(row) of the matrix has \(values) values instead of \(expected)"
        case .invalidCost(let cost, let row, let column): "\(cost) in row \(row), column \(column) is not a valid cost"
        case .visitCount(let count, let stops): "\(count) visits for \(stops) stops"
        case .invalidVisit(let stop, let reason): "visit of stop \(stop): \(reason)"
        case .malformedFile(let line, let reason): "line \(line): \(reason)"
        }
    }
}
