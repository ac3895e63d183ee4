import WaymarkOrders

/// A problem in flat arrays: places are nodes 0..<count, then each day has a node for its start and one for its end.
///
/// A visit's state is the number of breaks taken before it, from 0 to the day's number: the earliest start for each is all
/// that the rest of the day depends on, since who arrives earlier can do whatever who arrives later can.
struct PlanModel {
    let count: Int
    let days: Int
    let nodes: Int
    /// The largest number of breaks in a day, plus one.
    let layers: Int
    /// The ways from each node to each other, and the same transposed.
    let way: ContiguousArray<Double>
    let back: ContiguousArray<Double>
    let stay: ContiguousArray<Double>
    /// What a visit of a place adds, by day: its score, plus much more if it is required.
    var gain: ContiguousArray<Double>
    /// What a required visit adds to its score: more than all scores together.
    private(set) var mustGain: Double
    /// The places that are pinned or must be seen.
    let musts: [Int]
    /// Starts of a visit by day and node: from `open` to `last`, and within an interval if `isSplit`.
    private(set) var open: ContiguousArray<Double> = []
    private(set) var last: ContiguousArray<Double> = []
    private(set) var isSplit = false
    private var firstInterval: ContiguousArray<Int32> = []
    private var intervals: ContiguousArray<SIMD2<Double>> = []
    /// The breaks of each day: the earliest and latest start, the length.
    let breaks: [[(opens: Double, latest: Double, length: Double)]]
    /// The theme of each place, or -1; how many visits of a theme are allowed.
    let theme: ContiguousArray<Int32>
    let themeLimits: ContiguousArray<Int32>
    /// Whether no day has breaks, and all places that open on a day are always open.
    private(set) var isUntimed: [Bool] = []
    let isSymmetric: Bool
    /// What counts as equal times.
    let tolerance: Double

    init(_ problem: PlanProblem) throws(PlanError) {
        try problem.validate()
        let (places, days) = (problem.places, problem.days)
        count = places.count
        self.days = days.count
        nodes = count + 2 * days.count
        layers = (days.map(\.breaks.count).max() ?? 0) + 1
        isSymmetric = problem.travel.isSymmetric
        let at = places.map(\.node) + days.flatMap { [$0.start, $0.end] }
        var (way, back) = (ContiguousArray<Double>(), ContiguousArray<Double>())
        way.reserveCapacity(nodes * nodes)
        back.reserveCapacity(nodes * nodes)
        for from in at {
            for to in at {
                way.append(problem.travel[from, to])
                back.append(problem.travel[to, from])
            }
        }
        (self.way, self.back) = (way, back)
        stay = ContiguousArray(places.map(\.stay) + days.flatMap { _ in [0, 0] })
        tolerance = 1e-10 * days.reduce(1) { max($0, abs($1.opens), abs($1.closes)) }
        breaks = days.map { day in
            day.breaks.map { ($0.window.opens, $0.window.closes - $0.length, $0.length) }
        }
        musts = places.indices.filter { places[$0].isMust || places[$0].pin != nil }
        let required = 1 + places.reduce(0) { $0 + $1.score }
        mustGain = required
        let scores = places.map { $0.score + ($0.isMust || $0.pin != nil ? required : 0) }
        gain = ContiguousArray(days.flatMap { _ in scores })
        theme = ContiguousArray(
            places.map { place in
                place.theme.flatMap { problem.themeLimits.indices.contains($0) ? Int32($0) : nil } ?? -1
            })
        themeLimits = ContiguousArray(problem.themeLimits.map { Int32(clamping: $0) })

        for (index, day) in days.enumerated() {
            var isFree = layers == 1
            for place in places {
                let starts = Self.starts(place, index, day, tolerance)
                isFree = isFree && (starts.isEmpty || starts == [SIMD2(day.opens, day.closes - place.stay + tolerance)])
                append(starts)
            }
            for node in 0..<2 * days.count {
                append(node / 2 == index ? [SIMD2(day.opens, day.closes + tolerance)] : [])
            }
            isUntimed.append(isFree)
        }
        firstInterval.append(Int32(intervals.count))
        for day in days.indices {
            let end = arrival(day, from: days[day].opens, way: self.way(start(day), end(day)), 0, breaks[day].count)
            if !(end <= days[day].closes + tolerance) { throw .impossibleDay(day, earliestEnd: end) }
        }
    }

