/// A function from numbers to colours: linear in Oklab between knots, with possible jumps, constant beyond the first
/// and the last.
struct ColorFunction {
    /// The knots, ascending and distinct.
    let positions: [Double]
    /// The colour just below each knot, and from it on.
    let below: [Oklab]
    let above: [Oklab]
    /// Whether it has no jumps.
    let isContinuous: Bool

    /// A function through stops whose positions never decrease; of those at one position, the first and the last count.
    init(_ stops: some Sequence<(position: Double, color: Oklab)>) {
        var (positions, below, above): ([Double], [Oklab], [Oklab]) = ([], [], [])
        for stop in stops {
            if stop.position == positions.last {
                above[above.count - 1] = stop.color
            } else {
                positions.append(stop.position)
                below.append(stop.color)
                above.append(stop.color)
            }
        }
        self.positions = positions
        self.below = below
        self.above = above
        isContinuous = below == above
    }

    init(_ scale: ColorScale) { self.init(scale.stops.lazy.map { ($0.position, $0.color) }) }

    /// The scale twice, from 0 to 2.
    init(twice scale: ColorScale) {
        self.init([0.0, 1.0].lazy.flatMap { turn in scale.stops.lazy.map { (turn + $0.position, $0.color) } })
    }

    /// One colour for each class between breaks, which never decrease: one more than breaks.
    init(classes colors: [Oklab], breaks: [Double]) {
        guard !breaks.isEmpty else {
            self.init([(0, colors[0])])
            return
        }
        self.init(breaks.indices.lazy.flatMap { i in [(breaks[i], colors[i]), (breaks[i], colors[i + 1])] })
    }

    /// The number of knots at or below a number, searched from the result for a nearby one.
    @inline(__always)
    func interval(above number: Double, near guess: Int) -> Int {
        var i = guess
        while i < positions.count, positions[i] <= number { i += 1 }
        while i > 0, positions[i - 1] > number { i -= 1 }
        return i
    }

    /// The colour at a number, in the interval above it.
    @inline(__always)
    func color(above number: Double, in i: Int) -> Oklab {
        if i == 0 { return below[0] }
        if i == positions.count { return above[i - 1] }
        let start = positions[i - 1]
        return above[i - 1].mixed(with: below[i], fraction: (number - start) / (positions[i] - start))
    }
}
