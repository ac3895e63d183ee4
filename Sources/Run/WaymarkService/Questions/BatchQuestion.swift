import WaymarkAttractions
import WaymarkBatch
import WaymarkFiles
import WaymarkGeodesy
import WaymarkIndex
import WaymarkMeasures
import WaymarkQuestions
import WaymarkRecommendations
import WaymarkRegions
import WaymarkRoads
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// A question that a batch of the command answers for each row of a table.
struct BatchQuestion: Sendable {
    /// The columns that a place in a request may have, in the order of the table that is made of it.
    let columns: [Parameter]
    /// The forms in which the batch writes its answers; JSON is made of the first.
    let forms: [Media]
    /// The name of the list of places in the body of a request.
    var list = "stops"
    /// Whether answers list attractions.
    var listsAttractions = true
    /// Answers for one place with the bytes of the batch, without a table of it; nil if there are more results than a
    /// maximum. Without it the batch answers a table of one row.
    var single: (@Sendable (Work, _ most: Int) throws -> Answer?)?
    /// Answers every row of a source, in a form, into an output.
    let run: Run

    /// What a question is asked with.
    struct Work: Sendable {
        let asked: Asked
        let data: ServiceData
        let legs: LegService
        let form: Media
    }

    typealias Run =
        @Sendable (Work, any ByteSource & Sendable, OutputFile, (Rejection) -> Void) async throws -> BatchSummary
}

extension Media {
    fileprivate var rows: RowFormat { self == .csv ? .csv : self == .geojson ? .geojson : .ndjson }
}

extension BatchQuestion {
    /// The columns of a place.
    static let place = [
        Parameter("id", .text(200), "The id of the place; without one, its number is the id."),
        Parameter("name", .text(500), "The name of the place."),
        Parameter(
            "latitude", .number(-90...90), "Degrees north, WGS 84.", isRequired: true, example: "37.5796"),
        Parameter(
            "longitude", .number(-180...180), "Degrees east, WGS 84.", isRequired: true, example: "126.9770"),
    ]

    static let nearby = lookup {
        let question = try $0.asked.question(from: NearbyQuestion())
        guard question.within != nil else { return (question.lookup, $0.data.lookups(ofKind: question.kind)) }
        guard let roads = try $0.legs.source(mode: question.mode.rawValue) as? RoadLegs else {
            throw Problem.bad("within", "within needs roads: waymark town makes a file that has them.")
        }
        return (question.lookup, $0.data.lookups(ofKind: question.kind, over: roads))
    }
    static let nearest = lookup {
        let question = try $0.asked.question(from: NearestQuestion())
        return (question.lookup, $0.data.lookups(ofKind: question.kind))
    }

    private static func lookup(
        _ lookup: @escaping @Sendable (Work) throws -> (Lookup, PlaceKindLookups)
    ) -> BatchQuestion {
        BatchQuestion(columns: place, forms: [.ndjson, .geojson, .csv]) { work, most in
            try single(try lookup(work), work, most: most)
        } run: { work, rows, output, reject in
            let (lookup, lookups) = try lookup(work)
            return try LookupBatch(over: lookups.batch, LookupBatchOptions(lookup, format: work.form.rows)).run(
                stops: rows, output: output, onRejection: reject)
        }
    }

    private static func single(_ question: (lookup: Lookup, lookups: PlaceKindLookups), _ work: Work, most: Int) throws
        -> Answer?
    {
        let asked = work.asked
        guard let latitude = asked.number("latitude"), let longitude = asked.number("longitude") else {
            preconditionFailure("both are required")
        }
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        var bytes: ContiguousArray<UInt8> = []
        if work.form == .json { ResultList.begin(&bytes, work.data) }
        let count = try question.lookups.single(work.form).append(
            question.lookup, at: place, id: asked.text("id"), most: most, to: &bytes)
        if work.form == .json { ResultList.end(&bytes) }
        return count > most ? nil : Answer(work.form, bytes)
    }

    static let recommend = BatchQuestion(columns: place, forms: [.ndjson, .geojson, .csv]) {
        work, rows, output, reject in
        var options = RecommendationOptions()
        options.question = try work.asked.question()
        options.format = work.form == .csv ? .csv : work.form == .geojson ? .geojson : .ndjson
        let places = work.data.recommended
        if let text = options.question.interests {
            do {
                options.interests = try Interests(text: text, among: places.themes)
            } catch {
                throw Problem.bad("interests", "interests: \(error)")
            }
        }
        let unknown: [String]
        do {
            (options.visited, unknown) = try places.ids(excludedBy: options.question.excluded)
        } catch {
            throw Problem.bad("exclude", "exclude: \(error)")
        }
        if let name = unknown.first {
            throw Problem.bad("exclude", "exclude: no attraction is \(PlainText.shortened(name)).")
        }
        var recommender = Recommender(places)
        recommender.prepare(for: options.question)
        return try await RecommendationBatch(recommender, options).run(
            stops: rows, output: output, onRejection: reject)
    }

