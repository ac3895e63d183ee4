/// An upper bound of the total score of all plans.
///
/// Two bounds, of which the lower counts. The first is a fractional knapsack: a visit takes its stay and half of its
/// shortest ways in and out. The second is Lagrangian: that each place is visited once at most, and each theme so often,
/// is given up for prices, and each day then takes its best route by itself, on a grid of times that are rounded down. Such
/// a route may come back to a place, but only through one that is not near it (ng-routes).
///
/// Sources: Dantzig 1957, doi:10.1287/opre.5.2.266; Baldacci, Mingozzi, Roberti 2011, doi:10.1287/opre.1110.0975 (the
/// routes); Held, Wolfe, Crowder 1974, doi:10.1007/BF01580223 (the prices).
struct PlanBound {
    private let model: PlanModel
    private let scores: ContiguousArray<Double>
    /// The places that every plan in question visits; their prices may be negative.
    private let isFixed: ContiguousArray<Bool>
    /// The prices of visits of places and of themes.
    private var prices: ContiguousArray<Double>
    private var themePrices: ContiguousArray<Double>
    /// The best bound so far.
    private(set) var value: Double

    /// The maximum number of steps on a coarse grid and on a fine one, and of the search's iterations for each.
    private static let steps = (coarse: 80, fine: 40)
    private static let iterationsPerStep = (coarse: 20, fine: 100)
    /// The work of a step on a fine grid: times, pairs of places, and routes kept.
    private static let fineWork = 15_000_000

    init(_ model: PlanModel, scores: ContiguousArray<Double>, fixed: [Int]) {
        self.model = model
        self.scores = scores
        var isFixed = ContiguousArray(repeating: false, count: model.count)
        for place in fixed { isFixed[place] = true }
        self.isFixed = isFixed
        prices = ContiguousArray(repeating: 0, count: model.count)
        themePrices = ContiguousArray(repeating: 0, count: model.themeLimits.count)
        value = 0
        value = knapsack()
    }

    private func isOpen(_ place: Int) -> Bool {
        (0..<model.days).contains { model.open[$0 * model.nodes + place] < .infinity }
    }

    /// The fractional knapsack.
    private func knapsack() -> Double {
        let places = (0..<model.count).filter { isOpen($0) }
        let starts = (0..<model.days).map { model.start($0) }
        let ends = (0..<model.days).map { model.end($0) }
        func shortest(from node: Int) -> Double {
            (places + ends).reduce(Double.infinity) { $1 == node ? $0 : min($0, model.way(node, $1)) }
        }
        func shortest(to node: Int) -> Double {
            (places + starts).reduce(Double.infinity) { $1 == node ? $0 : min($0, model.way($1, node)) }
        }
        var room = 0.0
        for day in 0..<model.days {
            let pauses = model.breaks[day].reduce(0) { $0 + $1.length }
            room += max(0, model.hours(day) - pauses - (shortest(from: starts[day]) + shortest(to: ends[day])) / 2)
        }
        var sum = 0.0
        let items = places.map { ($0, model.stay[$0] + (shortest(from: $0) + shortest(to: $0)) / 2) }
            .sorted { scores[$0.0] * $1.1 > scores[$1.0] * $0.1 }
        for (place, weight) in items {
            if weight > room {
                sum += scores[place] * room / weight
                break
            }
            room -= weight
            sum += scores[place]
        }
        return sum
    }

    /// Improves the bound by better prices, first on a coarse grid, then on a fine one, until a number of the search's
    /// iterations has its steps, until a share of the time is over, or until the bound proves a score.
    mutating func tighten(_ score: Double, iterations: Int?, isOver: (_ share: Double) -> Bool) {
        guard model.count > 0 else { return }
        let most = iterations ?? .max
        let size = max(100, min(400, Self.fineWork / (model.count * model.count * 16)))
        climb(
            score, size: max(60, size / 4), width: 4,
            steps: min(Self.steps.coarse, most / Self.iterationsPerStep.coarse),
            pace: 1, isOver: { isOver(0.9) })
        climb(
            score, size: size, width: 16, steps: min(Self.steps.fine, most / Self.iterationsPerStep.fine), pace: 0.2,
            isOver: { isOver(1) })
    }

