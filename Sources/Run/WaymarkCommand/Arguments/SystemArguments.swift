import ArgumentParser
import WaymarkBatch
import WaymarkGeodesy
import WaymarkMeasures
import WaymarkPlaces
import WaymarkProjections

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
