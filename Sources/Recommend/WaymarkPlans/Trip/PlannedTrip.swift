import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkQuestions
public import WaymarkRecommendations
import WaymarkRoutes
import WaymarkThreads

/// A question about days, answered: the plan, what it chose from, and the ways between. ``tripPlan(in:)`` is what people read.
public struct PlannedTrip: Sendable {
    /// A day with its ways.
    struct TimedDay {
        /// The way to each visit, then to the end; past ones are those of the earlier plan.
        var ways: [[TripPlan.Way]]
        /// Where lunch is, by position among all places, and the way there; nil for anywhere.
        var lunch: (place: Int, ways: [TripPlan.Way])?
        /// Minutes that the day would be shorter without each visit.
        var costs: [Int]
    }

    /// The question.
    public let question: PlanQuestion
    /// All places.
    let all: RecommendedPlaces
    /// The days of the question.
    let asked: PlanDays
    /// What the plan chose from.
    let chosen: PlanCandidates
    /// The places that the plan chose from, then those of an earlier plan.
    package let places: [RecommendedPlace]
    /// What of an earlier plan is past; nil if nothing is.
    let past: PlanPast?
    let earlier: EarlierPlan?
    /// The problem of the days that are left, in minutes after midnight, with ``places``.
    package internal(set) var problem: PlanProblem
    let travel: PlanTravel
    /// Ways across water, which are not planned.
    let crossings: PlanCrossings
    /// The plan, with ``places``.
    package internal(set) var plan: DayPlan
    /// The places of the days that are left, with the car where it was parked.
    var timed: [TimedDay] = []
    let ways: PlanWays
    let effort: SearchEffort

    /// The number of places that the plan chose from.
    var candidateCount: Int { chosen.places.count }
    /// The node of the first place.
    var firstNode: Int { travel.coordinates.count - chosen.places.count - chosen.lunches.count }

