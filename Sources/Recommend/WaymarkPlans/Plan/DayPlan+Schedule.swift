extension DayPlan.Day {
    /// The times of a day's places in a given order: each visit as early as possible, and breaks between visits rather
    /// than underway where that delays nothing.
    ///
    /// - Precondition: The places fit in the day in this order.
    init(_ model: PlanModel, _ day: Int, _ places: [Int]) {
        let nodes = [model.start(day)] + places + [model.end(day)]
        let taken = model.breaks[day].count
        // For each position and number of breaks, the earliest start, and the number of breaks before the way to it.
        var early = [Array(repeating: Double.infinity, count: taken + 1)]
        var before = [Array(repeating: 0, count: taken + 1)]
        early[0][0] = model.open[day * model.nodes + nodes[0]]
        for (from, to) in zip(nodes, nodes.dropFirst()) {
            var (starts, sources) = (
                Array(repeating: Double.infinity, count: taken + 1), Array(repeating: 0, count: taken + 1)
            )
            for first in 0...taken where early.last![first] < .infinity {
                let departure = early.last![first] + model.stay[from]
                for end in first...taken {
                    let reached = model.arrival(day, from: departure, way: model.way(from, to), first, end)
                    let start = model.begin(day, to, after: reached)
                    // In ties the later break, after more visits.
                    if start < starts[end] { (starts[end], sources[end]) = (start, first) }
                }
            }
            early.append(starts)
            before.append(sources)
        }
        precondition(early.last![taken] < .infinity, "the places of day \(day) do not fit")
        var counts = [taken]
        for position in nodes.indices.dropFirst().reversed() { counts.append(before[position][counts.last!]) }
        counts.reverse()

        var visits: [DayPlan.Visit] = []
        var breaks: [DayPlan.Pause] = []
        var departure = early[0][0]
        var arrival = departure
        for position in nodes.indices.dropFirst() {
            let (from, to) = (nodes[position - 1], nodes[position])
            let (first, end) = (counts[position - 1], counts[position])
            let way = model.way(from, to)
            let start = early[position][end]
            let left = early[position - 1][first] + model.stay[from]
            let pauses = model.breaks[day][first..<end]
            arrival = left + way
            if pauses.isEmpty {
                if position == 1 {
                    // The time before the first visit is spent at the start.
                    departure = max(left, start - way)
                    arrival = max(arrival, start)
                }
            } else if pauses.count == 1, let pause = pauses.first, pause.opens > left,
                max(arrival, pause.opens) <= pause.latest + model.tolerance
            {
                breaks.append(
                    DayPlan.Pause(start: max(arrival, pause.opens), length: pause.length, visitsBefore: position - 1))
            } else {
                var (time, rest) = (left, way)
                for pause in pauses {
                    let begin = max(time, pause.opens)
                    rest = max(0, rest - (begin - time))
                    time = begin + pause.length
                    if rest == 0, begin == pause.opens { arrival = min(arrival, begin) } else { arrival = time + rest }
                    breaks.append(DayPlan.Pause(start: begin, length: pause.length, visitsBefore: position - 1))
                }
            }
            if position == nodes.count - 1 {
                lastWay = way
                // Breaks at the end of the day are part of it.
                self.arrival = pauses.isEmpty ? arrival : start
                self.visits = visits
                self.breaks = breaks
                self.departure = departure
                return
            }
            // Breaks after the arrival are no waiting.
            let after = breaks.suffix(pauses.count).reduce(0) { $0 + ($1.start >= arrival ? $1.length : 0) }
            visits.append(
                DayPlan.Visit(
                    place: to, way: way, arrival: arrival, wait: max(0, start - arrival - after), start: start,
                    stay: model.stay[to]))
        }
        preconditionFailure("a day has a start and an end")
    }
}
