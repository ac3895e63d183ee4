import ArgumentParser
import WaymarkText
import WaymarkTripDatabase
import WaymarkTrips

/// `waymark trips check`: whether a store is whole.
struct CheckTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the database, the orders, what records name, and every file of a store.",
        discussion: """
            Faults are written a line each; the exit code is then 65. A backup that was written before them mends the \
            store: see `waymark trips restore`. Without one, --mend keeps every sound record; what is left of the others goes \
            into a file beside the store, and `waymark trips undo` brings back what there was.

            EXAMPLES
              waymark trips check --store trips
              waymark trips check --store trips --mend
            """)

    @OptionGroup var store: StoreArguments
    @Flag(help: "Replace a store that has faults by its sound records.")
    var mend = false
    @Flag(name: .shortAndLong, help: "Print faults only.")
    var quiet = false

    func run() throws {
        do {
            guard try !check() else { return }
        } catch let error as TripStoreError {
            // One that cannot even be opened.
            if case .newerVersion = error { throw error }
            guard mend, Failure(error).status == .badData else { throw error }
            Console.say("\(error)")
        }
        guard mend else { throw Failure(.badData, "\(self.store.store) has faults") }
        let (lines, leftovers) = try TripDatabase.mend(folder: self.store.store)
        for line in lines { Console.say("not kept: \(line)") }
        if let leftovers { Console.say("what is left of them: \(leftovers)") }
        Console.say("mended; `waymark trips undo` brings back what there was")
        if try !check() { throw Failure(.badData, "\(self.store.store) still has faults") }
    }

    /// Writes the faults; whether there are none.
    private func check() throws -> Bool {
        let store = try store.read()
        var progress = ProgressLine(output: "-")
        defer { progress.clear() }
        let check = try TripCheck(store.trips, store.files) { progress.show(share: $0, of: "files checked") }
        progress.clear()
        try OutputArguments.write(check.faults.map { PrintableText.of("\($0)") + "\n" }.joined())
        if !quiet {
            let unused = check.unusedFileCount > 0 ? "; \(check.unusedFileCount) files unused" : ""
            Console.say("\(check.recordCount) records, \(check.fileCount) files\(unused)")
        }
        return check.faults.isEmpty
    }
}

/// `waymark trips collect`: frees what a store does not need.
struct CollectTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect", abstract: "Remove files that no attachment has, and what was deleted long ago.",
        discussion: """
            Deleted trips, stops and entries can be brought back until they are purged; --purge forgets those that were \
            deleted that many days ago or earlier, with their files, and what a restore replaced as long ago. Files that are younger than an hour stay, since \
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
        if let limit {
            purged = try store.trips.commit([.purge(before: limit)]).purged.count
            let forgotten = try store.trips.forgetReplaced(before: limit)
            if forgotten > 0, !quiet { Console.say("\(forgotten) replaced contents forgotten") }
        }
        let collected = try store.files.collect(keeping: store.trips)
        if !quiet {
            let forgotten = purge == nil ? "" : "\(purged) records forgotten; "
            let partial = collected.partialCount > 0 ? ", \(collected.partialCount) cut-off copies" : ""
            Console.say("\(forgotten)\(collected.files.count) files removed\(partial): \(collected.size) bytes")
        }
    }
}

/// `waymark trips forget-file`: accepts that a file is lost.
struct ForgetFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget-file", abstract: "Accept that the file of a picture is lost.",
        discussion: """
            Its attachments stay, without their file; `waymark trips check` and `backup` no longer miss it. `check` names the \
            files that are missing.

            EXAMPLES
              waymark trips forget-file 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --store trips
            """)

    @Argument(
        help: ArgumentHelp("The SHA-256 of the file.", valueName: "hash"),
        transform: { text in
            guard let content = ContentHash(text) else {
                throw ValidationError("\(text) is not a SHA-256 in 64 digits.")
            }
            return content
        })
    var file: ContentHash
    @OptionGroup var store: StoreArguments

    func run() throws {
        let store = try store.open()
        guard !store.files.contains(file) else { throw Failure(.usage, "the store has the file \(file)") }
        guard try store.trips.neededFiles().contains(file) else {
            throw Failure(.noInput, "no attachment has the file \(file)")
        }
        try store.trips.commit([.forgetFile(file)])
        Console.say("the file \(file) is not missed any more")
    }
}
