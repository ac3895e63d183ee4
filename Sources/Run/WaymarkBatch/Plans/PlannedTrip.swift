public import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
public import WaymarkPlans
public import WaymarkRecommendations
public import WaymarkRoutes
import WaymarkThreads

/// The answer to a question about days: a plan, with the places that it chose from and the ways between them.
public struct PlannedTrip: Sendable {
    /// The question.
    public let question: PlanQuestion
    /// The places that the plan chose from, then those of an earlier plan.
    public let places: [RecommendedPlace]
    /// The number of places that the plan chose from.
    public let candidateCount: Int
    /// What of an earlier plan is past; nil if nothing is.
    let past: PlanPast?
    /// The problem of the days that are left, in minutes after midnight, with ``places``.
    public let problem: PlanProblem
    /// The plan.
    public private(set) var plan: DayPlan
    /// The route of each day, from its start over the visits to its end.
    public private(set) var routes: [Route] = []
    /// The name of the source of ways.
    public let source: String
    /// Why ways are straight instead of those of the source; nil unless they are.
    public let fallbackReason: String?

    /// Plans days.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - candidates: The attractions to choose from.
    ///   - source: The source of ways, which have durations.
    ///   - travel: How they are requested.
    ///   - find: Finds an attraction by its name, if one is given.
    /// - Throws: ``PlanQuestionError``; `CancellationError` if the task was cancelled.
    public init(
        _ question: PlanQuestion, among candidates: RecommendedPlaces, by source: any LegSource,
        _ travel: OrderTravel.Requests, find: (String) throws -> Coordinate
    ) async throws {
        self.question = question
        let past = try question.earlier.flatMap { earlier in
            try question.now.map { now in try PlanPast(earlier, at: now, question) }
        }
        self.past = past
        let chosen = try PlanCandidates(question, candidates, past, find)
        guard !chosen.places.isEmpty || past != nil else {
            throw PlanQuestionError.nothingInReach(radius: question.radius, start: question.start.name)
        }
        candidateCount = chosen.places.count
        let earlierPlaces = question.earlier?.places ?? []
        places = chosen.places + earlierPlaces
        // Where the travellers are, if some of the plan is past, comes before the places.
        let here = past.map { [$0.here] } ?? []
        let ends = [question.start, question.end] + here
        let nodes = ends.map(\.coordinate) + chosen.places.map(\.coordinate)
        var requests = travel
        requests.cost = .duration
        let ways: OrderTravel
        do {
            ways = try await OrderTravel(
                between: nodes.enumerated().map { Stop(id: "\($0)", coordinate: $1) }, by: source, requests)
        } catch let error as MissingCost {
            let names = ends.map(\.name) + chosen.places.map(\.name)
            throw PlanQuestionError.noWays(
                "\(source.name): no way from \(names[error.from]) to \(names[error.to]): \(error.reason)")
        }
        (self.source, fallbackReason) = (ways.source, ways.fallbackReason)
        let next = past?.next.flatMap { visit in
            chosen.places.firstIndex {
                $0.name == earlierPlaces[visit.place].name && $0.coordinate == earlierPlaces[visit.place].coordinate
            }
        }
        // Whole minutes, so that the times of an itinerary add up.
        let matrix = try TravelMatrix(count: nodes.count) { from, to in
            var way = (ways.matrix[from, to] / 60).rounded(.up)
            if let parking = question.parking {
                way = min(way + Double(parking), Self.walk(from: nodes[from], to: nodes[to]))
            }
            // Who is underway has the rest of the way left.
            if from == 2, let past, let rest = past.restOfWay, to == (past.next == nil ? 1 : next.map { $0 + 3 }) {
                way = min(way, rest)
            }
            return way
        }
        let first = past?.day ?? 0
        var days = (first..<question.days).map { day in
            PlanDay(
                start: day > first ? 1 : past == nil ? 0 : 2, end: 1, opens: Double(question.departure),
                closes: Double(question.departure + question.length),
                breaks: question.breaks.map {
                    PlanBreak(
                        opens: Double($0.minutes.lowerBound), closes: Double($0.minutes.upperBound),
                        length: Double($0.length))
                })
        }
        if let past { days[0].begin(at: past.time, after: past.today.breaks, way: matrix[2, 1]) }
        for (day, hours) in days.enumerated() where matrix[hours.start, hours.end] > hours.closes - hours.opens {
            throw PlanQuestionError.tooShort(day: first + day, minutes: Int(matrix[hours.start, hours.end]))
        }
        var problem = PlanProblem(
            travel: matrix, places: chosen.planned, days: days, themeLimits: chosen.themeLimits)
        let found: DayPlan
        do {
            let old = question.earlier.map { _ in PlanToKeep(order: chosen.kept, price: question.changePrice) }
            found = try await Self.search(problem, keeping: old, question.effort)
        } catch let error as PlanError {
            if case .impossibleDay(let day, _) = error { throw PlanQuestionError.breaksDoNotFit(day: first + day) }
            throw PlanQuestionError.invalid(error)
        }
        plan = past.map { Self.joined($0, found, question.earlier?.planned ?? [], chosen.places.count, next) } ?? found
        problem.places += question.earlier?.planned ?? []
        self.problem = problem
        routes = try await routes(of: plan, by: source, travel)
    }