    /// The intervals in which a visit may start, in order, none touching another.
    private static func starts(_ place: PlanPlace, _ index: Int, _ day: PlanDay, _ tolerance: Double) -> [SIMD2<Double>]
    {
        let whole = PlanWindow(opens: day.opens, closes: day.closes)
        var starts: [SIMD2<Double>] = []
        for window in (place.windows.isEmpty ? [whole] : place.windows[index]).sorted(by: { $0.opens < $1.opens }) {
            var start = SIMD2(max(window.opens, day.opens), min(window.closes, day.closes) - place.stay + tolerance)
            if let pin = place.pin {
                guard pin.day == index else { continue }
                guard pin.start >= start.x - tolerance, pin.start <= start.y else { continue }
                start = SIMD2(pin.start, pin.start + tolerance)
            }
            guard start.x <= start.y else { continue }
            if let before = starts.last, start.x <= before.y {
                starts[starts.count - 1].y = max(before.y, start.y)
            } else {
                starts.append(start)
            }
        }
        return starts
    }

    private mutating func append(_ starts: [SIMD2<Double>]) {
        firstInterval.append(Int32(intervals.count))
        intervals += starts
        isSplit = isSplit || starts.count > 1
        open.append(starts.first?.x ?? .infinity)
        last.append(starts.last?.y ?? -.infinity)
    }

    /// Makes required visits add more, where other gains have grown.
    mutating func raiseMusts(by more: Double) {
        mustGain += more
        for day in 0..<days {
            for place in musts { gain[day * count + place] += more }
        }
    }

    @inline(__always)
    func way(_ from: Int, _ to: Int) -> Double { way[from &* nodes &+ to] }
    func start(_ day: Int) -> Int { count + 2 * day }
    func end(_ day: Int) -> Int { count + 2 * day + 1 }

    /// The intervals in which a visit may start, or a day end, in order.
    func starts(_ day: Int, _ node: Int) -> [SIMD2<Double>] {
        let slot = day * nodes + node
        return Array(intervals[Int(firstInterval[slot])..<Int(firstInterval[slot + 1])])
    }

    /// The duration of a day.
    func hours(_ day: Int) -> Double {
        let slot = day * nodes + end(day)
        return last[slot] - open[slot]
    }

    /// The earliest start of a visit after an arrival; infinite if there is none.
    @inline(__always)
    func begin(_ day: Int, _ node: Int, after time: Double) -> Double {
        let slot = day &* nodes &+ node
        if time > last[slot] { return .infinity }
        if !isSplit || time <= open[slot] { return max(time, open[slot]) }
        for interval in Int(firstInterval[slot])..<Int(firstInterval[slot + 1]) where time <= intervals[interval].y {
            return max(time, intervals[interval].x)
        }
        return .infinity
    }

    /// The latest start of a visit that is not after a time; minus infinity if there is none.
    @inline(__always)
    func begin(_ day: Int, _ node: Int, before time: Double) -> Double {
        let slot = day &* nodes &+ node
        if time < open[slot] { return -.infinity }
        if !isSplit || time >= last[slot] { return min(time, last[slot]) }
        for interval in (Int(firstInterval[slot])..<Int(firstInterval[slot + 1])).reversed()
        where time >= intervals[interval].x {
            return min(time, intervals[interval].y)
        }
        return -.infinity
    }

    /// The earliest arrival by a way on which the breaks from one number to before another are taken; infinite if one
    /// would begin too late. Each break is taken as soon as possible, and the way goes on whenever there is none.
    @inline(__always)
    func arrival(_ day: Int, from time: Double, way: Double, _ first: Int, _ end: Int) -> Double {
        if first == end { return time + way }
        return Self.arrival(from: time, way: way, breaks[day][first..<end], tolerance)
    }

    /// The same for some breaks.
    @inline(__always)
    static func arrival(
        from time: Double, way: Double, _ breaks: ArraySlice<(opens: Double, latest: Double, length: Double)>,
        _ tolerance: Double
    ) -> Double {
        var (time, rest) = (time, way)
        for pause in breaks {
            let begin = max(time, pause.opens)
            if begin > pause.latest + tolerance { return .infinity }
            rest = max(0, rest - (begin - time))
            time = begin + pause.length
        }
        return time + rest
    }

    /// The latest departure for an arrival by a way on which breaks are taken: the inverse of
    /// ``arrival(_:from:way:_:_:)``; minus infinity if there is none.
    @inline(__always)
    func departure(_ day: Int, to time: Double, way: Double, _ first: Int, _ end: Int) -> Double {
        if first == end { return time - way }
        var (time, rest) = (time, way)
        for pause in breaks[day][first..<end].reversed() {
            let begin = min(time - pause.length, pause.latest + tolerance)
            if begin < pause.opens { return -.infinity }
            rest = max(0, rest - (time - begin - pause.length))
            time = begin
        }
        return time - rest
    }
}
