import WaymarkOrders
import WaymarkText

/// Ruin and recreate with annealing: places near one another, or a stretch of a day, are taken out, and the best for
/// their time put in, with some noise.
///
/// Sources: Schrimpf, Schneider, Stamm-Wilbrandt, Dueck 2000, doi:10.1006/jcph.1999.6413; the strings of Christiaens,
/// Vanden Berghe 2020, doi:10.1287/trsc.2019.0914.
struct PlanAnneal {
    private(set) var search: PlanSearch
    private(set) var best: PlanState
    private var current: PlanState
    /// Weights for ``PlanSearch/fill(_:noise:)``: powers of the gains.
    private let weights: [ContiguousArray<Double>]
    private let meanGain: Double
    /// The gain that counts as much as one unit of time.
    private let timeWeight: Double
    /// The same, relative to the first plan's gain for its time.
    private static var timeShare: Double { 0.4 }
    /// The number of first plans, and of iterations with each; then of iterations until the best is taken up again, which
    /// doubles each time.
    private static var starts: Int { 8 }
    private static var firstCycle: Int { 50 }
    private static var cycle: Int { 400 }
    /// The temperatures, relative to the mean gain.
    private static var heat: (hot: Double, cold: Double) { (0.5, 0.02) }
    /// The relative noise of the gains.
    private static var noise: Double { 0.6 }
    /// The maximum number of places taken out at a time, also relative to the visits, and of a string.
    private static var mostRemoved: Int { 20 }
    private static var shareRemoved: Double { 0.4 }
    private static var longest: Int { 8 }
    /// The number of iterations without a better plan that ends a search where all is visited.
    private static var mostIdle: Int { 1000 }

    /// Begins with the places of some days, in order, as far as they fit, and adds others.
    init(_ model: PlanModel, seed: UInt64, first: [[Int]]) {
        search = PlanSearch(model, seed: seed)
        // Only operations that every machine rounds alike.
        let gains = ContiguousArray(model.gain.map { max(0, $0) })
        let roots = ContiguousArray(gains.map { $0.squareRoot() })
        weights = [
            gains, roots, ContiguousArray(zip(gains, roots).map { $0 * $1 }), ContiguousArray(gains.map { $0 * $0 }),
        ]
        let scores = gains.map { $0 >= model.mustGain ? $0 - model.mustGain : $0 }.filter { $0 > 0 }
        meanGain = scores.isEmpty ? 1 : scores.reduce(0, +) / Double(scores.count)
        for (day, places) in first.enumerated() {
            for place in places where model.gain[day * model.count + place] > 0 {
                _ = search.tryInsert(place, day, at: day * search.width + search.length[day] - 1)
            }
        }
        search.fill(weights[0], noise: 0)
        search.shortenAll(weights[0])
        best = search.state
        current = best
        let hours = (0..<model.days).reduce(0) { $0 + model.hours($1) }
        let plain = best.value.truncatingRemainder(dividingBy: model.mustGain)
        timeWeight = hours > 0 ? Self.timeShare * max(0, plain) / hours : 0
    }

    /// Adds the places of some days where they fit, then others.
    mutating func add(_ days: [[Int]]) {
        for (day, places) in days.enumerated() {
            for place in places where search.dayOf[place] < 0 && search.model.gain[day * search.model.count + place] > 0
            {
                search.scan(place, day)
                let slot = day * search.model.count + place
                if search.cost[slot] < .infinity, search.isAllowed(place) {
                    search.insert(place, day, at: Int(search.place[slot]))
                }
            }
        }
        search.fill(weights[0], noise: 0)
        current = search.state
        if current.isBetter(than: best) { best = current }
    }

    /// Searches until the limit, a share of its budget, or a total gain that cannot be exceeded and ends of days that have
    /// not become earlier for a while.
    mutating func run(until limit: inout SearchLimit, share: Double, most: Double) {
        guard search.model.count > 0, most > 0 else { return }
        var (cycle, step, idle) = (Self.firstCycle, 0, 0)
        var starts = Self.starts
        let (hot, cold) = (Self.heat.hot * meanGain, Self.heat.cold * meanGain)
        while limit.next(stride: 8, share: share) {
            if step == cycle {
                step = 0
                starts -= 1
                if starts > 0 {
                    startAnew()
                } else {
                    cycle = starts == 0 ? Self.cycle : 2 * cycle
                    current = best
                    search.take(best)
                }
            }
            step += 1
            let rest = 1 - Double(step) / Double(cycle)
            let heat = cold + hot * rest * rest * rest
            ruin()
            let kind = search.random.below(8)
            search.fill(weights[kind < 4 ? 0 : kind < 5 ? 1 : kind < 7 ? 2 : 3], noise: Self.noise)
            search.shortenAll(weights[0])
            let value = search.value
            // Infinite if the places left do not fit, which a detour shorter than the direct way can cause.
            let time = search.time
            let change = (value - current.value) - timeWeight * (time - current.time)
            if change >= 0 || search.random.unit() < Self.exponential(change / heat) {
                update(&current, value, time)
                if current.isBetter(than: best) {
                    update(&best, value, time)
                    idle = 0
                }
            } else {
                search.take(current)
            }
            idle += 1
            if best.value >= most, idle >= Self.mostIdle { return }
        }
    }