    /// The best plan that differs from others in at least a third of its visits from each, for the same question.
    ///
    /// Places that the others visit count half, then less and less; the score of the plan is the true one. Nil if no such
    /// plan was found.
    ///
    /// - Parameters:
    ///   - others: Other plans for the question, this one among them.
    ///   - source: The source of ways, as for this one.
    ///   - travel: How they are requested.
    /// - Precondition: The question has no earlier plan.
    public func alternative(
        to others: [PlannedTrip], by source: any LegSource, _ travel: OrderTravel.Requests
    ) async throws -> PlannedTrip? {
        precondition(question.earlier == nil, "alternatives to an earlier plan")
        let taken = others.map { Set($0.plan.order.joined()) }
        for factor in [0.5, 0.25, 0.125, 0] {
            var problem = problem
            for place in problem.places.indices {
                for visits in taken where visits.contains(place) { problem.places[place].score *= factor }
                problem.places[place].score.round()
            }
            let found = try await Self.search(problem, keeping: nil, question.effort)
            let visits = found.order.joined()
            guard !visits.isEmpty,
                taken.allSatisfy({ other in 3 * visits.count { !other.contains($0) } >= visits.count })
            else { continue }
            let score = visits.reduce(0) { $0 + self.problem.places[$1].score }
            var other = self
            // The bound of the first plan is one of every plan.
            other.plan = DayPlan(
                found, days: found.days, score: score, bound: max(score, plan.bound),
                ending: found.ending == .timeLimit ? .timeLimit : .effort)
            other.routes = try await routes(of: other.plan, by: source, travel)
            return other
        }
        return nil
    }

    private func routes(
        of plan: DayPlan, by source: any LegSource, _ travel: OrderTravel.Requests
    ) async throws -> [Route] {
        let legs = fallbackReason == nil ? source : travel.fallback ?? GreatCircleLegs()
        var routes: [Route] = []
        for (day, visits) in plan.days.enumerated() {
            let start = day == 0 ? question.start : question.end
            var stops = [Stop(id: "start", name: start.name, coordinate: start.coordinate)]
            var minutes: [Double?] = []
            for visit in visits.visits {
                let place = places[visit.place]
                stops.append(
                    Stop(
                        id: place.id, name: place.name, coordinate: place.coordinate,
                        stay: .seconds(60 * Int(visit.stay.rounded()))))
                minutes.append(visit.way)
            }
            stops.append(Stop(id: "end", name: question.end.name, coordinate: question.end.coordinate))
            minutes.append(visits.lastWay)
            if let past, past.isElsewhere, day == past.day {
                let before = past.today.visits.count
                stops.insert(Stop(id: "here", name: past.here.name, coordinate: past.here.coordinate), at: before + 1)
                minutes.insert(nil, at: before)
            }
            let route = try await Route(joining: stops, by: legs, width: travel.width, within: travel.timeLimit)
            routes.append(Route(stops: stops, legs: try zip(route.legs, minutes).map { try $0.taking(minutes: $1) }))
        }
        return routes
    }

