/// The times of a day whose places have an order: each visit as early as possible, and breaks between visits rather than underway
/// where that delays nothing. Of several ways to a place, such as on foot or back to the car, those count that end the day earliest.
struct PlanSchedule {
    /// A place of the day.
    struct Item {
        var node: Int
        var stay: Double
        /// The intervals in which the stay may start, in order, none touching another.
        var starts: [SIMD2<Double>]

        /// The earliest start after an arrival; nil if there is none.
        func start(after time: Double) -> Double? {
            for interval in starts where time <= interval.y { return max(time, interval.x) }
            return nil
        }
    }

    /// A part of a way.
    struct Part: Hashable {
        var means: TripPlan.Way.Means
        var from, to: Int
        var minutes: Double
        var leadsToCar = false
    }

    /// A way from one place to the next.
    struct Way: Hashable {
        var minutes: Double
        /// Where the car is afterwards.
        var car: Int
        var parts: [Part]
    }

    /// How far a day has come: a number of breaks is over, and the car stands somewhere.
    private struct State {
        var start: Double
        /// The minutes underway, and the sum of all starts.
        var underway, starts: Double
        var breaks: Int
        var car: Int
        /// The state before, and the way from there.
        var before: Int
        var way: Way
    }

    /// The day; visits have the positions of the items.
    let day: DayPlan.Day
    /// The way to each item, then to the end.
    let ways: [Way]

    /// Times a day from a start over items in order to an end, which has no stay; nil if they do not fit. Breaks have an earliest and a
    /// latest start and a length. The car is at `car`, and has to be at `carEnd` at the end unless that is nil; `options` are the
    /// ways from one node to another with the car at a third. Times that differ by the tolerance are equal.
    init?(
        from start: (node: Int, opens: Double), _ items: [Item], to end: Item,
        breaks: [(opens: Double, latest: Double, length: Double)], car: Int, carEnd: Int?, tolerance: Double,
        options: (_ from: Int, _ to: Int, _ car: Int) -> [Way]
    ) {
        let all = items + [end]
        let taken = breaks.count
        var stages = [
            [
                State(
                    start: start.opens, underway: 0, starts: 0, breaks: 0, car: car, before: -1,
                    way: Way(minutes: 0, car: car, parts: []))
            ]
        ]
        var (from, stay) = (start.node, 0.0)
        for (position, item) in all.enumerated() {
            var next: [State] = []
            let isLast = position == items.count
            for (index, state) in stages[position].enumerated() {
                let departure = state.start + stay
                for way in options(from, item.node, state.car) {
                    if isLast, let carEnd, way.car != carEnd { continue }
                    for number in state.breaks...taken {
                        let reached = PlanModel.arrival(
                            from: departure, way: way.minutes, breaks[state.breaks..<number], tolerance)
                        guard let begin = item.start(after: reached) else { continue }
                        let new = State(
                            start: begin, underway: state.underway + way.minutes,
                            starts: state.starts + begin, breaks: number, car: way.car,
                            before: index, way: way)
                        if let same = next.firstIndex(where: { $0.breaks == number && $0.car == way.car }) {
                            let old = next[same]
                            // In ties the shorter ways, then earlier visits, then the later break, after more visits.
                            let isBetter =
                                (begin, new.underway, new.starts, state.breaks)
                                < (old.start, old.underway, old.starts, stages[position][old.before].breaks)
                            if isBetter { next[same] = new }
                        } else {
                            next.append(new)
                        }
                    }
                }
            }
            if next.isEmpty { return nil }
            stages.append(next)
            (from, stay) = (item.node, item.stay)
        }
        let found = stages.last!.indices.filter { stages.last![$0].breaks == taken }
            .min { a, b in
                let (first, second) = (stages.last![a], stages.last![b])
                return (first.start, first.underway, first.starts) < (second.start, second.underway, second.starts)
            }
        guard var index = found else { return nil }
        var chain: [State] = []
        for stage in stages.reversed() {
            chain.append(stage[index])
            index = stage[index].before
        }
        chain.reverse()
        ways = chain.dropFirst().map(\.way)
        day = Self.day(chain, all, breaks, tolerance)
    }

    private static func day(
        _ chain: [State], _ items: [Item], _ breaks: [(opens: Double, latest: Double, length: Double)],
        _ tolerance: Double
    ) -> DayPlan.Day {
        var visits: [DayPlan.Visit] = []
        var taken: [DayPlan.Pause] = []
        var departure = chain[0].start
        for position in 1..<chain.count {
            let (before, state) = (chain[position - 1], chain[position])
            let way = state.way.minutes
            let left = before.start + (position > 1 ? items[position - 2].stay : 0)
            let pauses = breaks[before.breaks..<state.breaks]
            var arrival = left + way
            if pauses.isEmpty {
                if position == 1 {
                    // The time before the first visit is spent at the start.
                    departure = max(left, state.start - way)
                    arrival = max(arrival, state.start)
                }
            } else if pauses.count == 1, let pause = pauses.first, pause.opens > left,
                max(arrival, pause.opens) <= pause.latest + tolerance
            {
                taken.append(
                    DayPlan.Pause(start: max(arrival, pause.opens), length: pause.length, visitsBefore: position - 1))
            } else {
                var (time, rest) = (left, way)
                for pause in pauses {
                    let begin = max(time, pause.opens)
                    rest = max(0, rest - (begin - time))
                    time = begin + pause.length
                    if rest == 0, begin == pause.opens { arrival = min(arrival, begin) } else { arrival = time + rest }
                    taken.append(DayPlan.Pause(start: begin, length: pause.length, visitsBefore: position - 1))
                }
            }
            if position == chain.count - 1 {
                // Breaks at the end of the day are part of it.
                return DayPlan.Day(
                    visits: visits, breaks: taken, departure: departure, lastWay: way,
                    arrival: pauses.isEmpty ? arrival : state.start)
            }
            // Breaks after the arrival are no waiting.
            let after = taken.suffix(pauses.count).reduce(0) { $0 + ($1.start >= arrival ? $1.length : 0) }
            visits.append(
                DayPlan.Visit(
                    place: position - 1, way: way, arrival: arrival, wait: max(0, state.start - arrival - after),
                    start: state.start, stay: items[position - 1].stay))
        }
        preconditionFailure("a day has a start and an end")
    }
}

