import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkC
import WaymarkFoundation
import WaymarkTables
import WaymarkText

/// `waymark benchmark`: measures this machine, with your own data if given.
struct BenchmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmark",
        abstract: "Measure lookups, distances and CSV on this machine.",
        discussion: """
            Takes about ten seconds, on one thread. Without files it uses 100 000 generated places in clusters \
            around Korean cities.

            EXAMPLES
              waymark benchmark
              waymark benchmark --attractions attractions.csv --stops stops.csv
              waymark benchmark --json > figures.json
            """)

    @Option(
        help: ArgumentHelp("Attractions, in any format that `nearby` accepts.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: String?
    @Option(
        help: ArgumentHelp("Stops; by default places of the attractions.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var stops: String?
    @Flag(help: "Print the figures as JSON.")
    var json = false

    func validate() throws {
        if stops != nil, attractions == nil { throw ValidationError("--stops needs --attractions.") }
    }

    /// The output of `--json`.
    private struct Report: Encodable {
        let version: String
        let attractions: Int
        let stops: Int
        let figures: [BatchBenchmark.Figure]
        let peakMemoryBytes: Int
    }

    func run() throws {
        let benchmark = try benchmark()
        var figures: [BatchBenchmark.Figure] = []
        if !json {
            try OutputArguments.write(
                "\(benchmark.catalog.attractions.count) attractions, \(benchmark.stops.count) stops\n\n")
        }
        // Figures so far are printed even if a later measurement fails, such as when no index file can be written.
        var failure: BatchError?
        do { try benchmark.run { figures.append($0) } } catch { failure = error }
        try OutputArguments.write(json ? report(figures, benchmark) : table(figures))
        if let failure { throw failure }
    }

    private func report(_ figures: [BatchBenchmark.Figure], _ benchmark: BatchBenchmark) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let report = Report(
            version: WaymarkProgram.version, attractions: benchmark.catalog.attractions.count,
            stops: benchmark.stops.count, figures: figures, peakMemoryBytes: Self.peakMemory)
        return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    }

    private func benchmark() throws -> BatchBenchmark {
        guard let attractions else { return .sample(attractions: 100_000, stops: 10_000) }
        for file in [attractions, stops].compactMap(\.self) { try MemoryLimit.refuse(tooLarge: file) }
        let catalog = try AttractionCatalog(contentsOf: attractions, jobs: JobsArguments.cores)
        let places = try stops.map {
            try AttractionCatalog(contentsOf: $0, options: .init(merging: .nothing), jobs: JobsArguments.cores)
        }
        try catalog.report.refuseNothing(of: attractions)
        let asked = (places ?? catalog).attractions.map(\.coordinate)
        guard !asked.isEmpty, !catalog.attractions.isEmpty else {
            throw Failure(.badData, "\(stops ?? attractions): no usable rows")
        }
        return BatchBenchmark(catalog, stops: asked)
    }

    private func table(_ figures: [BatchBenchmark.Figure]) -> String {
        var table = TextTable(columns: [
            .init(title: "What"), .init(title: "A second", alignment: .right), .init(title: "of"),
            .init(title: "Hits each", alignment: .right),
        ])
        for figure in figures {
            table.add([
                figure.name, Self.grouped(figure.perSecond), figure.unit,
                figure.hitsPerQuestion.map { NumberText.fixed($0, decimals: 1) } ?? "",
            ])
        }
        return table.render() + "\npeak memory: \(Self.peakMemory >> 20) MB\n"
    }

    /// `1234567.8` as `1 234 568`.
    private static func grouped(_ number: Double) -> String {
        let digits = NumberText.fixed(number, decimals: 0)
        var text = ""
        for (i, digit) in digits.enumerated() {
            if i > 0, (digits.count - i) % 3 == 0 { text += " " }
            text.append(digit)
        }
        return text
    }

    /// The peak memory of the process, in bytes.
    private static var peakMemory: Int {
        var usage = rusage()
        // RUSAGE_SELF has different types in the C libraries.
        _ = unsafe getrusage(0, &usage)
        #if canImport(Darwin)
            return usage.ru_maxrss
        #else
            return usage.ru_maxrss * 1024
        #endif
    }
}
