import ArgumentParser
import WaymarkC
import WaymarkTables
import WaymarkTripDatabase
import WaymarkTrips

/// `waymark trips restore`: puts a backup into a store.
struct RestoreTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup into a store: in place of its content, or merged with it.",
        discussion: """
            The whole backup is checked first; the store stays as it was if anything is wrong. Restoring twice is \
            restoring once. A store that has trips is replaced only after a question, or with --yes; `waymark trips undo` brings \
            back what was replaced. A damaged store is replaced like any other.

            With --merge, of two states of a trip, a stop, an entry and so on the one that was edited later counts, by the \
            clocks of both devices; --report writes what was decided of each.

            EXAMPLES
              waymark trips restore trips.zip --store trips
              waymark trips restore phone.zip --store trips --merge --report decisions.csv
              waymark trips restore trips.zip --store trips --trip 제주
            """)

    @Argument(
        help: ArgumentHelp("The backup: a ZIP archive or a JSON; - is standard input.", valueName: "backup"),
        completion: .file(extensions: ["zip", "json"]))
    var backup: String
    @OptionGroup var store: StoreArguments
    @Flag(help: "Merge the backup with the content of the store.")
    var merge = false
    @Option(help: ArgumentHelp("Bring back this trip alone, as the backup has it, by id or title.", valueName: "trip"))
    var trip: String?
    @Flag(name: .shortAndLong, help: "Replace the content of the store without a question.")
    var yes = false
    @Option(
        help: ArgumentHelp("Write what was decided of each record, as CSV; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var report: String?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if merge, yes { throw ValidationError("--merge asks no question: --yes does not apply.") }
        if trip != nil, merge || yes {
            throw ValidationError("--trip merges one trip: --merge and --yes do not apply.")
        }
        try SameFiles.refuse(
            outputs: report.map { [.init("--report", $0)] } ?? [], inputs: [.init("the backup", backup)])
    }

    func run() throws {
        var progress = ProgressLine(output: report ?? "")
        defer { progress.clear() }
        var archive: TripArchive
        do {
            archive = try TripArchive(contentsOf: backup) { progress.show(share: $0, of: "files checked") }
        } catch let error as RestoreError {
            throw Failure(.badData, "\(backup == "-" ? "standard input" : backup): \(error)")
        }
        progress.clear()
        // Before the store is changed, so that an impossible output is reported at once.
        let reportFile = try report.map { try OutputFile(path: $0, packing: .byName) }
        let done: RestoreReport
        if merge || trip != nil {
            let store = try store.open(isExisting: false)
            if let trip { archive = try archive.only(Self.trip(trip, in: archive.content), for: store.trips) }
            done = try archive.restore(into: store.trips, store.files, .merge) {
                progress.show(share: $0, of: "files written")
            }
        } else {
            try ask(archive.content)
            done = try TripDatabase.replace(folder: store.store, by: archive.content) { files in
                try archive.add(to: files) { progress.show(share: $0, of: "files written") }
            }
        }
        try reportFile?.write(Self.csv(done).span)
        try reportFile?.commit()
        progress.clear()
        guard !quiet else { return }
        let counts = RestoreReport.Decision.allCases.map { ($0, done.count(of: $0)) }.filter { $0.1 > 0 }
        Console.say(
            "\(done.items.count) records: "
                + (counts.isEmpty ? "none" : counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")))
        let files = try store.read().files
        let missing = archive.missingFiles.count { !files.contains($0) }
        if missing > 0 { Console.say("\(missing) files of attachments are missing: the backup does not have them") }
        if done.kept != nil { Console.say("`waymark trips undo --store \(store.store)` brings back what was replaced") }
    }

    /// Says what a store has that is to be replaced, and asks, unless that is answered.
    private func ask(_ content: TripContent) throws {
        let trips: String
        do throws(TripStoreError) {
            let old = try TripDatabase(reading: store.store).records(TripQuery(life: .all))
            guard !old.isEmpty else { return }
            trips = Self.text(old.count { $0.record.kind == .trip && $0.isLive })
            if !quiet, let last = old.map(\.lastChange).max(), let other = content.rows.map(\.lastChange).max(),
                other < last, other.milliseconds > 0
            {
                Console.say(
                    "the backup is older than the store: its last change is of \(other), that of the store of \(last)")
            }
        } catch .noStore {
            return
        } catch {
            trips = "records that cannot be read"
        }
        if yes { return }
        let new = content.rows.count { $0.record.kind == .trip && $0.isLive }
        guard backup != "-", isatty(STDIN_FILENO) == 1, Console.isTerminal else {
            throw Failure(
                .usage,
                "\(store.store) has \(trips), which would be replaced: give --yes, or --merge to keep both"
            )
        }
        Console.write("Replace \(trips) of \(store.store) by \(Self.text(new)) of \(backup)? [y/N] ")
        guard let answer = readLine(), ["y", "yes", "예", "네"].contains(answer.lowercased()) else {
            throw Failure(.usage, "nothing was changed")
        }
    }

    private static func text(_ trips: Int) -> String { trips == 1 ? "1 trip" : "\(trips) trips" }

    private static func trip(_ name: String, in content: TripContent) throws -> RecordID {
        let found = content.rows.compactMap { $0.record.trip }.filter { "\($0.id)" == name || $0.title == name }
        return try OpenStore.only(
            found, "trips of the backup have the title \(name)",
            missing: "the backup has no trip of the id or title \(name)"
        ).id
    }

    private static func csv(_ report: RestoreReport) -> ContiguousArray<UInt8> {
        var csv = CSVBuffer()
        csv.append(record: ["kind", "id", "decision", "adjusted"])
        for item in report.items {
            csv.append(record: [item.kind.rawValue, "\(item.id)", item.decision.rawValue, "\(item.isAdjusted)"])
        }
        return csv.bytes
    }
}

/// `waymark trips undo`: brings back what a restore replaced.
struct UndoTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Bring back what the last restore, or the last check --mend, replaced.",
        discussion: """
            What there is now is kept in its turn: undoing twice changes nothing. `waymark trips collect --purge` forgets what was \
            replaced.

            EXAMPLES
              waymark trips undo --store trips
            """)

    @OptionGroup var store: StoreArguments

    func run() throws {
        try TripDatabase.undo(folder: store.store)
        Console.say("\(store.store) has what it had before it was last replaced")
    }
}

