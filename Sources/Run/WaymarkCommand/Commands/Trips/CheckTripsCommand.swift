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
        defer { progress.clear() }
        let check = try TripCheck(store.trips, store.files) { progress.show(share: $0, of: "files checked") }
        progress.clear()
        try OutputArguments.write(check.faults.map { "\($0)\n" }.joined())
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

/// `waymark trips collect`: frees what a store does not need.
struct CollectTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect", abstract: "Remove files that no attachment has, and what was deleted long ago.",
        discussion: """
            Deleted trips, stops and entries can be brought back until they are purged; --purge forgets those that were \
            deleted that many days ago or earlier, with their files. Files that are younger than an hour stay, since \
            another program may be about to store their attachments.

            EXAMPLES
              waymark trips collect --store trips
              waymark trips collect --store trips --purge 30
            """)

    @OptionGroup var store: StoreArguments
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Forget what was deleted this many days ago or earlier.", valueName: "days"))
    var purge: Int?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if let purge, !(0...36_500).contains(purge) {
            throw ValidationError("--purge must be a whole number of days from 0 to 36500.")
        }
    }

    func run() throws {
        let store = try store.open()
        var purged = 0
        let limit = purge.flatMap { Moment(milliseconds: Moment.now.milliseconds - Int64($0) * 86_400_000) }
        if let limit { purged = try store.trips.commit([.purge(before: limit)]).purged.count }
        let collected = try store.files.collect(keeping: store.trips)
        if !quiet {
            let forgotten = purge == nil ? "" : "\(purged) records forgotten; "
            let partial = collected.partialCount > 0 ? ", \(collected.partialCount) cut-off copies" : ""
            Console.say("\(forgotten)\(collected.files.count) files removed\(partial): \(collected.size) bytes")
        }
    }
}
