import ArgumentParser
import WaymarkTrips

/// `waymark trips sync`: keeps stores on several devices the same.
struct SyncTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Exchange changes with other devices, by a folder that iCloud, Drive, rsync or a stick carries.",
        discussion: """
            Takes over what other devices wrote into the folder, and writes there what was changed here: each device \
            into a folder of its own. Files may arrive late, twice or in any order; one that is damaged or has not \
            arrived whole is named and tried again the next time. Clocks may be wrong.

            Of two edits the later one counts, content and place each by itself. A content that was overwritten unseen \
            stays as a copy, which `waymark trips show` names; an edit after a deletion brings back what was deleted.

            EXAMPLES
              waymark trips sync ~/Drive/trips --store trips
            """)

    @Argument(
        help: ArgumentHelp("The folder that all devices share; made if it is missing.", valueName: "folder"),
        completion: .directory)
    var folder: String
    @OptionGroup var store: StoreArguments
    @Flag(help: "Exit with 1 if a file could not be taken over yet.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() throws {
        let store = try store.open(isExisting: false)
        let report = try TripSync.run(store.trips, store.files, folder: folder)
        if !quiet {
            for line in report.skipped { Console.say("not taken over: \(line)") }
            let decisions = RestoreReport.Decision.allCases.compactMap { decision in
                report.decisions[decision].map { "\($0) \(decision)" }
            }
            Console.say(
                "\(report.readCount) files of other devices"
                    + (decisions.isEmpty ? "" : ": " + decisions.joined(separator: ", "))
                    + "; \(report.writtenCount) records written")
            if report.filesIn + report.filesOut > 0 {
                Console.say("attachments: \(report.filesIn) files came in, \(report.filesOut) went out")
            }
        }
        if strict, !report.skipped.isEmpty { throw Failure.rejectedRows }
    }
}
