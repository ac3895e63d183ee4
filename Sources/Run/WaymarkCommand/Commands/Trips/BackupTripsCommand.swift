import ArgumentParser
import WaymarkTrips

/// `waymark trips backup`: writes a store into one file.
struct BackupTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write everything in a store into one file.",
        discussion: """
            The file is a ZIP archive of one JSON and the files of the attachments; with --json it is the JSON alone. The \
            same store gives the same bytes. What was deleted and not purged is part of it.

            EXAMPLES
              waymark trips backup --store trips --output trips.zip
              waymark trips backup --store trips --json --output trips.json
            """)

    @OptionGroup var store: StoreArguments
    @Flag(help: "Write the JSON alone, without the files of attachments.")
    var json = false
    @Option(name: OutputArguments.name, help: OutputArguments.help, completion: .file(extensions: ["zip", "json"]))
    var output: String
    @Flag(help: "Exit with 1 if a file of an attachment is missing or damaged.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() throws {
        let store = try store.open()
        var progress = ProgressLine(output: output)
        defer { progress.clear() }
        let lost = try Failure.ofStore {
            if json {
                try TripBackup.write(store.trips, to: output)
                return TripArchive.Lost()
            }
            return try TripArchive.write(store.trips, store.files, to: output) {
                progress.show(share: $0, of: "files written")
            }
        }
        progress.clear()
        if !quiet {
            for file in lost.missing { Console.say("missing, and not in the backup: file \(file)") }
            for file in lost.damaged { Console.say("damaged, and not in the backup: file \(file)") }
        }
        if strict, !lost.isEmpty { throw Failure.rejectedRows }
    }
}
