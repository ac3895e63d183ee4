/// Collects the colours of a line's values in one pass.
struct ValueWalk {
    let known: KnownValues
    let locations: [Double]
    let missing: MissingValues
    private(set) var colors: ColorsAlong
    private(set) var missingRanges: [ClosedRange<Double>] = []

    init(known: KnownValues, locations: [Double], missing: MissingValues) {
        self.known = known
        self.locations = locations
        self.missing = missing
        colors = ColorsAlong(capacity: locations.count + 16)
    }

    /// Colours by a function of the values themselves.
    mutating func color(by function: ColorFunction) {
        walk(function) { (start, end) in (start, end) }
    }

    /// Colours by a function of 0 to 1 between two values; all have its middle if these are equal.
    mutating func color(by function: ColorFunction, from low: Double, to high: Double) {
        let span = high - low
        if span == 0 {
            walk(function) { (start, end) in
                (start == low ? 0.5 : start < low ? 0 : 1, end == low ? 0.5 : end < low ? 0 : 1)
            }
        } else if span.isFinite {
            walk(function) { (start, end) in ((start - low) / span, (end - low) / span) }
        } else {
            let half = high / 2 - low / 2
            walk(function) { (start, end) in ((start / 2 - low / 2) / half, (end / 2 - low / 2) / half) }
        }
    }

    /// Colours by a scale that repeats at each multiple of `period`.
    mutating func color(byTurnsOf scale: ColorScale, period: Double) {
        walk(ColorFunction(twice: scale)) { (start, end) in
            guard abs(end - start) <= period else { return nil }
            // Both in periods from the start of the period of the lower one.
            let lower = min(start, end)
            let within = lower.truncatingRemainder(dividingBy: period)
            let first = within < 0 ? min(within + period, period.nextDown) : within
            let second = first + abs(end - start)
            return start <= end ? (first / period, second / period) : (second / period, first / period)
        }
    }

    /// `numbers` returns the function's arguments for two consecutive vertices; nil if values between them are unknown.
    private mutating func walk(_ function: ColorFunction, numbers: (Double, Double) -> (Double, Double)?) {
        let values = known.values
        defer {
            // A line of length zero has one colour.
            if colors.isEmpty { colors.append(color(function, numbers, 0), at: 0) }
        }
        var interval = 0
        // The colour at the previous vertex; unknown at first, and where the next step may use another number for it.
        var carried: Oklab?
        for i in values.indices.dropLast() {
            let (from, to) = (locations[i], locations[i + 1])
            guard to > from else {
                // A step of length zero has no colours in between.
                carried = nil
                continue
            }
            let pair = numbers(values[i], values[i + 1])
            let isGap = pair == nil || !known.isGap.isEmpty && known.isGap[i]
            if isGap { missingRanges.join(from...to) }
            if isGap, case .colored(let color) = missing {
                colors.append(Oklab(color), at: from)
                colors.append(Oklab(color), at: to)
                carried = nil
                continue
            }
            guard let (start, end) = pair else {
                // Blends from the colour of one vertex to that of the next.
                for vertex in [i, i + 1] { colors.append(color(function, numbers, vertex), at: locations[vertex]) }
                carried = nil
                continue
            }
            carried = pass(function, from: (start, from), to: (end, to), carried, &interval)
        }
    }

    /// Adds the colours from one number and its location to another; returns the last colour if the next step can start
    /// with it.
    @inline(__always)
    private mutating func pass(
        _ function: ColorFunction, from start: (number: Double, location: Double),
        to end: (number: Double, location: Double), _ carried: Oklab?, _ interval: inout Int
    ) -> Oklab? {
        let slope = (end.location - start.location) / (end.number - start.number)
        let rises = end.number >= start.number
        var i = function.interval(above: rises ? start.number : start.number.nextDown, near: interval)
        colors.append(carried ?? function.color(above: start.number, in: i), at: start.location)
        func cross(_ knot: Int, _ before: Oklab, _ after: Oklab) {
            let location = min(end.location, start.location + (function.positions[knot] - start.number) * slope)
            colors.append(before, at: location)
            colors.append(after, at: location)
        }
        if rises {
            while i < function.positions.count, function.positions[i] < end.number {
                cross(i, function.below[i], function.above[i])
                i += 1
            }
        } else {
            while i > 0, function.positions[i - 1] > end.number {
                i -= 1
                cross(i, function.above[i], function.below[i])
            }
        }
        interval = i
        let last = function.color(above: end.number, in: i)
        colors.append(last, at: end.location)
        return function.isContinuous ? last : nil
    }

    /// The colour of a single vertex.
    private func color(_ function: ColorFunction, _ numbers: (Double, Double) -> (Double, Double)?, _ vertex: Int)
        -> Oklab
    {
        let number = numbers(known.values[vertex], known.values[vertex])?.0 ?? 0
        return function.color(above: number, in: function.interval(above: number, near: 0))
    }
}
