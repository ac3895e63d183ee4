import ArgumentParser
import WaymarkGradients
import WaymarkPolylines
import WaymarkTables
import WaymarkText

/// `waymark regions`: in which regions the rows of a table lie, how many in each, or what of the land has been visited.
struct RegionsCommand: ParsableCommand {
    /// What counts and visits can be written as.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, geojson, svg }

    /// What the colours of visited regions go by.
    enum Coloring: String, ExpressibleByArgument, CaseIterable {
        /// The number of visits.
        case visits
        /// Who was there most.
        case owner
        /// The latest row with a colour.
        case row
    }

    static let configuration = CommandConfiguration(
        commandName: "regions",
        abstract: "Append to each row the region it lies in; count rows by region; map visited land.",
        discussion: """
            Appends region_code and region_name; --boundaries NAME=FILE calls them NAME_code and NAME_name, and may be \
            given for several levels. A place in no region is an answer with empty cells. On a border the first region of \
            the file counts. --tolerance takes the nearest region for places that a simplified coast leaves in the sea, \
            and appends region_distance_m: 0 within, else how far the region is.

            --count writes a row, or a shape on a map, for each region: level, code, name, count, and nearest, how many of \
            these lie outside. --visited takes the rows for a map diary: level, code, name, visits, first_visit, \
            last_visit, fill. Rows may have a date, a colour such as #e69f00 and an owner; of rows with the same id the \
            last counts. Rings that cross themselves are mended, features that are no regions refused, and both said.

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
        help: ArgumentHelp("The table: a CSV of places; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var file: String
    @Option(
        help: ArgumentHelp(
            "GeoJSON of the regions, and what to call them: region by default. Several times for several levels.",
            valueName: "[name=]file"),
        completion: .file(extensions: ["geojson", "json"]))
    var boundaries: [String]
    @Flag(help: "Count the rows in each region.")
    var count = false
    @Flag(help: "Take the rows for visits, and write what is known of each region.")
    var visited = false
    @Option(help: ArgumentHelp("csv; with --count or --visited also geojson or svg.", valueName: "format"))
    var format = Format.csv
    @Option(help: ArgumentHelp("Write this level alone, by its name.", valueName: "name"))
    var level: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far from a region a place that lies in none may be and still belong to it: \(Radius.help).",
            valueName: "length"),
        transform: { try Radius(text: $0, of: "tolerance") })
    var tolerance: Radius?
    @Option(
        help: ArgumentHelp(
            "Property of the regions that holds the code; found by usual names. Once for all levels, or for each.",
            valueName: "name"))
    var codeProperty: [String] = []
    @Option(help: ArgumentHelp("Property of the regions that holds the name, likewise.", valueName: "name"))
    var nameProperty: [String] = []
    @Option(
        help: ArgumentHelp("Encoding of the regions: utf-8 or cp949; found out by default.", valueName: "label"))
    var boundariesEncoding: TextEncoding?

    @Flag(help: "With --count or --visited: leave out regions without a row.")
    var skipEmpty = false
    @Option(
        help: ArgumentHelp(
            "With --visited, or --count on a map: where classes of numbers begin, for their colours; five classes of about as many "
                + "regions by default.",
            valueName: "10,100,1000"),
        transform: Self.breaks(text:))
    var breaks: [Double]?
    @Flag(help: "With --visited: how much of each level has been visited, in a row for each level.")
    var shares = false
    @Option(
        help: ArgumentHelp(
            "With --visited: what colours go by: visits, owner or row; by default row where rows have colours, owner where "
                + "--owner-color is given, else visits.",
            valueName: "what"))
    var colorBy: Coloring?
    @Option(
        help: ArgumentHelp(
            "With --visited: the colour of an owner. Several times for several owners; the others get "
                + "colours of their own, told apart from these.",
            valueName: "name=#e69f00"),
        transform: OwnerColor.init(text:))
    var ownerColor: [OwnerColor] = []

    @Option(help: ArgumentHelp("With --visited: column of the date, or its number: #1.", valueName: "name"))
    var dateColumn: String?
    @Option(help: ArgumentHelp("With --visited: column of the colour, or its number: #2.", valueName: "name"))
    var colorColumn: String?
    @Option(help: ArgumentHelp("With --visited: column of the owner, or its number: #3.", valueName: "name"))
    var ownerColumn: String?
    @Option(help: ArgumentHelp("With --visited: column of the id, or its number: #4.", valueName: "name"))
    var idColumn: String?
    @Option(help: ArgumentHelp("Column of the latitude, or of y, or its number: #5.", valueName: "name"))
    var latitudeColumn: String?
    @Option(help: ArgumentHelp("Column of the longitude, or of x, or its number: #6.", valueName: "name"))
    var longitudeColumn: String?
    @OptionGroup var system: SystemArguments
    @OptionGroup var arguments: ColumnBatchArguments

    /// A colour that an owner was given.
    struct OwnerColor {
        let name: String
        let color: RGBColor

        init(text: String) throws {
            guard let equals = text.lastIndex(of: "="),
                let color = RGBColor(hex: String(text[text.index(after: equals)...]))
            else { throw ValidationError("an owner's colour is NAME=#rrggbb: kim=#e69f00.") }
            (name, self.color) = (String(text[..<equals]), color)
        }
    }

    private static func breaks(text: String) throws -> [Double] {
        let numbers = text.split(separator: ",").map { NumberParser.double($0) }
        guard !numbers.isEmpty, !numbers.contains(nil), zip(numbers, numbers.dropFirst()).allSatisfy({ $0! < $1! })
        else {
            throw ValidationError("breaks are rising numbers: 10,100,1000.")
        }
        return numbers.compactMap(\.self)
    }

    func validate() throws {
        try arguments.refuseSameFiles(file, namedBoundaries.map { .init("--boundaries", $0.path) })
        if count, visited { throw ValidationError("--count and --visited are two questions: ask one.") }
        func refuse(_ isGiven: Bool, _ option: String, unless isFitting: Bool, _ with: String) throws {
            if isGiven, !isFitting { throw ValidationError("\(option) goes with \(with).") }
        }
        let isSummed = count || visited
        try refuse(format != .csv, "--format \(format.rawValue)", unless: isSummed, "--count or --visited")
        try refuse(level != nil, "--level", unless: isSummed, "--count or --visited")
        try refuse(skipEmpty, "--skip-empty", unless: isSummed, "--count or --visited")
        try refuse(breaks != nil, "--breaks", unless: isSummed, "--count or --visited")
        try refuse(breaks != nil, "--breaks", unless: visited || format != .csv, "colours: --format geojson or svg")
        try refuse(shares, "--shares", unless: visited && format == .csv, "--visited and --format csv")
        for (option, isGiven) in [
            ("--level", level != nil), ("--skip-empty", skipEmpty), ("--breaks", breaks != nil),
            ("--color-by", colorBy != nil), ("--owner-color", !ownerColor.isEmpty),
        ] where isGiven && shares {
            throw ValidationError("\(option) does not go with --shares, which writes a row for each level.")
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
            throw ValidationError("\(option) is given once for all --boundaries, or for each of them.")
        }
        var owners: Set<String> = []
        if let twice = ownerColor.first(where: { !owners.insert($0.name).inserted }) {
            throw ValidationError("--owner-color gives \(twice.name) two colours.")
        }
        let names = namedBoundaries.map(\.name)
        if Set(names).count < names.count {
            throw ValidationError("Two --boundaries have one name; tell them apart: --boundaries NAME=FILE.")
        }
        if let level, !names.contains(level) {
            throw ValidationError("There is no level \(level); there are: \(names.joined(separator: ", ")).")
        }
        if format != .csv, boundaries.count > 1, level == nil {
            throw ValidationError("A map shows one level: say --level, one of \(names.joined(separator: ", ")).")
        }
    }

    /// The names and paths of the boundaries.
    var namedBoundaries: [(name: String, path: String)] {
        boundaries.map { text in
            // A path before the equals sign belongs to a file's name.
            if let equals = text.firstIndex(of: "="), equals != text.startIndex, !text[..<equals].contains("/") {
                return (String(text[..<equals]), String(text[text.index(after: equals)...]))
            }
            return (boundaries.count == 1 ? "region" : Self.stem(text), text)
        }
    }

    /// The name of a file without folder and extension.
    private static func stem(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? "region"
        return String(name.prefix { $0 != "." })
    }
}
