import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlans
import WaymarkQuestions
import WaymarkRoads
import WaymarkRoutes
import WaymarkTables
import WaymarkThreads

extension PlanCommand {
    /// Answers the question, and says what was done.
    func run() async throws {
        var question = try question
        question.earlier = try replan.map { try Self.plan(in: $0).plan }
        if question.language == nil { question.language = RouteMap.Language.ofLocale == .korean ? .korean : .english }
        if format == .ics, question.firstDate == nil { throw Failure(.usage, "--format ics needs --date.") }
        do throws(ParameterError) { try question.check() } catch { throw Failure(.usage, error.optionReason) }
        let reading = try catalog.options()
        let loaded = try CatalogArguments.reading(attractions) { () throws(AttractionError) in
            try RecommendedAttractions(
                contentsOf: attractions, reading: reading, worthColumn: worthColumn, openColumn: openColumn,
                readsHours: true, explaining: question.language, jobs: JobsArguments.cores)
        }
        try CatalogArguments.say(loaded.reading, quietly: quiet)
        // The file is searched only if a name is given.
        let finder = MadeOnce { try CatalogArguments.stopFinder(attractions, reading: reading) }
        let find = { (name: String) in try finder.get().place(named: name) }
        let ways = try ways(question.travelMode)
        if !quiet, let remark = legs.remark { Console.say(remark) }
        var trips: [PlannedTrip]
        do {
            trips = [
                try await PlannedTrip(
                    question, among: loaded.places, hours: loaded.openings.mapValues(PlanHours.init), by: ways,
                    find: find)
            ]
        } catch let error as PlanQuestionError {
            throw Failure(error)
        }
        let (trip, count) = (trips[0], question.alternatives)
        while trips.count < count {
            guard let other = try await trip.alternative(to: trips) else {
                Console.say("no further plan differs in a third of its visits from the others")
                break
            }
            trips.append(other)
        }
        let plans = trips.map { $0.tripPlan() }
        let isKorean = question.language == .korean
        if !quiet { for remark in plans[0].remarks { Console.say(remark) } }
        if count > 1 { try write(all: plans, isKorean) } else { try write(plans[0], isKorean) }
        if !quiet, format == .csv, let attribution = plans[0].attribution { Console.say(attribution) }
        if format != .table {
            if !quiet { Console.say(plans[0].summary(isKorean)) }
            if !quiet, let changes = plans[0].changesText(isKorean) { Console.say(changes) }
            for conflict in plans[0].conflicts { Console.say(conflict) }
        }
        if strict, !plans[0].conflicts.isEmpty { throw Failure.rejectedRows }
    }

    /// The ways of --legs for what is not walked, or for all that is; guessed ones for the rest.
    private func ways(_ mode: PlanQuestion.Mode) throws -> PlanWays {
        let circles = legs.circles(mode.travel)
        let requests = OrderTravel.Requests(
            fallback: legs.fallback == nil ? nil : circles, timeLimit: legs.timeLimit)
        if case .roads(let path) = legs.choice {
            let roads = try LegChoice.roads(of: path)
            func source(_ mode: TravelMode) -> (any LegSource)? {
                RoadLegs(
                    legs.avoid?.removed(from: roads, mode) ?? roads, mode: mode,
                    maxSnap: legs.maxSnap?.meters ?? Radius.usualSnap.meters)
            }
            return PlanWays(foot: source(.walking), car: source(.driving), bicycle: source(.cycling), requests)
        }
        if legs.choice != .greatCircle { return PlanWays(by: try legs.source(mode.travel), mode, requests) }
        if legs.speed == nil, legs.detour == nil { return PlanWays(requests) }
        let straight = GreatCircleLegs(mode: mode.travel, speed: circles.speed, detour: legs.detour ?? 1.3)
        return PlanWays(by: straight, mode, requests)
    }

    /// A plan that was written as JSON, and its bytes.
    static func plan(in path: String) throws -> (plan: TripPlan, bytes: ContiguousArray<UInt8>) {
        try MemoryLimit.refuse(tooLarge: path)
        let bytes = try FileSource.contents(of: path).bytes
        do throws(PlanQuestionError) {
            return (try TripPlan(parsing: Array(bytes)), bytes)
        } catch {
            throw Failure(.badData, "\(path): \(error)")
        }
    }

    private func write(all plans: [TripPlan], _ isKorean: Bool) throws {
        if format == .json {
            return try output.write("[\(plans.map { $0.json().dropLast() }.joined(separator: ",\n"))]\n")
        }
        let texts = plans.enumerated().map { number, plan in
            (isKorean ? "계획 \(number + 1)" : "Plan \(number + 1)") + "\n\n"
                + plan.itinerary(isKorean: isKorean, explains: explain)
        }
        try output.write(texts.joined(separator: "\n"))
    }

    private func write(_ plan: TripPlan, _ isKorean: Bool) throws {
        switch format {
        case .table: try output.write(plan.itinerary(isKorean: isKorean, explains: explain))
        case .csv: try output.write(plan.csv())
        case .json: try output.write(plan.json())
        case .ics: try output.write(plan.calendar() ?? "")
        case .geojson, .gpx, .svg:
            var options = TripOptions()
            options.map.title = title
            options.map.language = isKorean ? .korean : .english
            options.map.isDark = ground.isDark
            options.attribution = legs.choice.attribution
            if format == .svg { options.map.ground = try ground.open(beside: attractions) }
            let format: TripFormat = format == .svg ? .svg : format == .gpx ? .gpx : .geojson
            try OutputArguments.write(plan.document(format, options, isKorean: isKorean), to: output.path)
        }
    }
}
