import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkTables
import WaymarkText

/// `waymark evaluate-search`: how soon places are found while their names are typed. Run by `make evaluate-search`.
struct EvaluateSearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate-search",
        abstract: "Type every name of some attractions key by key, and report how soon each is found.",
        shouldDisplay: false)

    @Argument(help: ArgumentHelp("Attractions, in any format that `nearby` accepts.", valueName: "files"))
    var files: [String]
    @Option(help: ArgumentHelp("Seed for the wrong letters and the points.", valueName: "n"))
    var seed: UInt64 = 1
    @Flag(help: "Write the text after each keystroke instead, as a CSV of queries: query_id, query, name.")
    var keystrokes = false
    @OptionGroup var jobs: JobsArguments

    func run() throws {
        var attractions: [Attraction] = []
        for file in files {
            do {
                attractions += try AttractionCatalog(contentsOf: file, jobs: jobs.count).attractions
            } catch {
                throw Failure(error, optionPrefix: "attractions-")
            }
        }
        let evaluation = SearchEvaluation(attractions)
        if keystrokes { return try write(evaluation.typed) }
        let figures = evaluation.figures(seed: seed, jobs: jobs.count)
        try StandardOutput.write(Self.text(figures))
        for missed in figures.missed.prefix(20) { Console.say("not found: \(missed)") }
    }

    private func write(_ typed: [(name: String, texts: [String])]) throws {
        var csv = CSVBuffer()
        for title in ["query_id", "query", "name"] { csv.append(field: title) }
        csv.endRecord()
        for (number, (name, texts)) in typed.enumerated() {
            for (key, text) in texts.enumerated() {
                csv.append(field: "\(number).\(key + 1)")
                csv.append(field: text)
                csv.append(field: name)
                csv.endRecord()
            }
        }
        try StandardOutput.write(String(decoding: csv.bytes, as: UTF8.self))
    }

    /// The figures, one per line.
    private static func text(_ figures: SearchEvaluation.Figures) -> String {
        func mean(_ sum: Int) -> String { NumberText.fixed(Double(sum) / Double(max(1, figures.names)), decimals: 2) }
        func share(_ share: SearchEvaluation.Share) -> String {
            let percent = 100 * Double(share.found) / Double(max(1, share.tried))
            return "\(NumberText.fixed(percent, decimals: 2)) % (\(share.found) of \(share.tried))"
        }
        func time(_ share: Double) -> String {
            guard !figures.times.isEmpty else { return "-" }
            let time = figures.times[min(figures.times.count - 1, Int(share * Double(figures.times.count)))]
            return NumberText.fixed(time / .microseconds(1), decimals: 0) + " µs"
        }
        let rows: [(String, String)] = [
            ("places, different names", "\(figures.places), \(figures.names)"),
            ("keystrokes a name", mean(figures.keystrokes)),
            (
                "keystrokes with the name among the answers",
                share(.init(tried: figures.keystrokes, found: figures.found))
            ),
            ("keystrokes at which it is lost again", "\(figures.lost)"),
            ("keystrokes until it is among the first five", mean(figures.untilFirstFive)),
            ("the same with a point within 10 km", mean(figures.untilFirstFiveNear)),
            ("until no more than five names begin so", mean(figures.untilFiveNames)),
            ("names never among the first five", "\(figures.neverFirstFive)"),
            ("found by 초성", share(figures.initials)),
            ("found on the wrong keyboard", share(figures.otherKeyboard)),
            ("found with one random letter wrong", share(figures.misspelled)),
            ("false answers to whole syllables", "\(figures.falseAnswers)"),
            ("time of a keystroke: median, 99 %, longest", "\(time(0.5)), \(time(0.01)), \(time(0))"),
        ]
        var table = TextTable(columns: [.init(title: "measured"), .init(title: "figure")])
        for (name, figure) in rows { table.add([name, figure]) }
        return table.render()
    }
}
