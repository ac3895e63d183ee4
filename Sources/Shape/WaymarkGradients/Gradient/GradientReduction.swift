import WaymarkPolylines

/// Chooses stops of a gradient one by one, always where the difference is greatest.
///
/// Like Douglas and Peucker's method, with colour in place of distance and the worst part first.
struct GradientReduction {
    private let gradient: ColorGradient
    /// The parts between stops.
    private var parts: [Interval] = []
    /// The numbers of those that another stop may help, by their errors below zero: the greatest error first.
    private var open = SizeQueue([])
    /// The greatest error of those that nothing helps.
    private var settledError = 0.0

    private struct Stop {
        let location: Double
        /// What a screen has, and how far that is from the gradient.
        let color: RGBColor
        let place: Oklab
        let error: Double

        init(location: Double, color exact: Oklab) {
            self.location = location
            color = exact.rgb
            place = Oklab(color)
            error = place.difference(to: exact)
        }
    }

    private struct Interval {
        let start: Stop
        let end: Stop
        /// Positions of the gradient's stops that are left out here.
        let inside: Range<Int>
        /// How far the worst of them is from what replaces it, if colours were mixed in Oklab, and which one is to be a stop.
        let worst: (error: Double, split: Int)
        /// What mixing in sRGB adds.
        let deviation: Double

        var error: Double { max(start.error, end.error, worst.error) + deviation }
    }

    init(_ gradient: ColorGradient) {
        self.gradient = gradient
        let last = gradient.locations.count - 1
        insert(
            part(
                from: Stop(location: 0, color: gradient.colors[0]),
                to: Stop(location: 1, color: gradient.colors[last]), inside: 1..<last))
    }

    /// How many stops there are.
    var count: Int { parts.count + 1 }

    /// The greatest difference that another stop may help; zero where none does.
    var openError: Double { open.first.map { -$0.size } ?? 0 }

    /// The greatest difference anywhere.
    var error: Double { max(openError, settledError) }

    /// The stops from the start of the line on.
    var stops: [(location: Double, color: RGBColor)] {
        let ordered = parts.sorted {
            ($0.start.location, $0.end.location) < ($1.start.location, $1.end.location)
        }
        return [(ordered[0].start.location, ordered[0].start.color)] + ordered.map { ($0.end.location, $0.end.color) }
    }

    /// Adds at most one stop where the difference is greatest.
    mutating func improve() {
        guard let number = open.first?.number else { return }
        open.removeFirst()
        let part = parts[number]
        let (start, end) = (part.start, part.end)
        func split(at stop: Stop, _ before: Range<Int>, _ behind: Range<Int>) {
            insert(self.part(from: start, to: stop, inside: before), at: number)
            insert(self.part(from: stop, to: end, inside: behind))
        }
        let middle = start.location + (end.location - start.location) / 2
        if part.worst.error > 0, part.worst.error >= part.deviation {
            let index = part.worst.split
            let stop = Stop(location: gradient.locations[index], color: gradient.colors[index])
            split(at: stop, part.inside.lowerBound..<index, index + 1..<part.inside.upperBound)
        } else if part.deviation > MixingDeviation.slack, start.location < middle, middle < end.location {
            let stop = Stop(location: middle, color: gradient.color(at: middle))
            let index = part.inside.first { gradient.locations[$0] > middle } ?? part.inside.upperBound
            split(at: stop, part.inside.lowerBound..<index, index..<part.inside.upperBound)
        } else {
            settledError = max(settledError, part.error)
        }
    }

    private func part(from start: Stop, to end: Stop, inside: Range<Int>) -> Interval {
        Interval(
            start: start, end: end, inside: inside, worst: worst(of: inside, from: start, to: end),
            deviation: end.location > start.location ? MixingDeviation.bound(from: start.color, to: end.color) : 0)
    }

    /// Adds a part; or puts it in the place of one that is not open.
    private mutating func insert(_ part: Interval, at number: Int? = nil) {
        if let number { parts[number] = part } else { parts.append(part) }
        open.insert(number ?? parts.count - 1, size: -part.error)
    }

    /// A part of fewer stops is soon looked at.
    private static let longPart = 512

    /// Between stops the gradient and what replaces it are both straight in Oklab, so that they are farthest apart at one.
    ///
    /// That one is to be the next stop. Along noisy values it tends to stand near an end, again and again, and as many times
    /// all others would be looked at: then one in the middle half is taken, if it is half as far off.
    private func worst(of inside: Range<Int>, from start: Stop, to end: Stop) -> (error: Double, split: Int) {
        // What has no length is not seen.
        guard end.location > start.location else { return (0, inside.lowerBound) }
        guard inside.count >= Self.longPart else {
            let worst = farthest(of: inside, from: start, to: end)
            return (worst.squared.squareRoot(), worst.index)
        }
        let quarter = inside.count / 4
        let middleHalf = inside.lowerBound + quarter..<inside.upperBound - quarter
        let middle = farthest(of: middleHalf, from: start, to: end)
        var worst = middle
        for end in [
            farthest(of: inside.lowerBound..<middleHalf.lowerBound, from: start, to: end),
            farthest(of: middleHalf.upperBound..<inside.upperBound, from: start, to: end),
        ] where end.squared > worst.squared { worst = end }
        return (worst.squared.squareRoot(), 4 * middle.squared >= worst.squared ? middle.index : worst.index)
    }

    /// The stop that is farthest from what replaces it, and the square of how far.
    private func farthest(of inside: Range<Int>, from start: Stop, to end: Stop) -> (index: Int, squared: Double) {
        let length = end.location - start.location
        let (locations, colors) = (gradient.locations, gradient.colors)
        let (from, to) = (start.place, end.place)
        let slope = Oklab(
            lightness: (to.lightness - from.lightness) / length, a: (to.a - from.a) / length,
            b: (to.b - from.b) / length)
        var worst = (index: inside.lowerBound, squared: 0.0)
        for i in inside {
            let along = locations[i] - start.location
            let color = colors[i]
            let l = color.lightness - (from.lightness + slope.lightness * along)
            let a = color.a - (from.a + slope.a * along)
            let b = color.b - (from.b + slope.b * along)
            let squared = l * l + a * a + b * b
            if squared > worst.squared { worst = (i, squared) }
        }
        return worst
    }
}
