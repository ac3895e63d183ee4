import ArgumentParser
import WaymarkBatch
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkOrders
import WaymarkPlaces
import WaymarkPlans
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkThreads
import WaymarkTimes

extension PlanCommand {
    /// Answers the question, and says what was done.
    func run() async throws {
        var searched = SearchEffort(budget: .seconds(5), iterations: 20_000, seed: seed)
        if let effort { searched = .iterations(effort, seed: seed) }
        if let timeLimit {
            searched.budget = timeLimit
            if effort == nil { searched.iterations = nil }
        }
        let source = try legs.choice == .greatCircle ? guess : legs.source()
        let earlier = try replan.map { try Self.plan(in: $0).plan }
        let days = days ?? earlier?.dayCount ?? 1
        try check(days: days, date: date?.date ?? earlier?.date)
        let (path, reading) = (attractions ?? "", try catalog.options())
        try MemoryLimit.refuse(tooLarge: path)
        let loaded: RecommendedAttractions
        do {
            loaded = try RecommendedAttractions(
                contentsOf: path, reading: reading, worthColumn: worthColumn, openColumn: openColumn,
                jobs: JobsArguments.cores)
        } catch {
            throw Failure(error, optionPrefix: "attractions-")
        }
        if let report = loaded.report { try CatalogArguments.say(path, report, quietly: quiet) }
        // The file is searched only if a name is given.
        let finder = MadeOnce { try CatalogArguments.stopFinder(path, reading: reading) }
        let find = { (name: String) in try finder.get().place(named: name) }
        var question = PlanQuestion(
            start: try start.map { try place($0, "start", find) } ?? earlier?.ends.start ?? place("", "start", find))
        if start == nil, let earlier { question.end = earlier.ends.end }
        if let end { question.end = try place(end, "end", find) }
        (question.earlier, question.now) = (earlier, now?.moment)
        question.here = try at.map { try place($0, "at", find) }
        if let changePrice { question.changePrice = changePrice }
        question.parking = legs.travelMode == .driving ? parking : nil
        (question.days, question.pace) = (days, pace)
        question.departure = depart?.minute ?? earlier?.hours.lowerBound ?? 9 * 60
        question.length = hours.map { Int(($0 * 60).rounded()) } ?? earlier?.hours.count ?? 9 * 60
        question.date = date?.date ?? earlier?.date
        (question.musts, question.avoided, question.pins) = (must, avoid, pin.map(\.pin))
        question.breaks = breaks.isEmpty ? earlier?.breaks ?? [] : breaks.map(\.pause)
        question.stays = Dictionary(stay.map { ($0.name, $0.minutes) }) { $1 }
        question.openings = open.map(\.opening)
        question.hours = loaded.openings.mapValues(PlanQuestion.Hours.init)
        (question.opensUnknown, question.includesFacilities) = (unknownHours == .open, facilities)
        (question.maxPerTheme, question.limit, question.effort) = (maxPerTheme, limit, searched)
        question.radius = radius?.meters ?? Meters(36 * 60 * (guess.speed ?? 10) / guess.detour)
        if let interests {
            do {
                question.interests = try Interests(text: interests, among: loaded.places.themes)
            } catch {
                throw Failure(.usage, "--interests: \(error)")
            }
        }
        let travel = OrderTravel.Requests(
            fallback: legs.fallback == nil ? nil : legs.circles, timeLimit: legs.timeLimit)
        var trips: [PlannedTrip]
        do {
            trips = [try await PlannedTrip(question, among: loaded.places, by: source, travel, find: find)]
        } catch let error as PlanQuestionError {
            throw Failure(error)
        }
        let (trip, count) = (trips[0], alternatives ?? 1)
        while trips.count < count {
            guard let other = try await trip.alternative(to: trips, by: source, travel) else {
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

    private func place(_ text: String, _ option: String, _ find: (String) throws -> Coordinate) throws
        -> PlanQuestion.End
    {
        if let point = try? OptionText.point(text) { return .init(name: text, coordinate: point) }
        do {
            return .init(name: text, coordinate: try find(text))
        } catch let error as UnclearPlaceName {
            throw Failure(.badData, "--\(option): \(error.reason)")
        }
    }

    /// Options that the number of days or the date may rule out.
    private func check(days: Int, date: CalendarDate?) throws {
        func fail(_ reason: String) -> Failure { Failure(.usage, reason) }
        if format == .ics, date == nil { throw fail("--format ics needs --date.") }
        if let pin = pin.first(where: { $0.pin.day >= days }) {
            throw fail("--pin \(pin.pin.name) is on day \(pin.pin.day + 1) of \(days).")
        }
        if let day = open.compactMap(\.opening.day).first(where: { $0 >= days }) {
            throw fail("--open is for day \(day + 1) of \(days).")
        }
        if let now, now.moment.day >= days { throw fail("--now is on day \(now.moment.day + 1) of \(days).") }
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
