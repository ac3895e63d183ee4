import ArgumentParser
import WaymarkBatch
import WaymarkTables

/// The output of a command.
package struct OutputArguments: ParsableArguments {
    @Option(name: OutputArguments.name, help: OutputArguments.help, completion: .file())
    package var path = "-"

    static var name: NameSpecification { [.customLong("output"), .customShort("o")] }
    static let help = ArgumentHelp(
        "Output file, which appears under its name only when complete, packed if that ends in .gz; - is standard output.",
        valueName: "file")

    package init() {}

    /// The file, for ``SameFiles``.
    package var use: SameFiles.Use { .init("--output", path) }

    /// Refuses the name of a packed file for what is never packed.
    static func refuse(packed path: String, _ what: String) throws {
        guard path.hasSuffix(".gz") else { return }
        throw ValidationError("--output is \(what), and is not packed by gzip: give a name without .gz.")
    }

    package func write(_ text: String) throws { try Self.write(ContiguousArray(text.utf8), to: path) }

    /// Writes text to standard output.
    static func write(_ text: String) throws { try write(ContiguousArray(text.utf8), to: "-") }

    /// Writes a whole output.
    package static func write(_ bytes: ContiguousArray<UInt8>, to path: String) throws {
        let file = try OutputFile(path: path, packing: .byName)
        try file.write(bytes.span)
        try file.commit()
    }
}

/// The output of a command that answers rows: answers, rejected rows, and messages.
package struct RowOutputArguments: ParsableArguments {
    // Not a group in this group: each costs every start of the program half a million instructions and more.
    @Option(name: OutputArguments.name, help: OutputArguments.help, completion: .file())
    package var path = "-"
    @Option(help: RowOutputArguments.rejectsHelp, completion: .file(extensions: ["csv"]))
    package var rejects: String?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    package var quiet = false

    static let rejectsHelp = ArgumentHelp(
        "File for rejected rows with line, column and reason; correct it and use it as input again.",
        valueName: "file")

    package init() {}

    /// Both files, for ``SameFiles``.
    package var uses: [SameFiles.Use] { [.init("--output", path)] + (rejects.map { [.init("--rejects", $0)] } ?? []) }

    package func write(_ bytes: ContiguousArray<UInt8>) throws { try OutputArguments.write(bytes, to: path) }

    /// No rejections yet of a file; they are shown unless they are kept.
    package func complaints(about file: String) -> Complaints {
        Complaints(file: file, isShown: !quiet && rejects == nil)
    }

    /// Runs a batch over a file and prints a summary, with an attribution that its output has no place for; fails if
    /// nothing was answered, and, if `isStrict`, if a row was rejected.
    func run(
        _ file: String, _ shard: Shard?, isStrict: Bool, attribution: String? = nil,
        _ batch: (inout ProgressLine, inout Complaints) throws -> BatchSummary
    ) throws {
        var (progress, complaints) = (ProgressLine(output: path), complaints(about: file))
        defer { progress.clear() }
        let summary = try batch(&progress, &complaints)
        progress.clear()
        try end(summary, shard, complaints, isStrict: isStrict, attribution: attribution)
    }

    /// Prints the summary of a batch, after a remark and, if there were hits, an attribution; fails if nothing was
    /// answered, and, if `isStrict`, if a row was rejected.
    func end(
        _ summary: BatchSummary, _ shard: Shard?, _ complaints: Complaints, isStrict: Bool, remark: String? = nil,
        attribution: String? = nil
    ) throws {
        if !quiet {
            complaints.end()
            if let remark { Console.say(remark) }
            if let attribution, summary.hits > 0 { Console.say(attribution) }
            Console.say((shard.map { "part \($0): " } ?? "") + summary.line)
        }
        // A part may have no answers; the whole file may not.
        if shard == nil {
            try NothingAnswered.refuse(rowsIn: summary.rowsIn, answered: summary.answered, complaints)
        }
        if isStrict, summary.rejected > 0 { throw Failure.rejectedRows }
    }
}
