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
    /// The positions of the recommendations along the route, in the same order; empty if the list is not for a route.
    var along: [RouteRecommendation] = []
    /// The places that are the stops themselves, if they are asked for.
    var leftOut: [LeftOut] = []
}

/// Writes recommendations as rows.
struct RecommendationRows: Sendable {
    let format: RowFormat
    /// The names of the columns.
    let names: [String]
    private let places: RecommendedPlaces
    private let options: RecommendationOptions
    private let hasTrips: Bool
    /// The text before each column, and after the last one.
    private let beforeColumn: [ContiguousArray<UInt8>]
    private let end: ContiguousArray<UInt8>
    private var paddedEnd = PaddedBytes()
    private let cells: PlaceCells
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
        self.hasTrips = hasTrips && options.scope == .stop
        let parts = options.isExplained ? ScorePart.allCases.map { "part_\($0)" } : []
        let explanation = parts + (options.isExplained || options.showsLeftOut ? ["explanation"] : [])
        names =
            [options.scope == .stop ? "stop_id" : "trip_id"] + Self.fields
            + (options.scope == .route ? Self.alongFields : []) + explanation + (self.hasTrips ? ["trip_id"] : [])
        let frame = format.frame(names)
        let beforeColumn = frame.beforeColumn.map { ContiguousArray($0.utf8) }
        let end = ContiguousArray(frame.end.utf8)
        (self.beforeColumn, self.end) = (beforeColumn, end)
        paddedEnd.update { $0 += end }
        cells = PlaceCells(places.places, areHeld: format != .table && places.places.areHeld) { part, place, bytes in
            switch part {
            case .start: format.append(frame.start, at: place.coordinate, to: &bytes)
            case .description:
                for (i, text) in [place.id, place.name, place.category, place.theme].enumerated() {
                    bytes += beforeColumn[i + 2]
                    format.append(text, to: &bytes)
                }
                bytes += beforeColumn[6]
            case .coordinate:
                bytes += beforeColumn[7]
                NumberText.append(shortest: place.coordinate.latitude, to: &bytes)
                bytes += beforeColumn[8]
                NumberText.append(shortest: place.coordinate.longitude, to: &bytes)
                bytes += beforeColumn[9]
            }
        }
        table = Self.table(options)
    }

    /// The text before all rows.
    var opening: ContiguousArray<UInt8> {
        format == .table ? ContiguousArray(table.render().utf8) : format.opening(names)
    }

    /// Whether rows have only the columns that every row has.
    var areBrief: Bool {
        format != .table && !options.isExplained && !options.showsLeftOut && options.scope != .route && !hasTrips
    }

    /// Makes the first column of a stop's rows, and the text before the second; `append` appends the stop's cell.
    func setOwner(of bytes: inout PaddedBytes, _ append: (RowFormat, inout ContiguousArray<UInt8>) -> Void) {
        bytes.update {
            $0 += beforeColumn[0]
            append(format, &$0)
            $0 += beforeColumn[1]
        }
    }

    /// Appends the rows of a stop; in GeoJSON a comma precedes each feature, including the first.
    ///
    /// - Precondition: ``areBrief``.
    func append(_ list: ContiguousArray<BriefRecommendation>, _ owner: PaddedBytes, to rows: inout RowBytes) {
        cells.append(list, first: owner, last: paddedEnd, to: &rows)
    }

    /// Appends the rows of a list with all columns, also if rows have more of them.
    func append(_ list: RecommendationList, to bytes: inout ContiguousArray<UInt8>) {
        if format == .table { return appendTable(list, to: &bytes) }
        let owner = ownerCell(list.id)
        for (i, recommendation) in list.recommendations.enumerated() {
            append(recommendation.brief, rank: i + 1, owner, to: &bytes)
            var column = Self.fields.count + 1
            func next(_ write: (inout ContiguousArray<UInt8>) -> Void) {
                bytes += beforeColumn[column]
                write(&bytes)
                column += 1
            }
            func fixed(_ value: Double, _ decimals: Int) {
                next { NumberText.append(fixed: value, decimals: decimals, to: &$0) }
            }
            if options.scope == .route {
                let along = list.along[i]
                next { NumberText.append(integer: along.match.line, to: &$0) }
                for length in [along.match.along, along.match.aside, along.detour] { fixed(length.value, 1) }
                fixed(along.routeScore, 4)
            }
            if options.isExplained {
                for part in ScorePart.allCases {
                    // A part without weight has no value, for example visits or interests that were not given.
                    if recommendation.weights[part] > 0 {
                        fixed(recommendation.parts[part], 4)
                    } else {
                        next { format.append(nil, to: &$0) }
                    }
                }
            }
            if options.isExplained || options.showsLeftOut {
                next { format.append(explanation(i, of: list), to: &$0) }
            }
            if hasTrips { next { format.append(list.trip, to: &$0) } }
            bytes += end
        }
        for place in list.leftOut { append(place, list, owner, to: &bytes) }
    }

    /// Appends the row of a place that is left out: without rank, score and parts.
    private func append(
        _ left: LeftOut, _ list: RecommendationList, _ owner: ContiguousArray<UInt8>,
        to bytes: inout ContiguousArray<UInt8>
    ) {
        cells.append(.start, of: left.place, to: &bytes)
        bytes += owner
        format.append(nil, to: &bytes)
        cells.append(.description, of: left.place, to: &bytes)
        format.append(nil, to: &bytes)
        cells.append(.coordinate, of: left.place, to: &bytes)
        NumberText.append(fixed: left.distance.value, decimals: 3, to: &bytes)
        for column in Self.fields.count + 1..<names.count {
            bytes += beforeColumn[column]
            let text =
                names[column] == "explanation"
                ? left.explanation(stops: list.stops, in: options.language)
                : names[column] == "trip_id" ? list.trip : nil
            format.append(text, to: &bytes)
        }
        bytes += end
    }

    /// The first column, the same in all rows of a list, and the text before the second.
    private func ownerCell(_ id: String) -> ContiguousArray<UInt8> {
        var bytes = beforeColumn[0]
        format.append(id, to: &bytes)
        return bytes + beforeColumn[1]
    }

    /// Appends the columns that every row has.
    private func append(
        _ recommendation: BriefRecommendation, rank: Int, _ owner: ContiguousArray<UInt8>,
        to bytes: inout ContiguousArray<UInt8>
    ) {
        let place = recommendation.place
        cells.append(.start, of: place, to: &bytes)
        bytes += owner
        NumberText.append(integer: rank, to: &bytes)
        cells.append(.description, of: place, to: &bytes)
        NumberText.append(fixed: recommendation.score, decimals: 4, to: &bytes)
        cells.append(.coordinate, of: place, to: &bytes)
        NumberText.append(fixed: recommendation.distance.value, decimals: 3, to: &bytes)
    }

    private func explanation(_ number: Int, of list: RecommendationList) -> String {
        list.recommendations[number].explanation(
            places: places, stops: list.stops, detour: list.along.isEmpty ? nil : list.along[number].detour,
            in: options.language)
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
        if options.isExplained || options.showsLeftOut { columns.append(TextTable.Column(title: "Why")) }
        return TextTable(columns: columns)
    }

    private func appendTable(_ list: RecommendationList, to bytes: inout ContiguousArray<UInt8>) {
        guard !list.recommendations.isEmpty || !list.leftOut.isEmpty else { return }
        var table = table
        for (i, recommendation) in list.recommendations.enumerated() {
            let place = places.places[recommendation.place]
            var cells = [
                list.label, String(i + 1), place.name, place.theme ?? "",
                NumberText.fixed(recommendation.score, decimals: 3),
                LengthText.of(meters: recommendation.distance.value),
            ]
            if options.scope == .route {
                cells += [list.along[i].match.along, list.along[i].detour].map { LengthText.of(meters: $0.value) }
            }
            if options.isExplained || options.showsLeftOut { cells.append(explanation(i, of: list)) }
            table.add(cells)
        }
        for left in list.leftOut {
            let place = places.places[left.place]
            var cells = [
                list.label, "-", place.name, place.theme ?? "", "", LengthText.of(meters: left.distance.value),
            ]
            if options.scope == .route { cells += ["", ""] }
            table.add(cells + [left.explanation(stops: list.stops, in: options.language)])
        }
        bytes += table.render(hasHeader: false).utf8
    }
}