    private mutating func climb(_ score: Double, size: Int, width: Int, steps: Int, pace: Double, isOver: () -> Bool) {
        guard value > score, steps > 0, !isOver() else { return }
        var kinds: [(grid: PlanGrid, count: Int)] = []
        for day in 0..<model.days {
            if let alike = kinds.firstIndex(where: { isAlike($0.grid.day, day) }) {
                kinds[alike].count += 1
            } else {
                kinds.append((PlanGrid(model, day, size: size, width: width), 1))
            }
        }
        var (pace, idle) = (pace, 0)
        for _ in 0..<steps {
            if isOver() { return }
            var reduced = scores
            for place in 0..<model.count {
                reduced[place] -= prices[place] + (model.theme[place] < 0 ? 0 : themePrices[Int(model.theme[place])])
            }
            var visits = ContiguousArray(repeating: 0, count: model.count)
            var bound = prices.reduce(0, +)
            for (theme, price) in themePrices.enumerated() { bound += price * Double(model.themeLimits[theme]) }
            for kind in kinds.indices {
                guard let most = kinds[kind].grid.best(reduced, isOver: isOver) else { return }
                bound += Double(kinds[kind].count) * most
                for place in kinds[kind].grid.route() { visits[place] += kinds[kind].count }
            }
            if bound < value * (1 - 1e-4) { idle = 0 } else { idle += 1 }
            value = min(value, bound)
            if value <= score { return }
            if idle >= 4 { (pace, idle) = (pace / 2, 0) }
            if pace < 0.01 { return }
            var themeVisits = ContiguousArray(repeating: 0, count: themePrices.count)
            var square = 0.0
            for place in 0..<model.count {
                if model.theme[place] >= 0 { themeVisits[Int(model.theme[place])] += visits[place] }
                let slope = Double(1 - visits[place])
                if slope < 0 || prices[place] > 0 || isFixed[place] { square += slope * slope }
            }
            for theme in themePrices.indices {
                let slope = Double(Int(model.themeLimits[theme]) - themeVisits[theme])
                if slope < 0 || themePrices[theme] > 0 { square += slope * slope }
            }
            if square == 0 { return }
            let step = pace * max(bound - score, 1e-3 * abs(bound)) / square
            for place in 0..<model.count {
                let price = prices[place] - step * Double(1 - visits[place])
                prices[place] = isFixed[place] ? price : max(0, price)
            }
            for theme in themePrices.indices {
                let slope = Double(Int(model.themeLimits[theme]) - themeVisits[theme])
                themePrices[theme] = max(0, themePrices[theme] - step * slope)
            }
        }
    }

    /// Whether two days allow the same routes.
    private func isAlike(_ a: Int, _ b: Int) -> Bool {
        guard model.breaks[a].map(\.length) == model.breaks[b].map(\.length), model.hours(a) == model.hours(b) else {
            return false
        }
        let (shiftA, shiftB) = (
            model.open[a * model.nodes + model.start(a)], model.open[b * model.nodes + model.start(b)]
        )
        return shiftA == shiftB
            && (0..<model.count).allSatisfy { place in
                model.open[a * model.nodes + place] == model.open[b * model.nodes + place]
                    && model.last[a * model.nodes + place] == model.last[b * model.nodes + place]
                    && model.way(model.start(a), place) == model.way(model.start(b), place)
                    && model.way(place, model.end(a)) == model.way(place, model.end(b))
            } && model.way(model.start(a), model.end(a)) == model.way(model.start(b), model.end(b))
    }
}

/// The best route of a day on a grid of times, for given values of its places.
///
/// Steps are rounded down, breaks take their length at no fixed time, and several intervals count as one from the first
/// to the last: each of that allows more routes, never fewer.
struct PlanGrid {
    /// The number of routes kept for a place and a time. Further ones are combined to one with the greatest value, that
    /// remembers only what all do.
    private let width: Int
    private static let nearCount = 10