    /// Plans days.
    ///
    /// - Parameters:
    ///   - question: What is asked.
    ///   - candidates: The attractions to choose from.
    ///   - hours: The opening hours of attractions, by position among the candidates.
    ///   - ways: The ways between them.
    ///   - find: Finds an attraction by its name, if one is given.
    /// - Throws: ``PlanQuestionError``; `CancellationError` if the task was cancelled.
    public init(
        _ question: PlanQuestion, among candidates: RecommendedPlaces, hours: [Int: PlanHours] = [:],
        by ways: PlanWays = PlanWays(), find: (String) throws -> Coordinate
    ) async throws {
        do throws(ParameterError) { try question.check() } catch { throw PlanQuestionError.parameter(error) }
        let effort = question.effort
        let elapsed = effort.clock.stopwatch()
        (self.question, all, self.ways, self.effort) = (question, candidates, ways, effort)
        let earlier = try question.earlier.map { try EarlierPlan($0) }
        self.earlier = earlier
        let asked = try PlanDays(question, earlier, find)
        self.asked = asked
        let past = try earlier.flatMap { earlier in
            try question.now.map { now in
                let minute = asked.minute(now.minute, onDay: now.day)
                return try PlanPast(earlier, at: .init(day: now.day, minute: minute), asked)
            }
        }
        self.past = past
        let interests = try question.interests(among: candidates.themes)
        let chosen = try PlanCandidates(question, asked, ways, interests, candidates, hours, earlier, past, find)
        self.chosen = chosen
        guard !chosen.places.isEmpty || past != nil || !chosen.leftOut.isEmpty else {
            throw PlanQuestionError.nothingInReach(
                radius: chosen.radius, start: asked.days[0].start.name)
        }
        places = chosen.places + (earlier?.places ?? [])
        let ends = asked.ends
        var nodes = ends
        if let past { nodes.append(past.here) }
        var car: Int?
        if question.travelMode.hasCar, let past, let parked = past.car,
            // Who is far from it has it along.
            1...3000 ~= Sphere.earth.distance(from: parked, to: past.here.coordinate).value
        {
            car =
                ends.firstIndex {
                    Sphere.earth.distance(from: $0.coordinate, to: parked) <= PlanPast.reach
                } ?? nodes.count
            if car == nodes.count { nodes.append(PlanEnd(name: "", coordinate: parked)) }
        }
        let first = nodes.count
        nodes += (chosen.places + chosen.lunches.map { candidates.places[$0] }).map {
            PlanEnd(name: $0.name, coordinate: $0.coordinate)
        }
        func node(_ end: PlanEnd) -> Int { ends.firstIndex { $0.coordinate == end.coordinate }! }
        let firstDay = past?.day ?? 0
        let next = past?.next.flatMap { visit in
            chosen.places.firstIndex {
                $0.name == earlier!.places[visit.place].name && $0.coordinate == earlier!.places[visit.place].coordinate
            }
        }
        var rest: PlanTravel.Rest?
        if let past, let minutes = past.restOfWay, past.next == nil || next != nil {
            let to = next.map { $0 + first } ?? node(asked.days[firstDay].end)
            rest = .init(from: ends.count, to: to, minutes: minutes, isDriven: past.isDriving)
        }
        let crossings = PlanCrossings(nodes.map(\.coordinate), by: ways.main(question.travelMode))
        self.crossings = crossings
        let travel = try await PlanTravel(
            between: nodes, ends: 0..<ends.count, by: ways, question.travelMode, parking: question.parking,
            here: past.map { _ in ends.count }, car: car,
            rest: rest, isAcrossWater: crossings.isBlocked)
        self.travel = travel
        var planned = chosen.planned
        for place in planned.indices { planned[place].node += first }
        var days = (firstDay..<question.dayCount).map { day in
            let hours = asked.days[day]
            return PlanDay(
                start: day == past?.day ? ends.count : node(hours.start), end: node(hours.end),
                opens: Double(hours.opens), closes: Double(hours.closes),
                breaks: hours.pauses.map {
                    PlanBreak(
                        opens: Double($0.minutes.lowerBound), closes: Double($0.minutes.upperBound),
                        length: Double($0.length))
                })
        }
        if let past {
            days[0].begin(at: past.time, after: past.today.breaks, way: travel.matrix[days[0].start, days[0].end])
        }
        for (day, hours) in days.enumerated() {
            let way = travel.matrix[hours.start, hours.end]
            if way >= PlanTravel.noWay {
                throw PlanQuestionError.noWays(
                    crossings.words(hours.start, hours.end, nodes[hours.start].name, nodes[hours.end].name))
            }
            if way > hours.closes - hours.opens {
                throw PlanQuestionError.tooShort(day: firstDay + day, minutes: Int(way))
            }
        }
        var problem = PlanProblem(
            travel: travel.matrix, places: planned, days: days, themeLimits: chosen.themeLimits)
        let old = earlier.map { _ in PlanToKeep(order: chosen.kept, price: question.changePrice) }
        let found: DayPlan
        do {
            var left = effort
            left.budget = max(.zero, effort.budget * 0.9 - elapsed())
            found = try await Self.search(problem, travel, keeping: old, left)
        } catch let error as PlanError {
            if case .impossibleDay(let day, _) = error { throw PlanQuestionError.breaksDoNotFit(day: firstDay + day) }
            throw PlanQuestionError.invalid(error)
        }
        plan = found
        problem.places += earlier?.planned ?? []
        self.problem = problem
        try await time(found, of: problem, keeping: old, isOver: { elapsed() >= effort.budget })
        if let past { plan = past.joined(with: plan, earlier!.planned, chosen.places.count, next) }
    }

    /// The plan, without blocking the caller's actor; a cancelled task soon gets the best so far.
    @concurrent
    static func search(
        _ problem: PlanProblem, _ travel: PlanTravel, keeping old: PlanToKeep?, _ effort: SearchEffort
    ) async throws -> DayPlan {
        var tied = problem
        tied.travel = travel.searched
        return try DayPlan(tied, keeping: old, effort: effort, least: travel.mode.hasCar ? travel.least : nil)
    }
}