/// The parts of rows that are the same in every row of a place, as bytes: made once for places in memory, and for those of an
/// index file when they are written.
struct PlaceCells: Sendable {
    /// A part of a row, in the order of the columns.
    enum RowPart: Int, CaseIterable {
        /// Before the first column.
        case start
        /// Between the columns for the rank and for the score.
        case description
        /// Between the columns for the score and for the distance.
        case coordinate
    }

    /// Appends a part of a place.
    typealias Append = @Sendable (RowPart, RecommendedPlace, inout ContiguousArray<UInt8>) -> Void

    /// The parts of some places.
    private struct Parts: Sendable {
        var bytes: ContiguousArray<UInt8> = []
        /// The end offset of each part of each place.
        var ends: ContiguousArray<Int> = [0]

        init(_ places: some Collection<RecommendedPlace>, _ append: Append) {
            ends.reserveCapacity(places.count * RowPart.allCases.count + 1)
            for place in places {
                for part in RowPart.allCases {
                    append(part, place, &bytes)
                    ends.append(bytes.count)
                }
            }
            bytes += BytePiece.padding
        }
    }

    private let places: RecommendedPlaceList
    private let append: Append
    /// The parts of all places; nil if they are not held.
    private let held: Parts?

    /// Creates the parts of places, each appended by `append`.
    init(_ places: RecommendedPlaceList, areHeld: Bool, _ append: @escaping Append) {
        (self.places, self.append) = (places, append)
        held = areHeld ? Parts(places, append) : nil
    }

