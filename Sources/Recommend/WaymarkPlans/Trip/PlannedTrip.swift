public import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkQuestions
public import WaymarkRecommendations
public import WaymarkRoutes

/// The answer to a question about days: a plan, with the places that it chose from and the ways between them.
public struct PlannedTrip: Sendable {
    /// The question.
    public let question: PlanQuestion
    /// Where days start and end.
    let ends: PlanEnds
    /// Minutes that a way by car takes besides driving; nil for other modes.
    let parking: Int?
    /// The places that the plan chose from, then those of an earlier plan.
    public let places: [RecommendedPlace]
    /// The number of places that the plan chose from.
    public let candidateCount: Int
    /// The number of places within reach, and those of them that are taken for facilities, the nearest first.
    public let reach: (count: Int, facilities: [RecommendedPlace])
    /// The places within reach that are left out, since their opening hours are not understood, with the texts of these.
    public let leftOut: [(place: RecommendedPlace, hours: String)]
    /// Texts of opening hours that are not understood, by position in ``places``.
    let unknownHours: [Int: String]
    /// When the candidates are open, and ``places`` among them.
    let (openings, positions): (PlanOpenings, [Int])
    /// The places whose stay is given, by position in ``places``.
    let stayed: [Int]
    /// What of an earlier plan is past; nil if nothing is.
    let past: PlanPast?
    /// The problem of the days that are left, in minutes after midnight, with ``places``.
    public let problem: PlanProblem
    /// The ways of the search: less than a minute less for all ways of a day, so that what fits in whole minutes is the
    /// same, and of orders with the same minutes the one with the shorter ways is better.
    let searchedTravel: TravelMatrix
    /// The plan.
    public internal(set) var plan: DayPlan
    /// The route of each day, from its start over the visits to its end.
    public internal(set) var routes: [Route] = []
    /// The name of the source of ways.
    public let source: String
    /// Why ways are straight instead of those of the source; nil unless they are.
    public let fallbackReason: String?
    /// How many ways were estimated for the choice, since the source does not give them, and why; nil if none were.
    public let estimateWords: String?