    /// e to a power below zero, to about 2 %: that of the C library differs between machines in its last bit.
    private static func exponential(_ power: Double) -> Double {
        var value = max(0, 1 + power / 256)
        for _ in 0..<8 { value *= value }
        return value
    }

    private func update(_ state: inout PlanState, _ value: Double, _ time: Double) {
        state.value = value
        state.time = time
        for day in 0..<search.model.days {
            state.length[day] = search.length[day]
            for position in (day &* search.width)..<(day &* search.width &+ search.length[day]) {
                state.sequence[position] = search.sequence[position]
            }
        }
    }

    private mutating func ruin() {
        let model = search.model
        var visits = 0
        for day in 0..<model.days { visits += search.length[day] - 2 }
        guard visits > 0 else { return }
        let most = max(2, min(Self.mostRemoved, Int(Self.shareRemoved * Double(visits)) + 1))
        var rest = min(visits, 1 + search.random.below(most))
        if search.random.below(10) == 0 { return force() }
        let kind = search.random.below(10)
        if kind < 6 {
            let seed = search.random.below(model.count)
            let longest = 1 + search.random.below(Self.longest)
            rest -= cut(around: seed, min(rest, longest))
            var rank = 0
            while rest > 0 && rank < search.near {
                let node = Int(search.neighbors[seed * search.near + rank])
                rank += 1
                if search.dayOf[node] >= 0 { rest -= cut(around: node, min(rest, 1 + search.random.below(longest))) }
            }
        } else if kind < 8 {
            var day = search.random.below(model.days)
            while search.length[day] == 2 { day = (day + 1) % model.days }
            let inner = search.length[day] - 2
            let count = min(inner, rest)
            let first = day * search.width + 1 + search.random.below(inner - count + 1)
            for position in first..<(first + count) { search.drop(Int(search.sequence[position])) }
        } else {
            while rest > 0 {
                var node = search.random.below(model.count)
                while search.dayOf[node] < 0 { node = (node + 1) % model.count }
                search.drop(node)
                rest -= 1
            }
        }
        for day in 0..<model.days { search.compact(day) }
    }

    /// Continues from another first plan.
    private mutating func startAnew() {
        let model = search.model
        for day in 0..<model.days { search.clear(day) }
        force()
        search.fill(weights[0], noise: 1)
        update(&current, search.value, search.time)
    }

    /// Puts in a place that is not visited, whatever else has to leave for it: the way to places that pay only together.
    private mutating func force() {
        let model = search.model
        var node = search.random.below(model.count)
        for _ in 0..<model.count where search.dayOf[node] >= 0 { node = (node + 1) % model.count }
        let first = search.random.below(model.days)
        guard search.dayOf[node] < 0, search.isAllowed(node),
            let day = (0..<model.days).map({ (first + $0) % model.days })
                .first(where: {
                    model.gain[$0 * model.count + node] > 0 && model.open[$0 * model.nodes + node] < .infinity
                })
        else { return }
        var extra = search.random.below(3)
        search.scan(node, day)
        while search.length[day] > 2, search.cost[day * model.count + node] == .infinity || extra > 0 {
            if search.cost[day * model.count + node] < .infinity { extra -= 1 }
            let inner = search.length[day] - 2
            let count = min(inner, 1 + search.random.below(Self.longest))
            let first = day * search.width + 1 + search.random.below(inner - count + 1)
            for position in first..<(first + count) { search.drop(Int(search.sequence[position])) }
            search.compact(day)
            search.scan(node, day)
        }
        if search.cost[day * model.count + node] < .infinity {
            search.insert(node, day, at: Int(search.place[day * model.count + node]))
        }
    }

    /// Takes out a string of at most some visits around a place; returns their number.
    private mutating func cut(around node: Int, _ count: Int) -> Int {
        let day = Int(search.dayOf[node])
        guard day >= 0, count > 0 else { return 0 }
        let base = day * search.width
        var position = base + 1
        while Int(search.sequence[position]) != node { position += 1 }
        let start = max(base + 1, position - search.random.below(count))
        let end = min(base + search.length[day] - 1, start + count)
        var dropped = 0
        for position in start..<end where search.dayOf[Int(search.sequence[position])] >= 0 {
            search.drop(Int(search.sequence[position]))
            dropped += 1
        }
        return dropped
    }
}
