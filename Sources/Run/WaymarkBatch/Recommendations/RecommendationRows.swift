import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkRegions
import WaymarkTables
import WaymarkText

/// A list of recommendations for a stop or a trip.
struct RecommendationList: Sendable {
    /// The id of the stop or the trip.
    var id: String
    /// The name of the stop or trip in a table.
    var label: String
    /// The trip of a stop; nil if the table has no trips.
    var trip: String?
    /// The stops that the list was scored for.
    var stops: [RecommendedPlace]
    /// The recommendations, best first.
    var recommendations: [Recommendation]
    /// Their positions along the route, one for each recommendation; empty for other questions.
    var along: [RouteRecommendation] = []
}

/// Writes recommendations as rows.
struct RecommendationRows: Sendable {
    let format: RowFormat
    /// The names of the columns.
    let names: [String]
    private let places: RecommendedPlaces
    private let options: RecommendationOptions
    private let hasTrips: Bool
    private let frame: (start: RowFormat.Piece, beforeColumn: [RowFormat.Piece], end: RowFormat.Piece)
    private let table: TextTable

    private static let fields = [
        "rank", "attraction_id", "name", "category", "theme", "score", "latitude", "longitude", "haversine_m",
    ]
    private static let alongFields = ["leg_index", "along_m", "aside_m", "detour_m", "worth"]

    /// Rows for stops; if `hasTrips`, the last column of a stop's rows is its trip.
    init(_ options: RecommendationOptions, _ places: RecommendedPlaces, hasTrips: Bool) {
        // A map has no rows.
        (format, self.places, self.options) = (options.format.rows ?? .csv, places, options)
        self.hasTrips = hasTrips && options.scope == .stop
        let explanation = options.isExplained ? ScorePart.allCases.map { "part_\($0)" } + ["explanation"] : []
        names =
            [options.scope == .stop ? "stop_id" : "trip_id"] + Self.fields
            + (options.scope == .route ? Self.alongFields : []) + explanation + (self.hasTrips ? ["trip_id"] : [])
        let frame = format.frame(names)
        self.frame = (frame.start, names.indices.map(frame.beforeColumn), frame.end)
        table = Self.table(options)
    }

    /// The text before all rows.
    var opening: ContiguousArray<UInt8> {
        format == .table ? ContiguousArray(table.render().utf8) : format.opening(names)
    }

    /// Appends the rows of a list; in GeoJSON a comma precedes each feature, including the first.
    func append(_ list: RecommendationList, to bytes: inout ContiguousArray<UInt8>) {
        if format == .table { return appendTable(list, to: &bytes) }
        for (i, recommendation) in list.recommendations.enumerated() {
            let place = places.places[recommendation.place]
            format.append(frame.start, at: place.coordinate, to: &bytes)
            var column = 0
            func next(_ write: (inout ContiguousArray<UInt8>) -> Void) {
                format.append(frame.beforeColumn[column], at: place.coordinate, to: &bytes)
                write(&bytes)
                column += 1
            }
            func fixed(_ value: Double, _ decimals: Int) {
                next { NumberText.append(fixed: value, decimals: decimals, to: &$0) }
            }
            next { format.append(list.id, to: &$0) }
            next { NumberText.append(integer: i + 1, to: &$0) }
            for text in [place.id, place.name, place.category, place.theme] { next { format.append(text, to: &$0) } }
            fixed(recommendation.score, 4)
            next { NumberText.append(shortest: place.coordinate.latitude, to: &$0) }
            next { NumberText.append(shortest: place.coordinate.longitude, to: &$0) }
            fixed(recommendation.distance.value, 3)
            if options.scope == .route {
                let along = list.along[i]
                next { NumberText.append(integer: along.match.line, to: &$0) }
                for length in [along.match.along, along.match.aside, along.detour] { fixed(length.value, 1) }
                fixed(along.worth, 4)
            }
            if options.isExplained {
                for part in ScorePart.allCases {
                    // A part without weight has no value, such as visits or interests that were not given.
                    if recommendation.weights[part] > 0 {
                        fixed(recommendation.parts[part], 4)
                    } else {
                        next { format.append(nil, to: &$0) }
                    }
                }
                next { format.append(explanation(recommendation, list), to: &$0) }
            }
            if hasTrips { next { format.append(list.trip, to: &$0) } }
            format.append(frame.end, at: place.coordinate, to: &bytes)
        }
    }

    private func explanation(_ recommendation: Recommendation, _ list: RecommendationList) -> String {
        recommendation.explanation(places: places, stops: list.stops, in: options.language)
    }

    // MARK: Tables

    private static func table(_ options: RecommendationOptions) -> TextTable {
        func column(_ title: String, _ width: Int, _ alignment: TextTable.Alignment = .left) -> TextTable.Column {
            TextTable.Column(title: title, alignment: alignment, minimumWidth: width, maximumWidth: width)
        }
        var columns = [
            column(options.scope == .stop ? "Stop" : "Trip", 18), column("#", 3, .right), column("Attraction", 26),
            column("Theme", 14), column("Score", 5, .right), column("Distance", 8, .right),
        ]
        if options.scope == .route { columns += [column("Along", 8, .right), column("Detour", 8, .right)] }
        if options.isExplained { columns.append(TextTable.Column(title: "Why")) }
        return TextTable(columns: columns)
    }

    private func appendTable(_ list: RecommendationList, to bytes: inout ContiguousArray<UInt8>) {
        guard !list.recommendations.isEmpty else { return }
        var table = table
        for (i, recommendation) in list.recommendations.enumerated() {
            let place = places.places[recommendation.place]
            var cells = [
                list.label, String(i + 1), place.name, place.theme ?? "",
                NumberText.fixed(recommendation.score, decimals: 3), TableRows.readable(recommendation.distance.value),
            ]
            if options.scope == .route {
                cells += [list.along[i].match.along, list.along[i].detour].map { TableRows.readable($0.value) }
            }
            if options.isExplained { cells.append(explanation(recommendation, list)) }
            table.add(cells)
        }
        bytes += table.render(hasHeader: false).utf8
    }
}
