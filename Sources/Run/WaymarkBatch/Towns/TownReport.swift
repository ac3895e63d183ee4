import WaymarkAttractions
import WaymarkExtracts
internal import WaymarkGround
import WaymarkRecommendations
internal import WaymarkRoads
import WaymarkTables
import WaymarkText

/// What was found in an extract and a table, in lines for a reader.
struct TownReport {
    private let found: ExtractPlaces
    private let rows: [Attraction]
    private let pairs: MapPairs
    private let ground: [GroundLayer: Int]
    private let cutCount: Int
    private let roads: RoadNetwork.Counts?
    private let file: String

    /// The number of examples of each kind.
    private static let examples = 5

    init(
        _ found: ExtractPlaces, _ rows: [Attraction], _ pairs: MapPairs, _ ground: [GroundLayer: Int], _ cutCount: Int,
        _ roads: RoadNetwork.Counts?, file: String
    ) {
        (self.found, self.rows, self.pairs, self.ground, self.cutCount, self.roads, self.file) = (
            found, rows, pairs, ground, cutCount, roads, file
        )
    }

    /// The lines, each of which ends with LF.
    var text: String {
        let report = found.report
        let objects = report.objects
        var lines = [
            "\(Self.name(of: file)): \(count(found.attractions.count, "place")) in \(objects.nodes) nodes with tags, "
                + "\(count(objects.ways, "way")) and \(count(objects.relations, "relation"))",
            "",
        ]
        var table = TextTable(columns: [
            .init(title: "Kind"), .init(title: "Places", alignment: .right),
            .init(title: "With hours", alignment: .right), .init(title: "With other names", alignment: .right),
            .init(title: "With an article", alignment: .right),
        ])
        for kind in PlaceKind.allCases {
            table.add(
                [kind.rawValue]
                    + [report.kinds, report.withHours, report.withNames, report.withArticle].map {
                        String($0[kind] ?? 0)
                    })
        }
        lines.append(table.render())
        let themes = report.themes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { theme, number in
            "\(theme.isEmpty ? "none" : ThemeNames.name(of: theme, in: .english)) \(number)"
        }
        if !themes.isEmpty { lines.append("sights by theme: \(themes.joined(separator: ", "))") }
        let twice = report.joinedTwice.prefix(Self.examples).map { pair in
            let name = found.attractions.first { $0.id == pair.kept }?.name ?? ""
            return "\(name) (\(pair.kept), \(pair.gone))"
        }
        lines += examples(
            "joined: ", twice, of: report.joinedTwice.count, "objects mapped twice, such as a point and an area")
        for (reason, number) in report.dropped.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            lines.append("left out: \(number) \(reason)")
        }
        for loss in ExtractReport.Loss.allCases {
            lines += examples(
                "left out: ", report.lost.filter { $0.loss == loss }.map(\.place), loss.rawValue)
        }
        let broken = report.faults.compactMap { place, fault -> String? in
            if case .broken(let faults) = fault { "\(place), \(Self.words(for: faults))" } else { nil }
        }
        lines += examples("kept: ", broken, "places with a broken border")
        let clipped = report.faults.compactMap { $0.fault == .clipped ? $0.place : nil }
        lines += examples("kept: ", clipped, "places that leave the extract")
        let nested = report.faults.compactMap { $0.fault == .nested ? $0.place : nil }
        lines += examples("kept: ", nested, "relations with relations among their members, which are not followed")
        let layers = GroundLayer.allCases.compactMap { layer in ground[layer].map { "\(layer.rawValue) \($0)" } }
        if !layers.isEmpty { lines.append("ground: \(layers.joined(separator: ", "))") }
        if cutCount > 0 {
            lines.append(
                "ground: \(count(cutCount, "area")) that the extract cuts \(cutCount == 1 ? "is" : "are") not drawn, or in part"
            )
        }
        if let roads {
            let lengths = zip(roads.profiles, roads.kilometers).map { "\(Int($1.rounded())) km by \($0)" }
            lines.append(
                "roads: \(count(roads.segments, "segment")) between \(count(roads.junctions, "junction")), "
                    + lengths.joined(separator: ", ") + ", \(count(roads.forbiddenTurns, "forbidden turn"))")
        }
        if !rows.isEmpty { lines += joining }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What became of the rows of the table.
    private var joining: [String] {
        var lines = ["", "\(pairs.pairs.count) of \(count(rows.count, "row")) of the table are places of the map"]
        for kind in [PlaceKind.food, .stay, .transport] {
            let some = pairs.pairs.filter {
                rows[$0.row].placeKind == nil && found.attractions[$0.place].placeKind == kind
            }.map { rows[$0.row].name }
            lines += examples("of these, no longer taken for sights: ", some, "of the kind \(kind.rawValue)")
        }
        func label(_ row: Int, _ place: Int, _ meters: Double) -> String {
            let mapped = found.attractions[place]
            return "\(rows[row].name) and \(mapped.name) (\(mapped.id)), \(LengthText.of(meters: meters)) apart"
        }
        let several = pairs.doubts.filter { $0.reason == .severalFit }
        lines += examples(
            "in doubt, kept apart: ", several.map { label($0.row, $0.place, $0.distance.value) },
            "pairs of which more than one fits", all: true)
        let far = pairs.doubts.filter { $0.reason == .farApart }
        lines += examples(
            "in doubt, kept apart: ", far.map { label($0.row, $0.place, $0.distance.value) },
            "pairs with one name, but too far from each other", all: true)
        return lines
    }

    /// A line with a number, and a line for each of the first.
    private func examples(
        _ start: String, _ some: [String], of number: Int? = nil, _ what: String, all showsAll: Bool = false
    ) -> [String] {
        let number = number ?? some.count
        if number == 0 { return [] }
        let shown = showsAll ? some.count : min(Self.examples, some.count)
        return ["\(start)\(number) \(what)"] + some.prefix(shown).map { "  \(PrintableText.of($0))" }
            + (shown < number ? ["  ... and \(number - shown) more"] : [])
    }

    private func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    /// The file's own name: the same town in another folder has the same bytes.
    private static func name(of path: String) -> String {
        PrintableText.of(String(path.split(separator: "/").last ?? Substring(path)))
    }

    private static func words(for faults: [AreaFault]) -> String {
        let words = faults.prefix(2).map { fault in
            switch fault {
            case .missingWay(let way): "way \(way) is not in the extract"
            case .shortWay(let way): "way \(way) has fewer than two nodes"
            case .repeatedWay(let way): "way \(way) is a member twice"
            case .openEnd(let node, let way): "way \(way) ends at node \(node), where no other begins"
            case .fork(let node, let way): "way \(way) forks at node \(node)"
            case .flatRing(let way): "way \(way) encloses nothing"
            }
        }
        return words.joined(separator: ", ") + (faults.count > 2 ? ", and \(faults.count - 2) more" : "")
    }
}
