public import WaymarkGeodesy

/// The travel costs between all stops: metres, seconds, or any cost to minimise.
///
/// Costs are 0 to ``maxCost``; they may be asymmetric, and a detour may cost less than the direct way. The diagonal is
/// ignored.
public struct TravelMatrix: Hashable, Sendable {
    /// The maximum cost: sums of any number of costs stay finite.
    public static let maxCost = 1e200

    /// The number of stops.
    public let count: Int
    /// Whether costs are symmetric.
    public let isSymmetric: Bool
    /// Whether all costs are integers small enough for exact sums.
    public let isIntegral: Bool
    /// Row after row; zeros in the diagonal.
    let values: ContiguousArray<Double>

    /// A matrix of rows: `rows[i][j]` is the cost from stop `i` to stop `j`.
    ///
    /// - Throws: ``StopOrderError/raggedMatrix(row:values:expected:)``, ``StopOrderError/invalidCost(_:row:column:)``
    ///   with the first invalid value.
    public init(rows: [[Double]]) throws(StopOrderError) {
        for (row, values) in rows.enumerated() where values.count != rows.count {
            throw .raggedMatrix(row: row, values: values.count, expected: rows.count)
        }
        try self.init(count: rows.count) { rows[$0][$1] }
    }

    /// A matrix of `count` stops with costs from a function, called once for each pair of different stops.
    ///
    /// - Precondition: `count` is not negative.
    /// - Throws: ``StopOrderError/invalidCost(_:row:column:)`` with the first invalid value.
    public init(count: Int, cost: (_ from: Int, _ to: Int) -> Double) throws(StopOrderError) {
        precondition(count >= 0, "the number of stops is negative: \(count)")
        var values = ContiguousArray<Double>()
        values.reserveCapacity(count * count)
        var isIntegral = true
        for row in 0..<count {
            for column in 0..<count {
                let value = row == column ? 0 : cost(row, column)
                guard value >= 0, value <= Self.maxCost else { throw .invalidCost(value, row: row, column: column) }
                isIntegral = isIntegral && value < 0x1p40 && value == value.rounded()
                values.append(value)
            }
        }
        self.init(count: count, values: values, isIntegral: isIntegral)
    }

    /// Great-circle distances in metres, on ``WaymarkGeodesy/Sphere/earth``.
    ///
    /// - Complexity: O(*n*²) time and memory.
    public init(distancesBetween coordinates: [Coordinate]) {
        self.init(PointCosts(coordinates))
    }

    /// Seconds along great circles at a constant speed.
    ///
    /// - Precondition: The speed is finite and above zero.
    public init(secondsBetween coordinates: [Coordinate], metersPerSecond: Double) {
        precondition(
            metersPerSecond > 0 && metersPerSecond.isFinite, "the speed is not finite and above 0: \(metersPerSecond)")
        let distances = TravelMatrix(distancesBetween: coordinates)
        self.init(
            count: coordinates.count, values: ContiguousArray(distances.values.map { $0 / metersPerSecond }),
            isIntegral: false)
    }

    init(_ costs: PointCosts) {
        let count = costs.count
        var values = ContiguousArray(repeating: 0.0, count: count * count)
        for row in 0..<count {
            for column in 0..<row {
                let cost = costs.cost(row, column)
                values[row * count + column] = cost
                values[column * count + row] = cost
            }
        }
        self.init(count: count, values: values, isIntegral: costs.isIntegral)
    }

    /// The same costs as a matrix, which may have negative costs.
    init(materializing costs: some TravelCosts) {
        var values = ContiguousArray<Double>()
        values.reserveCapacity(costs.count * costs.count)
        for from in 0..<costs.count {
            for to in 0..<costs.count { values.append(from == to ? 0 : costs.cost(from, to)) }
        }
        self.init(count: costs.count, values: values, isIntegral: costs.isIntegral)
    }

    init(count: Int, values: ContiguousArray<Double>, isIntegral: Bool) {
        self.count = count
        self.values = values
        self.isIntegral = isIntegral
        isSymmetric = (0..<count).allSatisfy { row in
            (0..<row).allSatisfy { values[row * count + $0] == values[$0 * count + row] }
        }
    }

    /// The cost from one stop to another; zero from a stop to itself.
    ///
    /// - Precondition: Both are stops of this matrix.
    public subscript(from: Int, to: Int) -> Double {
        precondition(from >= 0 && from < count && to >= 0 && to < count, "no such stop")
        return values[from * count + to]
    }

    /// The total cost of an order, including the way back if it is closed.
    ///
    /// - Precondition: The order contains stops of this matrix.
    public func length(of order: [Int], isClosed: Bool) -> Double {
        precondition(order.allSatisfy { $0 >= 0 && $0 < count }, "no such stop")
        return pathLength(order, isClosed: isClosed, costs: self)
    }
}

extension TravelMatrix: TravelCosts {
    @inline(__always)
    package func cost(_ from: Int, _ to: Int) -> Double { values[from &* count &+ to] }
}
