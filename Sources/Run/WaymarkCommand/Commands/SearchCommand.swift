import ArgumentParser
import WaymarkBatch
import WaymarkC
import WaymarkGeodesy
import WaymarkQuestions
import WaymarkRegions
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// `waymark search`: finds attractions by parts of their names.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find attractions by part of their names: half a syllable, 초성, the wrong keyboard.",
        discussion: """
            Best first: the whole name, its start or end, the start of a word, anywhere in it, an unfinished syllable, other \
            names, 초성, the wrong keyboard, romanised, in Hanja or kana, and last category and district. How well a name \
            matches is weighed with how well known the place is and, with --near, how near. If no place matches all of it, \
            similar ones are listed as such: two parts in order, misspelled, abbreviated, some of the words, in a text.

            EXAMPLES
              waymark search 경복ㄱ --attractions places.csv
              waymark search ㄱㅂㄱ --attractions places.csv --near 37.58,126.98
              waymark search rudqhr --attractions places.csv --format ndjson
              waymark search 공원 --attractions places.csv --near 37.5,127 \\
                --within 10km --category 공원
              waymark search 박물관 --attractions places.csv \\
                --boundaries provinces.geojson --region 경상북도
              waymark search --queries queries.csv --attractions places.csv
              waymark search 안압지 --attractions places.csv --aliases names.csv
              waymark search --interactive --attractions places.waymark
            """)

    @Argument(help: ArgumentHelp("The typed text.", valueName: "query"))
    var query: String?
    @Option(
        help: ArgumentHelp(
            "Answer each row of a CSV with a column of queries, and optionally an id and a point; - is standard input.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var queries: String?
    @Flag(help: "Search while you type in the terminal; Enter prints the selected attraction.")
    var interactive = false
    @OptionGroup var catalog: CatalogArguments

    @OptionGroup var places: QuestionOptions<SearchQuestion, Sections.First>
    @Option(
        help: ArgumentHelp("GeoJSON of the regions, for --region.", valueName: "file"),
        completion: .file(extensions: ["geojson", "json"]))
    var boundaries: String?
    @Option(
        help: ArgumentHelp("Property of the regions with the code; detected by usual names.", valueName: "name"))
    var codeProperty: String?
    @Option(help: ArgumentHelp("Property of the regions with the name; detected by usual names.", valueName: "name"))
    var nameProperty: String?
    @Option(
        help: ArgumentHelp("Encoding of the regions: utf-8 or cp949; detected by default.", valueName: "label"))
    var boundariesEncoding: TextEncoding?
    @Option(
        help: ArgumentHelp(
            "Column of the attractions with numbers of your own, whose rank counts: a rating, visits, an editor's choice.",
            valueName: "name"))
    var worthColumn: String?
    @Option(
        help: ArgumentHelp(
            "Column of the attractions with other names; may be repeated. One called 영문명 or english_name is always used.",
            valueName: "name"))
    var otherNameColumn: [String] = []
    @Option(
        help: ArgumentHelp(
            "Other names of attractions: a CSV with the columns alias and name, and optionally id.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var aliases: String?
    @OptionGroup var listed: QuestionOptions<SearchQuestion, Sections.Second>
    @Option(help: ArgumentHelp("csv, ndjson, geojson or table; default table, csv for --queries.", valueName: "format"))
    var format: RowFormat?
    @OptionGroup var output: RowOutputArguments

    @Option(
        help: ArgumentHelp(
            "With --queries: answer only the i-th of n parts; `waymark merge` joins them.",
            valueName: "i/n"),
        transform: Shard.init(argument:))
    var shard: Shard?
    @Flag(help: "Exit with 1 if a row of the queries was rejected.")
    var strict = false
    @OptionGroup var jobs: JobsArguments
    @Option(help: ArgumentHelp("Query column, by name or number (#1).", valueName: "name"))
    var queryColumn: String?
    @Option(
        help: ArgumentHelp(
            "Id column, by name or number (#2); without one, the row number is the id.", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Latitude column of the point, by name or number (#3).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude column of the point, by name or number (#4).", valueName: "name"))
    var longitudeColumn: String?
    @Option(help: ArgumentHelp("Encoding of the queries: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter of the queries; detected by default.", valueName: "character"))
    var delimiter: Delimiter?

    /// What is asked.
    var question: SearchQuestion {
        get throws {
            var question = try SearchQuestion(from: places, listed)
            question.text = query ?? ""
            return question
        }
    }

    func validate() throws {
        let ways = [query != nil, queries != nil, interactive].count { $0 }
        if ways != 1 { throw ValidationError("Give one of <query>, --queries and --interactive.") }
        let question = try question
        if question.within != nil, question.near == nil, queries == nil {
            throw ValidationError("--within needs --near.")
        }
        if let fault = query.flatMap({ SearchQuery($0).fault }) { throw ValidationError("The query has \(fault).") }
        if queries != nil, format == .table {
            throw ValidationError(
                "--format table is for one query: its columns are as wide as all rows need, and answers to --queries are "
                    + "written as they are found; use csv, ndjson or geojson.")
        }
        if question.regions.isEmpty != (boundaries == nil) {
            throw ValidationError("--region and --boundaries go together: the region's name, and the file it is in.")
        }
        let ofBoundaries = [codeProperty != nil, nameProperty != nil, boundariesEncoding != nil]
        if boundaries == nil, ofBoundaries.contains(true) {
            throw ValidationError("--code-property, --name-property and --boundaries-encoding go with --boundaries.")
        }
        if boundaries == "-", catalog.isStandardInput || queries == "-" || interactive {
            throw ValidationError("Only one of --boundaries, --attractions and --queries can be standard input.")
        }
        if queries == nil {
            let others: [(String, Bool)] = [
                ("--shard", shard != nil), ("--rejects", output.rejects != nil), ("--strict", strict),
                ("--query-column", queryColumn != nil), ("--id-column", idColumn != nil),
                ("--latitude-column", latitudeColumn != nil), ("--longitude-column", longitudeColumn != nil),
                ("--encoding", encoding != nil), ("--delimiter", delimiter != nil),
            ]
            if let other = others.first(where: \.1) { throw ValidationError("\(other.0) goes with --queries.") }
        }
        if worthColumn != nil || !otherNameColumn.isEmpty, catalog.isStandardInput {
            throw ValidationError("--worth-column and --other-name-column need --attractions that is a file.")
        }
        if aliases == "-" { throw ValidationError("--aliases must be a file.") }
        if queries == "-", catalog.isStandardInput {
            throw ValidationError("Only one of --queries and --attractions can be standard input.")
        }
        if interactive, catalog.isStandardInput {
            throw ValidationError("With --interactive, standard input is the keyboard: --attractions must be a file.")
        }
        let inputs = [
            ("--queries", queries), ("--boundaries", boundaries), ("--aliases", aliases),
        ]
        try SameFiles.refuse(
            outputs: output.uses,
            inputs: catalog.uses + inputs.compactMap { role, path in path.map { .init(role, $0) } })
    }

    func run() throws {
        var extras = SearchExtras()
        (extras.worthColumn, extras.otherNameColumns, extras.aliases) = (worthColumn, otherNameColumn, aliases)
        let attractions = try catalog.loadSearch(extras, jobs: jobs.count, quietly: output.quiet)
        let search = attractions.search
        if !output.quiet, queries == nil, !attractions.reading.reports.isEmpty, search.count >= Self.manyRows,
            isatty(2) == 1
        {
            Console.say(
                "\(search.count) rows were read and indexed: `waymark index build` makes a file that answers at once")
        }
        let question = try question
        for name in question.categories where !search.hasCategory(name) {
            let known = search.categories
            throw Failure(
                .usage,
                known.isEmpty
                    ? "--category: the attractions have no categories"
                    : "--category: there is no category \(name); the categories are \(Self.list(known))")
        }
        let model = question.query
        let regions = try boundaries.map { try searchedRegions(question.regions, $0, attractions) }
        if let queries { return try answer(queries, attractions, question, regions) }
        if interactive {
            let included = regions?.places(of: search)
            let isIncluded = attractions.including(
                question.kind, where: included.map { included in { included[$0] } })
            switch try InteractiveSearch.run(search, like: model, where: isIncluded) {
            case .taken(let hit):
                let taken = SearchAnswers(hits: [hit], count: 1, isExact: hit.rung < .partsInOrder)
                try write(taken, attractions.attribution, regions)
            case .left: break
            case .interrupted: throw ExitCode(130)
            }
            return
        }
        let answers = search.answers(
            to: model,
            where: attractions.including(
                question.kind, where: regions.map { regions in { regions.contains(search.coordinate(of: $0)) } }))
        try write(answers, attractions.attribution, regions)
        for (words, what) in [
            (answers.droppedWords, "left out, since nothing matches"),
            (answers.correctedWords, "corrected, since nothing matches"),
        ] where !output.quiet && !words.isEmpty && answers.count > 0 {
            Console.say("\(what): \(words.joined(separator: ", "))")
        }
        if !output.quiet, answers.hits.count < answers.count || answers.count == 0 {
            Console.say(
                answers.count == 0 ? "nothing found" : "\(answers.hits.count) of \(answers.count) shown: --limit")
        }
    }

    /// The number of rows from which an index file saves a noticeable time.
    private static let manyRows = 20_000

    /// The regions asked for.
    private func searchedRegions(
        _ region: [String], _ path: String, _ attractions: SearchedAttractions
    ) throws -> SearchedRegions {
        let all = try RegionsCommand.regions(
            path, RegionOptions(name: nameProperty, code: codeProperty), boundariesEncoding)
        if let regions = SearchedRegions(region, in: all) {
            for name in region where !output.quiet {
                let found = attractions.regions(called: name, in: all)
                if found.isEmpty { continue }
                Console.say(
                    "--region: \(found.count) regions are called \(name), and all are searched; for one, give its code: "
                        + found.joined(separator: ", "))
            }
            return regions
        }
        throw Failure(
            .usage,
            "--region: no region is called \(SearchedRegions.unknown(region, in: all) ?? ""); the regions are "
                + Self.list(all.regions.map { $0.name.isEmpty ? $0.code : $0.name }))
    }

    /// The first 40 names, and the number of all if there are more.
    private static func list(_ names: [String]) -> String {
        names.prefix(40).joined(separator: ", ") + (names.count > 40 ? ", ... (\(names.count))" : "")
    }

    /// Writes the answer to one query.
    private func write(_ answers: SearchAnswers, _ attribution: String?, _ regions: SearchedRegions?) throws {
        let hits = answers.hits
        var bytes: ContiguousArray<UInt8> = []
        let format = format ?? .table
        if format == .table {
            let isTerminal = OpenDescriptor.number(of: output.path).map { isatty($0) == 1 } ?? false
            if !answers.isExact, !hits.isEmpty { bytes = ContiguousArray("not found; similar:\n".utf8) }
            if !hits.isEmpty { bytes += SearchTable.text(hits, isMarked: isTerminal) { regions?.name(of: $0) }.utf8 }
        } else {
            bytes = SearchRows(format, attribution: attribution) { regions?.name(of: $0) }.document(of: answers)
        }
        try output.write(bytes)
        if !output.quiet, format != .geojson, !hits.isEmpty, let attribution { Console.say(attribution) }
    }

    /// Answers a table of queries, and prints a summary.
    private func answer(
        _ path: String, _ attractions: SearchedAttractions, _ question: SearchQuestion, _ regions: SearchedRegions?
    ) throws {
        // Each row has a point of its own, from which the distance is measured.
        var everywhere = question
        everywhere.within = nil
        var options = SearchBatchOptions(everywhere.query, format: format ?? .csv)
        options.regions = regions
        (options.radius, options.kind) = (question.within, question.kind)
        if let regions { options.region = { regions.name(of: $0) } }
        options.columns = QueryColumnNames(
            query: queryColumn, id: idColumn, latitude: latitudeColumn, longitude: longitudeColumn)
        (options.encoding, options.delimiter) = (encoding, delimiter?.byte)
        let attribution = options.format == .geojson ? nil : attractions.attribution
        try output.run(path, shard, isStrict: strict, attribution: attribution) { progress, complaints in
            try SearchBatch(attractions, options).run(
                queries: FileSource(path: path), output: OutputFile(path: output.path, packing: .byName),
                rejects: output.rejects,
                shard: shard, jobs: jobs.count, onRejection: { complaints.add($0) }, onProgress: { progress.show($0) })
        }
    }
}
