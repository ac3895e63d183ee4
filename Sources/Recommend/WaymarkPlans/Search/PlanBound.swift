/// An upper bound of the total score of all plans.
///
/// The lowest of up to three bounds. The first is a fractional knapsack: a visit takes its stay and half of its shortest
/// ways in and out. The second is Lagrangian: that each place is visited once at most, and each theme so often, is given
/// up for prices, and each day then takes its best route by itself (``PlanRoutes``). The third, for a single day, finds
/// the best route that visits no place twice (``PlanProof``).
///
/// Sources: Dantzig 1957, doi:10.1287/opre.5.2.266; Held, Wolfe, Crowder 1974, doi:10.1007/BF01580223 (the prices).
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
    /// The places of a route with a higher score than the plan, if one was found.
    private(set) var route: [Int]?

    /// The maximum number of steps with few routes and with many, and of the search's iterations for each; and of routes
    /// continued for an iteration.
    private static let steps = (coarse: 80, fine: 40)
    private static let iterationsPerStep = (coarse: 20, fine: 100)
    private static let proofPerIteration = 5

    init(_ model: PlanModel, scores: ContiguousArray<Double>, fixed: [Int]) {
        self.model = model
        self.scores = scores
        var isFixed = ContiguousArray(repeating: false, count: model.count)
        for place in fixed { isFixed[place] = true }
        self.isFixed = isFixed
        prices = ContiguousArray(repeating: 0, count: model.count)
        themePrices = ContiguousArray(repeating: 0, count: model.themeLimits.count)
        value = 0
        value = fillKnapsack()
    }

    private func isOpen(_ place: Int) -> Bool {
        (0..<model.days).contains { model.open[$0 * model.nodes + place] < .infinity }
    }

    /// The fractional knapsack: its value, with prices that give each place what its time is worth there.
    private mutating func fillKnapsack() -> Double {
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
        var worth = 0.0
        for (place, weight) in items {
            if weight > room {
                worth = scores[place] / weight
                sum += worth * room
                break
            }
            room -= weight
            sum += scores[place]
        }
        for (place, weight) in items { prices[place] = max(0, scores[place] - worth * weight) }
        return sum
    }

    /// Improves the bound by better prices, first with few routes, then with many, then by a proof, until a number of the
    /// search's iterations has its steps, until the time is over, or until the bound proves a score.
    ///
    /// - Parameters:
    ///   - score: The score of a plan.
    ///   - iterations: The search's iterations; nil without a limit.
    ///   - isOver: Whether a share of the time of the bound is over.
    mutating func tighten(_ score: Double, iterations: Int?, isOver: (_ share: Double) -> Bool) {
        guard model.count > 0 else { return }
        let (most, canProve) = (iterations ?? .max, model.days == 1 && model.count <= 64)
        climb(
            score, buckets: 100, width: 4, steps: min(Self.steps.coarse, most / Self.iterationsPerStep.coarse), pace: 2,
            isOver: { isOver(canProve ? 0.3 : 0.5) })
        climb(
            score, buckets: 200, width: 8, steps: min(Self.steps.fine, most / Self.iterationsPerStep.fine), pace: 0.5,
            isOver: { isOver(canProve ? 0.6 : 1) })
        guard canProve, value > score, !isOver(1) else { return }
        var routes = PlanRoutes(model, 0, buckets: 200, width: 8)
        let gains = reduced
        guard routes.best(gains, isWhole: true, isOver: { isOver(1) }) != nil else { return }
        let proof = PlanProof(
            model, routes, scores: scores, gains: (gains, priceSum),
            fixed: (0..<model.count).reduce(0) { isFixed[$1] ? $0 | routes.bit[$1] : $0 }, score: score,
            effort: iterations.map { $0 * Self.proofPerIteration } ?? .max, isOver: { isOver(1) })
        value = min(value, proof.bound)
        route = proof.route
    }

    /// The scores less the prices.
    private var reduced: ContiguousArray<Double> {
        var gains = scores
        for place in 0..<model.count {
            gains[place] -= prices[place] + (model.theme[place] < 0 ? 0 : themePrices[Int(model.theme[place])])
        }
        return gains
    }

    /// What the prices of all visits that are allowed add up to.
    private var priceSum: Double {
        zip(themePrices, model.themeLimits).reduce(prices.reduce(0, +)) { $0 + $1.0 * Double($1.1) }
    }

    /// Follows the subgradient of the prices, and ends with the best.
    private mutating func climb(
        _ score: Double, buckets: Int, width: Int, steps: Int, pace: Double, isOver: () -> Bool
    ) {
        guard value > score, steps > 0, !isOver() else { return }
        var kinds: [(routes: PlanRoutes, count: Int)] = []
        for day in 0..<model.days {
            if let alike = kinds.firstIndex(where: { isAlike($0.routes.day, day) }) {
                kinds[alike].count += 1
            } else {
                kinds.append((PlanRoutes(model, day, buckets: buckets, width: width), 1))
            }
        }
        var best = (value: Double.infinity, prices, themePrices)
        defer { (prices, themePrices) = (best.1, best.2) }
        var (pace, idle) = (pace, 0)
        for _ in 0..<steps {
            if isOver() { return }
            let gains = reduced
            var visits = ContiguousArray(repeating: 0, count: model.count)
            var bound = priceSum
            for kind in kinds.indices {
                guard let most = kinds[kind].routes.best(gains, isOver: isOver) else { return }
                bound += Double(kinds[kind].count) * most
                for place in kinds[kind].routes.route() { visits[place] += kinds[kind].count }
            }
            if bound < best.value * (1 - 1e-4) { idle = 0 } else { idle += 1 }
            if bound < best.value { best = (bound, prices, themePrices) }
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