    let day: Int
    private let count: Int
    private let size: Int
    /// The time of a step of the grid, rounded down, from each node to each: places, then the start, then the end.
    private var steps: ContiguousArray<Int32>
    private var opens: ContiguousArray<Int32>
    private var latest: ContiguousArray<Int32>
    /// A bit for each place, different among those near any one place.
    private var bit: ContiguousArray<UInt64>
    /// For two places, what a route still knows of those visited, as bits, after going from one to the other.
    private var kept: ContiguousArray<UInt64>
    /// For two places, the bit of the second if the first remembers it, else none.
    private var barred: ContiguousArray<UInt64>
    private var values: ContiguousArray<Double>
    private var masks: ContiguousArray<UInt64>
    private var parents: ContiguousArray<Int32>
    private var used: ContiguousArray<UInt8>
    private var final: Int32 = -1

    init(_ model: PlanModel, _ day: Int, size: Int, width: Int) {
        self.day = day
        self.size = size
        self.width = width
        count = model.count
        let count = model.count
        let nodes = Array(0..<count) + [model.start(day), model.end(day)]
        let pauses = model.breaks[day].reduce(0) { $0 + $1.length }
        let opening = model.open[day * model.nodes + model.start(day)]
        let hours = max(0, model.hours(day) - pauses)
        let unit = hours > 0 ? hours / Double(size) : 1
        func grid(_ time: Double) -> Int32 { Int32(max(-1, min(Double(size) + 1, (time / unit).rounded(.down)))) }
        var steps: ContiguousArray<Int32> = []
        for from in nodes {
            for to in nodes { steps.append(grid(model.stay[from] + model.way(from, to))) }
        }
        // By detours too: then it is never better to visit a place that has no value.
        let all = nodes.count
        for middle in 0..<count {
            for from in 0..<all {
                let first = steps[from * all + middle]
                for to in 0..<all {
                    steps[from * all + to] = min(steps[from * all + to], first + steps[middle * all + to])
                }
            }
        }
        self.steps = steps
        opens = ContiguousArray((0..<count).map { max(0, grid(model.open[day * model.nodes + $0] - pauses - opening)) })
        latest = ContiguousArray((0..<count).map { grid(model.last[day * model.nodes + $0] - opening) })

        // Bits, so that no two of those near a place share one; where none is left, the place does not remember.
        var near = (0..<count).map { place in
            [place]
                + (0..<count).filter { $0 != place }
                .sorted { (steps[place * all + $0], $0) < (steps[place * all + $1], $1) }.prefix(Self.nearCount)
        }
        var taken = ContiguousArray(repeating: UInt64(0), count: count)
        var bit = ContiguousArray(repeating: UInt64(0), count: count)
        for place in 0..<count {
            let holders = near.indices.filter { near[$0].contains(place) }
            let free = ~holders.reduce(UInt64(0)) { $0 | taken[$1] }
            if free == 0 {
                for holder in holders { near[holder].removeAll { $0 == place } }
                continue
            }
            bit[place] = free & (~free &+ 1)
            for holder in holders { taken[holder] |= bit[place] }
        }
        self.bit = bit
        kept = ContiguousArray(repeating: 0, count: count * count)
        barred = kept
        for from in 0..<count {
            for to in near[from] { barred[from * count + to] = bit[to] }
            for to in 0..<count {
                kept[from * count + to] = near[from].reduce(0) { near[to].contains($1) ? $0 | bit[$1] : $0 }
            }
        }
        let slots = (size + 1) * count * width
        values = ContiguousArray(repeating: 0, count: slots)
        masks = ContiguousArray(repeating: 0, count: slots)
        parents = ContiguousArray(repeating: -1, count: slots)
        used = ContiguousArray(repeating: 0, count: (size + 1) * count)
    }

