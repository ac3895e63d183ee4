import ArgumentParser
import WaymarkTables

/// The output of a command.
struct OutputArguments: ParsableArguments {
    @Option(name: OutputArguments.name, help: OutputArguments.help, completion: .file())
    var path = "-"

    static var name: NameSpecification { [.customLong("output"), .customShort("o")] }
    static let help = ArgumentHelp(
        "Output file, which appears under its name only when complete, packed if that ends in .gz; - is standard output.",
        valueName: "file")

    /// The file, for ``SameFiles``.
    var use: SameFiles.Use { .init("--output", path) }

    func write(_ text: String) throws { try Self.write(ContiguousArray(text.utf8), to: path) }

    /// Writes a whole output.
    static func write(_ bytes: ContiguousArray<UInt8>, to path: String) throws {
        do throws(TableError) {
            let file = try OutputFile(path: path)
            try file.write(bytes.span)
            try file.commit()
        } catch {
            throw Failure(error)
        }
    }
}
