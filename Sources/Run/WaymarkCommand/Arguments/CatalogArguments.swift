import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkPlaces
import WaymarkTables

/// How attractions are read.
struct CatalogReadingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Id column of the attractions, by name or number (#5).", valueName: "name"))
    var attractionsIdColumn: String?
    @Option(help: ArgumentHelp("Name column of the attractions, by name or number (#5).", valueName: "name"))
    var attractionsNameColumn: String?
    @Option(
        help: ArgumentHelp("Category column of the attractions, by name or number (#5).", valueName: "name"))
    var attractionsCategoryColumn: String?
    @Option(
        help: ArgumentHelp("Latitude column of the attractions, by name or number (#5).", valueName: "name"))
    var attractionsLatitudeColumn: String?
    @Option(
        help: ArgumentHelp("Longitude column of the attractions, by name or number (#5).", valueName: "name"))
    var attractionsLongitudeColumn: String?
    @Option(
        help: ArgumentHelp("Encoding of the attractions: utf-8 or cp949; detected by default.", valueName: "label"))
    var attractionsEncoding: TextEncoding?

    @Option(
        help: ArgumentHelp(
            "Field delimiter of the attractions; detected by default.", valueName: "character"))
    var attractionsDelimiter: Delimiter?
    @Flag(help: "Correct attractions with swapped latitude and longitude instead of rejecting them.")
    var mendSwapped = false
    @OptionGroup var merging: MergingArguments

    @Option(
        help: ArgumentHelp(
            "The attractions have x (east) and y (north) in this projected system, such as EPSG:5174. "
                + "The default is EPSG:4326, degrees.",
            valueName: "system"))
    var attractionsCrs: String?
    @Flag(help: "With --attractions-crs: also accept places outside the system's area of use.")
    var attractionsOutsideArea = false

    func validate() throws {
        if attractionsOutsideArea, attractionsCrs == nil {
            throw ValidationError("--attractions-outside-area needs --attractions-crs.")
        }
    }

    /// The reading options; call before reading anything, as for ``SystemArguments/system()``.
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
}

/// The attractions to search.
struct CatalogArguments: ParsableArguments {
    @Option(
        name: .customLong("attractions"),
        help: ArgumentHelp(
            "Attractions: a CSV (national standard data, or any with latitude and longitude columns), "
                + "JSON of the data portal or its API, GeoJSON points, or an index file; UTF-8 or CP949. Repeat it to join files.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var paths: [String]

    @OptionGroup var reading: CatalogReadingArguments

    /// Whether standard input is a file of attractions.
    var isStandardInput: Bool { paths.contains("-") }
    /// The files, for ``SameFiles``.
    var uses: [SameFiles.Use] { paths.map { .init("--attractions", $0) } }

    /// The reading options; call before reading anything, as for ``SystemArguments/system()``.
    func options() throws -> CatalogOptions { try reading.options() }

    /// Loads the attractions for a batch; reports omitted rows.
    func load(
        _ question: LookupBatchOptions, reading options: CatalogOptions, jobs: Int, quietly: Bool
    ) throws -> LookupBatch {
        let (batch, read) = try Self.reading(paths) { () throws(AttractionError) in
            if paths.count == 1 {
                let batch = try LookupBatch(attractions: paths[0], reading: options, question, jobs: jobs)
                return (batch, ReadAttractions([batch.attractionReport]))
            }
            let (file, _, _, read) = try AttractionFile.opening(paths, reading: options, jobs: jobs)
            return (LookupBatch(file, question), read)
        }
        try Self.say(read, quietly: quietly)
        if let leftOut = batch.attractionsLeftOut {
            let (kept, files) = (batch.attractionReport.rowsKept, paths.joined(separator: ", "))
            if leftOut.count == kept {
                throw Failure(.badData, "\(files): no attraction can be used: \(leftOut.reason)")
            }
            if !quietly {
                Console.say(
                    "\(files): \(leftOut.count) of \(kept) attractions left out: \(leftOut.reason)"
                        + (leftOut.count > 1 ? ", and so on" : ""))
            }
        }
        return batch
    }

    /// Loads the attractions to be searched by name; reports omitted rows.
    func loadSearch(_ extras: SearchExtras, jobs: Int, quietly: Bool) throws -> SearchedAttractions {
        let options = try options()
        let attractions = try Self.reading(paths) { () throws(AttractionError) in
            try SearchedAttractions(contentsOf: paths, reading: options, extras: extras, jobs: jobs)
        }
        if let file = extras.aliases, attractions.unknownAliases > 0, !quietly {
            Console.say("\(file): \(attractions.unknownAliases) aliases are of no attraction")
        }
        try Self.say(attractions.reading, quietly: quietly)
        return attractions
    }

    /// Finds stops by name among the attractions of some files.
    static func stopFinder(_ paths: [String], reading options: CatalogOptions = .init()) throws -> StopFinder {
        try reading(paths) { () throws(AttractionError) in
            StopFinder(try SearchedAttractions(contentsOf: paths, reading: options, jobs: JobsArguments.cores))
        }
    }

    /// Reads attractions that fit into memory.
    static func reading<Value>(_ paths: [String], _ read: () throws(AttractionError) -> Value) throws -> Value {
        for path in paths { try MemoryLimit.refuse(tooLarge: path) }
        do { return try read() } catch { throw Failure(error, optionPrefix: "attractions-") }
    }

    /// The help of the option for it.
    static let findStopsHelp: ArgumentHelp =
        "Look up stops without coordinates by their names among --attractions; ambiguous names are rejected."

    /// Reports the counts of rows of attractions, by file, and what was merged across files.
    ///
    /// - Throws: ``Failure`` if none of a file could be used.
    static func say(_ read: ReadAttractions, quietly: Bool) throws {
        for report in read.reports {
            let path = report.file
            if report.rowsKept == 0 { throw Failure(.badData, "\(path): \(report.nothingUsable("attractions-"))") }
            if !quietly, report.rowsRejected > 0 || report.duplicatesMerged > 0 {
                Console.say(
                    """
                    \(path): \(report.rowsIn) rows: \(report.rowsKept) kept, \(report.rowsRejected) rejected, \
                    \(report.duplicatesMerged) duplicates merged; `waymark attractions check` shows the reasons
                    """)
            }
            MergingArguments.sayMerged(report.duplicatesMerged - report.equalRowsMerged, of: path)
        }
        let count = read.mergedAcrossFiles
        if !quietly, count > 0 {
            Console.say(
                "\(count) \(count == 1 ? "attraction" : "attractions") of a file merged with that of an earlier one, with the "
                    + "same id or name within 100 m; --keep-duplicates keeps all")
        }
    }
}

extension QualityReport {
    /// - Throws: ``Failure`` with the likeliest cause if a file has rows and none could be used.
    func refuseNothing(of path: String) throws {
        if rowsIn > 0, rowsKept == 0 { throw Failure(.badData, "\(path): \(nothingUsable(""))") }
    }

    /// Why no row could be used; `prefix` is the prefix of the options for the columns of the file.
    fileprivate func nothingUsable(_ prefix: String) -> String {
        var complaints = Complaints(file: "", isShown: false)
        for rejection in rejections { complaints.add(rejection) }
        if complaints.likeliest == nil { return "there are no rows" }
        return "no attraction can be used: "
            + NothingAnswered.rejected(rowsRejected, complaints, system: "--\(prefix)crs", prefix: prefix)
    }
}
