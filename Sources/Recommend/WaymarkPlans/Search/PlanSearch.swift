import WaymarkText

/// The days of a plan while it is searched: sequences of places, and for each position the earliest start that the places
/// before it allow and the latest that those after it allow.
///
/// With both, whether a place fits in between two others takes constant time, also with several intervals a day and with
/// breaks. Source: the slack of Vansteenwegen, Souffriau, Vanden Berghe, Van Oudheusden 2009,
/// doi:10.1016/j.cor.2009.03.008.
struct PlanSearch {
    let model: PlanModel
    /// The number of positions reserved for a day.
    let width: Int
    /// The nodes of each day, from its start to its end.
    var sequence: ContiguousArray<Int32>
    /// The number of nodes of each day.
    var length: ContiguousArray<Int>
    /// The position of each visited node in ``sequence``, while days are untimed.
    var position: ContiguousArray<Int32>
    /// Whether the neighbours of a node in its day changed since the day was shortened.
    var isChanged: ContiguousArray<Bool>
    var queue: ContiguousArray<Int32> = []
    /// The nearest places of each place, nearest first.
    let neighbors: ContiguousArray<Int32>
    let near: Int
    /// The number of near places looked at to shorten a day.
    static var lookedAt: Int { 10 }
    /// The day of each place, or -1.
    var dayOf: ContiguousArray<Int32>
    var themeCounts: ContiguousArray<Int32>
    /// The earliest and latest start at each position, for each number of breaks taken before.
    var early: ContiguousArray<Double>
    var late: ContiguousArray<Double>
    /// The departure, and the arrival at the next position: for days without breaks.
    var leaving: ContiguousArray<Double>
    var reaching: ContiguousArray<Double>
    /// The best position of each place in each day, and its cost in time; infinite if there is none.
    var cost: ContiguousArray<Double>
    var place: ContiguousArray<Int32>
    var candidates: ContiguousArray<Int32> = []
    var noise: ContiguousArray<Double>
    var random: SplitMix64
    /// Much less than the tolerance of closings: sums in another order stay within it.
    let margin: Double

    init(_ model: PlanModel, seed: UInt64) {
        self.model = model
        width = model.count + 2
        let slots = width * model.days
        sequence = ContiguousArray(repeating: 0, count: slots)
        length = ContiguousArray(repeating: 2, count: model.days)
        dayOf = ContiguousArray(repeating: -1, count: model.count)
        themeCounts = ContiguousArray(repeating: 0, count: model.themeLimits.count)
        early = ContiguousArray(repeating: 0, count: slots * model.layers)
        late = early
        leaving = ContiguousArray(repeating: 0, count: slots)
        reaching = leaving
        cost = ContiguousArray(repeating: .infinity, count: model.count * model.days)
        place = ContiguousArray(repeating: 0, count: model.count * model.days)
        noise = ContiguousArray(repeating: 1, count: model.count)
        random = SplitMix64(seed: seed)
        margin = model.tolerance * 0.01
        position = ContiguousArray(repeating: 0, count: model.nodes)
        isChanged = ContiguousArray(repeating: false, count: model.nodes)
        let near = max(0, min(model.count - 1, 60))
        var neighbors: ContiguousArray<Int32> = []
        for node in 0..<model.count {
            let others = (0..<model.count).filter { $0 != node }
                .map { (model.way(node, $0) + model.way($0, node), $0) }.sorted { $0 < $1 }
            neighbors += others.prefix(near).map { Int32($0.1) }
        }
        (self.near, self.neighbors) = (near, neighbors)
        for day in 0..<model.days {
            sequence[day * width] = Int32(model.start(day))
            sequence[day * width + 1] = Int32(model.end(day))
            refresh(day)
        }
    }

    // MARK: Times

    /// Computes the times of a day.
    mutating func refresh(_ day: Int) {
        let (base, count) = (day * width, length[day])
        guard model.layers == 1 else { return refreshLayers(day) }
        var time = model.open[day * model.nodes + Int(sequence[base])]
        early[base] = time
        for position in base..<(base + count - 1) {
            let (from, to) = (Int(sequence[position]), Int(sequence[position + 1]))
            let departure = time + model.stay[from]
            let arrival = departure + model.way(from, to)
            leaving[position] = departure
            reaching[position] = arrival
            time = model.begin(day, to, after: arrival)
            early[position + 1] = time
        }
        time = model.last[day * model.nodes + Int(sequence[base + count - 1])]
        late[base + count - 1] = time
        if model.isUntimed[day] {
            // The time left applies to every position.
            let slack = time - early[base + count - 1]
            for slot in base..<(base + count) {
                late[slot] = early[slot] + slack
                position[Int(sequence[slot])] = Int32(truncatingIfNeeded: slot)
            }
            return
        }
        for position in (base..<(base + count - 1)).reversed() {
            let (from, to) = (Int(sequence[position]), Int(sequence[position + 1]))
            time = model.begin(day, from, before: time - model.way(from, to) - model.stay[from])
            late[position] = time
        }
    }

