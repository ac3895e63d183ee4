import ArgumentParser
import WaymarkBatch
import WaymarkIndex
import WaymarkTables

/// `waymark merge`: the answers to all parts of the stops, put together.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Put together what --shard wrote, or say which part is missing or spoilt.",
        discussion: """
            Parts come in any order. Beside each lies the PART.shard.json that was written with it: it tells that the \
            part is complete and as it was written, which one it is, and that all answer one question about the same \
            stops and attractions.

            EXAMPLES
              waymark nearby stops.csv --attractions places.csv --shard 1/2 --output nearby-1.csv
              waymark nearby stops.csv --attractions places.csv --shard 2/2 --output nearby-2.csv
              waymark merge nearby-1.csv nearby-2.csv --output nearby.csv
            """)

    @Argument(
        help: ArgumentHelp("What `nearby` or `nearest` wrote for each part.", valueName: "part"), completion: .file())
    var parts: [String]
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where the whole goes; appears under its name only when every part was right. - is standard output.",
            valueName: "file"),
        completion: .file())
    var output: String
    @Option(
        help: ArgumentHelp("Where the rejected rows of all parts go; each had --rejects, too.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "Exit with 1 when a row was rejected.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        try SameFiles.refuse(outputs: outputs, inputs: parts.map { .init("a part", $0) })
    }

    private var outputs: [SameFiles.Use] {
        [.init("--output", output)] + (rejects.map { [.init("--rejects", $0)] } ?? [])
    }

    func run() throws {
        do {
            let merge = try ShardMerge(parts: parts)
            // Only now the files of rejects are known.
            try SameFiles.refuse(
                outputs: outputs,
                inputs: merge.inputs(withRejects: rejects != nil).map { .init("a part", $0) })
            let summary = try merge.run(output: OutputFile(path: output), rejects: rejects)
            if !quiet { Console.say("\(merge.count) parts: \(summary.line)") }
            if summary.rowsIn > 0, summary.answered == 0 {
                throw Failure(
                    .badData,
                    "nothing was answered: all \(summary.rowsIn) rows of all parts were rejected; the rejects of a part say why"
                )
            }
            if strict, summary.rejected > 0 { throw Failure.rejectedRows }
        } catch let error as ShardError {
            throw Failure(error)
        } catch let error as TableError {
            throw Failure(error)
        }
    }
}
