public import WaymarkTables

/// Why areas could not be read or made.
public enum AreaError: Error, Equatable, Sendable {
    /// GEOS gave no context: there is no memory left.
    case contextUnavailable
    /// The GEOS that was loaded is older than what Waymark calls; both as in `3.11.1`.
    case libraryTooOld(found: String, needed: String)
    /// A file could not be opened or read.
    case file(TableError)
    /// GEOS refused a geometry, or failed on it; in its own words.
    case geometry(reason: String)
    /// The text is not in UTF-8 or CP949, or not JSON. Line and column count from 1; the column is that of
    /// a character of JSON, and of a byte of what is no text.
    case malformedJSON(file: String, line: Int, column: Int, reason: String)
    /// The JSON is not a GeoJSON FeatureCollection, Feature, Polygon or MultiPolygon, but of this type ("" for none).
    case notRegions(file: String, type: String)
    /// No region has a property of the name asked for; these it has.
    case noSuchProperty(file: String, name: String, seen: [String])
    /// A drawn corridor is up to ``Corridor/greatestDrawnWidth`` wide to each side.
    case corridorTooWide(meters: Double)
}

extension AreaError: CustomStringConvertible {
    /// What went wrong, and where.
    public var description: String {
        switch self {
        case .contextUnavailable: "GEOS cannot be used: out of memory"
        case .libraryTooOld(let found, let needed): "GEOS \(found) is too old: \(needed) or later is needed"
        case .file(let error): "\(error)"
        case .geometry(let reason): "GEOS: \(reason)"
        case .malformedJSON(let file, let line, let column, let reason):
            "\(file):\(line):\(column): no GeoJSON: \(reason)"
        case .notRegions(let file, let type):
            "\(file): not GeoJSON with polygons, but \(type.isEmpty ? "without a type" : "a \(type)")"
        case .noSuchProperty(let file, let name, let seen):
            "\(file): no region has a property \"\(name)\"; there are: \(seen.joined(separator: ", "))"
        case .corridorTooWide(let meters):
            "a corridor of \(meters) m to each side is too wide to draw; up to \(Corridor.greatestDrawnWidth) can be"
        }
    }
}
