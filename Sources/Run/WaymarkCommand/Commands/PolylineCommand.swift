import ArgumentParser
import WaymarkBatch
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

/// The format of encoded polylines.
struct PolylineTextArguments: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Decimals of encoded polylines, 0 to 7.", valueName: "n"))
    var precision = 5
    @Flag(help: "Use HERE's flexible polyline, which states its precision, instead of Google's encoded polyline.")
    var flexible = false

    func validate() throws {
        if !(0...7 ~= precision) { throw ValidationError("--precision must be 0 to 7.") }
    }

    /// The text of a line; a flexible polyline has elevations, to the centimetre, if every vertex has one.
    func encode(_ line: LineFile.Line) throws -> String {
        guard flexible else { return EncodedPolyline.encode(line.coordinates, precision: precision) }
        do throws(PolylineError) {
            let elevations = line.flexibleElevations
            return try FlexiblePolyline(line.coordinates, precision: precision, thirdDimension: elevations).encoded()
        } catch {
            throw Failure(.badData, "an elevation cannot be written: \(error)")
        }
    }

    /// The lines of a file with one text per row; `-` is standard input.
    ///
    /// The part before a comma, such as the trip of a route, is ignored: texts contain no comma.
    func decode(contentsOf path: String) throws -> LineFile {
        try MemoryLimit.refuse(tooLarge: path)
        let (bytes, name): (ContiguousArray<UInt8>, String)
        do throws(TableError) { (bytes, name) = try FileSource.contents(of: path) } catch { throw Failure(error) }
        let rows = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        return LineFile(
            try rows.enumerated().compactMap { number, row in
                let text = row[(row.lastIndex(of: ",").map(row.index(after:)) ?? row.startIndex)...]
                if text.allSatisfy(\.isWhitespace) { return nil }
                return try decode(String(text), name: "\(name), line \(number + 1)")
            })
    }

    /// The line of a text; surrounding blanks are ignored.
    func decode(_ text: String, name: String) throws -> LineFile.Line {
        let text = PlainText.trimmed(text)
        do throws(PolylineError) {
            guard flexible else {
                return LineFile.Line(coordinates: try EncodedPolyline.decode(text, precision: precision))
            }
            let line = try FlexiblePolyline(decoding: text)
            let values = line.thirdDimension.map { third in
                [LineFile.Column(name: "\(third.kind)", values: third.values.map { $0 })]
            }
            return LineFile.Line(coordinates: line.coordinates, columns: values ?? [])
        } catch {
            throw Failure(.badData, "\(name): \(error)")
        }
    }
}

/// The line to read.
struct LineArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Line as CSV, GeoJSON or GPX; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv", "geojson", "json", "gpx"]))
    var file: String
    @Flag(help: "The file has encoded polylines, one per row, as written by encode.")
    var polyline = false
    @OptionGroup var text: PolylineTextArguments

    func read() throws -> LineFile {
        if polyline {
            let lines = try text.decode(contentsOf: file)
            if lines.lines.isEmpty { throw Failure(.badData, "\(file): the file has no line") }
            return lines
        }
        try MemoryLimit.refuse(tooLarge: file)
        do throws(LineFileError) {
            return try LineFile(contentsOf: file)
        } catch {
            if case .table(let error) = error { throw Failure(error) }
            throw Failure(.badData, "\(error)")
        }
    }
}

extension LineFormat: ExpressibleByArgument {}
extension LineGradient.Format: ExpressibleByArgument {}

/// `waymark polyline encode`.
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

/// `waymark polyline decode`.
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

/// `waymark polyline simplify`.
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
    var method: SimplificationMethod = .douglasPeucker
    @Option(help: ArgumentHelp("csv, geojson, gpx or polyline.", valueName: "format"))
    var format: SimplifiedFormat = .csv
    @OptionGroup var output: OutputArguments

    enum SimplificationMethod: String, ExpressibleByArgument, CaseIterable {
        case douglasPeucker = "douglas-peucker"
        case visvalingam
    }

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
                line.keeping(
                    Polyline(line.coordinates).verticesKept(
                        tolerance: tolerance.meters, method: method == .visvalingam ? .visvalingam : .douglasPeucker))
            })
        if let format = LineFormat(rawValue: format.rawValue) {
            try output.write(format.text(of: simplified))
        } else {
            try output.write(try simplified.lines.map(line.text.encode).joined(separator: "\n") + "\n")
        }
    }
}

/// `waymark polyline gradient`.
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

    /// One of the built-in scales.
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
        let gradient = LineGradient(
            LineGradient.Property(by), scale: scale?.scale, quantiles: classes, count: stops,
            precision: line.text.precision)
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
