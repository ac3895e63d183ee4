/// Why there is no order: what is wrong with the distances, the windows or the file, and where.
public enum StopOrderError: Error, Hashable, Sendable {
    /// A matrix has as many values in each row as it has rows; row counted from 0.
    case raggedMatrix(row: Int, values: Int, expected: Int)
    /// A cost is a number from 0 to ``TravelMatrix/largestCost``; row and column counted from 0.
    case invalidCost(Double, row: Int, column: Int)
    /// There is one visit to a stop.
    case visitCount(Int, stops: Int)
    /// A window opens before it closes, a stay is not negative, and neither is NaN; stop counted from 0.
    case invalidVisit(stop: Int, reason: String)
    /// A file is not what its format asks for; line counted from 1.
    case malformedFile(line: Int, reason: String)
}

extension StopOrderError: CustomStringConvertible {
    /// What is wrong, as in `-3.0 in row 2, column 5 is no cost`.
    public var description: String {
        switch self {
        case .raggedMatrix(let row, let values, let expected):
            "row \(row) of the matrix has \(values) values instead of \(expected)"
        case .invalidCost(let cost, let row, let column): "\(cost) in row \(row), column \(column) is no cost"
        case .visitCount(let count, let stops): "\(count) visits for \(stops) stops"
        case .invalidVisit(let stop, let reason): "visit of stop \(stop): \(reason)"
        case .malformedFile(let line, let reason): "line \(line): \(reason)"
        }
    }
}
