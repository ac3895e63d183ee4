import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkCommand
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// `waymark-weights known`: counts how many courses and lists name a place.
struct KnownPlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "known",
        abstract: "Count how many courses and lists name a place: the table that ships.",
        discussion: """
            EXAMPLES
              waymark-weights known named.tsv --courses courses.csv \\
                --attractions data/attractions.csv --output known-places.tsv
            """)

    @Argument(
        help: ArgumentHelp("Names with their province and the number of lists that have them.", valueName: "file"),
        completion: .file(extensions: ["tsv"]))
    var named: String
    @Option(
        help: ArgumentHelp("Courses, a row for each stop; may be repeated.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var courses: [String] = []
    @Option(
        help: ArgumentHelp("Attractions that say where places are; may be repeated.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson", "waymark"]))
    var attractions: [String]
    @OptionGroup var columns: VisitColumnArguments
    @OptionGroup var output: OutputArguments

    func validate() throws {
        try SameFiles.refuse(
            outputs: [output.use],
            inputs: [.init("the names", named)] + courses.map { .init("--courses", $0) }
                + attractions.map { .init("--attractions", $0) })
    }

    func run() throws {
        var table = KnownPlacesTable()
        for path in attractions { table.add(try AttractionCatalog(contentsOf: path).attractions) }
        for path in courses {
            let read = try CourseTable(
                FileSource(path: path), columns: columns.courses, options: columns.reading)
            table.add(read.data, hash: WeightsOrigin.hash(of: try FileSource.contents(of: path).bytes))
        }
        let (text, lost) = table.made(of: String(decoding: try FileSource.contents(of: named).bytes, as: UTF8.self))
        try output.write(text)
        Console.say("\(lost.count) names are in no file of places, or in several places")
    }
}
