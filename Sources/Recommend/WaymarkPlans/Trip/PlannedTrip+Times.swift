import WaymarkOrders
import WaymarkRoutes

/// Times the days of a problem with the car where it is parked.
struct PlanTimer {
    let problem: PlanProblem
    let travel: PlanTravel
    let model: PlanModel

    /// Times days of a problem; if they are endless, they may end up to eight hours later, and all is open.
    init(_ problem: PlanProblem, _ travel: PlanTravel, isEndless: Bool = false) throws(PlanError) {
        var problem = problem
        if isEndless {
            for day in problem.days.indices { problem.days[day].closes += 8 * 60 }
            for place in problem.places.indices where problem.places[place].pin == nil {
                problem.places[place].windows = []
            }
        }
        (self.problem, self.travel) = (problem, travel)
        model = try PlanModel(problem)
    }

    /// Where the car stands when a day begins.
    func car(_ day: Int) -> Int {
        let start = problem.days[day].start
        return travel.mode.hasCar ? travel.hubs[start] : start
    }

    func item(_ place: Int, _ day: Int) -> PlanSchedule.Item {
        var item = model.item(place, day)
        item.node = problem.places[place].node
        return item
    }

    /// The times of items on a day; nil if they do not fit.
    ///
    /// `without` is a break that is left out.
    func schedule(
        _ items: [PlanSchedule.Item], _ day: Int, without: Int? = nil
    ) -> PlanSchedule? {
        let hours = problem.days[day]
        var breaks = model.breaks[day]
        if let without { breaks.remove(at: without) }
        return PlanSchedule(
            from: (hours.start, hours.opens), items,
            to: .init(node: hours.end, stay: 0, starts: [SIMD2(hours.opens, hours.closes + model.tolerance)]),
            breaks: breaks, car: car(day),
            carEnd: travel.mode.hasCar ? hours.end : nil, tolerance: model.tolerance, options: travel.options)
    }

    func schedule(_ places: [Int], _ day: Int) -> PlanSchedule? {
        schedule(places.map { item($0, day) }, day)
    }

    /// The order of a day with one more place that ends it earliest, then with the shortest ways and the earliest visits; nil if it
    /// does not fit.
    func best(_ place: Int, in order: [Int], _ day: Int) -> (order: [Int], end: Double)? {
        guard model.open[day * model.nodes + place] < .infinity else { return nil }
        var best: (order: [Int], rank: (Double, Double, Double))?
        for position in 0...order.count {
            let new = Array(order[..<position]) + [place] + Array(order[position...])
            guard let rank = rank(new, day) else { continue }
            if best == nil || rank < best!.rank { best = (new, rank) }
        }
        return best.map { ($0.order, $0.rank.0) }
    }

    private func rank(_ order: [Int], _ day: Int) -> (Double, Double, Double)? {
        guard let found = schedule(order, day)?.day else { return nil }
        let underway = found.visits.reduce(found.lastWay) { $0 + $1.way }
        return (found.arrival, underway, found.visits.reduce(0) { $0 + $1.start })
    }

    /// The same places of a day in an order that ends it no later: each in turn is put where it is best.
    func settled(_ order: [Int], _ day: Int) -> [Int] {
        guard var best = rank(order, day) else { return order }
        var order = order
        for place in order {
            guard let found = self.best(place, in: order.filter { $0 != place }, day),
                let rank = rank(found.order, day), rank < best
            else { continue }
            (order, best) = (found.order, rank)
        }
        return order
    }
}