extension DayPlan.Day {
    /// The times of a day's places in a given order.
    ///
    /// - Precondition: The places fit in the day in this order.
    init(_ model: PlanModel, _ day: Int, _ places: [Int]) {
        let schedule = PlanSchedule(
            from: (model.start(day), model.open[day * model.nodes + model.start(day)]),
            places.map { model.item($0, day) }, to: model.item(model.end(day), day), breaks: model.breaks[day], car: 0,
            carEnd: nil, tolerance: model.tolerance
        ) { from, to, _ in [.init(minutes: model.way(from, to), car: 0, parts: [])] }
        guard let schedule else { preconditionFailure("the places of day \(day) do not fit") }
        self = schedule.day.mapped { places[$0] }
    }

    /// The same visits with other positions of their places.
    func mapped(_ place: (Int) -> Int) -> DayPlan.Day {
        DayPlan.Day(
            visits: visits.map { $0.moved(to: place($0.place)) }, breaks: breaks, departure: departure,
            lastWay: lastWay, arrival: arrival)
    }
}

extension DayPlan.Visit {
    /// The visit with another position of its place, and perhaps with another way to it.
    func moved(to place: Int, way: Double? = nil) -> DayPlan.Visit {
        DayPlan.Visit(place: place, way: way ?? self.way, arrival: arrival, wait: wait, start: start, stay: stay)
    }
}

extension PlanModel {
    /// A place, or the end of a day, as a schedule has it.
    func item(_ node: Int, _ day: Int) -> PlanSchedule.Item {
        PlanSchedule.Item(node: node, stay: stay[node], starts: starts(day, node))
    }
}

extension PlanTravel {
    /// The ways from one node to another with the car at a third: on foot, or to the car and on with it. Never none.
    func options(_ from: Int, _ to: Int, _ car: Int) -> [PlanSchedule.Way] {
        typealias Way = PlanSchedule.Way
        if from == to { return [Way(minutes: 0, car: car, parts: [])] }
        func foot(_ a: Int, _ b: Int, toCar: Bool = false) -> [PlanSchedule.Part] {
            a == b || walk[a, b] == 0
                ? [] : [.init(means: .foot, from: a, to: b, minutes: walk[a, b], leadsToCar: toCar)]
        }
        if let rest, rest.from == from, rest.to == to, rest.minutes <= matrix[from, to] {
            // Where the day ends, the car is home.
            let parked = ends.contains(to) ? to : rest.isDriven ? hubs[to] : car
            return [Way(minutes: rest.minutes, car: parked, parts: [])]
        }
        switch mode {
        case .foot: return [Way(minutes: walk[from, to], car: car, parts: foot(from, to))]
        case .bicycle:
            if distance(from, to) < 150, walk[from, to] <= ride[from, to] {
                return [Way(minutes: walk[from, to], car: car, parts: foot(from, to))]
            }
            return [
                Way(
                    minutes: ride[from, to], car: car,
                    parts: [.init(means: .bicycle, from: from, to: to, minutes: ride[from, to])])
            ]
        case .car, .mixed: break
        }
        var ways: [Way] = []
        let straight = distance(from, to)
        if straight < Self.hop || hubs[from] == hubs[to] || mode == .mixed && straight <= Self.longestWalk {
            ways.append(Way(minutes: walk[from, to], car: car, parts: foot(from, to)))
        }
        let hub = hubs[to]
        for park in hub == to ? [to] : [to, hub] where park != car {
            // Nobody drives a hop, or parks beside the end of the day to walk there; car parks are far enough from one another.
            if distance(car, park) < Self.hop, hubs[car] != car || hubs[park] != park { continue }
            if park == to, hub != to, ends.contains(hub) { continue }
            let parts =
                foot(from, car, toCar: true)
                + [.init(means: .car, from: car, to: park, minutes: ride[car, park])] + foot(park, to)
            let minutes = parts.reduce(0) { $0 + $1.minutes }
            if minutes < Self.noWay { ways.append(Way(minutes: minutes, car: park, parts: parts)) }
        }
        if ways.isEmpty { ways.append(Way(minutes: walk[from, to], car: car, parts: foot(from, to))) }
        return ways
    }
}
