import ArgumentParser
import WaymarkBatch
import WaymarkIndex
import WaymarkTables

/// `waymark merge`: joins the answers to all parts of the stops.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join the parts written with --shard, or report which part is missing or damaged.",
        discussion: """
            Parts may be in any order. Each needs its manifest, PART.shard.json, which is written next to it. The \
            manifest shows that the part is complete and unaltered, which part it is, and that all parts answer the \
            same query about the same stops and attractions.

            EXAMPLES
              waymark nearby stops.csv --attractions places.csv --shard 1/2 --output nearby-1.csv
              waymark nearby stops.csv --attractions places.csv --shard 2/2 --output nearby-2.csv
              waymark merge nearby-1.csv nearby-2.csv --output nearby.csv
            """)

    @Argument(
        help: ArgumentHelp("Output of `nearby` or `nearest` for each part.", valueName: "part"), completion: .file())
    var parts: [String]
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Output file, which appears under its name only if every part is valid; - is standard output.",
            valueName: "file"),
        completion: .file())
    var output: String
    @Option(
        help: ArgumentHelp(
            "File for the rejected rows of all parts; each part must have been written with --rejects.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "Exit with 1 if a row was rejected.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        try SameFiles.refuse(outputs: outputs, inputs: parts.map { .init("a part", $0) })
    }

    private var outputs: [SameFiles.Use] {
        [.init("--output", output)] + (rejects.map { [.init("--rejects", $0)] } ?? [])
    }

    func run() throws {
        let merge = try ShardMerge(parts: parts)
        // The files of rejects are known only now.
        try SameFiles.refuse(
            outputs: outputs,
            inputs: merge.inputs(withRejects: rejects != nil).map { .init("a part", $0) })
        let summary = try merge.run(output: OutputFile(path: output, packing: .byName), rejects: rejects)
        if !quiet { Console.say("\(merge.count) parts: \(summary.line)") }
        if summary.rowsIn > 0, summary.answered == 0 {
            throw Failure(
                .badData,
                "nothing was answered: all \(summary.rowsIn) rows of all parts were rejected; the rejects of a part say why"
            )
        }
        if strict, summary.rejected > 0 { throw Failure.rejectedRows }
    }
}
