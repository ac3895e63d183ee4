import TestSupport
import WaymarkGeodesy
import WaymarkOrders

/// All ends of an order of this many stops, also at other positions than the first and the last.
func allEnds(_ count: Int) -> [RouteEnds] {
    let (one, other) = (count / 3, count - 1)
    var ends: [RouteEnds] = [.free, .roundTrip]
    if count > 0 { ends += [.start(one), .end(one), .start(0), .end(other), .roundTrip(from: other)] }
    if count > 1 { ends += [.startAndEnd(other, one == other ? 0 : one), .startAndEnd(0, other)] }
    return ends
}

/// Every order of this many stops.
func permutations(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(count - 1).flatMap { order in
        (0...order.count).map { place in
            var longer = order
            longer.insert(count - 1, at: place)
            return longer
        }
    }
}

extension RouteEnds {
    /// Whether an order has these ends.
    func hold(_ order: [Int]) -> Bool {
        order.isEmpty || (first == nil || order.first == first) && (last == nil || order.last == last)
    }
}

/// The length of an order, by a direct sum.
func summedLength(_ order: [Int], isClosed: Bool, cost: (Int, Int) -> Double) -> Double {
    var sum = 0.0
    for place in order.indices.dropLast() { sum += cost(order[place], order[place + 1]) }
    if isClosed, let first = order.first, let last = order.last, first != last { sum += cost(last, first) }
    return sum
}

extension SplitMix64 {
    /// A matrix of whole numbers; a small `range` gives many equal costs.
    mutating func matrix(_ count: Int, in range: ClosedRange<Int>, isSymmetric: Bool) throws -> TravelMatrix {
        var rows = (0..<count).map { _ in (0..<count).map { _ in Double(Int.random(in: range, using: &self)) } }
        if isSymmetric {
            for row in 0..<count { for column in 0..<row { rows[row][column] = rows[column][row] } }
        }
        return try TravelMatrix(rows: rows)
    }

    /// Places all over the Earth, or close together.
    mutating func places(_ count: Int, span: Double = 1) throws -> [Coordinate] {
        try (0..<count).map { _ in
            try Coordinate(
                latitude: Double.random(in: -90...90, using: &self) * span,
                longitude: Double.random(in: -180...180, using: &self) * span)
        }
    }
}
