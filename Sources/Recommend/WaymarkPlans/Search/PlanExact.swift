/// The earliest end of each day for each set of few places, by dynamic programming, and the best choice of sets.
///
/// The state is the visited set, the last place and the number of breaks taken; the earlier its start, the better.
/// Sources: Held, Karp 1962, doi:10.1137/0110015; for time windows Dumas and others 1995, doi:10.1287/opre.43.2.367.
struct PlanExact {
    /// The maximum number of places.
    static let limit = 12

    private let model: PlanModel
    private let places: [Int]
    /// For each day, set and place, and number of breaks: the earliest start there as the last of the set.
    private var starts: [ContiguousArray<Double>] = []
    /// For each day, the earliest end after each set; infinite if it does not fit.
    private var ends: [ContiguousArray<Double>] = []
    /// For each number of days, and each set, the greatest gain and least time of days with this union, and the last
    /// day's part.
    private var gains: [ContiguousArray<Double>] = []
    private var times: [ContiguousArray<Double>] = []
    private var parts: [ContiguousArray<Int32>] = []

    /// - Precondition: There are at most ``limit`` places.
    /// - Complexity: O(*d* (*n*² 2ⁿ + 3ⁿ)) for *n* places and *d* days.
    init(_ model: PlanModel, places: [Int]) {
        precondition(places.count <= Self.limit)
        self.model = model
        self.places = places
        for day in 0..<model.days { addDay(day) }
    }

    private func slot(_ set: Int, _ last: Int, _ taken: Int) -> Int {
        (set * places.count + last) * model.layers + taken
    }

    private mutating func addDay(_ day: Int) {
        let (count, sets, breaks) = (places.count, 1 << places.count, model.breaks[day].count)
        let (source, sink) = (model.start(day), model.end(day))
        let opens = model.open[day * model.nodes + source]
        var start = ContiguousArray(repeating: Double.infinity, count: sets * count * model.layers)
        var end = ContiguousArray(repeating: Double.infinity, count: sets)
        func finish(_ set: Int, from node: Int, at time: Double, _ taken: Int) {
            let reached = model.arrival(day, from: time, way: model.way(node, sink), taken, breaks)
            end[set] = min(end[set], model.begin(day, sink, after: reached))
        }
        finish(0, from: source, at: opens, 0)
        for (next, place) in places.enumerated() {
            for taken in 0...breaks {
                let reached = model.arrival(day, from: opens, way: model.way(source, place), 0, taken)
                start[slot(1 << next, next, taken)] = model.begin(day, place, after: reached)
            }
        }
        for set in 1..<sets {
            for last in 0..<count where set & 1 << last != 0 {
                for taken in 0...breaks {
                    let time = start[slot(set, last, taken)] + model.stay[places[last]]
                    if time == .infinity { continue }
                    finish(set, from: places[last], at: time, taken)
                    for next in 0..<count where set & 1 << next == 0 {
                        let way = model.way(places[last], places[next])
                        for after in taken...breaks {
                            let reached = model.arrival(day, from: time, way: way, taken, after)
                            let at = slot(set | 1 << next, next, after)
                            start[at] = min(start[at], model.begin(day, places[next], after: reached))
                        }
                    }
                }
            }
        }
        var (gain, time, part) = (ContiguousArray<Double>(), ContiguousArray<Double>(), ContiguousArray<Int32>())
        var own = ContiguousArray(repeating: 0.0, count: sets)
        for set in 1..<sets {
            let low = set.trailingZeroBitCount
            own[set] = own[set & (set - 1)] + model.gain[day * model.count + places[low]]
        }
        for set in 0..<sets {
            var best = (gain: -Double.infinity, time: Double.infinity, part: Int32(0))
            var piece = set
            while true {
                // All of the first day's set is its own part.
                let isPossible = day > 0 || piece == set
                let before = day > 0 && isPossible ? (gains[day - 1][set ^ piece], times[day - 1][set ^ piece]) : (0, 0)
                if isPossible, end[piece] < .infinity, before.1 < .infinity {
                    let sum = (before.0 + own[piece], before.1 + end[piece])
                    if sum.0 > best.gain || (sum.0 == best.gain && sum.1 < best.time) {
                        best = (sum.0, sum.1, Int32(piece))
                    }
                }
                if piece == 0 { break }
                piece = (piece - 1) & set
            }
            gain.append(best.gain)
            time.append(best.time)
            part.append(best.part)
        }
        starts.append(start)
        ends.append(end)
        gains.append(gain)
        times.append(time)
        parts.append(part)
    }

    /// Whether the days can hold a set of places, by their positions among ``init(_:places:)``'s, within the limits of
    /// themes.
    func isFeasible(_ set: Int) -> Bool {
        guard times[model.days - 1][set] < .infinity else { return false }
        var counts = model.themeLimits
        for position in places.indices where set & 1 << position != 0 {
            let theme = Int(model.theme[places[position]])
            if theme < 0 { continue }
            counts[theme] -= 1
            if counts[theme] < 0 { return false }
        }
        return true
    }

    /// The places of each day, in order, with the greatest gain, then the least time.
    func best() -> [[Int]] {
        let last = model.days - 1
        var best = 0
        for set in 1..<(1 << places.count) where isFeasible(set) {
            if gains[last][set] > gains[last][best]
                || (gains[last][set] == gains[last][best] && times[last][set] < times[last][best])
            {
                best = set
            }
        }
        var days: [[Int]] = []
        for day in (0...last).reversed() {
            let part = Int(parts[day][best])
            days.append(order(day, part))
            best ^= part
        }
        return days.reversed()
    }

    /// A smallest set of places that fit together, but not with another one, named by its position: empty if that fits
    /// with none. Nil if there is no such set.
    func conflict(with position: Int) -> [Int]? {
        let sets = (0..<(1 << places.count)).filter {
            $0 & 1 << position != 0 && !isFeasible($0) && isFeasible($0 & ~(1 << position))
        }
        guard let least = sets.min(by: { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }) else { return nil }
        return places.indices.filter { $0 != position && least & 1 << $0 != 0 }.map { places[$0] }
    }

    /// The order of a day's set that ends earliest.
    private func order(_ day: Int, _ set: Int) -> [Int] {
        var order: [Int] = []
        var (rest, node, goal, taken) = (set, model.end(day), ends[day][set], model.breaks[day].count)
        while rest != 0 {
            // The same sums as above, so that one of them is equal to the bit.
            search: for last in places.indices where rest & 1 << last != 0 {
                for before in 0...taken {
                    let start = starts[day][slot(rest, last, before)]
                    if start == .infinity { continue }
                    let time = start + model.stay[places[last]]
                    let reached = model.arrival(day, from: time, way: model.way(places[last], node), before, taken)
                    if model.begin(day, node, after: reached) == goal {
                        order.append(places[last])
                        (node, goal, taken) = (places[last], start, before)
                        rest &= ~(1 << last)
                        break search
                    }
                }
            }
        }
        return order.reversed()
    }
}
