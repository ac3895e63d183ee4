import ArgumentParser
import WaymarkBatch
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkProjections

/// In which system of coordinates the places of a table are.
struct SystemArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The table holds x (east) and y (north) of this projected system and not degrees, such as EPSG:5174; an EPSG "
                + "code, WKT or a PROJ string. Their columns are found by usual names, or named as those of longitude (x) and "
                + "latitude (y). Answers are in degrees on WGS 84. EPSG:4326, degrees, is what is read without it.",
            valueName: "system"))
    var crs: String?
    @Flag(help: "With --crs: also take places outside the area that the system is made for.")
    var outsideArea = false

    func validate() throws {
        if outsideArea, crs == nil { throw ValidationError("--outside-area goes with --crs.") }
    }

    /// The system; nil for degrees. Ask for it before anything is read or written: it may be none.
    func system() throws -> PlaceSystem? {
        try PlaceSystem.named(crs, option: "--crs", refusesOutsideArea: !outsideArea)
    }
}

extension PlaceSystem {
    /// The system that an option names; nil for degrees on WGS 84.
    ///
    /// - Throws: ``Failure``: `.usage` for what is no projected system, `.unavailable` where PROJ's database is missing.
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
