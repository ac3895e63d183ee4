import WaymarkOrders
import WaymarkText

/// The visits of a plan as they are kept: by day, in order.
struct PlanState {
    var sequence: ContiguousArray<Int32>
    var length: ContiguousArray<Int>
    /// The total gain.
    var value: Double
    /// The total of the earliest ends of the days.
    var time: Double
}

extension PlanSearch {
    /// The current plan.
    var state: PlanState {
        PlanState(sequence: sequence, length: length, value: value, time: (0..<model.days).reduce(0) { $0 + end($1) })
    }

    /// The total gain of the current plan.
    var value: Double {
        var sum = 0.0
        for day in 0..<model.days {
            for position in (day &* width &+ 1)..<(day &* width &+ length[day] &- 1) {
                sum += model.gain[day &* model.count &+ Int(sequence[position])]
            }
        }
        return sum
    }

    /// Continues from a plan; days that are the same are kept.
    mutating func take(_ state: PlanState) {
        for node in 0..<model.count { dayOf[node] = -1 }
        for theme in themeCounts.indices { themeCounts[theme] = 0 }
        for day in 0..<model.days {
            let base = day * width
            var isSame = length[day] == state.length[day]
            length[day] = state.length[day]
            for position in base..<(base + length[day]) {
                let node = state.sequence[position]
                isSame = isSame && sequence[position] == node
                sequence[position] = node
                if Int(node) < model.count {
                    dayOf[Int(node)] = Int32(day)
                    if model.theme[Int(node)] >= 0 { themeCounts[Int(model.theme[Int(node)])] += 1 }
                }
            }
            if !isSame { refresh(day) }
        }
    }
}

/// Ruin and recreate with annealing: places near one another, or a stretch of a day, are taken out, and the best for
/// their time put in, with some noise.
///
/// Sources: Schrimpf, Schneider, Stamm-Wilbrandt, Dueck 2000, doi:10.1006/jcph.1999.6413; the strings of Christiaens,
/// Vanden Berghe 2020, doi:10.1287/trsc.2019.0914.
struct PlanAnneal {
    private(set) var search: PlanSearch
    private(set) var best: PlanState
    private var current: PlanState
    /// The nearest places of each place, nearest first.
    private let neighbors: ContiguousArray<Int32>
    private let near: Int
    /// Weights for ``PlanSearch/fill(_:noise:)``: powers of the gains.
    private let weights: [ContiguousArray<Double>]
    private let meanGain: Double
    private let timeWeight: Double

    init(_ model: PlanModel, seed: UInt64) {
        search = PlanSearch(model, seed: seed)
        // Only operations that every machine rounds alike.
        let roots = ContiguousArray(model.gain.map { $0.squareRoot() })
        weights = [model.gain, roots, ContiguousArray(zip(model.gain, roots).map { $0 * $1 }), ContiguousArray(model.gain.map { $0 * $0 })]
        near = min(model.count - 1, 60)
        var neighbors: ContiguousArray<Int32> = []
        for node in 0..<model.count {
            let others = (0..<model.count).filter { $0 != node }
                .map { (model.way(node, $0) + model.way($0, node), $0) }.sorted { $0 < $1 }
            neighbors += others.prefix(near).map { Int32($0.1) }
        }
        self.neighbors = neighbors
        let scores = model.gain.map { $0 >= model.mustGain ? $0 - model.mustGain : $0 }.filter { $0 > 0 }
        meanGain = scores.isEmpty ? 1 : scores.reduce(0, +) / Double(scores.count)
        search.fill(weights[0], noise: 0)
        current = search.state
        best = current
        let hours = (0..<model.days).reduce(0.0) { $0 + model.last[$1 * model.nodes + model.end($1)] - model.open[$1 * model.nodes + model.end($1)] }
        let plain = best.value.truncatingRemainder(dividingBy: model.mustGain)
        timeWeight = hours > 0 ? PlanTuning.timeWeight * plain / hours : 0
        shorten()
    }

    private mutating func shorten() {
        if search.model.isUntimed.contains(true) {
            for _ in 0..<10 {
                var isShorter = false
                for day in 0..<search.model.days where search.model.isUntimed[day] {
                    if search.shorten(day) { isShorter = true }
                }
                if !isShorter { break }
                search.fill(weights[0], noise: 0)
            }
        }
        keep(search.state)
    }

    private mutating func keep(_ state: PlanState) {
        current = state
        if state.value > best.value + 1e-9 * best.value || (state.value >= best.value - 1e-9 * best.value && state.time < best.time - 1e-9) {
            best = state
        }
    }

    mutating func run(until limit: inout SearchLimit, share: Double = 1) {
        guard search.model.count > 0 else { return }
        var (cycle, step) = (PlanTuning.cycle, 0)
        let (hot, cold) = (PlanTuning.hot * meanGain, PlanTuning.cold * meanGain)
        while limit.next(stride: 8, share: share) {
            if step == cycle {
                cycle *= 2
                step = 0
                current = best
                search.take(best)
            }
            step += 1
            let rest = 1 - Double(step) / Double(cycle)
            let heat = cold + hot * rest * rest * rest
            ruin()
            let kind = search.random.below(8)
            search.fill(weights[kind < 4 ? 0 : kind < 5 ? 1 : kind < 7 ? 2 : 3], noise: PlanTuning.noise)
            if search.model.isUntimed.contains(true), search.random.below(PlanTuning.shortenOneIn) == 0 {
                var isShorter = false
                for day in 0..<search.model.days where search.model.isUntimed[day] {
                    if search.shorten(day) { isShorter = true }
                }
                if isShorter { search.fill(weights[0], noise: 0) }
            }
            let value = search.value
            var time = 0.0
            for day in 0..<search.model.days { time += search.end(day) }
            let change = (value - current.value) - timeWeight * (time - current.time)
            if change >= 0 || search.random.unit() < Self.exponential(change / heat) {
                let isBetter = value > best.value + 1e-9 * best.value
                    || (value >= best.value - 1e-9 * best.value && time < best.time - 1e-9)
                update(&current, value, time)
                if isBetter { update(&best, value, time) }
            } else {
                search.take(current)
            }
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
        let most = max(2, min(PlanTuning.mostRemoved, Int(PlanTuning.shareRemoved * Double(visits)) + 1))
        var rest = min(visits, 1 + search.random.below(most))
        let kind = search.random.below(10)
        if kind < PlanTuning.strings {
            let seed = search.random.below(model.count)
            let longest = 1 + search.random.below(PlanTuning.longest)
            rest -= cut(around: seed, min(rest, longest))
            var rank = 0
            while rest > 0 && rank < near {
                let node = Int(neighbors[seed * near + rank])
                rank += 1
                if search.dayOf[node] >= 0 { rest -= cut(around: node, min(rest, 1 + search.random.below(longest))) }
            }
        } else if kind < PlanTuning.strings + PlanTuning.stretches {
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

/// Parameters while measured.
enum PlanTuning {
    nonisolated(unsafe) static var timeWeight = 0.2
    nonisolated(unsafe) static var cycle = 400
    nonisolated(unsafe) static var hot = 0.5
    nonisolated(unsafe) static var cold = 0.02
    nonisolated(unsafe) static var noise = 0.3
    nonisolated(unsafe) static var shortenOneIn = 1
    nonisolated(unsafe) static var mostRemoved = 20
    nonisolated(unsafe) static var shareRemoved = 0.4
    nonisolated(unsafe) static var longest = 8
    nonisolated(unsafe) static var strings = 6
    nonisolated(unsafe) static var stretches = 2
}
