import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkRegions
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkThreads

extension RecommendCommand {
    /// Answers the stops, and says what was done.
    func answer() async throws {
        let question = try question
        // Before anything is read or written: an option may give an invalid server or system.
        let legs = question.isAlong || format == .svg ? LegChoice.resolved(legs, beside: attractions) : .greatCircle
        var requests = LegChoice.Requests()
        if self.legs == nil { requests.fallback = GreatCircleLegs(mode: .driving) }
        let source = try legs.source(GreatCircleLegs(mode: .driving), mode: .driving, requests)
        if !output.quiet, self.legs == nil, let path = legs.roadFile {
            Console.say(LegChoice.remark(onRoadsOf: path))
        }
        let stored = try stored.open()
        let (system, reading) = (try system.system(), try catalog.options())
        let lexicon = try ScoreFiles.lexicon(lexicon)
        let isExplained = question.isExplained || question.showsLeftOut || format == .svg
        let attractions = try loadAttractions(
            reading, lexicon, explaining: isExplained ? question.language ?? .ofLocale : nil)
        var recommender = Recommender(attractions.places)
        recommender.lexicon = lexicon
        recommender.prepare(for: question)
        try addVisits(to: &recommender)
        if let weights { recommender.weights = try ScoreFiles.weights(weights) }
        var options = RecommendationOptions()
        options.question = question
        options.interests = try readInterests(question.interests, among: attractions.places.themes, of: stored)
        let met = Guarded<Set<Int>>([])
        if !output.quiet { recommender.onFacilities = { places in met.withLock { $0.formUnion(places) } } }
        if !output.quiet { recommender.interestReach = InterestReach(options.interests, attractions.places) }
        if worthColumn != nil, recommender.weights[.worth] == 0, !output.quiet {
            Console.say("the weights have no part \"worth\": --worth-column does not count")
        }
        try checkWeights(of: recommender)
        options.visited = try readVisited(among: attractions.places)
        options.visited.formUnion(try readExcluded(question.excluded, among: attractions.places))
        if let stored {
            options.visited.formUnion(try stored.store.trips.visitedPlaces(among: attractions.places, at: .now))
        }
        options.question.language = question.language ?? .ofLocale
        (options.format, options.title) = (format ?? .csv, title)
        options.boundaries = try boundaries.map { path in
            try MemoryLimit.refuse(tooLarge: path)
            return try RegionSet(contentsOf: path)
        }
        if format == .svg {
            (options.ground, options.isDark) = (try ground.open(beside: self.attractions), ground.isDark)
            options.attribution = legs.attribution
        }
        options.stops = columns.stops(in: system)
        (options.tripColumn, options.indexColumn, options.isScattered) = (columns.trip, columns.index, scattered)
        if findStops { options.stops.finder = try CatalogArguments.stopFinder(self.attractions, reading: reading) }

        let name = stops ?? stored?.source.name ?? ""
        var (progress, complaints) = (ProgressLine(output: output.path), output.complaints(about: name))
        defer { progress.clear() }
        let input: any ByteSource = if let stored { stored.source } else { try FileSource(path: stops ?? "-") }
        let summary = try await RecommendationBatch(recommender, options, source: source).run(
            stops: input, output: OutputFile(path: output.path, packing: .byName), rejects: output.rejects,
            shard: shard,
            jobs: jobs.count, onRejection: { complaints.add($0) }, onProgress: { progress.show($0) })
        progress.clear()
        let last = met.withLock { $0.sorted() }
        if !last.isEmpty {
            let places = attractions.places.places
            Console.say(FacilityText.of(last.map { places[$0].name }, among: places.count))
        }
        if let sentence = recommender.interestReach?.sentence { Console.say(sentence) }
        try output.end(
            summary, shard, complaints, isStrict: strict, remark: remark(on: summary, of: question),
            attribution: [.geojson, .svg].contains(options.format) ? nil : attractions.places.attribution)
    }

    /// How far was looked, or why nothing was recommended; nil if it needs no word.
    private func remark(on summary: BatchSummary, of question: RecommendationQuestion) -> String? {
        guard summary.answered > 0 else { return nil }
        if summary.hits > 0 {
            guard summary.widened > 0 else { return nil }
            let lists =
                question.scope == .stop
                ? "\(summary.widened) of \(summary.answered) \(summary.answered == 1 ? "stop" : "stops")"
                : "\(summary.widened) \(summary.widened == 1 ? "trip" : "trips")"
            return
                "radius widened from \(Radius(Reach.usualRadius)) for \(lists), up to \(Radius(summary.widestRadius)), "
                + "since there are too few places; --radius sets it"
        }
        if question.isAlong, summary.answered == 1 {
            return "nothing to recommend: a route needs two stops or more"
        }
        let place = question.isAlong ? "of the route" : "of any stop"
        let radius = Radius(question.radius ?? max(Reach.usualRadius, summary.widestRadius))
        let (detour, ahead) = (question.maxDetour.map(Radius.init), question.ahead.map(Radius.init))
        let limits = [ahead.map { "from \($0) on" }, detour.map { "with a detour of \($0) at most" }].compactMap { $0 }
        if limits.isEmpty { return "nothing to recommend within \(radius) \(place); --radius looks farther" }
        return "nothing to recommend within \(radius) \(place) \(limits.joined(separator: " and ")); "
            + "a longer --radius\(detour == nil ? "" : " or --detour")\(ahead == nil ? "" : " or a shorter --ahead") finds more"
    }

