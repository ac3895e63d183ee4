public import WaymarkOrders

extension DayPlan {
    /// Searches for a plan with as many of the required places as possible, then the greatest total score.
    ///
    /// Among plans that the search finds equal, the one that ends its days earlier counts as better; then visits are
    /// moved to other days so that none is empty and the days are alike. Up to 12 places are solved by dynamic
    /// programming, regardless of the effort. With a limit of iterations, equal problems give equal plans on every
    /// machine, unless the time ends first.
    ///
    /// - Parameters:
    ///   - problem: The places, days and ways.
    ///   - old: An earlier plan, if the new one is to differ little: the total score less the price of all changes is the
    ///     greatest then, and places keep their order where they can. ``bound`` does not count prices.
    ///   - effort: The limits of the search. A fifth of the time is for the bound; up to 64 places half,
    ///     and more for one day.
    ///   - least: Ways that are never longer than those of any plan, for the bound, where a plan may be timed by shorter ways than
    ///     those of the problem; nil for these.
    /// - Throws: ``PlanError`` if a value is invalid, or a day is too short for the way to its end.
    /// - Precondition: The places of `old` are those of the problem, each once at most.
    /// - Complexity: The effort, and O(*n*² log *n* + *d n*²) time and memory.
    public init(
        _ problem: PlanProblem, keeping old: PlanToKeep? = nil, effort: SearchEffort = SearchEffort(),
        least: TravelMatrix? = nil
    ) throws(PlanError) {
        var model = try PlanModel(problem)
        let scores = ContiguousArray(problem.places.map(\.score))
        if let old { model.charge(old) }
        var limit = SearchLimit(effort)

        // Few places are soon searched, and then the bound is worth the time.
        let share = model.count > 64 ? 0.8 : model.days > 1 ? 0.5 : 0.3
        var first = old?.order ?? []
        var (isProven, iterations) = (false, 0)
        var search: PlanSearch
        let requirements =
            model.musts.count <= PlanExact.limit && model.days > 0 ? PlanExact(model, places: model.musts) : nil
        if model.days == 0 || model.count <= PlanExact.limit {
            let best = model.days == 0 ? [] : PlanExact(model, places: Array(0..<model.count)).best()
            search = PlanSearch(model, seed: effort.seed)
            for (day, places) in best.enumerated() { search.set(places, day) }
            isProven = true
        } else {
            // The required places first: no search is needed for what can be proven.
            if let requirements, old == nil { first = requirements.best() }
            let most = (0..<model.count).reduce(0.0) { sum, place in
                sum + (0..<model.days).reduce(0) { max($0, model.gain[$1 * model.count + place]) }
            }
            var anneal = PlanAnneal(model, seed: effort.seed, first: first)
            if let requirements, let old {
                // The earlier plan may keep fewer of them.
                var other = PlanAnneal(model, seed: effort.seed, first: requirements.best())
                other.add(old.order)
                if other.best.isBetter(than: anneal.best) { anneal = other }
            }
            anneal.run(until: &limit, share: share, most: most * (1 - 1e-12))
            iterations = limit.iterations
            search = anneal.search
            search.take(anneal.best)
        }
        search.balance { limit.isOver(share: 1) }
        if let old { search.restoreOrder(old.order) }

        let left = model.musts.filter { search.dayOf[$0] < 0 }
        self.iterations = iterations
        if isProven && old == nil && least == nil {
            score = search.score(scores)
            bound = score
            ending = .optimal
        } else {
            var bounded = model
            if let least {
                var easier = problem
                easier.travel = least
                bounded = try PlanModel(easier)
            }
            var limits = PlanBound(bounded, scores: scores, fixed: left.isEmpty ? model.musts : [])
            // Sums of multiples of a number are multiples of it.
            let unit = commonDivisor(of: scores)
            let found = search.score(scores)
            limits.tighten(unit.map { found + $0 * (1 - 1e-6) } ?? found * (1 + 1e-12), iterations: effort.iterations) {
                limit.isOver(share: share + (1 - share) * $0)
            }
            if let route = limits.route, old == nil, left.isEmpty, least == nil { search.improve(by: route) }
            score = search.score(scores)
            let highest = unit.map { $0 * (limits.value / $0 + 1e-9).rounded(.down) } ?? limits.value
            bound = max(score, highest)
            let isOptimal = highest <= score * (1 + 1e-12) && left.isEmpty && old == nil
            let isCut = limit.iterations < effort.iterations ?? .max && !isProven
            ending = isOptimal || isProven && least == nil ? .optimal : isCut ? .timeLimit : .effort
        }
        days = (0..<model.days).map { Day(model, $0, search.visits($0)) }
        let kept = model.musts.filter { search.dayOf[$0] >= 0 }
        conflicts = left.map { PlanConflict($0, kept: kept, model, requirements) }
    }
}

