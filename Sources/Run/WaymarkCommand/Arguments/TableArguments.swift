import ArgumentParser
import WaymarkAttractions
import WaymarkBatch
import WaymarkFoundation
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkProjections
import WaymarkTables
import WaymarkThreads

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

/// The coordinate system of the places in a table.
struct SystemArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The table has x (east) and y (north) in this projected system: an EPSG "
                + "code such as EPSG:5174, WKT or a PROJ string. Columns are found by usual names, or given as those of longitude (x) and "
                + "latitude (y). Answers are in degrees on WGS 84. The default is EPSG:4326, degrees.",
            valueName: "system"))
    var crs: String?
    @Flag(help: "With --crs: also accept places outside the system's area of use.")
    var outsideArea = false

    func validate() throws {
        if outsideArea, crs == nil { throw ValidationError("--outside-area needs --crs.") }
    }

    /// The system; nil for degrees. Call it before reading or writing anything, since it may fail.
    func system() throws -> PlaceSystem? {
        try PlaceSystem.named(crs, option: "--crs", refusesOutsideArea: !outsideArea)
    }
}

extension PlaceSystem {
    /// The system given by an option; nil for degrees on WGS 84.
    ///
    /// - Throws: ``Failure``: `.usage` for anything but a projected system, `.unavailable` if PROJ's database is
    ///   missing.
    static func named(_ text: String?, option: String, refusesOutsideArea: Bool) throws -> PlaceSystem? {
        guard let text else { return nil }
        if ["EPSG:4326", "OGC:CRS84", "CRS84", "WGS84"].contains(text.uppercased()) { return nil }
        do {
            return try PlaceSystem(projected: text, refusesOutsideArea: refusesOutsideArea)
        } catch {
            throw Failure(error, option: option)
        }
    }
}

/// Which attractions are merged; for every command that reads them.
struct MergingArguments: ParsableArguments {
    @Flag(
        name: .customLong("merge"),
        help: ArgumentHelp(
            "Merge attractions within 100 m of each other with the same id, or the same name if there are no ids. This is "
                + "the default for the national standard data; in other tables only rows equal in every column are merged."
        ))
    var mergesPlaces = false
    @Flag(help: "Keep duplicate attractions instead of merging them.")
    var keepDuplicates = false

    func validate() throws {
        if mergesPlaces, keepDuplicates { throw ValidationError("--merge and --keep-duplicates exclude each other.") }
    }

    var merging: CatalogOptions.Merging { keepDuplicates ? .nothing : mergesPlaces ? .places : .usual }

    /// Reports merged rows that were not equal, even under `--quiet`.
    static func sayMerged(_ count: Int, of path: String) {
        if count == 0 { return }
        Console.say(
            """
            \(path): \(count) \(count == 1 ? "row" : "rows") merged into another with the same id or name within 100 m, \
            though not equal to it; --keep-duplicates keeps all
            """)
    }
}

/// The number of threads of a command.
package struct JobsArguments: ParsableArguments {
    /// The number of cores of the machine.
    static let cores = ProcessInfo.processInfo.activeProcessorCount

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Number of threads, up to \(OrderedWork.maxJobs); by default the number of cores. The output does "
                + "not depend on it.",
            valueName: "n"))
    var jobs: Int?

    package func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be a whole number of at least 1.") }
    }

    package init() {}

    /// The requested number, or the number of cores.
    package var count: Int { jobs ?? Self.cores }
}