    /// A plan of the days that are left, behind what is past.
    private static func joined(
        _ past: PlanPast, _ found: DayPlan, _ planned: [PlanPlace], _ count: Int, _ next: Int?
    ) -> DayPlan {
        var days = past.days.map { day in
            DayPlan.Day(
                visits: day.visits.map { $0.moved(to: count + $0.place) }, breaks: day.breaks,
                departure: day.departure, lastWay: day.lastWay, arrival: day.arrival)
        }
        let (begun, rest) = (days.removeLast(), found.days[0])
        // The whole of the way that the travellers are on.
        var (visits, lastWay, isUnderway) = (rest.visits, rest.lastWay, false)
        if let first = visits.first, first.place == next, first.way < past.way {
            visits[0] = first.moved(to: first.place, way: past.way)
            isUnderway = true
        } else if visits.isEmpty, past.next == nil, lastWay < past.way {
            (lastWay, isUnderway) = (past.way, true)
        }
        days.append(
            DayPlan.Day(
                visits: begun.visits + visits,
                breaks: begun.breaks
                    + rest.breaks.map {
                        .init(
                            start: $0.start, length: $0.length, visitsBefore: $0.visitsBefore + begun.visits.count)
                    },
                departure: past.hasBegun || isUnderway ? begun.departure : rest.departure, lastWay: lastWay,
                arrival: rest.arrival))
        let score = days.reduce(0) {
            $0 + $1.visits.reduce(0) { $0 + ($1.place < count ? 0 : planned[$1.place - count].score) }
        }
        return DayPlan(
            found, days: days + found.days.dropFirst(), score: found.score + score, bound: found.bound + score,
            ending: found.ending)
    }

    /// The plan, without blocking the caller's actor; a cancelled task soon gets the best so far.
    @concurrent
    private static func search(
        _ problem: PlanProblem, keeping old: PlanToKeep?, _ effort: SearchEffort
    ) async throws -> DayPlan {
        try DayPlan(problem, keeping: old, effort: effort)
    }

    /// Minutes on foot: straight lines times 1.3 at 4.5 km/h.
    static func walk(from: Coordinate, to: Coordinate) -> Double {
        (Sphere.earth.distance(from: from, to: to).value * 1.3 / 75).rounded(.up)
    }

    /// Whether a way to a stop of a day is walked, though the mode of travel is another.
    func isWalked(_ day: Int, _ leg: Int, minutes: Double) -> Bool {
        let stops = routes[day].stops
        return question.parking != nil && minutes > 0
            && minutes == Self.walk(from: stops[leg].coordinate, to: stops[leg + 1].coordinate)
    }

    /// The score of all visits in per cent of the bound.
    public var quality: Double { plan.bound > 0 ? 100 * plan.score / plan.bound : 100 }
}

extension PlanDay {
    /// Makes this the rest of a day that has begun.
    fileprivate mutating func begin(at time: Double, after taken: [DayPlan.Pause], way: Double) {
        breaks.removeAll { pause in
            taken.contains { pause.window.opens <= $0.start && $0.start + $0.length <= pause.window.closes }
        }
        // What is too late is done at once, and the way home is taken in any case.
        var end = time
        for index in breaks.indices {
            end = max(end, breaks[index].window.opens) + breaks[index].length
            breaks[index].window.closes = max(breaks[index].window.closes, end)
        }
        opens = time
        closes = max(closes, end + way)
    }
}

extension DayPlan.Visit {
    /// The visit with another position of its place.
    fileprivate func moved(to place: Int, way: Double? = nil) -> DayPlan.Visit {
        DayPlan.Visit(
            place: place, way: way ?? self.way, arrival: arrival, wait: wait, start: start, stay: stay)
    }
}

extension LegOutcome {
    /// A leg with the time that the plan gives it: with parking, or on foot.
    fileprivate func taking(minutes: Double?) throws(LegError) -> LegOutcome {
        guard let leg, let minutes else { return self }
        return .found(
            try Leg(
                coordinates: leg.coordinates, distance: leg.distance, distanceKind: leg.distanceKind,
                duration: .seconds(60 * minutes), source: leg.source, isFallback: leg.isFallback, remark: leg.remark,
                snap: leg.snap))
    }
}
