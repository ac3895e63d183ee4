import Testing
import WaymarkOrders
import WaymarkPlans
import WaymarkText

/// Every choice and order of places, tried one by one: the greatest number of required places, then the greatest score.
private func enumerated(_ problem: PlanProblem) -> (required: Int, score: Double) {
    var best = (required: 0, score: 0.0)
    var used = Array(repeating: false, count: problem.places.count)
    /// The earliest start of each place on a day, straight from its intervals.
    func begin(_ place: PlanPlace, _ day: Int, _ time: Double) -> Double? {
        let hours = problem.days[day]
        var windows =
            place.windows.isEmpty ? [PlanWindow(opens: hours.opens, closes: hours.closes)] : place.windows[day]
        if let pin = place.pin {
            windows = windows.filter {
                pin.day == day && $0.opens <= pin.start + 1e-9 && pin.start + place.stay <= $0.closes + 1e-9
            }
            return windows.isEmpty || time > pin.start + 1e-7 ? nil : pin.start
        }
        return windows.filter { max(time, $0.opens) + place.stay <= min($0.closes, hours.closes) + 1e-7 }
            .map { max(time, $0.opens) }.min()
    }
    /// The earliest arrivals by a way, for each further number of breaks.
    func arrivals(_ day: Int, _ time: Double, _ way: Double, _ taken: Int) -> [(time: Double, taken: Int)] {
        var found = [(time + way, taken)]
        var (time, rest, taken) = (time, way, taken)
        while taken < problem.days[day].breaks.count {
            let pause = problem.days[day].breaks[taken]
            let start = max(time, pause.window.opens)
            if start + pause.length > pause.window.closes + 1e-7 { break }
            rest -= min(rest, start - time)
            (time, taken) = (start + pause.length, taken + 1)
            found.append((time + rest, taken))
        }
        return found
    }
    func visit(_ day: Int, _ node: Int, _ time: Double, _ taken: Int, _ required: Int, _ score: Double, _ themes: [Int])
    {
        let hours = problem.days[day]
        for end in arrivals(day, time, problem.travel[node, hours.end], taken)
        where end.taken == hours.breaks.count && end.time <= hours.closes + 1e-7 {
            if day + 1 < problem.days.count {
                visit(day + 1, problem.days[day + 1].start, problem.days[day + 1].opens, 0, required, score, themes)
            } else if (required, score) > best {
                best = (required, score)
            }
        }
        for (index, place) in problem.places.enumerated() where !used[index] {
            var themes = themes
            if let theme = place.theme, theme < themes.count {
                if themes[theme] == 0 { continue }
                themes[theme] -= 1
            }
            used[index] = true
            for reached in arrivals(day, time, problem.travel[node, place.node], taken) {
                guard let start = begin(place, day, reached.time) else { continue }
                visit(
                    day, place.node, start + place.stay, reached.taken,
                    required + (place.isMust || place.pin != nil ? 1 : 0), score + place.score, themes)
            }
            used[index] = false
        }
    }
    visit(0, problem.days[0].start, problem.days[0].opens, 0, 0, 0, problem.themeLimits)
    return best
}

private func required(_ plan: DayPlan, _ problem: PlanProblem) -> Int {
    plan.order.joined().count { problem.places[$0].isMust || problem.places[$0].pin != nil }
}

@Suite struct PlanTests {
    @Test("a plan of few places is the best of all choices and orders", arguments: 0..<120 as Range<UInt64>)
    func fewPlacesAreSolved(seed: UInt64) throws {
        let problem = madeProblem(seed: seed, places: 4 + Int(seed % 2), days: 1 + Int(seed % 3))
        guard let plan = try? DayPlan(problem, effort: .iterations(0)) else { return }
        #expect(faults(of: plan, in: problem) == [])
        let best = enumerated(problem)
        #expect(required(plan, problem) == best.required)
        #expect(abs(plan.score - best.score) < 1e-9)
        #expect(plan.ending == .optimal && plan.gap == 0)
    }

    @Test("no plan of 10000 problems with everything switched on breaks a rule")
    func plansAreFeasible() throws {
        var planned = 0
        for seed in 0..<10_000 as Range<UInt64> {
            let problem = madeProblem(seed: seed, places: 13 + Int(seed % 12), days: 1 + Int(seed % 4))
            guard let plan = try? DayPlan(problem, effort: .iterations(30, seed: seed)) else { continue }
            planned += 1
            let faults = faults(of: plan, in: problem)
            #expect(faults.isEmpty, "problem \(seed): \(faults)")
        }
        #expect(planned > 9_000)
    }

