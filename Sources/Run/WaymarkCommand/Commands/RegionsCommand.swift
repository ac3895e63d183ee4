import ArgumentParser
import WaymarkBatch
import WaymarkDrawings
import WaymarkGradients
import WaymarkPolylines
import WaymarkQuestions
import WaymarkTables
import WaymarkText

/// `waymark regions`: finds the regions of rows, counts rows by region, or maps visited land.
struct RegionsCommand: ParsableCommand {
    /// The output formats of counts and visits.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, geojson, svg }

    /// The basis of the colours of visited regions.
    enum Coloring: String, ExpressibleByArgument, CaseIterable {
        /// The number of visits.
        case visits
        /// The owner with the most visits.
        case owner
        /// The latest row with a colour.
        case row
    }

    static let configuration = CommandConfiguration(
        commandName: "regions",
        abstract: "Append its region to each row; count rows by region; map visited land.",
        discussion: """
            Appends region_code and region_name. --boundaries NAME=FILE names them NAME_code and NAME_name, and can \
            be repeated for several levels. A place in no region is an answer with empty cells. On a border the \
            first region in the file counts. --tolerance assigns places that a simplified coastline leaves in the \
            sea to the nearest region, and appends region_distance_m: 0 inside, otherwise the distance to the \
            region.

            --count writes a row, or a shape on a map, for each region: level, code, name, count, and nearest, the \
            part of count that lies outside. --visited treats the rows as visits of a travel diary: level, code, \
            name, visits, first_visit, last_visit, fill. Rows may have a date, a colour such as #e69f00 and an \
            owner; of rows with the same id the last one counts. Rings that cross themselves are repaired, features \
            that are not regions are refused, and both are reported.

            EXAMPLES
              waymark regions stops.csv --boundaries provinces.geojson
              waymark regions stops.csv --boundaries province=p.geojson \\
                --boundaries city=m.geojson --tolerance 5km --output out.csv
              waymark regions shops.csv --crs EPSG:5174 --count \\
                --boundaries districts.geojson --format svg --output map.svg
              waymark regions diary.csv --boundaries p.geojson --visited
              waymark regions diary.csv --boundaries p.geojson --visited \\
                --color-by owner --format geojson --output land.geojson
            """)

    @Argument(
        help: ArgumentHelp("Table: a CSV of places; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var file: String
    @Option(
        help: ArgumentHelp(
            "GeoJSON of the regions, and their name (default: region). Repeat for several levels.",
            valueName: "[name=]file"),
        completion: .file(extensions: ["geojson", "json"]))
    var boundaries: [String]
    @Flag(help: "Count the rows in each region.")
    var count = false
    @Flag(help: "Treat the rows as visits, and summarise them for each region.")
    var visited = false
    @Option(help: ArgumentHelp("csv; with --count or --visited also geojson or svg.", valueName: "format"))
    var format = Format.csv
    @Option(help: ArgumentHelp("Write only this level, by name.", valueName: "name"))
    var level: String?
    @Option(help: ArgumentHelp("Title of the svg map. (default: the name of the level)", valueName: "text"))
    var title: String?
    @Option(help: RouteMap.Language.help)
    var language: RouteMap.Language?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum distance at which a place outside all regions belongs to the nearest one: \(Radius.help).",
            valueName: "length"),
        transform: { try Radius(text: $0, of: "tolerance") })
    var tolerance: Radius?
    @Option(
        help: ArgumentHelp(
            "Property of the regions with the code; detected by usual names. Once for all levels, or for each.",
            valueName: "name"))
    var codeProperty: [String] = []
    @Option(help: ArgumentHelp("Property of the regions with the name, likewise.", valueName: "name"))
    var nameProperty: [String] = []
    @Option(
        help: ArgumentHelp("Encoding of the regions: utf-8 or cp949; detected by default.", valueName: "label"))
    var boundariesEncoding: TextEncoding?

    @Flag(help: "With --count or --visited: omit regions without a row.")
    var skipEmpty = false
    @Option(
        help: ArgumentHelp(
            "With --visited, or --count on a map: lower bounds of the colour classes; by default five classes with about the same number of "
                + "regions.",
            valueName: "10,100,1000"),
        transform: Self.breaks(text:))
    var breaks: [Double]?
    @Flag(help: "With --visited: write the visited share of each level, one row per level.")
    var shares = false
    @Option(
        help: ArgumentHelp(
            "With --visited: the basis of colours: visits, owner or row. By default row if rows have colours, owner if "
                + "--owner-color is given, otherwise visits.",
            valueName: "what"))
    var colorBy: Coloring?
    @Option(
        help: ArgumentHelp(
            "With --visited: the colour of an owner. Repeat for several owners; the others get "
                + "other distinguishable colours.",
            valueName: "name=#e69f00"),
        transform: OwnerColor.init(text:))
    var ownerColor: [OwnerColor] = []