extension PlannedTrip {
    /// Times the days of a plan that was found of a problem, fills what time the real ways leave, and finds a place for lunch.
    mutating func time(
        _ found: DayPlan, of problem: PlanProblem, keeping old: PlanToKeep?, isOver: () -> Bool
    ) async throws {
        var own = problem
        own.places = Array(problem.places.prefix(candidateCount))
        let timer = try PlanTimer(own, travel)
        var order = found.order
        var schedules: [PlanSchedule] = []
        for day in order.indices {
            // What does not fit the ways as they are goes, from the end; it always fits, but with ways of an odd source.
            while true {
                if let schedule = timer.schedule(order[day], day) {
                    schedules.append(schedule)
                    break
                }
                guard !order[day].isEmpty else { throw PlanQuestionError.breaksDoNotFit(day: (past?.day ?? 0) + day) }
                let last = order[day].lastIndex { own.places[$0].pin == nil && !own.places[$0].isMust }
                order[day].remove(at: last ?? order[day].count - 1)
            }
        }
        if let old, let kept = kept(old, over: order, timer) { (order, schedules) = kept }
        var isCut = false
        func wasCut() -> Bool {
            isCut = isCut || isOver()
            return isCut
        }
        if travel.mode.hasCar {
            if old == nil {
                for day in order.indices where !wasCut() { order[day] = timer.settled(order[day], day) }
                schedules = order.indices.map { timer.schedule(order[$0], $0) ?? schedules[$0] }
            }
            fill(&order, &schedules, timer, old, wasCut)
        }
        var days: [DayPlan.Day] = []
        timed = []
        for day in order.indices {
            var base = schedules[day]
            var skipped: Int?
            // Who is back by then eats at home.
            if let index = lunchBreak(day, timer),
                let without = timer.schedule(order[day].map { timer.item($0, day) }, day, without: index),
                without.day.arrival <= 12 * 60 + 30
            {
                (base, skipped) = (without, index)
            }
            let costs = order[day].indices.map { position in
                var without = order[day]
                without.remove(at: position)
                let items = without.map { timer.item($0, day) }
                let end = timer.schedule(items, day, without: skipped)?.day.arrival ?? base.day.arrival
                return Int(max(0, base.day.arrival - end))
            }
            let lunch = lunch(order[day], day, base, timer)
            let schedule = lunch?.schedule ?? base
            var lines: [[TripPlan.Way]] = []
            for way in schedule.ways { lines.append(try await self.lines(of: way.parts)) }
            var times = schedule.day
            var place: (place: Int, ways: [TripPlan.Way])?
            if let lunch {
                place = (lunch.place, lines.remove(at: lunch.position))
                times = times.pausing(at: lunch.position)
            }
            timed.append(TimedDay(ways: lines, lunch: place, costs: costs))
            days.append(times.mapped { order[day][$0] })
        }
        let score = order.joined().reduce(0) { $0 + self.problem.places[$1].score }
        plan = DayPlan(
            found, days: days, score: score, bound: max(score, found.bound),
            ending: isCut ? .timeLimit : found.ending,
            conflicts: found.conflicts.filter { !order.joined().contains($0.place) })
    }

    /// What a visit gains, or loses as a change of an earlier plan; what is required more than all others together.
    private func gains(_ places: [PlanPlace], _ old: PlanToKeep?) -> (Int) -> Double {
        let isOld = Set((old?.order ?? []).joined())
        let price = old?.price ?? 0
        return { place in
            let planned = places[place]
            return planned.score + (isOld.contains(place) ? price : -price)
                + (planned.isMust || planned.pin != nil ? 1e12 : 0)
        }
    }

    /// The days of the earlier plan, if they fit still and no more is gained by those that were found.
    private func kept(
        _ old: PlanToKeep, over found: [[Int]], _ timer: PlanTimer
    ) -> (order: [[Int]], schedules: [PlanSchedule])? {
        let places = timer.problem.places
        let gain = gains(places, old)
        func total(_ order: [[Int]]) -> Double { order.joined().reduce(0) { $0 + gain($1) } }
        let order = old.order + Array(repeating: [], count: max(0, found.count - old.order.count))
        guard order.count == found.count, total(order) >= total(found),
            timer.problem.themeLimits.indices.allSatisfy({ theme in
                order.joined().count { places[$0].theme == theme } <= timer.problem.themeLimits[theme]
            })
        else { return nil }
        let schedules = order.indices.compactMap { timer.schedule(order[$0], $0) }
        return schedules.count == order.count ? (order, schedules) : nil
    }

    /// Puts in places that fit since the car is nearer than the search thought, those of the highest score first, also in place of
    /// others that count less.
    private func fill(
        _ order: inout [[Int]], _ schedules: inout [PlanSchedule], _ timer: PlanTimer, _ old: PlanToKeep?,
        _ isOver: () -> Bool
    ) {
        let places = timer.problem.places
        let gain = gains(places, old)
        var open = (0..<candidateCount).filter { place in
            places[place].pin == nil && gain(place) > 0 && !order.joined().contains(place)
        }
        open.sort { (gain($0), $1) > (gain($1), $0) }
        for isReplacing in [false, true] {
            for place in open where !order.joined().contains(place) {
                if isOver() { return }
                var best: (order: [Int], end: Double, day: Int, gain: Double)?
                for day in order.indices {
                    // The least that a visit takes.
                    let nearest = order[day].map { travel.least[places[$0].node, places[place].node] }.min()
                    let least = min(
                        nearest ?? .infinity, travel.least[timer.problem.days[day].start, places[place].node])
                    let room = timer.problem.days[day].closes - schedules[day].day.arrival + slack(schedules[day])
                    if isReplacing {
                        for (position, gone) in order[day].enumerated()
                        where gain(gone) < gain(place) && places[gone].pin == nil
                            && places[place].stay + least <= room + places[gone].stay + 2
                                * schedules[day].day.visits[position].way
                            && isAllowed(places[place].theme, order.joined().filter { $0 != gone })
                        {
                            let gained = gain(place) - gain(gone)
                            guard gained > best?.gain ?? 0,
                                let found = timer.best(place, in: order[day].filter { $0 != gone }, day)
                            else { continue }
                            best = (found.order, found.end, day, gained)
                        }
                    } else if places[place].stay + least <= room, isAllowed(places[place].theme, order.joined()),
                        let found = timer.best(place, in: order[day], day), found.end < best?.end ?? .infinity
                    {
                        best = (found.order, found.end, day, gain(place))
                    }
                }
                guard let best, let schedule = timer.schedule(best.order, best.day) else { continue }
                (order[best.day], schedules[best.day]) = (best.order, schedule)
            }
        }
    }