/// The greatest number that all scores are multiples of; nil unless they are whole.
private func commonDivisor(of scores: ContiguousArray<Double>) -> Double? {
    var divisor = 0.0
    for var score in scores {
        guard score == score.rounded(), score < 0x1p40 else { return nil }
        while score > 0 { (divisor, score) = (score, divisor.truncatingRemainder(dividingBy: score)) }
    }
    return divisor > 0 ? divisor : nil
}

extension PlanModel {
    /// Adds the price of changes to the gains: a place kept on its day gains, a new one loses it.
    fileprivate mutating func charge(_ old: PlanToKeep) {
        // No price outweighs a required visit.
        raiseMusts(by: 2 * old.price * Double(count))
        var isOld = Array(repeating: false, count: count)
        for place in old.order.joined() { isOld[place] = true }
        for day in 0..<days {
            for place in 0..<count where !isOld[place] { gain[day * count + place] -= old.price }
            for place in day < old.order.count ? old.order[day] : [] { gain[day * count + place] += old.price }
        }
    }
}

extension PlanSearch {
    /// The total score of all visits.
    fileprivate func score(_ scores: ContiguousArray<Double>) -> Double {
        (0..<model.days).reduce(0) { visits($1).reduce($0) { $0 + scores[$1] } }
    }

    /// Takes another route of a single day, if it fits.
    fileprivate mutating func improve(by route: [Int]) {
        let present = visits(0)
        set(route, 0)
        if end(0) == .infinity { set(present, 0) }
        if model.isUntimed[0] { _ = shorten(0) }
    }

    /// Puts the places of each day back in an earlier order where that fits, with the others in between.
    fileprivate mutating func restoreOrder(_ old: [[Int]]) {
        for day in 0..<min(model.days, old.count) {
            let present = visits(day)
            let kept = old[day].filter(present.contains)
            set(kept, day)
            var isWhole = end(day) < .infinity
            for place in present where isWhole && !kept.contains(place) {
                scan(place, day)
                let slot = day * model.count + place
                isWhole = cost[slot] < .infinity
                if isWhole { insert(place, day, at: Int(self.place[slot])) }
            }
            if !isWhole { set(present, day) }
        }
    }
}

extension PlanConflict {
    /// Why a required place is not among the kept ones.
    fileprivate init(_ place: Int, kept: [Int], _ model: PlanModel, _ requirements: PlanExact?) {
        self.place = place
        let theme = Int(model.theme[place])
        if theme >= 0, model.themeLimits[theme] == 0 {
            reason = .theme
            return
        }
        let open = (0..<model.days).filter { model.open[$0 * model.nodes + place] < .infinity }
        if open.isEmpty {
            reason = .closed
            return
        }
        let lateness = open.map { model.lateness(of: place, $0) }.min()!
        if lateness > 0 {
            reason = .unreachable(lateness: lateness)
            return
        }
        if let requirements, let position = model.musts.firstIndex(of: place),
            let others = requirements.conflict(with: position)
        {
            reason = .others(others, isSmallest: true)
            return
        }
        // Too many for all sets: those of up to two others, then all.
        for first in kept where !PlanExact(model, places: [place, first]).isFeasible(3) {
            reason = .others([first], isSmallest: true)
            return
        }
        for (rank, first) in kept.enumerated() {
            for second in kept[(rank + 1)...] where !PlanExact(model, places: [place, first, second]).isFeasible(7) {
                reason = .others([first, second], isSmallest: true)
                return
            }
        }
        reason = .others(kept, isSmallest: false)
    }
}

extension PlanModel {
    /// How late a visit of a place alone is on a day, or the end of the day after it; zero if it fits.
    fileprivate func lateness(of place: Int, _ day: Int) -> Double {
        let (breaks, opens) = (breaks[day].count, open[day * nodes + start(day)])
        var least = Double.infinity
        for taken in 0...breaks {
            let reached = arrival(day, from: opens, way: way(start(day), place), 0, taken)
            if reached == .infinity { continue }
            let begin = begin(day, place, after: reached)
            if begin == .infinity {
                least = min(least, reached + tolerance - last[day * nodes + place])
                continue
            }
            let end = arrival(day, from: begin + stay[place], way: way(place, end(day)), taken, breaks)
            let late = end - last[day * nodes + self.end(day)]
            least = min(least, late > 0 ? late + tolerance : 0)
        }
        return least
    }
}