    @Option(help: ArgumentHelp("With --visited: date column, by name or number (#1).", valueName: "name"))
    var dateColumn: String?
    @Option(help: ArgumentHelp("With --visited: colour column, by name or number (#2).", valueName: "name"))
    var colorColumn: String?
    @Option(help: ArgumentHelp("With --visited: owner column, by name or number (#3).", valueName: "name"))
    var ownerColumn: String?
    @Option(help: ArgumentHelp("With --visited: id column, by name or number (#4).", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Latitude or y column, by name or number (#5).", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Longitude or x column, by name or number (#6).", valueName: "name"))
    var longitudeColumn: String?
    @OptionGroup var ground: GroundArguments
    @OptionGroup var system: SystemArguments
    @OptionGroup var arguments: ColumnBatchArguments

    /// A colour assigned to an owner.
    struct OwnerColor {
        let name: String
        let color: RGBColor

        init(text: String) throws {
            guard let equals = text.lastIndex(of: "="),
                let color = RGBColor(hex: String(text[text.index(after: equals)...]))
            else { throw ValidationError("an owner's colour must be NAME=#rrggbb: kim=#e69f00.") }
            (name, self.color) = (String(text[..<equals]), color)
        }
    }

    private static func breaks(text: String) throws -> [Double] {
        let numbers = text.split(separator: ",").map { NumberParser.double($0) }
        guard !numbers.isEmpty, !numbers.contains(nil), zip(numbers, numbers.dropFirst()).allSatisfy({ $0! < $1! })
        else {
            throw ValidationError("breaks must be ascending numbers: 10,100,1000.")
        }
        return numbers.compactMap(\.self)
    }

    func validate() throws {
        try arguments.refuseSameFiles(file, namedBoundaries.map { .init("--boundaries", $0.path) })
        if count, visited { throw ValidationError("--count and --visited exclude each other.") }
        func refuse(_ isGiven: Bool, _ option: String, unless isFitting: Bool, _ with: String) throws {
            if isGiven, !isFitting { throw ValidationError("\(option) needs \(with).") }
        }
        let isSummed = count || visited
        try refuse(format != .csv, "--format \(format.rawValue)", unless: isSummed, "--count or --visited")
        try refuse(level != nil, "--level", unless: isSummed, "--count or --visited")
        try refuse(title != nil, "--title", unless: format == .svg, "--format svg")
        try refuse(language != nil, "--language", unless: format == .svg, "--format svg")
        try refuse(ground.file != nil, "--ground", unless: format == .svg, "--format svg")
        try refuse(ground.isDark, "--dark", unless: format == .svg, "--format svg")
        try refuse(skipEmpty, "--skip-empty", unless: isSummed, "--count or --visited")
        try refuse(breaks != nil, "--breaks", unless: isSummed, "--count or --visited")
        try refuse(breaks != nil, "--breaks", unless: visited || format != .csv, "colours: --format geojson or svg")
        try refuse(shares, "--shares", unless: visited && format == .csv, "--visited and --format csv")
        for (option, isGiven) in [
            ("--level", level != nil), ("--skip-empty", skipEmpty), ("--breaks", breaks != nil),
            ("--color-by", colorBy != nil), ("--owner-color", !ownerColor.isEmpty),
        ] where isGiven && shares {
            throw ValidationError("\(option) cannot be used with --shares, which writes one row per level.")
        }
        for (option, isGiven) in [
            ("--color-by", colorBy != nil), ("--owner-color", !ownerColor.isEmpty),
            ("--date-column", dateColumn != nil),
            ("--color-column", colorColumn != nil), ("--owner-column", ownerColumn != nil),
            ("--id-column", idColumn != nil),
        ] {
            try refuse(isGiven, option, unless: visited, "--visited")
        }
        let coloring = colorBy ?? (ownerColor.isEmpty ? .visits : .owner)
        try refuse(breaks != nil, "--breaks", unless: coloring == .visits, "colours by number of visits")
        try refuse(!ownerColor.isEmpty, "--owner-color", unless: coloring == .owner, "--color-by owner")
        for (option, names) in [("--code-property", codeProperty), ("--name-property", nameProperty)]
        where names.count > 1 && names.count != boundaries.count {
            throw ValidationError("give \(option) once for all --boundaries, or once for each.")
        }
        var owners: Set<String> = []
        if let twice = ownerColor.first(where: { !owners.insert($0.name).inserted }) {
            throw ValidationError("--owner-color gives \(twice.name) two colours.")
        }
        let names = namedBoundaries.map(\.name)
        if Set(names).count < names.count {
            throw ValidationError(
                "Two --boundaries have the same name; give them different ones: --boundaries NAME=FILE.")
        }
        if let level, !names.contains(level) {
            throw ValidationError(
                "The level \(level) does not exist; the levels are: \(names.joined(separator: ", ")).")
        }
        if format != .csv, boundaries.count > 1, level == nil {
            throw ValidationError("A map shows one level: give --level, one of \(names.joined(separator: ", ")).")
        }
    }

    /// The names and paths of the boundaries.
    var namedBoundaries: [(name: String, path: String)] {
        OptionText.boundaries(boundaries)
    }
}
