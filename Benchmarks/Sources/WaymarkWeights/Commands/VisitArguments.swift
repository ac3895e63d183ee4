import ArgumentParser
import WaymarkBatch
import WaymarkCommand
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

extension EvaluationTask: ExpressibleByArgument {}

/// The courses or visits that weights are fitted to or tested on, and what is asked of them.
struct VisitArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Courses or visits, a row each: the course or trip, the place, perhaps the order, the theme, the traveller.",
            valueName: "visits"),
        completion: .file(extensions: ["csv", "tsv"]))
    var files: [String]
    @Option(
        help: ArgumentHelp(
            "The places of a file of visits without coordinates, a CSV; once for each file, in their order.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var attractions: [String] = []
    @Option(
        help: ArgumentHelp(
            "What is to be found: left-out, each stop from the others of its course; around, the others from a stop of which "
                + "only the location is known; along, each inner stop from the others in their order; between, all between "
                + "the first and the last.",
            valueName: "task"))
    var task: EvaluationTask = .leftOut
    @Option(
        help: ArgumentHelp(
            "Rank the places of this file instead of those of the visits, which are matched by name and nearness; may be "
                + "repeated.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var among: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of questions, evenly chosen.", valueName: "n"))
    var questions = 10_000
    @Option(help: ArgumentHelp("Parts that weights are fitted for, by default those that help.", valueName: "a,b,c"))
    var parts: String?
    @Option(
        help: ArgumentHelp(
            "Reads themes from names where there is no column of themes, as `waymark-weights themes print` writes it.",
            valueName: "file"),
        completion: .file())
    var lexicon: String?
    @Flag(help: "The number of visits to a place is its worth, as if it were a --worth-column.")
    var worthByVisits = false
    @Flag(help: "Exit with 1 if a row was rejected.")
    var strict = false
    @OptionGroup var output: RowOutputArguments
    @OptionGroup var jobs: JobsArguments
    @OptionGroup var columns: VisitColumnArguments
    @OptionGroup var placeColumns: PlaceColumnArguments

    func validate() throws {
        if !attractions.isEmpty, attractions.count != files.count {
            throw ValidationError("--attractions must be given once for each file of visits, in their order.")
        }
        if !among.isEmpty, !attractions.isEmpty {
            throw ValidationError("--among cannot be used with --attractions.")
        }
        if worthByVisits, placeColumns.worthColumn != nil {
            throw ValidationError("--worth-by-visits cannot be used with --worth-column.")
        }
        if questions < 1 { throw ValidationError("--questions must be a whole number of at least 1.") }
        if output.rejects != nil, files.count > 1 {
            throw ValidationError("--rejects cannot be used with several files.")
        }
        _ = try givenParts()
    }

    /// Refuses files that would be overwritten, or read twice from standard input; `more` are other inputs.
    func validateFiles(_ more: [SameFiles.Use] = []) throws {
        let inputs =
            files.map { SameFiles.Use("the visits", $0) } + attractions.map { .init("--attractions", $0) }
            + among.map { .init("--among", $0) }
            + (lexicon.map { [.init("--lexicon", $0)] } ?? []) + more
        if inputs.count(where: { $0.path == "-" }) > 1 {
            throw ValidationError("Only one of \(inputs.map(\.role).joined(separator: ", ")) can be standard input.")
        }
        try SameFiles.refuse(outputs: output.uses, inputs: inputs)
    }

    /// The parts that were asked for, or those that help: by where places are and what they are called; by what was seen
    /// together where visitors are known.
    func usedParts(_ tables: [CourseTable]) throws -> [ScorePart] {
        if let given = try givenParts() { return given }
        switch task {
        case .between: return [.together, .way]
        case .around: return [.near, .worth]
        case .leftOut, .along:
            return [.neighbours, .way, .theme, .worth, .apart]
                + (tables.contains(where: \.hasVisitors) ? [.together] : [])
        }
    }

    private func givenParts() throws -> [ScorePart]? {
        try parts?.split(separator: ",").map { name in
            let name = PlainText.trimmed(String(name))
            guard let part = ScorePart(rawValue: name) else {
                let known = ScorePart.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--parts: there is no part \"\(name)\"; there are \(known).")
            }
            return part
        }
    }

    /// The courses of all files.
    func data(_ tables: [CourseTable]) -> [VisitData] {
        tables.map { worthByVisits ? $0.data.worthByVisits() : $0.data }
    }

    /// How weights were fitted, by the arguments of the process: names of files without folders, and nothing that does not
    /// change the weights.
    func origin(_ arguments: [String]) throws -> WeightsOrigin {
        let inputs = files + attractions + among + [lexicon].compactMap { $0 }
        var words = ["waymark-weights"]
        var rest = arguments.dropFirst()
        while let word = rest.popFirst() {
            let name = word.prefix { $0 != "=" }
            switch name {
            case "--output", "-o", "--rejects", "--jobs", "-j":
                if name == word { rest = rest.dropFirst() }
            case "--quiet", "-q", "--strict": break
            default: words.append(inputs.contains(word) ? Self.name(of: word) : word)
            }
        }
        let command = words.map { $0.contains { "# '\"$".contains($0) } ? "'\($0)'" : $0 }.joined(separator: " ")
        var hashes: [String: String] = [:]
        for path in inputs where path != "-" {
            hashes[Self.name(of: path)] = WeightsOrigin.hash(of: try FileSource.contents(of: path).bytes)
        }
        return WeightsOrigin(command: command, version: WaymarkProgram.version, files: hashes)
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What is asked, by these arguments.
    func options(_ tables: [CourseTable]) throws -> Evaluation.Options {
        var options = Evaluation.Options(task: task, parts: try usedParts(tables))
        options.maxQuestions = questions
        return options
    }

    /// Reads all files, and says what they have.
    func read() throws -> [CourseTable] {
        let lexicon = try ScoreFiles.lexicon(lexicon)
        let names = placeColumns.added(to: columns.courses)
        for path in among { try MemoryLimit.refuse(tooLarge: path) }
        let universe =
            among.isEmpty ? nil : try CourseUniverse(contentsOf: among, lexicon: lexicon, jobs: jobs.count)
        return try files.enumerated().map { number, path in
            var complaints = output.complaints(about: path)
            var table: CourseTable
            do {
                try MemoryLimit.refuse(tooLarge: path)
                var places: CoursePlaces?
                if !attractions.isEmpty {
                    try MemoryLimit.refuse(tooLarge: attractions[number])
                    let read = try CoursePlaces.read(MemorySource(unpacking: attractions[number]), columns: names)
                    places = read.places
                    if !output.quiet, let first = read.rejected.first {
                        Console.say(
                            "\(attractions[number]): \(read.rejected.count) rows are not places; the first, on line \(first.line): \(first.reason)"
                        )
                    }
                }
                table = try CourseTable(
                    FileSource(path: path), places: places, columns: names,
                    options: columns.reading,
                    lexicon: lexicon, rejects: output.rejects, jobs: jobs.count, onRejection: { complaints.add($0) })
            } catch let error as BatchError {
                throw Self.failure(error, path)
            }
            complaints.end()
            try NothingAnswered.refuse(rowsIn: table.summary.rowsIn, answered: table.summary.answered, complaints)
            let hash = path == "-" ? "" : WeightsOrigin.hash(of: try FileSource.contents(of: path).bytes)
            if let universe { (table.data, table.themes) = (universe.ranked(table.data, by: lexicon), .names) }
            table.data.isCounted = KnownPlaces.shipped.countedFiles.contains(hash)
            try say(table, path)
            return table
        }
    }

    private static func failure(_ error: BatchError, _ path: String) -> Failure {
        if case .stops(.columnNotFound(_, "course_id", let seen)) = error {
            return Failure(
                .badData,
                "\(path): no column says which course a visit is of; name it with --course-column NAME, or by number: "
                    + "--course-column '#2'; the columns are: \(seen.prefix(40).joined(separator: ", "))")
        }
        if case .stops(.columnNotFound(_, "place_id", let seen)) = error {
            return Failure(
                .badData,
                "\(path): no column has the id or the name of a visited place; name it with --place-column or --name-column; "
                    + "the columns are: \(seen.prefix(40).joined(separator: ", "))")
        }
        if case .stops(.noCoordinateColumns(_, let seen)) = error, NumberParser.double(seen.first ?? "") == nil {
            let failure = Failure(error)
            return Failure(failure.status, "\(failure.message ?? ""); or give the places with --attractions")
        }
        return Failure(error)
    }

    /// Says what was read.
    private func say(_ table: CourseTable, _ path: String) throws {
        let courses = table.data.courses.count
        let least = task == .between || task == .along ? 3 : 2
        let short = table.data.courses.count { $0.places.count < least }
        guard short < courses else {
            throw Failure(
                .badData,
                "\(path): no course has \(least) places or more: nothing can be left out of \(courses == 1 ? "the only course" : "any of \(courses) courses")"
            )
        }
        guard !output.quiet else { return }
        if !among.isEmpty {
            let stops = Set(table.data.courses.flatMap(\.places))
            let found = stops.count { $0 < table.data.places.places.count }
            Console.say("\(path): \(found) of \(stops.count) stops are among the places of --among")
        }
        let long = table.data.courses.count { $0.places.count > VisitData.maxCourse }
        if long > 0 {
            Console.say(
                "\(path): nothing is asked about \(Self.courses(long)) with more than \(VisitData.maxCourse) places")
        }
        let without = short > 0 ? "; \(short) with fewer than \(least) places cannot be tested" : ""
        let known = table.data.places.places.count { $0.theme != nil }
        Console.say(
            "\(path): \(table.summary.answered) visits, \(Self.courses(courses))\(without), \(table.data.places.places.count) places; "
                + "themes from \(table.themes.rawValue), \(known) known")
    }

    /// Fails if rows were rejected, under `--strict`.
    func finish(_ tables: [CourseTable]) throws {
        if strict, tables.contains(where: { $0.summary.rejected > 0 }) { throw Failure.rejectedRows }
    }

    static func courses(_ count: Int) -> String { count == 1 ? "1 course" : "\(count) courses" }
}

/// The columns of what is known of a visited place, for fitting and testing.
struct PlaceColumnArguments: ParsableArguments {
    @Option(
        name: .customLong("theme-column"),
        help: ArgumentHelp("Column of the theme of the visited place.", valueName: "name"))
    var theme: String?
    @Option(
        help: ArgumentHelp("Column of numbers of the place, whose rank counts, as for `recommend`.", valueName: "name"))
    var worthColumn: String?

    /// The columns of visits, with these.
    func added(to names: CourseColumnNames) -> CourseColumnNames {
        var names = names
        (names.theme, names.worth) = (theme, worthColumn)
        return names
    }
}