    func append(_ part: RowPart, of place: Int, to row: inout ContiguousArray<UInt8>) {
        guard let held else { return append(part, places[place], &row) }
        let number = place * RowPart.allCases.count + part.rawValue
        row += held.bytes[held.ends[number]..<held.ends[number + 1]]
    }

    /// Appends a row for each place of a list: `first`, its rank, its parts, score and distance, and `last`.
    func append(
        _ list: ContiguousArray<BriefRecommendation>, first: PaddedBytes, last: PaddedBytes, to rows: inout RowBytes
    ) {
        // Of places that are not held, the parts of those listed, by rank.
        let parts = held ?? Parts(list.lazy.map { places[$0.place] }, append)
        let isHeld = held != nil
        func number(_ rank: Int) -> Int { (isHeld ? list[rank].place : rank) * RowPart.allCases.count }
        let (text, ends) = (parts.bytes.span, parts.ends.span)
        var need = list.count * (first.count + last.count + 3 * Digits.room)
        for rank in list.indices { need += ends[number(rank) + RowPart.allCases.count] - ends[number(rank)] }
        rows.reserve(need)
        rows.write(need) { cursor in
            for rank in 0..<list.count {
                let (place, number) = (list[rank], number(rank))
                cursor.write(BytePiece(text, ends[number]..<ends[number + 1]))
                cursor.write(first.piece)
                cursor.write(rank + 1)
                cursor.write(BytePiece(text, ends[number + 1]..<ends[number + 2]))
                cursor.write(tenThousandths: Self.units(of: place.score, 10_000))
                cursor.write(BytePiece(text, ends[number + 2]..<ends[number + 3]))
                cursor.write(thousandths: Self.units(of: place.distance.value, 1000))
                cursor.write(last.piece)
            }
        }
    }

    @inline(__always)
    private static func units(of value: Double, _ power: Double) -> UInt64 {
        guard let units = FixedDecimal.units(of: value, power: power) else {
            preconditionFailure("a score is above 1, or a distance above 2^51 millimetres")
        }
        return units
    }
}