    /// Plans days.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - candidates: The attractions to choose from.
    ///   - hours: The opening hours of attractions, by position among the candidates; the others are always open.
    ///   - ways: The ways between them.
    ///   - find: Finds an attraction by its name, if one is given.
    /// - Throws: ``PlanQuestionError``; `CancellationError` if the task was cancelled.
    public init(
        _ question: PlanQuestion, among candidates: RecommendedPlaces, hours: [Int: PlanHours] = [:],
        by ways: PlanWays, find: (String) throws -> Coordinate
    ) async throws {
        do throws(ParameterError) { try question.check() } catch { throw PlanQuestionError.parameter(error) }
        let question = question.inDayTime
        self.question = question
        let ends = try PlanEnds(question, find)
        self.ends = ends
        let parking = ways.isDriven ? question.parking : nil
        self.parking = parking
        let past = try question.earlier.flatMap { earlier in
            try question.now.map { now in try PlanPast(earlier, at: now, question, ends) }
        }
        self.past = past
        let interests = try question.interests(among: candidates.themes)
        let radius = question.radius ?? ways.reach
        let chosen = try PlanCandidates(question, ends, radius, interests, candidates, hours, past, find)
        guard !chosen.places.isEmpty || past != nil || !chosen.leftOut.isEmpty else {
            throw PlanQuestionError.nothingInReach(radius: radius, start: ends.start.name)
        }
        let source = ways.source
        (candidateCount, reach, leftOut) = (chosen.places.count, chosen.reach, chosen.leftOut)
        (unknownHours, stayed) = (chosen.unknownHours, chosen.stayed)
        (openings, positions) = (chosen.openings, chosen.positions)
        let earlierPlaces = question.earlier?.places ?? []
        places = chosen.places + earlierPlaces
        // Where the travellers are, if some of the plan is past, comes before the places.
        let here = past.map { [$0.here] } ?? []
        let fixed = [ends.start, ends.end] + here
        let nodes = fixed.map(\.coordinate) + chosen.places.map(\.coordinate)
        var requests = ways.requests
        (requests.cost, requests.estimatesUnreachable) = (.duration, true)
        let travel: OrderTravel
        do {
            travel = try await OrderTravel(
                between: nodes.enumerated().map { Stop(id: "\($0)", coordinate: $1) }, by: source, requests)
        } catch let error as MissingCost {
            let names = fixed.map(\.name) + chosen.places.map(\.name)
            throw PlanQuestionError.noWays(
                "\(source.name): no way from \(names[error.from]) to \(names[error.to]): \(error.reason)")
        }
        (self.source, fallbackReason, estimateWords) = (travel.source, travel.fallbackReason, travel.estimateWords)
        let next = past?.next.flatMap { visit in
            chosen.places.firstIndex {
                $0.name == earlierPlaces[visit.place].name && $0.coordinate == earlierPlaces[visit.place].coordinate
            }
        }
        // Whole minutes, so that the times of an itinerary add up.
        let matrix = try TravelMatrix(count: nodes.count) { from, to in
            var way = (travel.matrix[from, to] / 60).rounded(.up)
            if let parking {
                way = min(way + Double(parking), Self.walk(from: nodes[from], to: nodes[to]))
            }
            // Who is underway has the rest of the way left.
            if from == 2, let past, let rest = past.restOfWay, to == (past.next == nil ? 1 : next.map { $0 + 3 }) {
                way = min(way, rest)
            }
            return way
        }
        let first = past?.day ?? 0
        var days = (first..<question.dayCount).map { day in
            PlanDay(
                start: day > first ? 1 : past == nil ? 0 : 2, end: 1, opens: Double(question.opens),
                closes: Double(question.closes),
                breaks: question.pauses.map {
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
            let step = 0.5 / Double(nodes.count)
            searchedTravel = try TravelMatrix(count: nodes.count) { from, to in
                max(0, matrix[from, to] - step * (1 - min(1, travel.matrix[from, to] / 86_400)))
            }
            let old = question.earlier.map { _ in PlanToKeep(order: chosen.kept, price: question.changePrice) }
            found = try await Self.search(problem, searchedTravel, keeping: old, question.effort)
        } catch let error as PlanError {
            if case .impossibleDay(let day, _) = error { throw PlanQuestionError.breaksDoNotFit(day: first + day) }
            throw PlanQuestionError.invalid(error)
        }
        plan = past?.joined(with: found, question.earlier?.planned ?? [], chosen.places.count, next) ?? found
        problem.places += question.earlier?.planned ?? []
        self.problem = problem
        routes = try await routes(of: plan, by: ways)
    }

    func routes(of plan: DayPlan, by ways: PlanWays) async throws -> [Route] {
        let legs = fallbackReason == nil ? ways.source : ways.requests.fallback ?? GreatCircleLegs()
        var routes: [Route] = []
        for (day, visits) in plan.days.enumerated() {
            let start = day == 0 ? ends.start : ends.end
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
            stops.append(Stop(id: "end", name: ends.end.name, coordinate: ends.end.coordinate))
            minutes.append(visits.lastWay)
            if let past, past.isElsewhere, day == past.day {
                let before = past.today.visits.count
                stops.insert(Stop(id: "here", name: past.here.name, coordinate: past.here.coordinate), at: before + 1)
                minutes.insert(nil, at: before)
            }
            let route = try await Route(
                joining: stops, by: legs, width: ways.requests.width, within: ways.requests.timeLimit)
            routes.append(Route(stops: stops, legs: try zip(route.legs, minutes).map { try $0.taking(minutes: $1) }))
        }
        return routes
    }

    /// The plan, without blocking the caller's actor; a cancelled task soon gets the best so far.
    @concurrent
    static func search(
        _ problem: PlanProblem, _ travel: TravelMatrix, keeping old: PlanToKeep?, _ effort: SearchEffort
    ) async throws -> DayPlan {
        var tied = problem
        tied.travel = travel
        return try DayPlan(DayPlan(tied, keeping: old, effort: effort), timedBy: problem)
    }

    /// Minutes on foot: straight lines times 1.3 at 4.5 km/h.
    static func walk(from: Coordinate, to: Coordinate) -> Double {
        (Sphere.earth.distance(from: from, to: to).value * 1.3 / 75).rounded(.up)
    }

    /// Whether a way to a stop of a day is walked, though the mode of travel is another.
    func isWalked(_ day: Int, _ leg: Int, minutes: Double) -> Bool {
        let stops = routes[day].stops
        return parking != nil && minutes > 0
            && minutes == Self.walk(from: stops[leg].coordinate, to: stops[leg + 1].coordinate)
    }

    /// The score of all visits in per cent of the bound.
    public var quality: Double { plan.bound > 0 ? 100 * plan.score / plan.bound : 100 }
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
