import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkDrawings
import WaymarkPlans
import WaymarkQuestions
import WaymarkRoutes
import WaymarkTables
import WaymarkThreads

extension PlanCommand {
    /// Answers the question, and says what was done.
    func run() async throws {
        let source = try legs.choice == .greatCircle ? guess : legs.source()
        var question = try question
        question.earlier = try replan.map { try Self.plan(in: $0).plan }
        if format == .ics, question.firstDate == nil { throw Failure(.usage, "--format ics needs --date.") }
        do throws(ParameterError) { try question.check() } catch { throw Failure(.usage, error.optionReason) }
        let reading = try catalog.options()
        let loaded = try CatalogArguments.reading(attractions) { () throws(AttractionError) in
            try RecommendedAttractions(
                contentsOf: attractions, reading: reading, worthColumn: worthColumn, openColumn: openColumn,
                jobs: JobsArguments.cores)
        }
        try CatalogArguments.say(loaded.reading, quietly: quiet)
        // The file is searched only if a name is given.
        let finder = MadeOnce { try CatalogArguments.stopFinder(attractions, reading: reading) }
        let find = { (name: String) in try finder.get().place(named: name) }
        let ways = PlanWays(
            by: source, guess: guess,
            .init(fallback: legs.fallback == nil ? nil : legs.circles, timeLimit: legs.timeLimit),
            isDriven: legs.travelMode == .driving)
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
            guard let other = try await trip.alternative(to: trips, by: ways) else {
                Console.say("no further plan differs in a third of its visits from the others")
                break
            }
            trips.append(other)
        }
        if let reason = trip.fallbackReason { Console.say("ways are straight lines instead: \(reason)") }
        if let words = trip.estimateWords { Console.say(words) }
        if !quiet { for remark in trip.remarks { Console.say(remark) } }
        if count > 1 { try write(all: trips) } else { try write(trip) }
        if format != .table {
            if !quiet { Console.say(trip.summary(language == .korean)) }
            if !quiet, let changes = trip.changesText(language == .korean) { Console.say(changes) }
            for conflict in trip.conflicts { Console.say(conflict) }
        }
        if strict, !trip.conflicts.isEmpty { throw Failure.rejectedRows }
    }

    /// An honest guess of ways by road: straight lines times 1.3.
    private var guess: GreatCircleLegs {
        let circles = legs.circles
        return legs.detour == nil ? GreatCircleLegs(mode: circles.mode, speed: circles.speed, detour: 1.3) : circles
    }

    /// A plan that was written as JSON, and its bytes.
    static func plan(in path: String) throws -> (plan: StoredPlan, bytes: ContiguousArray<UInt8>) {
        try MemoryLimit.refuse(tooLarge: path)
        let bytes = try FileSource.contents(of: path).bytes
        do throws(PlanQuestionError) {
            return (try StoredPlan(parsing: Array(bytes)), bytes)
        } catch {
            throw Failure(.badData, "\(path): \(error)")
        }
    }

    private func write(all trips: [PlannedTrip]) throws {
        if format == .json {
            return try output.write("[\(trips.map { $0.json().dropLast() }.joined(separator: ",\n"))]\n")
        }
        let isKorean = (language ?? .ofLocale) == .korean
        let texts = trips.enumerated().map { number, trip in
            (isKorean ? "계획 \(number + 1)" : "Plan \(number + 1)") + "\n\n" + trip.itinerary(isKorean: isKorean)
        }
        try output.write(texts.joined(separator: "\n"))
    }

    private func write(_ trip: PlannedTrip) throws {
        let isKorean = (language ?? .ofLocale) == .korean
        switch format {
        case .table: try output.write(trip.itinerary(isKorean: isKorean))
        case .csv: try output.write(trip.csv())
        case .json: try output.write(trip.json())
        case .ics: try output.write(trip.calendar() ?? "")
        case .geojson, .gpx, .svg:
            var options = TripOptions()
            options.map.title = title
            options.map.language = isKorean ? .korean : .english
            let format: TripFormat = format == .svg ? .svg : format == .gpx ? .gpx : .geojson
            try OutputArguments.write(trip.document(format, options, isKorean: isKorean), to: output.path)
        }
    }
}
