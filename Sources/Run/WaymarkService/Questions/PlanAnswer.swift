import WaymarkBatch
import WaymarkPlans
import WaymarkQuestions
import WaymarkRecommendations
import WaymarkRoutes
import WaymarkText

/// The answer to a question about days.
enum PlanAnswer {
    /// The forms of answers, the usual one first.
    static let forms: [Media] = [.json, .geojson, .csv, .gpx, .calendar, .svg, .text]
    /// The member of the body of a POST that is an earlier plan.
    static let earlier = "earlier"
    /// The maximum number of places to choose from.
    private static let mostCandidates = 400

    /// The maximum number of breaks of a day, and of all days: with more, the times of an order take long to find.
    private static let mostBreaks = (ofDay: 6, ofAll: 60)

    /// The parameters beside ``earlier``. A request is answered by one plan.
    static let bodyParameters =
        Parameter.all(of: PlanQuestion.self).filter { $0.name != "alternatives" }.map { parameter in
            var served = parameter
            if served.name == "limit" { served.served = mostCandidates }
            if served.name == "language" { (served.usual, served.usualWords) = ("ko", nil) }
            if served.name == "start" { served.example = "37.5796,126.9770" }
            return served
        } + [Endpoint.fallback]

    /// The parameters without an earlier plan.
    static let queryParameters = bodyParameters.filter { !["now", "at", "change-price"].contains($0.name) }
        .map { parameter in
            var needed = parameter
            if needed.name == "start" { needed.isRequired = true }
            return needed
        }

    /// Plans, with the bytes of the command.
    ///
    /// - Throws: ``Problem``, `CancellationError`.
    static func of(_ work: BatchQuestion.Work, keeping earlier: JSONValue?, _ limits: Limits) async throws -> Answer {
        let question = try question(work, keeping: earlier, limits)
        let end = ContinuousClock.now + limits.searchTime
        let plan: TripPlan
        do {
            plan = try await PlannedTrip(
                question, among: work.data.recommended, hours: work.data.openings,
                by: work.legs.ways(question.travelMode, isFallback: work.asked.text("fallback") != nil)
            ) { name in
                try Task.checkCancellation()
                if ContinuousClock.now > end {
                    throw Problem.limit(
                        .contentTooLarge, "The names of the question take longer to find than \(limits.searchTime)",
                        option: "max-search-time")
                }
                return try work.data.finder.place(named: name)
            }.tripPlan()
        } catch let error as PlanQuestionError {
            throw Problem(error, isByRoad: work.legs.isServer)
        }
        try Task.checkCancellation()
        // What time has cut is not the same again.
        let isStable = plan.ending != .timeLimit && !work.legs.isServer
        let bytes = try bytes(of: plan, work.form, isKorean: question.language != .english)
        return Answer(work.form, bytes, isStable: isStable)
    }

    /// What is asked, within the limits of the service.
    private static func question(
        _ work: BatchQuestion.Work, keeping earlier: JSONValue?, _ limits: Limits
    ) throws(Problem) -> PlanQuestion {
        var question = PlanQuestion()
        if let earlier { question.earlier = try plan(earlier, limits) }
        question = try work.asked.question(from: question)
        question.language = question.language ?? .korean
        if earlier == nil {
            if question.start == nil { throw .bad("start", "start is missing: where days start, or an earlier plan.") }
            for name in ["now", "at"] where work.asked.text(name) != nil {
                throw .bad(name, "\(name) needs an earlier plan: earlier.")
            }
        }
        if work.form == .calendar, question.firstDate == nil { throw .bad("date", "A calendar needs date.") }
        try check(breaksOf: question)
        if work.legs.isServer, (question.limit ?? 0) > LegService.maxPlaces {
            throw .bad("limit", "limit must be at most \(LegService.maxPlaces) by road.")
        }
        // The usual effort, and no more time than a request may have.
        if question.timeLimit == nil, question.iterations == nil { question.iterations = PlanQuestion.usualIterations }
        question.timeLimit = min(question.timeLimit ?? .seconds(5), limits.searchTime)
        return question
    }

    private static func plan(_ value: JSONValue, _ limits: Limits) throws(Problem) -> TripPlan {
        let plan: TripPlan
        do throws(PlanQuestionError) {
            plan = try TripPlan(parsing: Array(CanonicalJSON.text(value).utf8))
        } catch {
            throw Problem(error)
        }
        let visits = plan.days.reduce(0) { $0 + $1.visits.count }
        if visits > limits.coordinates {
            throw .limit(
                .contentTooLarge, "\(earlier) has \(visits) visits; the limit is \(limits.coordinates)",
                option: "max-coordinates")
        }
        if let day = plan.days.firstIndex(where: { $0.breaks.count > mostBreaks.ofDay }) {
            let name = "\(earlier).days[\(day)].breaks"
            throw .bad(name, "\(name): a day may have at most \(mostBreaks.ofDay) breaks.")
        }
        return plan
    }

    private static func check(breaksOf question: PlanQuestion) throws(Problem) {
        if question.breaks.count > mostBreaks.ofDay {
            throw .bad("break", "break may be given at most \(mostBreaks.ofDay) times.")
        }
        let old = question.earlier?.days ?? []
        let days = question.dayCount
        let ofDay = question.breaks.isEmpty ? old.map(\.breaks.count).max() ?? 0 : question.breaks.count
        if days * ofDay > mostBreaks.ofAll {
            throw .bad("break", "\(days) days with \(ofDay) breaks each are more than \(mostBreaks.ofAll) breaks.")
        }
    }

    private static func bytes(
        of plan: TripPlan, _ form: Media, isKorean: Bool
    ) throws -> ContiguousArray<UInt8> {
        switch form {
        case .csv: return ContiguousArray(plan.csv().utf8)
        case .text: return ContiguousArray(plan.itinerary(isKorean: isKorean).utf8)
        case .calendar: return ContiguousArray((plan.calendar() ?? "").utf8)
        case .geojson, .gpx, .svg:
            var options = TripOptions()
            options.map.language = isKorean ? .korean : .english
            let format: TripFormat = form == .svg ? .svg : form == .gpx ? .gpx : .geojson
            return try plan.document(format, options, isKorean: isKorean)
        default: return ContiguousArray(plan.json().utf8)
        }
    }
}
extension Problem {
    /// Why there is no plan; `isByRoad` if ways come from a server of roads.
    init(_ error: PlanQuestionError, isByRoad: Bool = false) {
        let text = "\(error)".replacing("--", with: "")
        self =
            switch error {
            case .unclearName(let name, _): .bad(name, text)
            case .parameter(let error): .bad(error.name, error.reason)
            case .contradiction(_, let wish, _): .bad(wish == "required" ? "must" : "pin", text)
            case .nothingInReach: .bad("radius", text)
            case .tooShort: .bad("hours", text)
            case .breaksDoNotFit: .bad("break", text)
            case .isOver: .bad("now", text)
            case .pinIsPast: .bad("pin", text)
            case .invalid: .bad(nil, text)
            case .storedPlan(let reason):
                // The reason begins with the place: .days[0].visits[3]: ...
                .bad(
                    PlanAnswer.earlier
                        + (reason.hasPrefix(".") ? String(reason.prefix { $0 != ":" && $0 != " " }) : ""),
                    PlanAnswer.earlier + (reason.hasPrefix(".") ? reason : ": \(reason)"))
            // A guess knows no way across water.
            case .noWays where !isByRoad: .bad("end", text)
            case .noWays: LegService.problem(.unavailable(reason: text), source: "the server of roads")
            }
    }
}
