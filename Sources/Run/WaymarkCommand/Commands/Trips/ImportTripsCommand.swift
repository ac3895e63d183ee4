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
            Everything that is accepted is stored in one step. Refused parts are reported with their line and column, \
            and what has no record here is counted. A GPX file that `waymark trips export` wrote has the whole trip: \
            importing it twice changes nothing. It names the files of attachments, whose bytes only a backup has.

            EXAMPLES
              waymark trips import jeju.gpx --store trips
              waymark trips import Timeline.json --store trips --time-zone Asia/Seoul
              waymark trips import stops.csv --store trips --title 부산
            """)

    @Argument(
        help: ArgumentHelp(
            "GPX, KML, KMZ, GeoJSON, Google Timeline or a CSV of stops; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["gpx", "kml", "kmz", "geojson", "json", "csv", "tsv"]))
    var file: String
    @OptionGroup var store: StoreArguments
    @Option(
        help: ArgumentHelp(
            "gpx, kml, geojson, timeline or csv; by default that of the file's name.", valueName: "format"))
    var format: TripImportFormat?
    @Option(help: ArgumentHelp("Title of a trip without one.", valueName: "text"))
    var title = ""
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time zone of times without one, and of the trips: Asia/Seoul, -05:00. (default: UTC)", valueName: "zone"),
        transform: ClockZone.init(argument:))
    var timeZone: ClockZone?
    @Option(help: ArgumentHelp("Encoding of a CSV: utf-8 or cp949; detected by default.", valueName: "label"))
    var encoding: TextEncoding?
    @Option(
        help: ArgumentHelp("File for refused parts with line, column and reason.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var rejects: String?
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
        guard let format = format ?? TripImportFormat(fileName: file) else { return }
        var options = ImportOptions(title: title, zone: timeZone ?? .utc)
        options.encoding = encoding
        let read: TripImport
        var progress = ProgressLine(output: "")
        defer { progress.clear() }
        do throws(ImportError) {
            read = try TripImport(contentsOf: file, format, ids: RecordIDGenerator(), options: options) {
                progress.show(share: $0, of: "read")
            }
        } catch {
            switch error {
            case .file(let error): throw Failure(error)
            case .table(let error): throw Failure(error)
            default: throw Failure(.badData, "\(file): \(error)")
            }
        }
        progress.clear()
        var complaints = Complaints(file: file, isShown: !quiet && rejects == nil)
        for rejection in read.rejected { complaints.add(rejection) }
        complaints.end()
        try NothingAnswered.refuse(
            rowsIn: read.records.count + read.rejected.count, answered: read.records.count, complaints)
        var rejected = try rejects.map { try RejectsFile(path: $0, header: []) }
        for rejection in read.rejected { try rejected?.append(rejection, record: CSVRecord()) }
        // Complete before the store is changed.
        let rejects = try rejected?.flushed()
        try rejects?.finish()
        let store = try store.open(isExisting: false)
        let commit = try store.trips.commit(read)
        try rejects?.commit()
        if !quiet {
            say(read, commit)
            let missing = Self.missingFiles(of: read.records, in: store.files)
            if missing > 0 {
                Console.say(
                    "\(missing) files of attachments are missing: they are in a backup of the store they are from")
            }
        }
        if strict, !read.rejected.isEmpty { throw Failure.rejectedRows }
    }

    /// The number of files that the attachments of records name and the store lacks.
    private static func missingFiles(of records: [Record], in files: AttachmentFiles) -> Int {
        var contents: Set<ContentHash> = []
        for case .attachment(let attachment) in records { contents.insert(attachment.content) }
        return contents.count { !files.contains($0) }
    }

    private func say(_ read: TripImport, _ commit: TripCommit) {
        let ignored = read.ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
        if !ignored.isEmpty {
            Console.say("without a record here: " + ignored.map { "\($0.key) (\($0.value))" }.joined(separator: ", "))
        }
        Console.say("\(commit.counted ?? "nothing changed"); \(read.rejected.count) refused")
    }
}
