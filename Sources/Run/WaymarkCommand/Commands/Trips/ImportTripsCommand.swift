import ArgumentParser
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

extension TripImportFormat: ExpressibleByArgument {}

/// `waymark trips import`: reads trips from a file of another program.
struct ImportTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Put the trips, stops or visits of another program's file into a store.",
        discussion: """
            Everything that is accepted is merged into the store in one step, and the same file twice is once. Refused \
            parts are reported with their line and column, and what has no record here is counted.

            A GPX file that `waymark trips export` wrote has the whole trip, with the times of its edits: the later edit \
            counts, as in `waymark trips restore --merge`. It names the files of attachments, whose bytes only a backup \
            has. No other file says when it was edited: it adds what the store never had, and changes nothing, nor does \
            it bring back what was deleted. With --overwrite what the file says counts as edited now.

            A plan of `waymark plan --format json` becomes a trip with a stop for each visit, at its time, that keeps the \
            plan: `waymark trips export --format plan` writes it to be planned anew.

            The days of a trip are those of its time zone: that of the file, --time-zone, or in Korea Asia/Seoul.

            EXAMPLES
              waymark trips import jeju.gpx --store trips
              waymark trips import Timeline.json --store trips --time-zone Asia/Seoul
              waymark trips import stops.csv --store trips --title 부산
              waymark trips import plan.json --store trips --title 경주
            """)

    @Argument(
        help: ArgumentHelp(
            "GPX, KML, KMZ, GeoJSON, Google Timeline, a plan or a CSV of stops; - is standard input.", valueName: "file"
        ),
        completion: .file(extensions: ["gpx", "kml", "kmz", "geojson", "json", "csv", "tsv"]))
    var file: String
    @OptionGroup var store: StoreArguments
    @Option(
        help: ArgumentHelp(
            "gpx, kml, geojson, timeline, csv or plan; by default that of the file.", valueName: "format"))
    var format: TripImportFormat?
    @Option(
        help: ArgumentHelp(
            "Title of the trip; of several, of those without one. (default: that of the file, or its name)",
            valueName: "text"))
    var title = ""
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time zone of times without one, and of the trips: Asia/Seoul, -05:00. (default: Asia/Seoul in Korea)",
            valueName: "zone"),
        transform: ClockZone.init(argument:))
    var timeZone: ClockZone?
    @Option(help: ArgumentHelp("Encoding of a CSV: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(
        help: ArgumentHelp("File for refused parts with line, column and reason.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(help: "What the file says counts as edited now, also what the store has changed or deleted.")
    var overwrite = false
    @Flag(help: "Exit with 1 if a part was refused.")
    var strict = false
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if format == nil, TripImportFormat(fileName: file) == nil {
            throw ValidationError("--format is missing: the name of the file does not say what it is.")
        }
        try SameFiles.refuse(
            outputs: rejects.map { [.init("--rejects", $0)] } ?? [], inputs: [.init("the file", file)])
    }

    func run() throws {
        guard let format = format ?? TripImportFormat(file: file) else { return }
        let options = ImportOptions(title: title, zone: timeZone, encoding: encoding)
        let read: TripImport
        var progress = ProgressLine(output: "")
        defer { progress.clear() }
        do throws(ImportError) {
            read = try TripImport(contentsOf: file, format, options: options) {
                progress.show(share: $0, of: "read")
            }
        } catch {
            switch error {
            case .file(let error): throw Failure(error)
            case .table(let error): throw Failure(error)
            case .noZone: throw Failure(.badData, "\(file): \(error); give --time-zone, such as Asia/Seoul")
            default: throw Failure(.badData, "\(file): \(error)")
            }
        }
        progress.clear()
        if read.isTimed, !title.isEmpty {
            throw Failure(.usage, "--title does not apply: \(file) has a trip of Waymark with its title")
        }
        var complaints = Complaints(file: file, isShown: !quiet && rejects == nil)
        for rejection in read.rejected { complaints.add(rejection) }
        complaints.end()
        try NothingAnswered.refuse(
            rowsIn: read.records.count + read.rejected.count, answered: read.records.count, complaints)
        var rejected = try rejects.map { try RejectsFile(path: $0, header: read.header) }
        for (rejection, row) in zip(read.rejected, read.rejectedRows) { try rejected?.append(rejection, record: row) }
        let content: TripContent
        do {
            content = try read.content()
        } catch {
            throw Failure(.badData, "\(file): \(error)")
        }
        // Complete before the store is changed.
        let rejects = try rejected?.flushed()
        try rejects?.finish()
        let store = try store.open(isExisting: false)
        let report = try store.trips.restore(content, overwrite ? .overwrite : read.mode)
        try rejects?.commit()
        if !quiet {
            say(read, report)
            let missing = Set(read.rows.compactMap(\.attachedFile)).count { !store.files.contains($0) }
            if missing > 0 {
                Console.say(
                    "\(missing) files of attachments are missing: they are in a backup of the store they are from")
            }
        }
        if strict, !read.rejected.isEmpty { throw Failure.rejectedRows }
    }

    private func say(_ read: TripImport, _ report: RestoreReport) {
        let changed = report.items.filter { ($0.decision == .added && !$0.isAdjusted) || $0.decision == .taken }
        let ignored = read.ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
        if !ignored.isEmpty {
            Console.say("without a record here: " + ignored.map { "\($0.key) (\($0.value))" }.joined(separator: ", "))
        }
        let kept = report.count(of: .kept)
        if kept > 0 {
            let cure = read.isTimed || overwrite ? "" : "; --overwrite takes what the file says"
            Console.say("\(kept) kept as the store has them, changed or deleted since\(cure)")
        }
        let gone = report.items.count { $0.decision == .added && $0.isAdjusted }
        if gone > 0 { Console.say("\(gone) go with what is deleted in the store") }
        let cure = "since the time zone is not known: give --time-zone, such as Asia/Seoul, with --overwrite"
        if read.openTripCount > 0 { Console.say("trips without days: \(read.openTripCount), \(cure)") }
        if read.openVisitCount > 0 { Console.say("visits with days of UTC: \(read.openVisitCount), \(cure)") }
        Console.say("\(changed.map(\.kind).counted ?? "nothing changed"); \(read.rejected.count) refused")
    }
}
