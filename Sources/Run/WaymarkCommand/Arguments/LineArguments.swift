import ArgumentParser
import WaymarkBatch
import WaymarkPolylines
import WaymarkTables
import WaymarkText

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
        let (bytes, name) = try FileSource.contents(of: path)
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
            if case .table(let error) = error { throw error }
            throw Failure(.badData, "\(error)")
        }
    }
}
