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
