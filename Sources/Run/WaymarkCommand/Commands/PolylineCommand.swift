import ArgumentParser
import WaymarkBatch
import WaymarkDrawings
import WaymarkGradients
import WaymarkPolylines
import WaymarkTables
import WaymarkText

/// `waymark polyline`: encodes, decodes, simplifies and colours lines.
struct PolylineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "polyline",
        abstract: "Encode, decode, simplify and colour lines.",
        discussion: """
            Lines are read from CSV (columns called latitude and longitude; without a header the first two, in this \
            order), GeoJSON, GPX or, with --polyline, encoded polylines; - is standard input.
            """,
        subcommands: [
            EncodePolylineCommand.self, DecodePolylineCommand.self, SimplifyPolylineCommand.self,
            GradientPolylineCommand.self,
        ])
}

extension LineFormat: ExpressibleByArgument {}
extension LineGradient.Format: ExpressibleByArgument {}
extension Polyline.Simplification: ExpressibleByArgument {}

struct EncodePolylineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Write each line as an encoded polyline, one per row.",
        discussion: """
            EXAMPLES
              waymark polyline encode track.gpx
              waymark polyline encode line.csv --precision 6
              waymark polyline encode line.geojson --flexible
            """)

    @OptionGroup var line: LineArguments
    @OptionGroup var output: OutputArguments

    func validate() throws {
        try SameFiles.refuse(outputs: [output.use], inputs: [.init("the line", line.file)])
    }

    func run() throws {
        let texts = try line.read().lines.map(line.text.encode)
        try output.write(texts.joined(separator: "\n") + "\n")
    }
}

struct DecodePolylineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Write the vertices of an encoded polyline.",
        discussion: """
            In a shell, put the text in single quotes. - reads texts from standard input, one per row.

            EXAMPLES
              waymark polyline decode '_p~iF~ps|U_ulLnnqC_mqNvxq`@'
              waymark polyline decode BFoz5xJ67i1B1B7PzIhaxL7Y --flexible --format geojson
            """)

    @Argument(help: ArgumentHelp("Encoded polyline; put -- before one that begins with a hyphen.", valueName: "text"))
    var polyline: String
    @OptionGroup var text: PolylineTextArguments
    @Option(help: ArgumentHelp("csv, geojson or gpx.", valueName: "format"))
    var format: LineFormat = .csv
    @OptionGroup var output: OutputArguments

    func run() throws {
        let file =
            polyline == "-"
            ? try text.decode(contentsOf: polyline)
            : LineFile([try text.decode(polyline, name: "the polyline")])
        try output.write(format.text(of: file))
    }
}

struct SimplifyPolylineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simplify",
        abstract: "Remove vertices that a line does not need.",
        discussion: """
            Ends of lines are kept. douglas-peucker guarantees that removed vertices are within the tolerance of the \
            simplified line; visvalingam makes smoother lines without a guarantee.

            EXAMPLES
              waymark polyline simplify track.gpx --tolerance 10m --format gpx
              waymark polyline simplify line.csv --tolerance 25m --method visvalingam
            """)

    @OptionGroup var line: LineArguments
    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp("Tolerance: \(Radius.help).", valueName: "length"),
        transform: { try Radius(text: $0, of: "tolerance") })
    var tolerance: Radius
    @Option(help: ArgumentHelp("douglas-peucker or visvalingam.", valueName: "method"))
    var method: Polyline.Simplification = .douglasPeucker
    @Option(help: ArgumentHelp("csv, geojson, gpx or polyline.", valueName: "format"))
    var format: SimplifiedFormat = .csv
    @OptionGroup var output: OutputArguments

    enum SimplifiedFormat: String, ExpressibleByArgument, CaseIterable {
        case csv, geojson, gpx, polyline
    }

    func validate() throws {
        try SameFiles.refuse(outputs: [output.use], inputs: [.init("the line", line.file)])
    }

    func run() throws {
        let file = try line.read()
        let simplified = LineFile(
            file.lines.map { line in
                line.keeping(Polyline(line.coordinates).verticesKept(tolerance: tolerance.meters, method: method))
            })
        if let format = LineFormat(rawValue: format.rawValue) {
            try output.write(format.text(of: simplified))
        } else {
            try output.write(try simplified.lines.map(line.text.encode).joined(separator: "\n") + "\n")
        }
    }
}

struct GradientPolylineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gradient",
        abstract: "Colour a line by the values of its vertices, for a map.",
        discussion: """
            Several lines in one file are treated as one line with missing parts between them. Standard error \
            reports the maximum colour error (ΔE in Oklab; 0.02 is just visible).

            EXAMPLES
              waymark polyline gradient track.gpx --by grade --format svg --output track.svg
              waymark polyline gradient track.gpx --by speed --classes 5 --format maplibre
              waymark polyline gradient line.csv --by depth --scale cividis --format geojson
            """)

    @OptionGroup var line: LineArguments
    @Option(
        help: ArgumentHelp(
            "progress, speed, grade, elevation, time-of-day (UTC), or a column name.", valueName: "what"))
    var by = "progress"
    @Option(
        help: ArgumentHelp(
            "\(ColorScale.named.map(\.name).joined(separator: ", ")). (default: blue-orange for grades, hours for the "
                + "time of day, otherwise viridis)",
            valueName: "name"))
    var scale: NamedScale?
    @Option(help: ArgumentHelp("Number of classes, each with the same number of vertices.", valueName: "n"))
    var classes: Int?
    @Option(help: ArgumentHelp("maplibre, mapkit, geojson, svg or compact.", valueName: "format"))
    var format: LineGradient.Format = .geojson
    @Option(help: ArgumentHelp("Maximum number of colour stops or pieces.", valueName: "n"))
    var stops = 256
    @OptionGroup var output: OutputArguments
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    struct NamedScale: ExpressibleByArgument, Sendable {
        let scale: ColorScale

        init?(argument: String) {
            guard let named = ColorScale.named.first(where: { $0.name == argument.lowercased() }) else { return nil }
            scale = named.scale
        }

        static var allValueStrings: [String] { ColorScale.named.map(\.name) }
    }

    func validate() throws {
        if !(2...100_000 ~= stops) { throw ValidationError("--stops must be 2 to 100000.") }
        if let classes, !(1...1000 ~= classes) { throw ValidationError("--classes must be 1 to 1000.") }
        if classes != nil, LineGradient.Property(by) == .timeOfDay {
            throw ValidationError("--classes cannot be used with --by time-of-day, which is cyclic.")
        }
        try SameFiles.refuse(outputs: [output.use], inputs: [.init("the line", line.file)])
    }

    func run() throws {
        var gradient = LineGradient(
            LineGradient.Property(by), scale: scale?.scale, quantiles: classes, count: stops,
            precision: line.text.precision)
        gradient.language = .ofLocale
        let file = try line.read()
        guard let (text, error) = gradient.text(of: file, as: format) else {
            let columns = file.joined.line.columns
            let known = columns.filter { $0.values.contains { $0 != nil } }.map(\.name)
            throw Failure(
                .badData,
                columns.contains { $0.name.lowercased() == by.lowercased() }
                    ? "\(line.file): \(by) has no numbers"
                    : "\(line.file): no vertex has a value of \(by); "
                        + (known.isEmpty
                            ? "the vertices have only coordinates" : "choose one of \(known.joined(separator: ", "))"))
        }
        try output.write(text)
        if !quiet { Console.say("colours are within \(NumberText.fixed(error, decimals: 4)) (ΔE in Oklab)") }
    }
}
