import WaymarkOrders
import WaymarkPlans
import WaymarkText

/// Re-reads a plan against its problem, from nothing but the two: what is wrong with it, or nothing.
func faults(of plan: DayPlan, in problem: PlanProblem) -> [String] {
    var faults: [String] = []
    let tolerance = 1e-6 * problem.days.reduce(1) { max($0, abs($1.opens), abs($1.closes)) } * 1e-2
    func check(_ isRight: Bool, _ fault: @autoclosure () -> String) { if !isRight { faults.append(fault()) } }
    check(plan.days.count == problem.days.count, "\(plan.days.count) days")
    let visited = plan.order.flatMap { $0 }
    check(Set(visited).count == visited.count, "a place twice")
    var themes: [Int: Int] = [:]
    for place in visited { if let theme = problem.places[place].theme { themes[theme, default: 0] += 1 } }
    for (theme, limit) in problem.themeLimits.enumerated() {
        check(themes[theme, default: 0] <= limit, "theme \(theme)")
    }
    for (index, (day, planned)) in zip(problem.days, plan.days).enumerated() {
        var (time, node) = (planned.departure, day.start)
        check(time >= day.opens - tolerance, "day \(index) departs early")
        // Every break, in order, inside its interval.
        check(planned.breaks.count == day.breaks.count, "day \(index): \(planned.breaks.count) breaks")
        var last = -Double.infinity
        for (pause, planned) in zip(day.breaks, planned.breaks) {
            check(planned.length == pause.length, "length of a break")
            check(planned.start >= pause.window.opens - tolerance, "a break early")
            check(planned.start + planned.length <= pause.window.closes + tolerance, "a break late")
            check(planned.start >= last - tolerance, "breaks overlap")
            last = planned.start + planned.length
        }
        func pauses(_ before: Int) -> [DayPlan.Pause] { planned.breaks.filter { $0.visitsBefore == before } }
        /// The time on a way from a departure to an arrival, without breaks on it.
        func underway(_ from: Double, _ to: Double, _ before: Int) -> Double {
            to - from - pauses(before).reduce(0) { $0 + max(0, min(to, $1.start + $1.length) - max(from, $1.start)) }
        }
        for (position, visit) in planned.visits.enumerated() {
            let place = problem.places[visit.place]
            check(visit.way == problem.travel[node, place.node], "the way to visit \(position)")
            check(
                underway(time, visit.arrival, position) >= visit.way - tolerance, "day \(index) hurries to \(position)")
            check(visit.start >= visit.arrival - tolerance, "a start before the arrival")
            check(visit.stay == place.stay, "a stay")
            for pause in pauses(position) {
                check(pause.start >= time - tolerance, "a break during the visit before")
                check(pause.start + pause.length <= visit.start + tolerance, "a break during a visit")
            }
            let rested = pauses(position).reduce(0) { $0 + max(0, $1.start + $1.length - max($1.start, visit.arrival)) }
            check(abs(visit.start - visit.arrival - rested - visit.wait) <= tolerance, "a wait of \(visit.wait)")
            if !place.windows.isEmpty {
                let isOpen = place.windows[index].contains {
                    visit.start >= $0.opens - tolerance && visit.leave <= $0.closes + tolerance
                }
                check(isOpen, "day \(index): visit \(position) while closed")
            }
            if let pin = place.pin {
                check(pin.day == index && abs(pin.start - visit.start) <= tolerance, "a pin was moved")
            }
            (time, node) = (visit.leave, place.node)
        }
        check(planned.lastWay == problem.travel[node, day.end], "the last way")
        let count = planned.visits.count
        check(underway(time, planned.arrival, count) >= planned.lastWay - tolerance, "day \(index) hurries home")
        for pause in pauses(count) {
            check(pause.start >= time - tolerance, "a break during the last visit")
            check(pause.start + pause.length <= planned.arrival + tolerance, "a break after the day")
        }
        check(planned.breaks.allSatisfy { $0.visitsBefore <= count }, "a break of no visit")
        check(planned.arrival <= day.closes + tolerance, "day \(index) ends late: \(planned.arrival)")
    }
    check(
        abs(plan.score - visited.reduce(0) { $0 + problem.places[$1].score }) <= 1e-6 * max(1, plan.score), "the score")
    check(plan.bound >= plan.score, "a bound below the score")
    let required = problem.places.indices.filter { problem.places[$0].isMust || problem.places[$0].pin != nil }
    check(Set(required).subtracting(visited) == Set(plan.conflicts.map(\.place)), "not each missing place has a reason")
    return faults
}

/// A problem with everything: intervals, themes, pins, places to see, breaks, ends that differ.
func madeProblem(seed: UInt64, places count: Int, days: Int, isPlain: Bool = false) -> PlanProblem {
    var random = SplitMix64(seed: seed)
    let points = (0..<(count + days + 1)).map { _ in SIMD2(random.unit(), random.unit()) * 60 }
    let isMetric = isPlain || random.below(4) > 0
    let travel = try! TravelMatrix(count: points.count) { from, to in
        let step = points[from] - points[to]
        let length = (step * step).sum().squareRoot()
        return isMetric ? length : length * (0.5 + random.unit())
    }
    let hours = (0..<days).map { _ in 60.0 + Double(random.below(600)) }
    let planDays = (0..<days).map { day in
        let opens = 480.0 + Double(random.below(60))
        var breaks: [PlanBreak] = []
        if !isPlain, random.below(2) == 0, hours[day] > 330 {
            breaks.append(PlanBreak(opens: opens + 120, closes: opens + 270, length: Double(30 + random.below(60))))
        }
        if !breaks.isEmpty, random.below(3) == 0, hours[day] > 560 {
            breaks.append(PlanBreak(opens: opens + 400, closes: opens + 500, length: 45))
        }
        return PlanDay(
            start: count + day, end: count + (random.below(3) == 0 ? day : day + 1), opens: opens,
            closes: opens + hours[day] + 60, breaks: breaks)
    }
    let candidates = (0..<count).map { node in
        var place = PlanPlace(
            node: random.below(20) == 0 ? max(0, node - 1) : node, score: Double(random.below(50)),
            stay: Double(random.below(90)))
        if isPlain { return place }
        if random.below(3) > 0 {
            place.windows = (0..<days).map { _ in
                (0..<random.below(4)).map { _ in
                    let opens = 420 + Double(random.below(600))
                    return PlanWindow(opens: opens, closes: opens + Double(30 + random.below(400)))
                }
            }
        }
        if random.below(2) == 0 { place.theme = random.below(4) }
        if random.below(8) == 0 { place.isMust = true }
        if random.below(12) == 0 {
            place.pin = PlanPin(day: random.below(days), start: 480 + Double(random.below(500)))
        }
        return place
    }
    return PlanProblem(
        travel: travel, places: candidates, days: planDays,
        themeLimits: isPlain ? [] : (0..<3).map { _ in random.below(4) })
}
