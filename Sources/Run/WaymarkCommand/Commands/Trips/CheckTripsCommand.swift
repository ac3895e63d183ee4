import ArgumentParser
import WaymarkTrips

/// `waymark trips check`: whether a store is whole.
struct CheckTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the database, the orders, what records name, and every file of a store.",
        discussion: """
            Faults are written a line each; the exit code is then 65. A backup that was written before them mends the \
            store: see `waymark trips restore`.

            EXAMPLES
              waymark trips check --store trips
            """)

    @OptionGroup var store: StoreArguments
    @Flag(name: .shortAndLong, help: "Print faults only.")
    var quiet = false

    func run() throws {
        let store = try store.open()
        var progress = ProgressLine(output: "-")
        let check = try Failure.ofStore {
            defer { progress.clear() }
            return try TripCheck(store.trips, store.files) { progress.show(share: $0, of: "files checked") }
        }
        try StandardOutput.write(check.faults.map { "\($0)\n" }.joined())
        if !quiet {
            let unused = check.unusedFileCount > 0 ? "; \(check.unusedFileCount) files unused" : ""
            Console.say("\(check.recordCount) records, \(check.fileCount) files\(unused)")
        }
        guard check.faults.isEmpty else {
            let faults = check.faults.count == 1 ? "1 fault" : "\(check.faults.count) faults"
            throw Failure(.badData, "\(self.store.store): \(faults)")
        }
    }
}