    /// The minutes of a day that are spent waiting.
    private func slack(_ schedule: PlanSchedule) -> Double { schedule.day.visits.reduce(0) { $0 + $1.wait } }

    private func isAllowed(_ theme: Int?, _ visits: some Sequence<Int>) -> Bool {
        guard let theme, problem.themeLimits.indices.contains(theme) else { return true }
        return visits.count { problem.places[$0].theme == theme } < problem.themeLimits[theme]
    }

    /// Which break of a day is lunch.
    private func lunchBreak(_ day: Int, _ timer: PlanTimer) -> Int? {
        let pauses = asked.days[(past?.day ?? 0) + day].pauses.filter(\.isLunch)
        return timer.problem.days[day].breaks.firstIndex { pause in
            pauses.contains {
                Double($0.minutes.lowerBound) == pause.window.opens && Double($0.length) == pause.length
            }
        }
    }

    /// The place for lunch that delays the day least, a quarter of an hour at most.
    private func lunch(
        _ order: [Int], _ day: Int, _ base: PlanSchedule, _ timer: PlanTimer
    ) -> (schedule: PlanSchedule, place: Int, position: Int)? {
        let firstDay = past?.day ?? 0
        let breaks = timer.problem.days[day].breaks
        guard let index = lunchBreak(day, timer), breaks.count == base.day.breaks.count else { return nil }
        let (pause, before) = (breaks[index], base.day.breaks[index].visitsBefore)
        let window = SIMD2(pause.window.opens, pause.window.closes - pause.length)
        var best: (schedule: PlanSchedule, place: Int, position: Int)?
        for (number, place) in chosen.lunches.enumerated() {
            if order.contains(where: { all.areOneSite(chosen.sites[$0].place, place) }) { continue }
            let windows = chosen.openings.windows(of: place).dropFirst(firstDay + day).first
            let starts =
                windows.map { windows in
                    windows.map { SIMD2(max(window.x, $0.opens), min(window.y, $0.closes - pause.length)) }
                        .filter { $0.x <= $0.y }
                } ?? [window]
            if starts.isEmpty { continue }
            let item = PlanSchedule.Item(
                node: firstNode + candidateCount + number, stay: pause.length, starts: starts)
            for position in max(0, before - 1)...min(order.count, before + 1) {
                var items = order.map { timer.item($0, day) }
                items.insert(item, at: position)
                guard let schedule = timer.schedule(items, day, without: index),
                    schedule.day.arrival <= base.day.arrival + 15
                else { continue }
                if schedule.day.arrival < best?.schedule.day.arrival ?? .infinity {
                    best = (schedule, place, position)
                }
            }
        }
        return best
    }

    // MARK: Lines

    /// Parts of a way with their lines.
    func lines(of parts: [PlanSchedule.Part]) async throws -> [TripPlan.Way] {
        var ways: [TripPlan.Way] = []
        for part in parts {
            let (from, to) = (travel.coordinates[part.from], travel.coordinates[part.to])
            let source: any LegSource =
                travel.fallbackReason != nil && part.means != .foot
                ? self.ways.requests.fallback ?? GreatCircleLegs()
                : part.means == .foot ? self.ways.foot : part.means == .car ? self.ways.car : self.ways.bicycle
            let route = try await Route(
                joining: [Stop(id: "a", coordinate: from), Stop(id: "b", coordinate: to)], by: source,
                within: self.ways.requests.timeLimit)
            let leg = route.legs[0].leg
            ways.append(
                TripPlan.Way(
                    by: part.means, minutes: Int(part.minutes),
                    meters: leg.map { ($0.distance.value * 10).rounded() / 10 },
                    leadsToCar: part.leadsToCar,
                    line: (leg?.coordinates ?? [from, to]).map {
                        [($0.longitude * 1e6).rounded() / 1e6, ($0.latitude * 1e6).rounded() / 1e6]
                    }, isGuess: leg == nil))
        }
        return ways
    }
}

extension DayPlan.Day {
    /// The day with a visit that is a break.
    fileprivate func pausing(at position: Int) -> DayPlan.Day {
        var visits = visits
        let lunch = visits.remove(at: position)
        var lastWay = lastWay
        if position < visits.count {
            visits[position] = visits[position].moved(to: position, way: visits[position].way + lunch.way)
        } else {
            lastWay += lunch.way
        }
        visits = visits.enumerated().map { $1.moved(to: $0) }
        let pause = DayPlan.Pause(start: lunch.start, length: lunch.stay, visitsBefore: position)
        let others = breaks.map { pause in
            DayPlan.Pause(
                start: pause.start, length: pause.length,
                visitsBefore: pause.visitsBefore > position ? pause.visitsBefore - 1 : pause.visitsBefore)
        }
        return DayPlan.Day(
            visits: visits, breaks: (others + [pause]).sorted { $0.start < $1.start }, departure: departure,
            lastWay: lastWay, arrival: arrival)
    }
}
