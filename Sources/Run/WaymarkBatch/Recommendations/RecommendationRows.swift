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
    /// How far was looked for them.
    var reach: Reach
    /// The positions of the recommendations along the route, in the same order; empty if the list is not for a route.
    var along: [RouteRecommendation] = []
    /// The places that are the stops themselves, if they are asked for.
    var leftOut: [LeftOut] = []

    init(
        id: String, label: String, trip: String? = nil, stops: [RecommendedPlace], _ found: ReachedRecommendations,
        along: [RouteRecommendation] = [], leftOut: [LeftOut]
    ) {
        (self.id, self.label, self.trip, self.stops) = (id, label, trip, stops)
        (recommendations, reach) = (found.recommendations, found.reach)
        (self.along, self.leftOut) = (along, leftOut)
    }
}

/// Writes recommendations as rows.
final class RecommendationRows: Sendable {
    let format: RowFormat
    /// The names of the columns.
    let names: [String]
    private let places: RecommendedPlaces
    private let options: RecommendationOptions
    private let hasTrips: Bool
    private let frame: (start: [RowFormat.FramePart], beforeColumn: [String], end: String)
    private let beforeColumn: [ContiguousArray<UInt8>]
    private let end: ContiguousArray<UInt8>
    private let table: TextTable

    private static let fields = [
        "rank", "attraction_id", "name", "category", "theme", "score", "latitude", "longitude", "haversine_m",
    ]
    private static let alongFields = ["leg_index", "along_m", "aside_m", "detour_m", "route_score"]

    /// Creates rows; if `hasTrips` and lists are per stop, the last column is the stop's trip.
    init(_ options: RecommendationOptions, _ places: RecommendedPlaces, hasTrips: Bool) {
        // A map has no rows.
        let format = options.format.rows ?? .csv
        (self.format, self.places, self.options) = (format, places, options)
        self.hasTrips = hasTrips && options.question.scope == .stop
        let parts = options.question.isExplained ? ScorePart.allCases.map { "part_\($0)" } + ["radius_m"] : []
        let explanation =
            parts + (options.question.isExplained || options.question.showsLeftOut ? ["explanation"] : [])
            + (options.question.isExplained && options.language == .english ? ["name_en"] : [])
        names =
            [options.question.scope == .stop ? "stop_id" : "trip_id"] + Self.fields
            + (options.question.scope == .route ? Self.alongFields : []) + explanation
            + (self.hasTrips ? ["trip_id"] : [])
        frame = format.frame(names)
        (beforeColumn, end) = (frame.beforeColumn.map { ContiguousArray($0.utf8) }, ContiguousArray(frame.end.utf8))
        table = Self.table(options)
    }

    /// The text before all rows.
    var opening: ContiguousArray<UInt8> {
        format == .table ? ContiguousArray(table.render().utf8) : format.opening(names, attribution: places.attribution)
    }

    /// Appends the rows of a list; in GeoJSON a comma precedes each feature, including the first.
    func append(_ list: RecommendationList, to bytes: inout ContiguousArray<UInt8>) {
        if format == .table { return appendTable(list, to: &bytes) }
        var explainer = explainer(of: list)
        for (i, recommendation) in list.recommendations.enumerated() {
            var row = Row(self, list, places[recommendation.place])
            row.text(String(i + 1), isNumber: true)
            row.description()
            row.fixed(recommendation.score, 4)
            row.coordinate()
            row.fixed(recommendation.distance.value, 3)
            if options.question.scope == .route {
                let along = list.along[i]
                row.text(String(along.match.line), isNumber: true)
                for length in [along.match.along, along.match.aside, along.detour] { row.fixed(length.value, 1) }
                row.fixed(along.routeScore, 4)
            }
            if options.question.isExplained {
                // A part without weight has no value, for example visits that were not given.
                for part in ScorePart.allCases {
                    row.fixed(recommendation.weights[part] > 0 ? recommendation.parts[part] : nil, 4)
                }
                row.fixed(list.reach.radius?.value, 0)
            }
            if options.question.isExplained || options.question.showsLeftOut {
                row.text(
                    explainer.explanation(of: recommendation, detour: list.along.isEmpty ? nil : list.along[i].detour))
            }
            if hasEnglishNames { row.text(places.englishName(of: recommendation.place)) }
            row.end(&bytes)
        }
        for left in list.leftOut {
            // A row without rank, score and parts.
            var row = Row(self, list, places[left.place])
            row.text(nil)
            row.description()
            row.text(nil)
            row.coordinate()
            row.fixed(left.distance.value, 3)
            while names[row.column] != "explanation" { row.text(nil) }
            row.text(left.explanation(stops: list.stops, in: options.language))
            if hasEnglishNames { row.text(places.englishName(of: left.place)) }
            row.end(&bytes)
        }
    }

