import ArgumentParser
import WaymarkAttractions

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
