import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// A length with its unit, as in `10km`.
struct Radius: CustomStringConvertible {
    let meters: Meters

    /// How far `nearby` looks when it is not told.
    static let usual = Radius(meters: .kilometers(10))

    /// How far a stop is from the nearest road, where nothing else is said.
    static let usualSnap = Radius(meters: .kilometers(1))

    private init(meters: Meters) { self.meters = meters }

    /// - Throws: `ValidationError` that says what a radius looks like, or whatever length it is.
    init(text: String, of what: String = "radius") throws {
        let units: [(String, (Double) -> Meters)] = [
            ("km", Meters.kilometers), ("mi", Meters.miles), ("m", { Meters($0) }),
        ]
        let plain = text.lowercased().filter { $0 != " " }
        for (unit, make) in units where plain.hasSuffix(unit) {
            guard let value = NumberParser.double(ContiguousArray(plain.utf8.dropLast(unit.utf8.count)).span) else {
                break
            }
            if value < 0 { throw ValidationError("a \(what) is not negative.") }
            meters = make(value)
            return
        }
        throw ValidationError("a \(what) is \(Self.help).")
    }

    static let help = "a number from 0 with its unit, m, km or mi: 500m, 10km, 6.2mi"
    var description: String { NumberText.shortest(meters.kilometers) + "km" }
}

extension TextEncoding: ExpressibleByArgument {
    /// The encoding of a label such as `utf-8`, `cp949` or `euc-kr`.
    public init?(argument: String) { self.init(label: argument) }

    /// The labels shown in help.
    public static var allValueStrings: [String] { ["utf-8", "cp949"] }
}

extension RowFormat: ExpressibleByArgument {}

/// One ASCII character, or the word `tab`.
struct Delimiter: ExpressibleByArgument {
    let byte: UInt8

    init?(argument: String) {
        let named = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|"]
        let text = Array((named[argument.lowercased()] ?? argument).utf8)
        guard text.count == 1, CSVOptions.isUsable(delimiter: text[0]) else { return nil }
        byte = text[0]
    }
}

