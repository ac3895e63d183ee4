/// Values along a line, with missing ones interpolated.
struct KnownValues {
    /// A value for each vertex; meaningless without a range.
    private(set) var values: [Double]
    /// The given values.
    private(set) var present: [Double] = []
    /// Their minimum and maximum; nil if there are none.
    private(set) var range: ClosedRange<Double>?
    /// Whether values are unknown from each vertex to the next; empty if all are known.
    private(set) var isGap: [Bool] = []

    /// - Precondition: `gaps` are positions of vertices other than the last.
    init(_ given: [Double?], at locations: [Double], gaps: [Int]) {
        values = [Double](repeating: 0, count: given.count)
        var (low, high) = (Double.infinity, -Double.infinity)
        present.reserveCapacity(given.count)
        // The last vertex with a value.
        var last = -1
        for i in given.indices {
            guard let value = given[i], value.isFinite else { continue }
            values[i] = value
            present.append(value)
            low = min(low, value)
            high = max(high, value)
            if i > last + 1 { bridge(from: last, to: i, locations) }
            last = i
        }
        guard last >= 0 else { return }
        if last < given.count - 1 { bridge(from: last, to: given.count, locations) }
        range = low...high
        for i in gaps {
            precondition(given.indices.dropLast().contains(i), "a gap is not from a vertex to the next: \(i)")
            setGap(i..<i + 1)
        }
    }

    /// Makes all values equal if they differ by at most a billionth of the maximum, which is rounding.
    mutating func levelNoise() {
        guard let range, range.lowerBound < range.upperBound else { return }
        let magnitude = max(abs(range.lowerBound), abs(range.upperBound))
        guard range.upperBound / magnitude - range.lowerBound / magnitude <= 1e-9 else { return }
        for i in values.indices { values[i] = range.lowerBound }
        for i in present.indices { present[i] = range.lowerBound }
        self.range = range.lowerBound...range.lowerBound
    }

    /// Fills in the values between two vertices with values, or from one to an end of the line.
    private mutating func bridge(from start: Int, to end: Int, _ locations: [Double]) {
        setGap(max(0, start)..<min(end, values.count - 1))
        guard start >= 0, end < values.count else {
            let nearest = start >= 0 ? values[start] : values[end]
            for i in start + 1..<end { values[i] = nearest }
            return
        }
        let length = locations[end] - locations[start]
        for i in start + 1..<end {
            let fraction = length > 0 ? (locations[i] - locations[start]) / length : 0
            values[i] = values[start] * (1 - fraction) + values[end] * fraction
        }
    }

    private mutating func setGap(_ segments: Range<Int>) {
        if isGap.isEmpty { isGap = [Bool](repeating: false, count: values.count) }
        for i in segments { isGap[i] = true }
    }
}
