/// Values along a line, bridged where they are missing.
struct KnownValues {
    /// A value for each vertex; meaningless where there is no range.
    private(set) var values: [Double]
    /// The values that were given.
    private(set) var present: [Double] = []
    /// The smallest and the greatest of them; nil where there is none.
    private(set) var range: ClosedRange<Double>?
    /// Whether nothing is known of the way from each vertex to the next; none where all is known.
    private(set) var isGap: [Bool] = []

    /// - Precondition: `gaps` are positions of vertices that have a next one.
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
            precondition(given.indices.dropLast().contains(i), "a gap is from a vertex to the next")
            setGap(i..<i + 1)
        }
    }

    /// Makes all values one where they differ by no more than rounding does: by a billionth of the greatest of them.
    mutating func levelNoise() {
        guard let range, range.lowerBound < range.upperBound else { return }
        let magnitude = max(abs(range.lowerBound), abs(range.upperBound))
        guard range.upperBound / magnitude - range.lowerBound / magnitude <= 1e-9 else { return }
        for i in values.indices { values[i] = range.lowerBound }
        for i in present.indices { present[i] = range.lowerBound }
        self.range = range.lowerBound...range.lowerBound
    }

    /// Fills in the values between two vertices that have one, or from one to the end of the line.
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
