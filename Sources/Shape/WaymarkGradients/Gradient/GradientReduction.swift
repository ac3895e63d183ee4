/// Chooses stops of a gradient one by one, always where the difference is greatest.
///
/// Like Douglas and Peucker's method, with colour in place of distance and the worst part first.
struct GradientReduction {
    private let gradient: Gradient
    /// The parts between stops that another stop may help: a heap, the greatest error first.
    private var parts: [Part] = []
    /// Those that nothing helps.
    private var settled: [Part] = []

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

    private struct Part {
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

    init(_ gradient: Gradient) {
        self.gradient = gradient
        let last = gradient.locations.count - 1
        insert(
            from: Stop(location: 0, color: gradient.colors[0]), to: Stop(location: 1, color: gradient.colors[last]),
            inside: 1..<last)
    }

    /// How many stops there are.
    var count: Int { parts.count + settled.count + 1 }

    /// The greatest difference that another stop may help; zero where none does.
    var openError: Double { parts.first?.error ?? 0 }

    /// The greatest difference anywhere.
    var error: Double { settled.reduce(openError) { max($0, $1.error) } }

    /// The stops from the start of the line on.
    var stops: [(location: Double, color: RGBColor)] {
        let ordered = (parts + settled).sorted {
            ($0.start.location, $0.end.location) < ($1.start.location, $1.end.location)
        }
        return [(ordered[0].start.location, ordered[0].start.color)] + ordered.map { ($0.end.location, $0.end.color) }
    }

    /// Adds at most one stop where the difference is greatest.
    mutating func improve() {
        let part = removeFirst()
        let (start, end) = (part.start, part.end)
        let middle = start.location + (end.location - start.location) / 2
        if part.worst.error > 0, part.worst.error >= part.deviation {
            let index = part.worst.split
            let stop = Stop(location: gradient.locations[index], color: gradient.colors[index])
            insert(from: start, to: stop, inside: part.inside.lowerBound..<index)
            insert(from: stop, to: end, inside: index + 1..<part.inside.upperBound)
        } else if part.deviation > MixingDeviation.slack, start.location < middle, middle < end.location {
            let stop = Stop(location: middle, color: gradient.color(at: middle))
            let split = part.inside.first { gradient.locations[$0] > middle } ?? part.inside.upperBound
            insert(from: start, to: stop, inside: part.inside.lowerBound..<split)
            insert(from: stop, to: end, inside: split..<part.inside.upperBound)
        } else {
            settled.append(part)
        }
    }

    /// Adds a part to the heap.
    private mutating func insert(from start: Stop, to end: Stop, inside: Range<Int>) {
        let hasLength = end.location > start.location
        let part = Part(
            start: start, end: end, inside: inside, worst: worst(of: inside, from: start, to: end),
            deviation: hasLength ? MixingDeviation.bound(from: start.color, to: end.color) : 0)
        var i = parts.count
        parts.append(part)
        while i > 0, parts[(i - 1) / 2].error < part.error {
            parts.swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
    }

    private mutating func removeFirst() -> Part {
        parts.swapAt(0, parts.count - 1)
        let first = parts.removeLast()
        var i = 0
        while 2 * i + 1 < parts.count {
            var child = 2 * i + 1
            if child + 1 < parts.count, parts[child + 1].error > parts[child].error { child += 1 }
            guard parts[child].error > parts[i].error else { break }
            parts.swapAt(i, child)
            i = child
        }
        return first
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
