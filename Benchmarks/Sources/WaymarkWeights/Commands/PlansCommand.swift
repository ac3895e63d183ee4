import ArgumentParser
import WaymarkBatch
import WaymarkCommand
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// `waymark-weights plans`: whether plans of days visit what travellers do.
struct PlansCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plans",
        abstract: "Test plans of days by what travellers saw, courses visit and a guide names.",
        discussion: """
            Beside the plans are plain ways with the same places to choose from, ways, stays and hours: the same search with \
            all places worth the same, and greedy ones by worth, by worth for time and by nearness. Intervals are 95 %.
            """,
        subcommands: [CityPlansCommand.self, CoursePlansCommand.self, PanelPlansCommand.self])
}

/// `waymark-weights plans cities`.
struct CityPlansCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cities",
        abstract: "Plan walks by what half of the visitors of a city saw, and count what the other half did.",
        discussion: """
            Walks start at each place and come back to it. Ratios are of all visits that the other half made to the places of \
            the plans, with visitors as units.

            EXAMPLES
              waymark-weights plans cities visits.csv --attractions places.csv
            """)

    @Argument(
        help: ArgumentHelp("Visits, a row each, with the traveller; a file for each city.", valueName: "visits"),
        completion: .file(extensions: ["csv", "tsv"]))
    var files: [String]
    @Option(
        help: ArgumentHelp(
            "The places of a city, a CSV with names; once for each file, in their order.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var attractions: [String]
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Lengths of walks in hours, separated by commas.", valueName: "n,n")
    )
    var hours = "3,5,8"
    @Flag(help: "The worth of a place is the number of visits, not that of visitors.")
    var countVisits = false
    @OptionGroup var output: OutputArguments
    @OptionGroup var jobs: JobsArguments

    private func lengths() throws -> [Int] {
        let lengths = hours.split(separator: ",").map { Int($0) ?? 0 }
        guard !lengths.isEmpty, lengths.allSatisfy({ 1...24 ~= $0 }) else {
            throw ValidationError("--hours must be whole numbers from 1 to 24, separated by commas.")
        }
        return lengths
    }

    func validate() throws {
        if attractions.count != files.count {
            throw ValidationError("--attractions must be given once for each file of visits, in their order.")
        }
        _ = try lengths()
    }

    func run() async throws {
        var rows: [(String, String, CityPlans.Figures)] = []
        for (file, attractions) in zip(files, attractions) {
            let city = CityPlans(try Self.read(file, attractions, jobs: jobs.count))
            var all = CityPlans.Figures()
            let name = file.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? file
            for hours in try lengths() {
                let figures = try await city.figures(minutes: 60 * hours, countingVisits: countVisits, jobs: jobs.count)
                all.add(figures)
                rows.append((name, String(hours), figures))
            }
            rows.append((name, "all", all))
        }
        try output.write(PlansReport.cities(rows))
    }

    /// Visits, with themes of places as the product reads them of names and categories.
    private static func read(_ file: String, _ attractions: String, jobs: Int) throws -> VisitData {
        var places = try CoursePlaces.read(MemorySource(unpacking: attractions)).places
        for (number, place) in places.places.enumerated() {
            let details = [place.category].compactMap(\.self)
            places.places[number].theme = ThemeLexicon.standard.reading(of: place.name, details: details).theme
        }
        return try CourseTable(FileSource(path: file), places: places, jobs: jobs).data
    }
}

/// `waymark-weights plans courses`.
struct CoursePlansCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "courses",
        abstract: "Plan courses anew from the places of their regions, in their own time.",
        discussion: """
            Worth is how many other courses name a place, and the median where none does. A plan starts and ends where its \
            course does; F1 is that of the places in between.

            EXAMPLES
              waymark-weights plans courses courses.csv --region-column region
            """)

    @Argument(
        help: ArgumentHelp("Courses, a row for each visit.", valueName: "courses"),
        completion: .file(extensions: ["csv", "tsv"]))
    var file: String
    @Option(
        help: ArgumentHelp(
            "Column of the code of the region, whose first five digits name the municipality.", valueName: "name"))
    var regionColumn: String
    @OptionGroup var columns: VisitColumnArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var jobs: JobsArguments

    func run() async throws {
        var names = columns.courses
        names.region = regionColumn
        let data = try CourseTable(FileSource(path: file), columns: names, options: columns.reading, jobs: jobs.count)
            .data
        let figures = try await CoursePlans(data).figures(jobs: jobs.count)
        if figures.count == 0 { throw Failure(.badData, "\(file): no course has a place between its ends") }
        if figures.skipped > 0 {
            Console.say(
                "\(file): \(figures.skipped) courses cannot be planned: too long for a day or for daylight, or across water"
            )
        }
        try output.write(PlansReport.methods([("F1", figures)], what: "planned"))
    }
}

/// `waymark-weights plans panel`.
struct PanelPlansCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Plan days from well-known stops, and count the places that a guide names first.",
        discussion: """
            Worth is what the product knows of a place by itself.

            EXAMPLES
              waymark-weights plans panel data/panel.csv \\
                --attractions data/attractions.csv
            """)

    @Argument(
        help: ArgumentHelp("CSVs with stop, latitude, longitude and place: a row for each place.", valueName: "panel"),
        completion: .file(extensions: ["csv", "tsv"]))
    var panels: [String]
    @Option(
        help: ArgumentHelp("Attractions, in any format that `nearby` accepts; may be repeated.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: [String]
    @Option(parsing: .unconditional, help: ArgumentHelp("Length of the days.", valueName: "hours"))
    var hours = 9
    @OptionGroup var output: OutputArguments
    @OptionGroup var jobs: JobsArguments

    func validate() throws {
        guard 1...24 ~= hours else { throw ValidationError("--hours must be a whole number from 1 to 24.") }
    }

    func run() async throws {
        let recommender = Recommender(try RecommendedAttractions(contentsOf: attractions).places)
        var sets: [(String, PlanFigures)] = []
        for path in panels {
            let panel = try Panel(FileSource(path: path))
            let figures = try await panel.planFigures(recommender, minutes: 60 * hours, jobs: jobs.count)
            if figures.count == 0 { throw Failure(.badData, "none of the places of \(path) is among the attractions") }
            sets.append((path.split(separator: "/").last.map(String.init) ?? path, figures))
        }
        try output.write(PlansReport.methods(sets, what: "planned"))
    }
}
