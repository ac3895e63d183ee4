import ArgumentParser
import WaymarkBatch
import WaymarkTables
import WaymarkText

/// Arguments of the commands that append columns to a table.
struct ColumnBatchArguments: ParsableArguments {
    @OptionGroup var output: RowOutputArguments
    @Flag(help: "Exit with 1 if a row was rejected.")
    var strict = false
    @OptionGroup var jobs: JobsArguments
    @Flag(help: "The table has no header: give columns by number, as in --latitude-column '#1'.")
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the table: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Field delimiter; detected by default.", valueName: "character"))
    var delimiter: Delimiter?

    /// Refuses outputs that would overwrite each other or an input. Call it in `validate()`: errors of `run()` do not
    /// show the usage of the command.
    func refuseSameFiles(_ path: String, _ others: [SameFiles.Use] = []) throws {
        let inputs = [SameFiles.Use("the table", path)] + others
        if inputs.count(where: { $0.path == "-" }) > 1 {
            throw ValidationError("Only one of \(inputs.map(\.role).joined(separator: ", ")) can be standard input.")
        }
        try SameFiles.refuse(outputs: output.uses, inputs: inputs)
    }

    /// The input, the outputs, and their options.
    struct Files {
        let source: FileSource
        let reading: ColumnBatchOptions
        let output: OutputFile
        /// The path for rejected rows; nil discards them.
        let rejects: String?
        /// The number of threads.
        let jobs: Int
        let onRejection: (Rejection) -> Void
    }

    /// Runs a batch over the table at `path`, prints a summary, and fails under `--strict` if rows were rejected.
    func run(_ path: String, _ batch: (Files) throws -> BatchSummary) throws {
        try finish(try answer(path, batch))
    }

    /// Fails under `--strict` if rows or pairs were rejected, or the answer is flawed.
    func finish(_ summary: BatchSummary, isFlawed: Bool = false) throws {
        if strict, summary.rejected > 0 || summary.rejectedPairs > 0 || isFlawed { throw Failure.rejectedRows }
    }

    /// Runs a batch over the table at `path`, and prints a summary; `systemOption` is the option for the system of its
    /// places.
    func answer(
        _ path: String, systemOption: String = "--crs", _ batch: (Files) throws -> BatchSummary
    ) throws -> BatchSummary {
        var reading = ColumnBatchOptions(encoding: encoding, delimiter: delimiter?.byte)
        reading.hasHeader = noHeader ? false : nil
        var complaints = output.complaints(about: path)
        let source = try FileSource(path: path)
        let files = try Files(
            source: source, reading: reading, output: OutputFile(path: output.path, packing: .byName),
            rejects: output.rejects,
            jobs: jobs.count, onRejection: { complaints.add($0) })
        let summary = try batch(files)
        if !output.quiet {
            complaints.end()
            let pairs = summary.rejectedPairs > 0 ? "; \(summary.rejectedPairs) pairs rejected" : ""
            Console.say(
                "\(summary.rowsIn) rows in: \(summary.answered) answered, \(summary.rejected) rejected\(pairs)"
                    + " in \(NumberText.fixed(summary.duration / .seconds(1), decimals: 3)) s")
        }
        try NothingAnswered.refuse(
            rowsIn: summary.rowsIn, answered: summary.answered, complaints,
            system: systemOption)
        return summary
    }
}
