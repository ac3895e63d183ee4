/// The division of values into classes of one colour each.
public enum ValueClasses: Hashable, Sendable {
    /// A number of classes with the same number of values each, as nearly as ties allow.
    case quantiles(Int)
    /// A number of classes of equal width from the minimum to the maximum.
    case equalRanges(Int)
    /// Classes between breaks that never decrease: below the first, from each to the next, and from the last on.
    case breaks([Double])

    /// Returns the breaks between classes, one fewer than classes. A break belongs to the class above it.
    ///
    /// Quantiles use linear interpolation between order statistics, the default of R and NumPy.
    ///
    /// Source: Hyndman and Fan 1996, doi:10.1080/00031305.1996.10473566, type 7.
    ///
    /// - Precondition: There is at least one value, all are finite; there is at least one class; given breaks are finite
    ///   and never decrease.
    /// - Complexity: O(*n* log *n*) for quantiles, otherwise O(*n*).
    public func breaks(of values: [Double]) -> [Double] {
        switch self {
        case .quantiles(let count):
            precondition(count > 0, "the number of classes is below 1: \(count)")
            let sorted = values.sorted()
            return (1..<count).map { i in
                let place = Double(sorted.count - 1) * Double(i) / Double(count)
                let below = Int(place)
                return mix(sorted[below], sorted[min(below + 1, sorted.count - 1)], place - Double(below))
            }
        case .equalRanges(let count):
            precondition(count > 0, "the number of classes is below 1: \(count)")
            let (low, high) = values.reduce(into: (values[0], values[0])) {
                $0 = (min($0.0, $1), max($0.1, $1))
            }
            return (1..<count).map { mix(low, high, Double($0) / Double(count)) }
        case .breaks(let breaks):
            precondition(breaks.allSatisfy(\.isFinite), "a break is not finite: \(breaks)")
            precondition(zip(breaks, breaks.dropFirst()).allSatisfy { $0 <= $1 }, "the breaks decrease: \(breaks)")
            return breaks
        }
    }

    private func mix(_ low: Double, _ high: Double, _ fraction: Double) -> Double {
        fraction == 0 || low == high ? low : low * (1 - fraction) + high * fraction
    }
}
