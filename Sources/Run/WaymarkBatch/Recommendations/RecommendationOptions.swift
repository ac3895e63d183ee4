public import WaymarkGeodesy
public import WaymarkRecommendations

/// The output format of recommendations.
public enum RecommendationFormat: String, Sendable, CaseIterable {
    /// RFC 4180, with a header line.
    case csv
    /// Aligned, readable text.
    case table
    /// A FeatureCollection (RFC 7946) of the recommended places.
    case geojson
    /// One JSON object per line.
    case ndjson
    /// A map of one trip with the recommended places.
    case svg

    /// The format of rows; nil for a map.
    var rows: RowFormat? { RowFormat(rawValue: rawValue) }
}

/// What to recommend for each stop or trip, and how to write it.
public struct RecommendationOptions: Sendable {
    /// The unit that gets one list.
    public enum Scope: String, Sendable, CaseIterable {
        /// One list per stop. Stops of a table with a trip column are scored for their whole trip, and no place appears
        /// twice in a trip; other stops stand alone.
        case stop
        /// One list per trip, for all its stops.
        case trip
        /// One list per trip, of places along its route.
        case route
    }

    /// The unit that gets one list.
    public var scope = Scope.stop
    /// The maximum distance from a stop or from the route.
    public var radius: Meters = .kilometers(10)
    /// The maximum number of places in a list.
    public var limit = 5
    /// Along a route: the maximum detour; nil for any.
    public var maxDetour: Meters?
    /// Along a route: only places after this length of the route; nil for all.
    public var ahead: Meters?
    /// Along a route: whether the best place in each of ``limit`` equal sections of the route comes before the others.
    public var isSpread = false
    /// The interests of the travellers.
    public var interests: Interests?
    /// The ids of attractions to leave out.
    public var visited: Set<String> = []
    /// Reads themes from the names of stops.
    public var lexicon = ThemeLexicon.standard
    /// Whether rows have a column for each part of the score, and a sentence that explains it.
    public var isExplained = false
    /// The language of the sentences.
    public var language = ExplanationLanguage.korean
    /// The output format.
    public var format = RecommendationFormat.csv
    /// The title of a map; nil uses the first and the last stop.
    public var title: String?
    /// The reading options for stops.
    public var stops = StopOptions()
    /// The trip column, by name or number; nil finds it by its usual names.
    public var tripColumn: String?
    /// The column of the position in the trip, by name or number; nil finds it by its usual names.
    public var indexColumn: String?
    /// Whether the rows of a trip may be anywhere in the file; all rows are then held in memory.
    public var isScattered = false

    /// Creates options for five places around each stop.
    public init() {}
}
