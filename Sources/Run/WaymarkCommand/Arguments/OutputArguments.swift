import ArgumentParser
import WaymarkTables

/// The output of a command.
struct OutputArguments: ParsableArguments {
    @Option(
        name: [.customLong("output"), .customShort("o")],
        help: ArgumentHelp(
            "Output file, which appears under its name only when complete; - is standard output.",
            valueName: "file"),
        completion: .file())
    var path = "-"

    /// The file, for ``SameFiles``.
    var use: SameFiles.Use { .init("--output", path) }

    func write(_ text: String) throws { try write(ContiguousArray(text.utf8)) }

    func write(_ bytes: ContiguousArray<UInt8>) throws {
        do throws(TableError) {
            let file = try OutputFile(path: path)
            try file.write(bytes.span)
            try file.commit()
        } catch {
            throw Failure(error)
        }
    }
}
