import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkIndex
import WaymarkRecommendations
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// `waymark index`: builds and inspects index files.
struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "Build and inspect index files (.waymark).",
        discussion: """
            An index file holds attractions and the index over them. It opens immediately at any size, is shared in \
            memory by all processes that use it, and is accepted wherever attractions are.
            """,
        subcommands: [BuildIndexCommand.self, IndexInfoCommand.self])
}

/// `waymark index build`: writes attractions of any format as an index file.
struct BuildIndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Write attractions and the index over them as one file.",
        discussion: """
            The same attractions give the same bytes.

            EXAMPLES
              waymark index build places.csv --output places.waymark
              waymark index build hotels.csv --crs EPSG:5174 --output hotels.waymark
              waymark nearby stops.csv --attractions places.waymark
            """)

    @OptionGroup var arguments: AttractionsFileArguments
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Index file to write; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["waymark"]))
    var output: String
    @Option(
        help: ArgumentHelp(
            "Column of numbers of your own to keep, whose rank counts in recommendations: a rating, visits, an editor's choice.",
            valueName: "name"))
    var worthColumn: String?
    @Option(help: ArgumentHelp("What these numbers are called in sentences. (default: the column)", valueName: "text"))
    var worthName: String?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        try OutputArguments.refuse(packed: output, "an index file, which is mapped into memory")
        if worthColumn == nil, worthName != nil { throw ValidationError("--worth-name needs --worth-column.") }
        try SameFiles.refuse(
            outputs: [.init("--output", output)], inputs: [.init("the attractions", arguments.file)])
    }

    func run() throws {
        let table = try arguments.table(AttractionCatalog.fields)
        let indexed = try IndexedAttractions(
            table, of: [arguments.file], reading: arguments.options(), worthColumn: worthColumn, worthName: worthName,
            jobs: arguments.jobs.count)
        try arguments.convert(table.report, to: output, packing: .none, quietly: quiet) { (file) throws(TableError) in
            try indexed.write { (bytes) throws(TableError) in try file.write(bytes) }
        }
    }
}

/// `waymark index info`: reports the contents of an index file.
struct IndexInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Report the contents of an index file; --verify checks every byte.",
        discussion: """
            EXAMPLES
              waymark index info places.waymark
              waymark index info places.waymark --verify
            """)

    @Argument(help: ArgumentHelp("The index file.", valueName: "file"), completion: .file(extensions: ["waymark"]))
    var file: String
    @Flag(help: "Read the whole file: check checksums, and that index and records match.")
    var verify = false

    func run() throws {
        let file = try IndexFile(contentsOf: self.file)
        let isOfAttractions = file.sections.contains { $0.name == AttractionFile.placesSection }
        let attractions = isOfAttractions ? try AttractionFile(file) : nil
        // Verified before the contents are reported.
        if verify {
            if let attractions {
                try attractions.verify()
                if PlaceSearch.isStored(in: file) { try PlaceSearch(attractions).verify() }
                if RecommendedPlaces.isStored(in: file) { try RecommendedPlaces.verify(attractions) }
            } else {
                try file.verify()
            }
        }
        var table = TextTable(columns: [
            .init(title: "Section"), .init(title: "Bytes", alignment: .right), .init(title: "From", alignment: .right),
            .init(title: "XXH64"),
        ])
        for section in file.sections {
            table.add([
                section.name, String(section.size), String(section.offset),
                Hexadecimal.text(section.checksum, digits: 16),
            ])
        }
        let report =
            file.bytes(of: Town.reportSection).map { $0.withBytes { String(utf8: $0) } + "\(Attribution.text)\n\n" }
            ?? ""
        let unit = attractions == nil ? "point" : "attraction"
        try OutputArguments.write(
            """
            \(file.count) \(unit)\(file.count == 1 ? "" : "s"); \(file.size) bytes, format version \(IndexFile.version)

            \(report)\(table.render())\(verify ? "\nverified: every byte is as it was written, and all parts fit\n" : "")
            """)
    }
}