/// The attractions a question is about.
struct CatalogArguments: ParsableArguments {
    @Option(
        name: .customLong("attractions"),
        help: ArgumentHelp(
            "The attractions: a CSV (national standard data, or any with columns for latitude and longitude), "
                + "the portal's or the API's JSON, GeoJSON points, or an index file; UTF-8 or CP949.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var path: String

    @Option(help: ArgumentHelp("Column of the attractions that holds the id, or its number: #5.", valueName: "name"))
    var attractionsIdColumn: String?
    @Option(help: ArgumentHelp("Column of the attractions that holds the name, or its number: #5.", valueName: "name"))
    var attractionsNameColumn: String?
    @Option(
        help: ArgumentHelp("Column of the attractions that holds the category, or its number: #5.", valueName: "name"))
    var attractionsCategoryColumn: String?
    @Option(
        help: ArgumentHelp("Column of the attractions that holds the latitude, or its number: #5.", valueName: "name"))
    var attractionsLatitudeColumn: String?
    @Option(
        help: ArgumentHelp("Column of the attractions that holds the longitude, or its number: #5.", valueName: "name"))
    var attractionsLongitudeColumn: String?
    @Option(
        help: ArgumentHelp("Encoding of the attractions: utf-8 or cp949; found out by default.", valueName: "label"))
    var attractionsEncoding: TextEncoding?

    @Option(
        help: ArgumentHelp(
            "Character between the attractions' fields; found out by default.", valueName: "character"))
    var attractionsDelimiter: Delimiter?
    @Flag(help: "Mend attractions whose latitude and longitude are exchanged, instead of rejecting them.")
    var mendSwapped = false
    @OptionGroup var merging: MergingArguments

    @Option(
        help: ArgumentHelp(
            "The attractions hold x (east) and y (north) of this projected system and not degrees, such as EPSG:5174; "
                + "EPSG:4326, degrees, is what is read without it.",
            valueName: "system"))
    var attractionsCrs: String?
    @Flag(help: "With --attractions-crs: also take places outside the area that the system is made for.")
    var attractionsOutsideArea = false

    func validate() throws {
        if attractionsOutsideArea, attractionsCrs == nil {
            throw ValidationError("--attractions-outside-area goes with --attractions-crs.")
        }
    }

    /// How the attractions are read; asked before anything is read, as ``SystemArguments/system()`` is.
    func options() throws -> CatalogOptions {
        let system = try PlaceSystem.named(
            attractionsCrs, option: "--attractions-crs", refusesOutsideArea: !attractionsOutsideArea)
        return CatalogOptions(
            encoding: attractionsEncoding, delimiter: attractionsDelimiter?.byte,
            columns: PlaceColumnNames(
                id: attractionsIdColumn, name: attractionsNameColumn, category: attractionsCategoryColumn,
                latitude: attractionsLatitudeColumn, longitude: attractionsLongitudeColumn, system: system),
            mendsSwapped: mendSwapped, merging: merging.merging)
    }

    /// Loads the attractions for a batch; says what was left out.
    func load(
        _ question: LookupBatchOptions, reading options: CatalogOptions, jobs: Int, quietly: Bool
    ) throws -> LookupBatch {
        try MemoryLimit.refuse(tooLarge: path)
        let batch: LookupBatch
        do {
            batch = try LookupBatch(attractions: path, reading: options, question, jobs: jobs)
        } catch {
            throw Failure(error, optionPrefix: "attractions-")
        }
        let rows = batch.attractionRows
        try say(rows, batch.attractionReport, quietly: quietly)
        if let leftOut = batch.attractionsLeftOut {
            if leftOut.count == rows.kept {
                throw Failure(.badData, "\(path): no attraction can be used: \(leftOut.reason)")
            }
            if !quietly {
                Console.say(
                    "\(path): \(leftOut.count) of \(rows.kept) attractions left out: \(leftOut.reason)"
                        + (leftOut.count > 1 ? ", and so on" : ""))
            }
        }
        return batch
    }

    /// Loads the attractions to be found by name; says what was left out.
    func loadSearch(jobs: Int, quietly: Bool) throws -> SearchedAttractions {
        let options = try options()
        try MemoryLimit.refuse(tooLarge: path)
        let attractions: SearchedAttractions
        do {
            attractions = try SearchedAttractions(contentsOf: path, reading: options, jobs: jobs)
        } catch {
            throw Failure(error, optionPrefix: "attractions-")
        }
        guard let report = attractions.report else { return attractions }
        try say(
            (report.rowsIn, report.rowsKept, report.rowsRejected, report.duplicatesMerged, report.equalRowsMerged),
            report,
            quietly: quietly)
        return attractions
    }

    /// Finds stops by name among the attractions at `path`.
    static func stopFinder(_ path: String, reading options: CatalogOptions = .init()) throws -> StopFinder {
        try MemoryLimit.refuse(tooLarge: path)
        do {
            return StopFinder(
                try SearchedAttractions(contentsOf: path, reading: options, jobs: JobsArguments.cores))
        } catch {
            throw Failure(error, optionPrefix: "attractions-")
        }
    }

    /// What the flag of it says.
    static let findStopsHelp: ArgumentHelp =
        "Look up stops without coordinates by their names among --attractions; a name that may mean several is rejected."

    /// Says what became of the rows.
    ///
    /// - Throws: ``Failure`` where none can be used.
    private func say(
        _ rows: (rowsIn: Int, kept: Int, rejected: Int, duplicatesMerged: Int, equalRowsMerged: Int),
        _ report: QualityReport, quietly: Bool
    ) throws {
        if rows.kept == 0 { throw Failure(.badData, "\(path): \(report.nothingUsable("attractions-"))") }
        if !quietly, rows.rejected > 0 || rows.duplicatesMerged > 0 {
            Console.say(
                """
                \(path): \(rows.rowsIn) rows: \(rows.kept) kept, \(rows.rejected) rejected, \
                \(rows.duplicatesMerged) duplicates merged; `waymark attractions check` says why
                """)
        }
        MergingArguments.sayMerged(rows.duplicatesMerged - rows.equalRowsMerged, of: path)
    }
}

extension QualityReport {
    /// - Throws: ``Failure`` with the likeliest cause where a file has rows and none could be used.
    func refuseNothing(of path: String) throws {
        if rowsIn > 0, rowsKept == 0 { throw Failure(.badData, "\(path): \(nothingUsable(""))") }
    }

    /// Why there is nothing to ask about, where no row could be used; `prefix` is what the options begin with that name the
    /// columns of the file.
    fileprivate func nothingUsable(_ prefix: String) -> String {
        var complaints = Complaints(file: "", isShown: false)
        for rejection in rejections { complaints.add(rejection) }
        if complaints.likeliest == nil { return "there are no rows" }
        return "no attraction can be used: "
            + NothingAnswered.rejected(rowsRejected, complaints, system: "--\(prefix)crs", prefix: prefix)
    }
}