    /// The greatest total value of a route; nil if `isOver` came first.
    mutating func best(_ gains: ContiguousArray<Double>, isOver: () -> Bool) -> Double? {
        let all = count + 2
        for slot in used.indices { used[slot] = 0 }
        let worthy = (0..<count).filter { gains[$0] > 0 && latest[$0] >= 0 }
        var best = 0.0
        final = -1
        // The best values of each place at earlier times.
        var frontValues = ContiguousArray(repeating: -Double.infinity, count: count * width)
        var frontMasks = ContiguousArray(repeating: ~UInt64(0), count: count * width)
        for place in worthy {
            let time = max(steps[count * all + place], opens[place])
            if time <= latest[place], Int(time) <= size { add(Int(time) * count + place, gains[place], bit[place], -1) }
        }
        for time in 0...size {
            if time % 8 == 0, isOver() { return nil }
            // Steps of zero lead to the same time; a route has at most as many as there are places.
            var isChanged = true
            for round in 0..<count where isChanged {
                isChanged = false
                for place in worthy {
                    let cell = time * count + place
                    if used[cell] == 0 || (round > 0 && used[cell] & 0x80 != 0) { continue }
                    let number = Int(used[cell] & 0x7F)
                    used[cell] |= 0x80
                    for rank in 0..<number {
                        let slot = cell * width + rank
                        let (value, mask) = (values[slot], masks[slot])
                        var isBeaten = false
                        for other in (place * width)..<(place * width + width)
                        where frontValues[other] >= value && frontMasks[other] & ~mask == 0 {
                            // Its own entry, from a round before, does not count.
                            isBeaten = round == 0 || frontValues[other] > value || frontMasks[other] != mask
                        }
                        if isBeaten { continue }
                        var weakest = place * width
                        for other in (place * width)..<(place * width + width)
                        where frontValues[other] < frontValues[weakest] { weakest = other }
                        if value > frontValues[weakest] {
                            frontValues[weakest] = value
                            frontMasks[weakest] = mask
                        }
                        if value > best, time + Int(steps[place * all + count + 1]) <= size {
                            best = value
                            final = Int32(slot)
                        }
                        for next in worthy where next != place && mask & barred[place * count + next] == 0 {
                            let reached = max(Int32(time) + steps[place * all + next], opens[next])
                            if reached > latest[next] || Int(reached) > size { continue }
                            let isNew = add(
                                Int(reached) * count + next, value + gains[next],
                                mask & kept[place * count + next] | bit[next], Int32(slot))
                            if isNew, Int(reached) == time { isChanged = true }
                        }
                    }
                }
            }
        }
        return best
    }

    /// Adds a route to a cell unless another is as good; returns whether it was added.
    @inline(__always)
    @discardableResult
    private mutating func add(_ cell: Int, _ value: Double, _ mask: UInt64, _ parent: Int32) -> Bool {
        var number = Int(used[cell] & 0x7F)
        let base = cell &* width
        var rank = 0
        while rank < number {
            let slot = base &+ rank
            if values[slot] >= value && masks[slot] & ~mask == 0 { return false }
            if values[slot] <= value && mask & ~masks[slot] == 0 {
                number &-= 1
                let last = base &+ number
                values[slot] = values[last]
                masks[slot] = masks[last]
                parents[slot] = parents[last]
                continue
            }
            rank &+= 1
        }
        if number < width {
            let slot = base &+ number
            values[slot] = value
            masks[slot] = mask
            parents[slot] = parent
            used[cell] = UInt8(truncatingIfNeeded: number &+ 1)
            return true
        }
        // Combined with the one of the least value.
        var least = base
        for slot in base..<(base &+ width) where values[slot] < values[least] { least = slot }
        if value > values[least] {
            values[least] = value
            parents[least] = parent
        }
        masks[least] &= mask
        used[cell] = UInt8(truncatingIfNeeded: width)
        return true
    }

    /// The places of the best route, some perhaps more than once.
    func route() -> [Int] {
        var places: [Int] = []
        var slot = final
        while slot >= 0, places.count <= size * count {
            places.append(Int(slot) / width % count)
            slot = parents[Int(slot)]
        }
        return places
    }
}