    @Test(
        "the search finds the best plan of problems that are also solved exactly", arguments: 200..<230 as Range<UInt64>
    )
    func searchFindsTheBest(seed: UInt64) throws {
        let problem = madeProblem(seed: seed, places: 12, days: 1 + Int(seed % 2))
        guard let exact = try? DayPlan(problem) else { return }
        // One place more, which is closed, and the search has to find the plan.
        var larger = problem
        larger.places.append(
            PlanPlace(node: 0, score: 1, windows: Array(repeating: [], count: problem.days.count)))
        let found = try DayPlan(larger, effort: .iterations(3_000))
        #expect(faults(of: found, in: larger) == [])
        #expect(required(found, larger) == required(exact, problem))
        #expect(found.score == exact.score)
        #expect(found.bound >= exact.score)
    }

    @Test("no bound is below the best plan, whatever the effort, and what is proven is the best")
    func boundsHold() throws {
        var (proven, close) = (0, 0)
        for seed in 1_000..<1_200 as Range<UInt64> {
            let problem = madeProblem(
                seed: seed, places: 8 + Int(seed % 4), days: seed % 4 == 0 ? 2 : 1, isPlain: seed % 5 == 0)
            guard let exact = try? DayPlan(problem) else { continue }
            // More places, which are closed: too many for the dynamic programme.
            var larger = problem
            for _ in problem.places.count..<13 {
                larger.places.append(
                    PlanPlace(node: 0, score: 1, windows: Array(repeating: [], count: problem.days.count)))
            }
            let found = try DayPlan(larger, effort: .iterations([20, 200, 2_000][Int(seed % 3)]))
            #expect(faults(of: found, in: larger) == [])
            guard required(found, larger) == required(exact, problem) else { continue }
            #expect(found.bound >= exact.score, "problem \(seed)")
            if found.ending == .optimal {
                proven += 1
                #expect(found.score == exact.score, "problem \(seed)")
            }
            if found.bound <= 1.1 * exact.score { close += 1 }
        }
        #expect(proven > 40)
        #expect(close > 120)
    }

    /// On a line a plan from its middle passes all places between its two turning points, so that trying all pairs of
    /// these finds the best. A single day of up to 64 places is proven, of more places the routes are remembered in part.
    @Test(
        "of places along a line the bound is at least the best plan, and what is proven is the best",
        arguments: [13, 64, 65, 150])
    func linesAreBounded(count: Int) throws {
        for seed in 0..<4 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let positions = (0..<count).map { _ in 200 * random.unit() - 100 } + [0]
            let scores = (0..<count).map { _ in Double(1 + random.below(9)) }
            let room = 40 + 60 * random.unit()
            var best = 0.0
            for left in positions where left <= 0 {
                for right in positions where right >= 0 && right - left + min(right, -left) <= room {
                    best = max(
                        best,
                        (0..<count).reduce(0) { left <= positions[$1] && positions[$1] <= right ? $0 + scores[$1] : $0 }
                    )
                }
            }
            // The day may end anywhere: all ways to the last node are free.
            let travel = try TravelMatrix(count: count + 2) { from, to in
                max(from, to) == count + 1 ? 0 : abs(positions[from] - positions[to])
            }
            let problem = PlanProblem(
                travel: travel, places: (0..<count).map { PlanPlace(node: $0, score: scores[$0]) },
                days: [PlanDay(start: count, end: count + 1, opens: 0, closes: room)])
            let plan = try DayPlan(problem, effort: .iterations(300))
            #expect(faults(of: plan, in: problem) == [])
            #expect(plan.score <= best + 1e-9 && plan.bound >= best - 1e-9, "\(count), \(seed)")
            if plan.ending == .optimal { #expect(plan.score >= best - 1e-9, "\(count), \(seed)") }
        }
    }

    @Test("equal problems and efforts give equal plans")
    func plansAreDeterministic() throws {
        let problem = madeProblem(seed: 7, places: 40, days: 3)
        let effort = SearchEffort.iterations(500, seed: 3)
        #expect(try DayPlan(problem, effort: effort) == DayPlan(problem, effort: effort))
        #expect(try DayPlan(problem, effort: effort).ending != .timeLimit)
        #expect(try DayPlan(problem, effort: SearchEffort(budget: .zero)).ending == .timeLimit)
    }
}