    private mutating func refreshLayers(_ day: Int) {
        let (base, count, layers) = (day * width, length[day], model.layers)
        let taken = model.breaks[day].count
        for slot in (base * layers)..<((base + count) * layers) { (early[slot], late[slot]) = (.infinity, -.infinity) }
        early[base * layers] = model.open[day * model.nodes + Int(sequence[base])]
        for position in base..<(base + count - 1) {
            let (from, to) = (Int(sequence[position]), Int(sequence[position + 1]))
            for first in 0...taken where early[position * layers + first] < .infinity {
                let departure = early[position * layers + first] + model.stay[from]
                for end in first...taken {
                    let arrival = model.arrival(day, from: departure, way: model.way(from, to), first, end)
                    let slot = (position + 1) * layers + end
                    early[slot] = min(early[slot], model.begin(day, to, after: arrival))
                }
            }
        }
        late[(base + count - 1) * layers + taken] = model.last[day * model.nodes + Int(sequence[base + count - 1])]
        for position in (base..<(base + count - 1)).reversed() {
            let (from, to) = (Int(sequence[position]), Int(sequence[position + 1]))
            for end in 0...taken where late[(position + 1) * layers + end] > -.infinity {
                let arrival = late[(position + 1) * layers + end]
                for first in 0...end {
                    let departure = model.departure(day, to: arrival, way: model.way(from, to), first, end)
                    let slot = position * layers + first
                    late[slot] = max(late[slot], model.begin(day, from, before: departure - model.stay[from]))
                }
            }
        }
    }

    /// The earliest end of a day; infinite if its visits do not fit.
    func end(_ day: Int) -> Double {
        early[(day * width + length[day] - 1) * model.layers + model.breaks[day].count]
    }

    // MARK: Insertion

    /// Finds the best position of a place in a day.
    @inline(__always)
    mutating func scan(_ node: Int, _ day: Int) {
        let slot = day &* model.count &+ node
        guard model.layers == 1 else { return scanLayers(node, day) }
        let window = day &* model.nodes &+ node
        let (open, last, stay) = (model.open[window], model.last[window], model.stay[node])
        let row = node &* model.nodes
        let base = day &* width
        var best = Double.infinity
        var at: Int32 = 0
        var position = base
        let stop = base &+ length[day] &- 1
        var from = Int(sequence[position])
        while position < stop {
            let to = Int(sequence[position &+ 1])
            let departure = leaving[position]
            if departure > last { break }
            let arrival = departure + model.back[row &+ from]
            if arrival <= last {
                var begin = max(arrival, open)
                if model.isSplit { begin = model.begin(day, node, after: arrival) }
                let reached = begin + stay + model.way[row &+ to]
                if reached <= late[position &+ 1] - margin {
                    let added = reached - reaching[position]
                    if added < best {
                        best = added
                        at = Int32(truncatingIfNeeded: position &+ 1)
                    }
                }
            }
            from = to
            position &+= 1
        }
        cost[slot] = best
        place[slot] = at
    }

    /// Updates the best position of a place in an untimed day after an insertion at a position.
    @inline(__always)
    private mutating func rescan(_ node: Int, _ day: Int, _ at: Int) {
        let slot = day &* model.count &+ node
        if Int(place[slot]) == at { return scan(node, day) }
        if Int(place[slot]) > at { place[slot] += 1 }
        let row = node &* model.nodes
        let (before, new, after) = (Int(sequence[at &- 1]), Int(sequence[at]), Int(sequence[at &+ 1]))
        let stay = model.stay[node]
        let first = model.back[row &+ before] + model.way[row &+ new] - model.way(before, new) + stay
        let second = model.back[row &+ new] + model.way[row &+ after] - model.way(new, after) + stay
        if first < cost[slot] {
            cost[slot] = first
            place[slot] = Int32(truncatingIfNeeded: at)
        }
        if second < cost[slot] {
            cost[slot] = second
            place[slot] = Int32(truncatingIfNeeded: at &+ 1)
        }
        let end = day &* width &+ length[day] &- 1
        if cost[slot] > late[end] - early[end] - margin { cost[slot] = .infinity }
    }

