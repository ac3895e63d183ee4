import ArgumentParser
import WaymarkTables
import WaymarkText
import WaymarkTrips

/// The formats in which a trip is exported.
enum TripExportFormat: String, ExpressibleByArgument, CaseIterable {
    case gpx, kml, geojson, ics, markdown, csv, plan

    /// The format of a file's name, by what follows its last point, also below `.gz`; nil if that is unknown.
    init?(fileName: String) {
        var parts = fileName.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        if parts.last == "gz" { parts.removeLast() }
        guard parts.count > 1, let ending = parts.last else { return nil }
        self.init(rawValue: ending == "md" ? "markdown" : String(ending))
    }
}

/// `waymark trips export`: writes a trip for another program.
struct ExportTripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a trip as GPX, KML, GeoJSON, iCalendar, a diary in Markdown, CSV, or its plan.",
        discussion: """
            gpx has the whole trip in an extension, and is imported as it was; of attachments it has all but the bytes of \
            their files, which `waymark trips backup` writes. kml, geojson and csv have the trip, its stops and, but for \
            csv, its entries that have a place. markdown with --output FOLDER writes diary.md with copies of the pictures, \
            with --output FILE.md the text alone. plan is the JSON that `waymark trips import` or \
            `keep-plan` kept. The same trip gives the same bytes.

            EXAMPLES
              waymark trips export 제주 --store trips --output jeju.gpx
              waymark trips export 제주 --store trips --output jeju.ics
              waymark trips export 제주 --store trips --format markdown --output diary
            """)

    @Argument(help: ArgumentHelp("The trip, by id or title.", valueName: "trip"))
    var trip: String
    @OptionGroup var store: StoreArguments
    @Option(
        help: ArgumentHelp(
            "gpx, kml, geojson, ics, markdown, csv or plan. (default: that of the output's name, otherwise gpx)",
            valueName: "format"))
    var format: TripExportFormat?
    @OptionGroup var output: OutputArguments
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() throws {
        let store = try store.read()
        let trip = try store.trip(trip)
        let whole = try WholeTrip(trip.id, in: store.trips)
        let named = TripExportFormat(fileName: output.path)
        let format = format ?? named ?? .gpx
        let bytes: ContiguousArray<UInt8>
        switch format {
        case .gpx: bytes = TripGPX.document(of: whole)
        case .kml: bytes = TripKML.document(of: whole)
        case .geojson: bytes = TripGeoJSON.document(of: whole)
        case .ics: bytes = TripCalendar.document(of: whole)
        case .csv: bytes = TripStopTable.csv(whole.trip, whole.stops)
        case .plan:
            guard let plan = whole.plans.last else {
                throw Failure(.noInput, "the trip has no plan: `waymark trips import` or `keep-plan` keeps one")
            }
            bytes = ContiguousArray("\(plan.json)\n".utf8)
        case .markdown where output.path == "-" || named == .markdown:
            bytes = TripMarkdown.document(of: whole) { _ in nil }
        case .markdown:
            let missing = try TripMarkdown.write(whole, from: store.files, to: output.path)
            if !quiet {
                for attachment in missing {
                    Console.say("missing or damaged, and not in the diary: file \(attachment.content)")
                }
            }
            try store.end()
            guard missing.isEmpty else { throw Failure(.rejectedRows, "\(missing.count) files are not in the diary") }
            return
        }
        try OutputArguments.write(bytes, to: output.path)
        try store.end()
        // The extension of GPX has them all.
        guard format == .kml, !quiet else { return }
        let texts =
            [whole.trip.title, whole.trip.notes] + whole.stops.flatMap { [$0.name, $0.notes] }
            + whole.entries.flatMap { [$0.title, $0.text] }
        let changed = texts.count { !XMLText.allows($0) }
        guard changed > 0 else { return }
        let subject = changed == 1 ? "1 text has" : "\(changed) texts have"
        Console.say("\(subject) characters that XML cannot have: they became U+FFFD")
    }
}