    /// A row under construction.
    private struct Row {
        private let rows: RecommendationRows
        private let trip: String?
        private let place: RecommendedPlace
        private var bytes: ContiguousArray<UInt8> = []
        /// The number of the next column.
        private(set) var column = 0

        init(_ rows: RecommendationRows, _ list: RecommendationList, _ place: RecommendedPlace) {
            (self.rows, trip, self.place) = (rows, list.trip, place)
            rows.format.append(rows.frame.start, at: place.coordinate, to: &bytes)
            text(list.id)
        }

        private mutating func next() {
            bytes += rows.beforeColumn[column]
            column += 1
        }

        mutating func text(_ text: String?, isNumber: Bool = false) {
            next()
            if isNumber, let text { bytes += text.utf8 } else { rows.format.append(text, to: &bytes) }
        }

        mutating func fixed(_ value: Double?, _ decimals: Int) {
            guard let value else { return text(nil) }
            next()
            NumberText.append(fixed: value, decimals: decimals, to: &bytes)
        }

        mutating func description() {
            for cell in [place.id, place.name, place.category, place.shownTheme] { text(cell) }
        }

        mutating func coordinate() {
            for degrees in [place.coordinate.latitude, place.coordinate.longitude] {
                next()
                NumberText.append(shortest: degrees, to: &bytes)
            }
        }

        mutating func end(_ all: inout ContiguousArray<UInt8>) {
            if rows.hasTrips { text(trip) }
            all += bytes
            all += rows.end
        }
    }

    private func explainer(of list: RecommendationList) -> Explainer {
        Explainer(places, stops: list.stops, in: options.language)
    }

    /// Whether rows have the English names of places: where they are explained in English.
    private var hasEnglishNames: Bool { options.question.isExplained && options.language == .english }

    // MARK: Tables

    private static func table(_ options: RecommendationOptions) -> TextTable {
        func column(_ title: String, _ width: Int, _ alignment: TextTable.Alignment = .left) -> TextTable.Column {
            TextTable.Column(title: title, alignment: alignment, minimumWidth: width, maximumWidth: width)
        }
        var columns = [
            column(options.question.scope == .stop ? "Stop" : "Trip", 18), column("#", 3, .right),
            column("Attraction", 26),
            column("Theme", 14), column("Score", 5, .right), column("Distance", 8, .right),
        ]
        if options.question.scope == .route { columns += [column("Along", 8, .right), column("Detour", 8, .right)] }
        if options.question.isExplained || options.question.showsLeftOut {
            columns.append(TextTable.Column(title: "Why"))
        }
        return TextTable(columns: columns)
    }

    private func appendTable(_ list: RecommendationList, to bytes: inout ContiguousArray<UInt8>) {
        guard !list.recommendations.isEmpty || !list.leftOut.isEmpty else { return }
        var table = table
        var explainer = explainer(of: list)
        let label = EnglishName.shown(list.label, in: options.language)
        func cells(_ rank: String, _ number: Int, _ score: String, _ distance: Meters) -> [String] {
            let place = places[number]
            return [
                label, rank, place.name.isEmpty ? place.id : places.shownName(of: number, in: options.language),
                place.shownTheme.map { ThemeNames.name(of: $0, in: options.language) } ?? "", score,
                LengthText.of(meters: distance.value),
            ]
        }
        for (i, recommendation) in list.recommendations.enumerated() {
            var cells = cells(
                String(i + 1), recommendation.place, NumberText.fixed(recommendation.score, decimals: 3),
                recommendation.distance)
            if options.question.scope == .route {
                cells += [list.along[i].match.along, list.along[i].detour].map { LengthText.of(meters: $0.value) }
            }
            if options.question.isExplained || options.question.showsLeftOut {
                cells.append(
                    explainer.explanation(of: recommendation, detour: list.along.isEmpty ? nil : list.along[i].detour))
            }
            table.add(cells)
        }
        for left in list.leftOut {
            var cells = cells("-", left.place, "", left.distance)
            if options.question.scope == .route { cells += ["", ""] }
            table.add(cells + [left.explanation(stops: list.stops, in: options.language)])
        }
        bytes += table.render(hasHeader: false).utf8
    }
}