    private func loadAttractions(
        _ reading: CatalogOptions, _ lexicon: ThemeLexicon, explaining language: ExplanationLanguage?
    ) throws -> RecommendedAttractions {
        let attractions = try CatalogArguments.reading(self.attractions) { () throws(AttractionError) in
            try RecommendedAttractions(
                contentsOf: self.attractions, reading: reading, lexicon: lexicon, worthColumn: worthColumn,
                worthName: worthName, explaining: language, jobs: jobs.count)
        }
        try CatalogArguments.say(attractions.reading, quietly: output.quiet)
        return attractions
    }

    // MARK: Files of the question

    /// Refuses weights that are all on visits where none are given, and says where they are missing.
    private func checkWeights(of recommender: Recommender) throws {
        guard let weights, recommender.weights[.together] > 0, recommender.visits == nil else { return }
        if ScorePart.allCases.allSatisfy({ $0 == .together || recommender.weights[$0] == 0 }) {
            throw Failure(.badData, "\(weights): all weight is on together, which needs --visits")
        }
        if !output.quiet { Console.say("\(weights): \"together\" counts only with --visits") }
    }

    private func readInterests(
        _ asked: String?, among themes: [String], of stored: StoredStops?
    ) throws -> Interests? {
        if let stored, asked == nil, companions == nil {
            let (interests, unknown) = try stored.store.trips.interests(of: stored.trip, among: themes, by: union)
            if !unknown.isEmpty, !output.quiet {
                Console.say("companions like what is no theme of the attractions: \(unknown.joined(separator: ", "))")
            }
            return interests
        }
        var travellers: [Interests] = []
        if let asked {
            do {
                travellers.append(try Interests(text: asked, among: themes))
            } catch {
                throw Failure(.usage, "--interests: \(error)")
            }
        }
        if let companions {
            do {
                travellers += try CompanionTable.read(FileSource(path: companions), among: themes)
            } catch let error as CompanionError {
                if case .table(let error) = error { throw Failure(error) }
                throw Failure(.badData, "\(companions): \(error)")
            }
        }
        let joint = Interests(travellers, by: union)
        if let joint, joint.byTheme.values.allSatisfy({ $0 == 0 }), !output.quiet {
            Console.say(
                "no theme interests all travellers, so interests do not count with --union \(union.rawValue); "
                    + "--union average adds them up")
        }
        return joint
    }

    private func readVisited(among places: RecommendedPlaces) throws -> Set<String> {
        guard let visited else { return [] }
        let read = try VisitedTable.ids(FileSource(path: visited), among: places)
        if !output.quiet, read.unknown > 0 {
            Console.say("\(visited): \(read.unknown) of \(read.rows) rows match no attraction")
        }
        return read.ids
    }

    /// The ids of what --exclude names.
    private func readExcluded(_ texts: [String], among places: RecommendedPlaces) throws -> Set<String> {
        let (ids, unknown): (Set<String>, [String])
        do {
            (ids, unknown) = try places.ids(excludedBy: texts)
        } catch {
            throw Failure(.usage, "--exclude: \(error)")
        }
        if !output.quiet, !unknown.isEmpty {
            Console.say(
                "--exclude: no attraction is called \(FacilityText.list(unknown.map { "\"\($0)\"" })); `waymark search` finds names"
            )
        }
        return ids
    }

    /// Counts what others visited together; then the weights are those for visits.
    private func addVisits(to recommender: inout Recommender) throws {
        guard let visits else { return }
        var complaints = Complaints(file: visits, isShown: !output.quiet)
        let seen = try SeenCourses(
            FileSource(path: visits), among: recommender.places, columns: columns.courses,
            onRejection: { complaints.add($0) })
        complaints.end()
        try NothingAnswered.refuse(rowsIn: seen.summary.rowsIn, answered: seen.summary.answered, complaints)
        recommender.visits = VisitCounts(seen.places, placeCount: recommender.places.places.count)
        recommender.weights = .visited
    }
}

extension ExplanationLanguage {
    /// The language of the locale (LC_ALL, LC_MESSAGES, LANG): Korean, or English where another one is named.
    static var ofLocale: ExplanationLanguage { ["", "ko"].contains(Locale.language) ? .korean : .english }
}
