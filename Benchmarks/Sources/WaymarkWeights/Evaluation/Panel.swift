import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// Well-known stops with the places that a guide names first, beside what is recommended around them.
package struct Panel: Sendable {
    private struct Stop: Sendable {
        var stop: RecommendedPlace
        var expected: [String]
    }

    private var stops: [Stop] = []

    /// Reads a panel.
    ///
    /// - Parameter source: A CSV with the columns stop, latitude, longitude and place: a row for each place of a stop, those of a
    ///   stop in a row.
    /// - Throws: ``BatchError`` if the table cannot be read, a `Rejection` if a row has no coordinates.
    package init(_ source: consuming any ByteSource) throws {
        var table = try BatchError.opening { [source] () throws(PlaceTableError) in try PlaceTable(source) }
        let (columns, stop, place) = try BatchError.opening { () throws(PlaceTableError) in
            guard let stop = try table.finder.column(nil, usual: ["stop", "경유지"]),
                let place = try table.finder.column(nil, usual: CourseColumns.nameKeys)
            else { throw .columnNotFound(file: table.finder.file, name: "stop", seen: table.finder.header) }
            return (try table.columns(), stop, place)
        }
        let rows = table.rows(columns)()
        var record = CSVRecord()
        while try table.reader.read(into: &record) {
            let (name, coordinate) = (stop.text(of: record) ?? "", try rows.coordinate(of: record))
            if stops.last?.stop.name != name || stops.last?.stop.coordinate != coordinate {
                stops.append(Stop(stop: RecommendedPlace(id: "", name: name, coordinate: coordinate), expected: []))
            }
            stops[stops.count - 1].expected.append(place.text(of: record) ?? "")
        }
    }

    /// A way to list places around a stop.
    package enum Method: String, CaseIterable, Sendable {
        /// What is recommended.
        case model
        /// The nearest places, none twice.
        case nearest
        /// The nearest place of each theme, then the nearest others.
        case oneOfEachTheme = "nearest, one of each theme"
        /// Least first of ln(distance + 100 m) - ln(1 + the courses and lists that name it).
        case formula = "log distance less log fame"
        /// Those worth most within 10 km, by courses, lists and the map.
        case worth = "most worth within 10 km"
    }

    /// The share of the expected places among the first five of each method, by stops.
    package struct Figures: Sendable {
        package fileprivate(set) var rows: [(stop: String, expected: [String], found: [Method: [Bool]])] = []

        /// The share over all places, with stops as units.
        package func share(_ method: Method) -> Estimate { estimate { $0[method]!.map { $0 ? 1 : 0 } } }

        /// By how much the model's is larger than that of another method.
        package func gain(over other: Method) -> Estimate {
            estimate { found in zip(found[.model]!, found[other]!).map { Double($0 ? 1 : 0) - Double($1 ? 1 : 0) } }
        }

        private func estimate(_ values: ([Method: [Bool]]) -> [Double]) -> Estimate {
            let all = rows.enumerated().map { number, row in (number, values(row.found)) }
            return Estimate(all.flatMap(\.1), groups: all.flatMap { number, values in values.map { _ in number } })
        }
    }

    /// Asks for five places around each stop. An expected place is found if a listed one is the same by `SamePlace`; those that
    /// are not among the places are not asked for, nor stops without any.
    package func figures(_ recommender: Recommender) -> Figures {
        var figures = Figures()
        for asked in expected(among: recommender.places) where !asked.expected.isEmpty {
            let lists = Dictionary(
                uniqueKeysWithValues: Method.allCases.map { ($0, Self.list($0, around: asked.stop, recommender)) })
            let found = lists.mapValues { list in
                asked.expected.map { recommender.places.isAny(of: $0.rows, in: list) }
            }
            figures.rows.append((asked.stop.name, asked.expected.map(\.name), found))
        }
        return figures
    }

    /// A stop with the expected places that there are, and their rows.
    struct Expected: Sendable {
        var stop: RecommendedPlace
        var expected: [(name: String, rows: [Int])]
    }

    /// The stops, each with those of its expected places that are among some.
    func expected(among places: RecommendedPlaces) -> [Expected] {
        stops.map { stop in
            let rows = stop.expected.map { (name: $0, rows: Self.rows(named: $0, near: stop.stop, places)) }
            return Expected(stop: stop.stop, expected: rows.filter { !$0.rows.isEmpty })
        }
    }

    private static func rows(named name: String, near stop: RecommendedPlace, _ places: RecommendedPlaces) -> [Int] {
        let key = NameFolding.key(name)
        return places.index.points(within: .kilometers(15), of: stop.coordinate).map(\.index).filter {
            NameFolding.key(places.places[$0].name) == key
        }
    }

    private static func list(_ method: Method, around stop: RecommendedPlace, _ recommender: Recommender) -> [Int] {
        let places = recommender.places
        if method == .model {
            return recommender.recommendations(into: [stop], reach: .usual, count: 5).recommendations.map(\.place)
        }
        let own = Set(places.same(as: stop).map(\.place))
        func sights(_ matches: [Match]) -> [Match] {
            matches.filter { places.isOf(.sight, $0.index) && !own.contains($0.index) }
        }
        // Of a map most places are no sights, which all ways know.
        let count = places.places.contains { $0.standing.kind != nil } ? 5000 : 200
        var near = sights(places.index.nearest(to: stop.coordinate, count: count))
        if method == .formula {
            near += sights(places.index.points(within: .kilometers(10), of: stop.coordinate))
            func cost(_ place: Int, _ distance: Meters) -> Double {
                Elementary.logarithm(distance.value + 100) - Elementary.logarithm(1 + Double(places.namings(of: place)))
            }
            near.sort { (cost($0.index, $0.distance), $0.index) < (cost($1.index, $1.distance), $1.index) }
        }
        if method == .worth {
            near = sights(places.index.points(within: .kilometers(10), of: stop.coordinate))
            near.sort { (-places.worth(of: $0.index), $0.distance) < (-places.worth(of: $1.index), $1.distance) }
        }
        var list: [Int] = []
        func add(if isWanted: (Int) -> Bool) {
            for place in near.map(\.index) where list.count < 5 && isWanted(place) {
                if !list.contains(where: { places.areOne($0, place, within: nil) }) { list.append(place) }
            }
        }
        if method == .oneOfEachTheme {
            add { place in !list.contains { places.places[$0].theme == places.places[place].theme } }
        }
        add { _ in true }
        return list
    }

    /// A table of the stops: which of the places are among the first five, and how many are among those of the plain ways; and
    /// the shares of all places.
    package static func report(_ figures: Figures) -> String {
        var table = TextTable(
            columns: [.init(title: "Stop"), .init(title: "Places", alignment: .right)]
                + ["Found", "Nearest", "Each theme", "Formula", "Worth"].map { .init(title: $0, alignment: .right) }
                + [.init(title: "Not among the first five")])
        for row in figures.rows {
            let counts = Method.allCases.map { String(row.found[$0]!.count(where: \.self)) }
            let missed = zip(row.expected, row.found[.model]!).filter { !$0.1 }.map(\.0)
            table.add([row.stop, String(row.expected.count)] + counts + [missed.joined(separator: ", ")])
        }
        func share(_ estimate: Estimate) -> String {
            NumberText.fixed(estimate.mean, decimals: 3) + " ± " + NumberText.fixed(estimate.margin, decimals: 3)
        }
        var text =
            table.render()
            + "\n\(figures.rows.count) stops, \(figures.rows.reduce(0) { $0 + $1.expected.count }) places; share among the first five, "
            + "with 95 % intervals:\n"
        for method in Method.allCases {
            text += "\(method.rawValue): \(share(figures.share(method)))"
            if method != .model { text += "; model less this: \(share(figures.gain(over: method)))" }
            text += "\n"
        }
        return text
    }
}

extension RecommendedPlaces {
    /// Whether one of some places is in a list, or one that is the same.
    func isAny(of places: [Int], in list: [Int]) -> Bool {
        places.contains { place in list.contains { areOne($0, place, within: nil) } }
    }
}