/// `waymark trips backup`: writes a store into one file.
struct BackupTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write everything in a store into one file.",
        discussion: """
            The file is a ZIP archive of one JSON and the files of the attachments; with --json it is the JSON alone. The \
            same store gives the same bytes. What was deleted and not purged is part of it.

            A backup that lacks anything, because the store is damaged or a file of an attachment is missing, leaves an \
            older one as it is: it goes beside it, as trips.incomplete.zip, and the exit code is 1. What is lacking is \
            named, a line each. Each backup is read again before it gets its name.

            EXAMPLES
              waymark trips backup --store trips --output trips.zip
              waymark trips backup --store trips --json --output trips.json
            """)

    @OptionGroup var store: StoreArguments
    @Flag(help: "Write the JSON alone, without the files of attachments.")
    var json = false
    @Option(
        name: OutputArguments.name,
        help: ArgumentHelp(
            "Backup, which appears under its name only when complete; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["zip", "json"]))
    var output: String
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws { try OutputArguments.refuse(packed: output, "a backup") }

    func run() throws {
        let store = try TripDatabase(reading: store.store)
        var progress = ProgressLine(output: output)
        defer { progress.clear() }
        let gaps =
            if json { try TripBackup.write(store, to: output) } else {
                try TripArchive.write(store, store.files, to: output) {
                    progress.show(share: $0, of: "files written")
                }
            }
        progress.clear()
        guard !gaps.isEmpty else { return }
        for record in gaps.records { Console.say("not in the backup: \(record)") }
        for file in gaps.missing { Console.say("missing, and not in the backup: file \(file)") }
        for file in gaps.damaged { Console.say("damaged, and not in the backup: file \(file)") }
        let place = gaps.path == output ? "" : ": it is \(gaps.path), and \(output) is as it was"
        throw Failure(.rejectedRows, "the backup is not complete\(place)")
    }
}
