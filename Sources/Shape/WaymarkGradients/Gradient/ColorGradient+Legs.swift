public import WaymarkGeodesy
import WaymarkPolylines

/// The colour transition from one leg to the next.
public enum LegBorder: Hashable, Sendable {
    /// A hard border.
    case hard
    /// A blend over a length, half of it in each leg, at most to the middle of a leg.
    case blended(over: Meters)
}

extension ColorGradient {
    /// One colour for each leg of a line.
    ///
    /// - Parameters:
    ///   - lengths: The length of each leg, in the order of the line. Legs of length zero are invisible.
    ///   - measure: The surface of the lengths.
    ///   - colors: The colour of each leg.
    ///   - border: The colour transition from one leg to the next.
    ///   - missing: Positions of unknown legs; ``missing`` has the parts of the line.
    /// - Precondition: There is at least one leg, and a colour for each; all lengths, including that of a border, are
    ///   finite and not negative; `missing` are positions of legs.
    /// - Complexity: O(*n*).
    public init(
        legLengths lengths: [Meters], measuredOn measure: LineMeasure = .greatCircle, colors: [Oklab],
        border: LegBorder = .hard, missing: Set<Int> = []
    ) {
        precondition(
            !lengths.isEmpty && lengths.count == colors.count, "\(colors.count) colours for \(lengths.count) legs")
        precondition(
            lengths.allSatisfy { $0.value.isFinite && $0 >= .zero }, "the length of a leg is negative or not finite")
        precondition(missing.allSatisfy(lengths.indices.contains), "a missing leg is none of the legs")
        // All of equal length if none has a length.
        let hasLength = lengths.contains { $0 > .zero }
        var sum = KahanSum()
        let ends = lengths.map { sum.add(hasLength ? $0.value : 1) }
        let total = sum.value
        var half = 0.0
        if case .blended(let length) = border {
            precondition(
                length.value.isFinite && length >= .zero,
                "the length of a border is negative or not finite: \(length.value)")
            half = length.value / 2
        }
        var along = ColorsAlong()
        var ranges: [ClosedRange<Double>] = []
        var start = 0.0
        for (leg, end) in ends.enumerated() where end > start {
            let middle = start + (end - start) / 2
            along.append(colors[leg], at: start > 0 ? min(start + half, middle) / total : 0)
            along.append(colors[leg], at: end < total ? max(end - half, middle) / total : 1)
            if missing.contains(leg) {
                ranges.join(start / total...end / total)
            }
            start = end
        }
        self.init(along, missing: ranges, measuredOn: measure)
    }
}
