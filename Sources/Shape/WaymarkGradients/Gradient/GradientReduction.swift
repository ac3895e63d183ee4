import WaymarkText

/// Chooses stops of a gradient one by one, each where the difference is largest.
///
/// Like Douglas and Peucker's method, with colour instead of distance and the worst part first.
struct GradientReduction {
    private let gradient: ColorGradient
    /// The parts between stops.
    private var parts: [Interval] = []
    /// The parts that another stop may improve.
    private var open = Heap<OpenPart>()
    /// The maximum error of the parts that no further stop improves.
    private var settledError = 0.0

    private struct Stop {
        let location: Double
        /// The colour on a screen, and its distance from the gradient.
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
        /// Positions of the gradient's stops that are omitted in this part.
        let inside: Range<Int>
        /// The maximum distance of these from the part's colours, if mixed in Oklab, and the one to become a stop next.
        let worst: (error: Double, split: Int)
        /// The additional error of mixing in sRGB.
        let deviation: Double

        var error: Double { max(start.error, end.error, worst.error) + deviation }
    }

    /// A part by its error; of equal ones the first is the largest.
    private struct OpenPart: Comparable {
        let error: Double
        let number: Int

        static func < (a: Self, b: Self) -> Bool { (a.error, b.number) < (b.error, a.number) }
    }

    init(_ gradient: ColorGradient) {
        self.gradient = gradient
        let last = gradient.locations.count - 1
        insert(
            part(
                from: Stop(location: 0, color: gradient.colors[0]),
                to: Stop(location: 1, color: gradient.colors[last]), inside: 1..<last))
    }

    /// The number of stops.
    var count: Int { parts.count + 1 }

    /// The maximum difference that another stop may reduce; zero if there is none.
    var openError: Double { open.first?.error ?? 0 }

    /// The maximum difference.
    var error: Double { max(openError, settledError) }

    /// The stops, from the start of the line.
    var stops: [(location: Double, color: RGBColor)] {
        let ordered = parts.sorted {
            ($0.start.location, $0.end.location) < ($1.start.location, $1.end.location)
        }
        return [(ordered[0].start.location, ordered[0].start.color)] + ordered.map { ($0.end.location, $0.end.color) }
    }

    /// Adds at most one stop, where the difference is largest.
    mutating func improve() {
        guard let number = open.popFirst()?.number else { return }
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

    /// Adds a part, or replaces one that is not open.
    private mutating func insert(_ part: Interval, at number: Int? = nil) {
        if let number { parts[number] = part } else { parts.append(part) }
        open.insert(OpenPart(error: part.error, number: number ?? parts.count - 1))
    }

    /// Below this number of stops, a part is quick to search.
    private static let longPart = 512

    /// Between stops the gradient and its replacement are both linear in Oklab, so their distance is largest at a stop.
    ///
    /// That stop is chosen next. Along noisy values it is often near an end of the part, and splitting there again and
    /// again would take quadratic time; so a stop in the middle half is chosen if its distance is at least half as
    /// large.
    private func worst(of inside: Range<Int>, from start: Stop, to end: Stop) -> (error: Double, split: Int) {
        // A part of length zero is invisible.
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

    /// The stop farthest from its replacement, and the square of the distance.
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
