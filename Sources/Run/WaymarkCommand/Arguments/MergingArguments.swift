import ArgumentParser
import WaymarkAttractions

/// Which attractions become one, for every command that reads them.
struct MergingArguments: ParsableArguments {
    @Flag(
        name: .customLong("merge"),
        help: ArgumentHelp(
            "Merge attractions within 100 m of each other that have one id, or one name where there are no ids. That is "
                + "so for the national standard data; of other tables only rows equal in every column are merged."))
    var mergesPlaces = false
    @Flag(help: "Keep duplicate attractions instead of merging them.")
    var keepDuplicates = false

    func validate() throws {
        if mergesPlaces, keepDuplicates { throw ValidationError("--merge and --keep-duplicates exclude each other.") }
    }

    var merging: CatalogOptions.Merging { keepDuplicates ? .nothing : mergesPlaces ? .places : .usual }

    /// Says, however quiet the run is, that rows which were not equal became one.
    static func sayMerged(_ count: Int, of path: String) {
        if count == 0 { return }
        Console.say(
            """
            \(path): \(count) \(count == 1 ? "row" : "rows") merged into another of the same id or name within 100 m, \
            and not equal to it; --keep-duplicates keeps all
            """)
    }
}
