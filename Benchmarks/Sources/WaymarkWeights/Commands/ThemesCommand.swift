import ArgumentParser
import WaymarkBatch
import WaymarkCommand
import WaymarkRecommendations
import WaymarkTables

/// `waymark-weights themes`: reads themes from names.
struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "Read the theme of names, and print the lexicon that reads them.",
        subcommands: [ReadThemesCommand.self, PrintThemesCommand.self])
}

/// `waymark-weights themes print`: writes the lexicon.
struct PrintThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print",
        abstract: "Write the lexicon of themes, to be edited for --lexicon.",
        discussion: """
            EXAMPLES
              waymark-weights themes print --output lexicon.tsv
              waymark recommend stops.csv --attractions places.csv \\
                --lexicon lexicon.tsv
            """)

    @OptionGroup var output: OutputArguments

    func run() throws { try output.write(ThemeLexicon.standard.text) }
}

/// `waymark-weights themes read`: the theme of each name.
struct ReadThemesCommand: ParsableCommand {
    /// The formats of readings.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv }

    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read the theme of names: with the setting, and the terms that they come from.",
        discussion: """
            The theme is none for what has none, such as a station, and empty where nothing tells one. In a table with a header, the columns of names, categories and \
            introductions are found by their usual names; without such a header, the first column has the names.

            EXAMPLES
              waymark-weights themes read 석굴암 해운대해수욕장 서울역
              waymark-weights themes read --table places.csv --output themes.csv
              cut -d, -f2 places.csv | waymark-weights themes read --table -
            """)

    @Argument(help: ArgumentHelp("Names of places.", valueName: "name"))
    var names: [String] = []
    @Option(
        help: ArgumentHelp("A table with a name in each row; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var table: String?
    @Option(
        help: ArgumentHelp("Another lexicon, as `waymark-weights themes print` writes it.", valueName: "file"),
        completion: .file())
    var lexicon: String?
    @Option(help: ArgumentHelp("table or csv; default table, csv for --table.", valueName: "format"))
    var format: Format?
    @OptionGroup var output: OutputArguments

    func validate() throws {
        if names.isEmpty == (table == nil) { throw ValidationError("Give either names or --table.") }
        if table == "-", lexicon == "-" {
            throw ValidationError("Only one of --table and --lexicon can be standard input.")
        }
        let inputs = [("--table", table), ("--lexicon", lexicon)]
        try SameFiles.refuse(
            outputs: [output.use], inputs: inputs.compactMap { role, path in path.map { .init(role, $0) } })
    }

    func run() throws {
        let readings: ThemeReadings
        let lexicon = try ScoreFiles.lexicon(lexicon)
        if let table {
            try MemoryLimit.refuse(tooLarge: table)
            readings = try ThemeReadings(FileSource(path: table), by: lexicon)
        } else {
            readings = ThemeReadings(names, by: lexicon)
        }
        if (format ?? (table == nil ? .table : .csv)) == .csv {
            try OutputArguments.write(readings.csv, to: output.path)
        } else {
            try output.write(readings.text)
        }
    }
}
