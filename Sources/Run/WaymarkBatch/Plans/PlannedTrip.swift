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
    /// The places that the plan chose from.
    public let places: [RecommendedPlace]
    /// The problem, in minutes after midnight.
    public let problem: PlanProblem
    /// The plan.
    public let plan: DayPlan
    /// The route of each day, from its start over the visits to its end.
    public let routes: [Route]
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
        let chosen = try PlanCandidates(question, candidates, find)
        guard !chosen.places.isEmpty else {
            throw PlanQuestionError.nothingInReach(radius: question.radius, start: question.start.name)
        }
        places = chosen.places
        let nodes =
            [question.start.coordinate, question.end.coordinate] + chosen.places.map(\.coordinate)
        var requests = travel
        requests.cost = .duration
        let ways: OrderTravel
        do {
            ways = try await OrderTravel(
                between: nodes.enumerated().map { Stop(id: "\($0)", coordinate: $1) }, by: source, requests)
        } catch let error as MissingCost {
            func name(_ node: Int) -> String {
                node == 0 ? question.start.name : node == 1 ? question.end.name : chosen.places[node - 2].name
            }
            throw PlanQuestionError.noWays(
                "\(source.name): no way from \(name(error.from)) to \(name(error.to)): \(error.reason)")
        }
        (self.source, fallbackReason) = (ways.source, ways.fallbackReason)
        // Whole minutes, so that the times of an itinerary add up.
        let matrix = try TravelMatrix(count: nodes.count) { from, to in
            let way = (ways.matrix[from, to] / 60).rounded(.up)
            guard let parking = question.parking else { return way }
            return min(way + Double(parking), Self.walk(from: nodes[from], to: nodes[to]))
        }
        problem = PlanProblem(
            travel: matrix, places: chosen.planned,
            days: (0..<question.days).map { day in
                PlanDay(
                    start: day == 0 ? 0 : 1, end: 1, opens: Double(question.departure),
                    closes: Double(question.departure + question.length),
                    breaks: question.breaks.map {
                        PlanBreak(
                            opens: Double($0.minutes.lowerBound), closes: Double($0.minutes.upperBound),
                            length: Double($0.length))
                    })
            },
            themeLimits: question.maxPerTheme.map { Array(repeating: $0, count: candidates.themes.count) } ?? [])
        for (day, hours) in problem.days.enumerated() where Int(matrix[hours.start, hours.end]) > question.length {
            throw PlanQuestionError.tooShort(day: day, minutes: Int(matrix[hours.start, hours.end]))
        }
        do {
            plan = try await Self.search(problem, question.effort)
        } catch let error as PlanError {
            if case .impossibleDay(let day, _) = error { throw PlanQuestionError.breaksDoNotFit(day: day) }
            throw PlanQuestionError.invalid(error)
        }
        var routes: [Route] = []
        let legs = ways.fallbackReason == nil ? source : travel.fallback ?? GreatCircleLegs()
        for (day, visits) in plan.days.enumerated() {
            let start = day == 0 ? question.start : question.end
            var stops = [Stop(id: "start", name: start.name, coordinate: start.coordinate)]
            stops += visits.visits.map { visit in
                let place = chosen.places[visit.place]
                return Stop(
                    id: place.id, name: place.name, coordinate: place.coordinate,
                    stay: .seconds(60 * Int(visit.stay.rounded())))
            }
            stops.append(Stop(id: "end", name: question.end.name, coordinate: question.end.coordinate))
            let route = try await Route(joining: stops, by: legs, width: travel.width, within: travel.timeLimit)
            let minutes = visits.visits.map(\.way) + [visits.lastWay]
            routes.append(Route(stops: stops, legs: try zip(route.legs, minutes).map { try $0.taking(minutes: $1) }))
        }
        self.routes = routes
    }

    /// The plan, without blocking the caller's actor; a cancelled task soon gets the best so far.
    @concurrent
    private static func search(_ problem: PlanProblem, _ effort: SearchEffort) async throws -> DayPlan {
        try DayPlan(problem, effort: effort)
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

extension LegOutcome {
    /// A leg with the time that the plan gives it: with parking, or on foot.
    fileprivate func taking(minutes: Double) throws(LegError) -> LegOutcome {
        guard let leg else { return self }
        return .found(
            try Leg(
                coordinates: leg.coordinates, distance: leg.distance, distanceKind: leg.distanceKind,
                duration: .seconds(60 * minutes), source: leg.source, isFallback: leg.isFallback, remark: leg.remark,
                snap: leg.snap))
    }
}
