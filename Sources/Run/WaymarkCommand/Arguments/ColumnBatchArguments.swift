import ArgumentParser
import WaymarkBatch
import WaymarkTables
import WaymarkText
import WaymarkThreads

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the commands share that append columns to a table.
struct ColumnBatchArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where the rows go; appears under its name only when it is complete. - is standard output.",
            valueName: "file"),
        completion: .file())
    var output = "-"
    @Option(
        help: ArgumentHelp(
            "Where rejected rows go, with line, column and reason, to be mended and given in again.",
            valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "Exit with 1 when a row was rejected.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false
    @OptionGroup var jobs: JobsArguments
    @Flag(help: "The first row is no header: give the columns by number, as in --latitude-column '#1'.")
    var noHeader = false
    @Option(help: ArgumentHelp("Encoding of the table: utf-8 or cp949; found out by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(help: ArgumentHelp("Character between the fields; found out by default.", valueName: "character"))
    var delimiter: Delimiter?

    /// Refuses outputs that would destroy each other or an input. To be called in `validate()`: errors of `run()` show the
    /// usage of no command.
    func refuseSameFiles(_ path: String, _ others: [SameFiles.Use] = []) throws {
        let inputs = [SameFiles.Use("the table", path)] + others
        if inputs.count(where: { $0.path == "-" }) > 1 {
            throw ValidationError("Only one of \(inputs.map(\.role).joined(separator: ", ")) can be standard input.")
        }
        try SameFiles.refuse(
            outputs: [.init("--output", output)] + (rejects.map { [.init("--rejects", $0)] } ?? []), inputs: inputs)
    }

    /// What is read and written, and how.
    struct Files {
        let source: FileSource
        let reading: ColumnBatchOptions
        let output: OutputFile
        /// Where rejected rows go; nil for nowhere.
        let rejects: String?
        /// The number of threads that work.
        let jobs: Int
        let onRejection: (Rejection) -> Void
    }

    /// Runs a batch over the table at `path`, says what it did, and ends the command as its flags say.
    func run(_ path: String, _ batch: (Files) throws -> BatchSummary) throws {
        try finish(try answer(path, batch))
    }

    /// Ends the command as its flags say.
    func finish(_ summary: BatchSummary, isFlawed: Bool = false) throws {
        if strict, summary.rejected > 0 || summary.rejectedPairs > 0 || isFlawed { throw Failure.rejectedRows }
    }

    /// Runs a batch over the table at `path`, and says what it did; `systemOption` names the system of its places.
    func answer(
        _ path: String, systemOption: String = "--crs", _ batch: (Files) throws -> BatchSummary
    ) throws -> BatchSummary {
        var reading = ColumnBatchOptions(encoding: encoding, delimiter: delimiter?.byte)
        reading.hasHeader = noHeader ? false : nil
        var complaints = Complaints(file: path, isShown: !quiet && rejects == nil)
        let summary: BatchSummary
        do {
            let source = try FileSource(path: path)
            let files = try Files(
                source: source, reading: reading, output: OutputFile(path: output), rejects: rejects,
                jobs: jobs.count, onRejection: { complaints.add($0) })
            summary = try batch(files)
        } catch let error as BatchError {
            throw Failure(error)
        } catch let error as TableError {
            throw Failure(error)
        }
        if !quiet {
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
