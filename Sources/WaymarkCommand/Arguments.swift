import ArgumentParser
import Waymark

/// A length with its unit, as in `10km`.
struct Radius: ExpressibleByArgument {
    let meters: Meters

    init?(argument: String) {
        let units: [(String, (Double) -> Meters)] = [
            ("km", Meters.kilometers), ("mi", Meters.miles), ("m", { Meters($0) }),
        ]
        let text = argument.lowercased().filter { $0 != " " }
        for (unit, make) in units where text.hasSuffix(unit) {
            guard let value = NumberParser.double(Array(text.utf8.dropLast(unit.utf8.count)).span), value >= 0 else {
                return nil
            }
            meters = make(value)
            return
        }
        return nil
    }

    static let help = "a number from 0 with its unit, m, km or mi: 500m, 10km, 6.2mi"
    var defaultValueDescription: String { "\(meters.kilometers)km" }
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
                + "the portal's or the API's JSON, or GeoJSON points; UTF-8 or CP949.",
            valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "json", "geojson"]))
    var path: String

    @Option(help: ArgumentHelp("Column of the attractions that holds the id.", valueName: "name"))
    var attractionsIdColumn: String?
    @Option(help: ArgumentHelp("Column of the attractions that holds the name.", valueName: "name"))
    var attractionsNameColumn: String?
    @Option(help: ArgumentHelp("Column of the attractions that holds the category.", valueName: "name"))
    var attractionsCategoryColumn: String?
    @Option(help: ArgumentHelp("Column of the attractions that holds the latitude.", valueName: "name"))
    var attractionsLatitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the attractions that holds the longitude.", valueName: "name"))
    var attractionsLongitudeColumn: String?
    @Option(
        help: ArgumentHelp("Encoding of the attractions: utf-8 or cp949; found out by default.", valueName: "label"))
    var attractionsEncoding: TextEncoding?

    /// How the attractions are read.
    var options: CatalogOptions {
        CatalogOptions(
            encoding: attractionsEncoding,
            columns: PlaceColumnNames(
                id: attractionsIdColumn, name: attractionsNameColumn, category: attractionsCategoryColumn,
                latitude: attractionsLatitudeColumn, longitude: attractionsLongitudeColumn))
    }

    /// Loads the attractions for a batch; says what was left out.
    func load(_ question: LookupBatchOptions, jobs: Int, quietly: Bool) throws -> LookupBatch {
        let batch: LookupBatch
        do {
            batch = try LookupBatch(attractions: path, reading: options, question, jobs: jobs)
        } catch {
            throw Failure(error, optionPrefix: "attractions-")
        }
        let rows = batch.attractionRows
        if !quietly, rows.rejected > 0 || rows.duplicatesMerged > 0 {
            Console.say(
                """
                \(path): \(rows.rowsIn) rows: \(rows.kept) kept, \(rows.rejected) rejected, \
                \(rows.duplicatesMerged) duplicates merged; `waymark attractions check` says why
                """)
        }
        return batch
    }
}
