import ArgumentParser
import WaymarkBatch

/// The outputs of `waymark route`: routes in one or several formats, rejected rows, and messages.
struct RouteOutputArguments: ParsableArguments {
    @Option(
        name: OutputArguments.name,
        help: ArgumentHelp(
            "Output file, which appears under its name only when complete, packed if that ends in .gz; - is standard output. "
                + "Repeat it for several formats, by the names: -o trip.json -o trip.svg.", valueName: "file"),
        completion: .file())
    var outputs: [String] = []
    @Option(help: RowOutputArguments.rejectsHelp, completion: .file(extensions: ["csv"]))
    var rejects: String?
    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    var paths: [String] { outputs.isEmpty ? ["-"] : outputs }

    /// All files, for ``SameFiles``.
    var uses: [SameFiles.Use] { paths.map { .init("--output", $0) } + (rejects.map { [.init("--rejects", $0)] } ?? []) }

    /// No rejections yet of a file; they are shown unless they are kept.
    func complaints(about file: String) -> Complaints { Complaints(file: file, isShown: !quiet && rejects == nil) }

    /// The format of each output: the one given, or by its name.
    ///
    /// - Throws: `ValidationError` if several outputs do not have a format each.
    func formats(_ given: TripFormat?) throws -> [TripFormat] {
        if paths.count == 1 { return [given ?? Self.format(of: paths[0]) ?? .csv] }
        if given != nil { throw ValidationError("--format cannot be used with several outputs: their names say it.") }
        return try paths.map { path in
            guard let format = Self.format(of: path) else {
                throw ValidationError("--output \(path): with several outputs, names end in \(Self.endings).")
            }
            return format
        }
    }

    private static let endings = TripFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")

    private static func format(of path: String) -> TripFormat? {
        let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
        return TripFormat.allCases.first { name.lowercased().hasSuffix(".\($0.rawValue)") }
    }
}