    static let searches = BatchQuestion(
        columns: [
            Parameter("id", .text(200), "The id of the query; without one, its number is the id."),
            Parameter("query", .text(500), "The typed text.", isRequired: true, example: "경복"),
            Parameter("latitude", .number(-90...90), "Degrees north of the point to be near to."),
            Parameter("longitude", .number(-180...180), "Degrees east of the point to be near to."),
        ], forms: [.ndjson, .geojson, .csv], list: "queries"
    ) { work, rows, output, reject in
        var question: SearchQuestion = try work.asked.question()
        let within = question.within
        question.within = nil
        var options = SearchBatchOptions(try NameSearch.query(question, work), format: work.form.rows)
        options.regions = try NameSearch.regions(question, work)
        (options.radius, options.kind) = (within, question.kind)
        let isEnglish = work.asked.text("language") == "en"
        if let levels = work.data.regions { options.region = { levels.name(of: $0, inEnglish: isEnglish) } }
        return try SearchBatch(work.data.search, options).run(queries: rows, output: output, onRejection: reject)
    }

    static let regions = BatchQuestion(columns: place, forms: [.csv], listsAttractions: false) {
        work, rows, output, reject in
        guard let levels = work.data.regions else { throw NameSearch.noBoundaries }
        let table = RegionTable(
            levels, tolerance: work.asked.length("tolerance"), inEnglish: work.asked.text("language") == "en")
        return try table.append(rows: rows, output: output, onRejection: reject).summary
    }

    static let distance = BatchQuestion(
        columns: [
            Parameter(
                "from_latitude", .number(-90...90), "Degrees north of the start.", isRequired: true, example: "37.5796"
            ),
            Parameter(
                "from_longitude", .number(-180...180), "Degrees east of the start.", isRequired: true,
                example: "126.9770"),
            Parameter(
                "to_latitude", .number(-90...90), "Degrees north of the end.", isRequired: true, example: "35.7898"),
            Parameter(
                "to_longitude", .number(-180...180), "Degrees east of the end.", isRequired: true, example: "129.3320"),
        ], forms: [.csv], list: "pairs", listsAttractions: false
    ) { work, rows, output, reject in
        var measures: [Measure] = []
        for word in (work.asked.text("using") ?? "haversine").split(separator: ",", omittingEmptySubsequences: false) {
            let name = word.lowercased()
            let isCode = name.hasPrefix("epsg:") && name.count <= 10 && name.dropFirst(5).allSatisfy(\.isWholeNumber)
            guard isCode || ["haversine", "geodesic", "usual-map"].contains(name), !measures.contains(Measure(name))
            else {
                throw Problem.bad(
                    "using",
                    "using must be some of haversine, geodesic, usual-map and systems such as EPSG:5179, separated by commas, each once."
                )
            }
            measures.append(Measure(isCode ? name.uppercased() : name))
        }
        do throws(MeasureError) {
            return try PairDistances(measures).run(pairs: rows, output: output, onRejection: reject)
        } catch {
            if case .projection(let fault) = error { throw Problem.bad("using", "using: \(fault)") }
            throw error
        }
    }
}

/// A search by one typed text.
enum NameSearch {
    static let noBoundaries = Problem(
        .notFound, "This server has no regions: it was started without --boundaries.")

    static func answer(_ work: BatchQuestion.Work) throws -> Answer {
        let question: SearchQuestion = try work.asked.question()
        let query = try query(question, work)
        if let fault = query.fault { throw Problem.bad("q", "q has \(fault).") }
        let regions = try regions(question, work)
        let search = work.data.search.search
        let isIncluded: ((Int) -> Bool)? = regions.map { regions in
            { regions.contains(search.coordinate(of: $0)) }
        }
        let answers = search.answers(
            to: query, where: work.data.search.including(question.kind, where: isIncluded))
        let form = work.form == .json ? Media.ndjson : work.form
        let rows = SearchRows(form.rows, attribution: work.data.attribution) {
            [levels = work.data.regions, isEnglish = work.asked.text("language") == "en"] in
            levels?.name(of: $0, inEnglish: isEnglish)
        }.document(of: answers)
        guard work.form == .json else { return Answer(form, rows) }
        let words = [("dropped", answers.droppedWords), ("corrected", answers.correctedWords)].map { name, words in
            "\"\(name)\":[\(words.map { JSONText.of($0) }.joined(separator: ","))],"
        }
        return Answer(
            .json, ResultList.json(rows, [], work.data, members: "\"exact\":\(answers.isExact)," + words.joined()))
    }

    /// The query of a question, whose categories exist.
    static func query(_ question: SearchQuestion, _ work: BatchQuestion.Work) throws -> SearchQuery {
        for name in question.categories where !work.data.search.search.hasCategory(name) {
            throw Problem.bad("category", "category: the attractions have no category \(name).")
        }
        return question.query
    }

    /// The regions that answers must lie in; nil for anywhere.
    static func regions(_ question: SearchQuestion, _ work: BatchQuestion.Work) throws -> SearchedRegions? {
        let names = question.regions
        if names.isEmpty { return nil }
        guard let levels = work.data.regions else { throw noBoundaries }
        // The first level that knows all of them.
        for level in levels.levels {
            if let found = SearchedRegions(names, in: level.regions) { return found }
        }
        throw Problem.bad("region", "region: no region is called \(names.joined(separator: ", ")).")
    }
}