    private mutating func scanLayers(_ node: Int, _ day: Int) {
        let (slot, base, layers) = (day * model.count + node, day * width, model.layers)
        let taken = model.breaks[day].count
        var best = Double.infinity
        var at: Int32 = 0
        let last = model.last[day * model.nodes + node]
        for position in base..<(base + length[day] - 1) {
            let (from, to) = (Int(sequence[position]), Int(sequence[position + 1]))
            let (there, onward) = (model.way(from, node), model.way(node, to))
            for first in 0...taken where early[position * layers + first] <= last {
                let departure = early[position * layers + first] + model.stay[from]
                for middle in first...taken {
                    let arrival = model.arrival(day, from: departure, way: there, first, middle)
                    let begin = model.begin(day, node, after: arrival)
                    if begin == .infinity { continue }
                    for end in middle...taken {
                        let reached = model.arrival(day, from: begin + model.stay[node], way: onward, middle, end)
                        guard reached <= late[(position + 1) * layers + end] - margin else { continue }
                        let added = there + onward - model.way(from, to) + model.stay[node] + (begin - arrival)
                        if added < best { (best, at) = (added, Int32(position + 1)) }
                    }
                }
            }
        }
        cost[slot] = best
        place[slot] = at
    }

    /// Puts a place at a position of a day.
    mutating func insert(_ node: Int, _ day: Int, at position: Int) {
        isChanged[node] = true
        isChanged[Int(sequence[position - 1])] = true
        isChanged[Int(sequence[position])] = true
        var slot = day * width + length[day]
        while slot > position {
            sequence[slot] = sequence[slot - 1]
            slot -= 1
        }
        sequence[position] = Int32(node)
        length[day] += 1
        dayOf[node] = Int32(day)
        if model.theme[node] >= 0 { themeCounts[Int(model.theme[node])] += 1 }
        refresh(day)
    }

    /// Takes a place out, without closing the gap: ``compact(_:)`` does.
    @inline(__always)
    mutating func drop(_ node: Int) {
        dayOf[node] = -1
        if model.theme[node] >= 0 { themeCounts[Int(model.theme[node])] -= 1 }
    }

    /// Closes the gaps of a day; returns whether there were any.
    @discardableResult
    mutating func compact(_ day: Int) -> Bool {
        let base = day * width
        var kept = base + 1
        for position in (base + 1)..<(base + length[day]) {
            let node = sequence[position]
            if Int(node) < model.count && dayOf[Int(node)] != Int32(day) { continue }
            if kept < position {
                isChanged[Int(node)] = true
                isChanged[Int(sequence[kept - 1])] = true
            }
            sequence[kept] = node
            kept += 1
        }
        if kept == base + length[day] { return false }
        length[day] = kept - base
        refresh(day)
        return true
    }

    /// Whether a theme allows one more visit.
    @inline(__always)
    func isAllowed(_ node: Int) -> Bool {
        let theme = model.theme[node]
        return theme < 0 || themeCounts[Int(theme)] < model.themeLimits[Int(theme)]
    }

    /// Inserts places while any fits, the one with the greatest weight for its time first.
    ///
    /// - Parameters:
    ///   - weights: The weight of each place by day, above zero where it may be visited.
    ///   - amount: The relative noise of the weights.
    mutating func fill(_ weights: ContiguousArray<Double>, noise amount: Double) {
        candidates.removeAll(keepingCapacity: true)
        for node in 0..<model.count where dayOf[node] < 0 && isAllowed(node) {
            var fits = false
            for day in 0..<model.days {
                let slot = day &* model.count &+ node
                cost[slot] = .infinity
                if weights[slot] <= 0 { continue }
                scan(node, day)
                fits = fits || cost[slot] < .infinity
            }
            if fits {
                noise[node] = amount == 0 ? 1 : 1 + amount * (2 * random.unit() - 1)
                candidates.append(Int32(truncatingIfNeeded: node))
            }
        }
        while !candidates.isEmpty {
            var (best, index, chosen) = (-1.0, -1, 0)
            for position in candidates.indices {
                let node = Int(candidates[position])
                for day in 0..<model.days {
                    let slot = day &* model.count &+ node
                    let price = cost[slot]
                    if price == .infinity { continue }
                    let key = weights[slot] * noise[node] / max(price, model.tolerance)
                    if key > best { (best, index, chosen) = (key, position, day) }
                }
            }
            if index < 0 { break }
            let node = Int(candidates[index])
            let at = Int(place[chosen &* model.count &+ node])
            insert(node, chosen, at: at)
            var kept = 0
            for position in candidates.indices {
                let other = Int(candidates[position])
                if other == node || !isAllowed(other) { continue }
                let slot = chosen &* model.count &+ other
                if weights[slot] > 0 && cost[slot] < .infinity {
                    if model.isUntimed[chosen] { rescan(other, chosen, at) } else { scan(other, chosen) }
                }
                var fits = false
                for day in 0..<model.days where cost[day &* model.count &+ other] < .infinity { fits = true }
                if fits {
                    candidates[kept] = Int32(truncatingIfNeeded: other)
                    kept += 1
                }
            }
            candidates.removeLast(candidates.count - kept)
        }
    }
}
