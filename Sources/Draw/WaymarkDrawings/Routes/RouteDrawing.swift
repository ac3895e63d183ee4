import WaymarkGeodesy
import WaymarkGradients
import WaymarkRegions
import WaymarkRoutes

/// The map of a route while it is drawn, from background to foreground.
struct RouteDrawing {
    /// One of the trips on the map.
    struct Trip {
        let name: String
        /// Its stops in the route, which is that of all trips.
        let stops: Range<Int>
        /// The colour of its marks and, without a gradient, of its lines; nil for one trip.
        let color: RGBColor?
        let totals: RouteTotals
    }

    /// The finished document.
    private(set) var text = ""
    var page: SVGPage
    let map: RouteMap
    let route: Route
    let line: RouteLine
    let totals: RouteTotals
    let trips: [Trip]
    let words: MapWords
    /// The legs of trips; those from the end of a trip to the start of the next are none.
    let legs: [Int]
    /// The number of missing ones.
    let missing: Int
    /// The colour of each leg without a gradient.
    let colors: [RGBColor]
    /// The meaning of the gradient's colours; nil for a gradient that was given.
    let colorLegend: ColorLegend?
    /// The numbers of places recommended for stops, as text.
    let recommended: [Int: String]

    static let size = (width: 1000.0, margin: 24.0, top: 84.0, sidebar: 262.0, gap: 36.0)

    init(_ map: RouteMap, _ route: Route, _ line: RouteLine) {
        self.init(
            map, route, line,
            [Trip(name: "", stops: route.stops.indices, color: nil, totals: route.totals)])
    }

    /// The drawing of several trips, each in a colour.
    init(_ map: RouteMap, trips: [(name: String, route: Route)]) {
        let trips = trips.filter { !$0.route.stops.isEmpty }
        guard trips.count > 1 else {
            let route = trips.first?.route ?? Route(stops: [], legs: [])
            self.init(map, route, RouteLine(route))
            return
        }
        var colors = DistinctColors(besides: [])
        var (stops, legs, parts): ([Stop], [LegOutcome], [Trip]) = ([], [], [])
        for (name, route) in trips {
            if !stops.isEmpty { legs.append(.cancelled) }
            parts.append(
                Trip(
                    name: name, stops: stops.count..<stops.count + route.stops.count,
                    color: colors.next().underWhiteText, totals: route.totals))
            stops += route.stops
            legs += route.legs
        }
        let route = Route(stops: stops, legs: legs)
        self.init(map, route, RouteLine(route), parts)
    }

    private init(_ map: RouteMap, _ route: Route, _ line: RouteLine, _ trips: [Trip]) {
        self.line = line
        var map = map
        let gap = RGBColor(hex: map.colors.gap) ?? MissingValues.grey
        if let coloring = map.coloring {
            let shades = route.shades(by: coloring, along: line, gap: gap)
            map.gradient = shades.gradient
            colorLegend = ColorLegend.Quantity(coloring).map { ColorLegend($0, shades.range, shades.scale) }
        } else {
            map.gradient = map.gradient?.measured(on: .greatCircle, along: line)
            colorLegend = nil
        }
        (self.map, self.route, self.trips) = (map, route, trips)
        totals = route.totals
        words = MapWords(map.language)
        let breaks = Set(trips.dropFirst().map { $0.stops.lowerBound - 1 })
        legs = route.legs.indices.filter { !breaks.contains($0) }
        missing = totals.missing - breaks.count
        if trips.count > 1 {
            colors = trips.flatMap { trip in trip.stops.map { _ in trip.color ?? gap } }
        } else {
            colors = Route.legColors(route.legs.count, isOnDark: map.isDark)
        }
        let size = Self.size
        let recommended = map.recommendations
        self.recommended = Dictionary(grouping: recommended.indices) { recommended[$0].stop }.mapValues(Self.numbers)
        let (heading, summary) = (
            map.heading(of: trips, route, words),
            words.summary(
                totals, stops: route.stops.count, missing: missing, recommended: recommended.count, trips: trips.count)
        )
        page = SVGPage(title: (heading, summary), map.colors)
        page.header(heading, summary)
        let plan = PanelPlan(recommended, route.stops.map(\.coordinate))
        var bottom = size.top - size.gap
        if recommended.isEmpty || plan.needsOverview, let box = route.boundingBox {
            bottom = draw(box.grown(to: recommended.lazy.map(\.coordinate)), tallest: recommended.isEmpty ? 860 : 700)
        }
        var grounds: [BackdropView] = []
        for (number, part) in plan.panels.enumerated() {
            let panel = RecommendationPanel(part, map, route, top: bottom + size.gap, isAlone: !plan.needsOverview)
            grounds.append(draw(panel, number: number + 1))
            bottom = panel.bottom
        }
        let others = recommended.isEmpty ? [] : Self.lines(on: plan.others, of: route, words)
        for (i, line) in others.enumerated() {
            page.text(line, size.margin, bottom + 24 + 18 * Double(i), size: 13, ["fill": page.colors.faintInk])
        }
        bottom += 18 * Double(others.count)
        var sources =
            grounds.contains(where: \.isDrawn) ? [words.land(hasKorea: grounds.contains(where: \.hasKorea))] : []
        if let attribution = map.attribution { sources.append(attribution) }
        if !sources.isEmpty {
            page.text(
                sources.joined(separator: " · "), size.margin, bottom + 22, size: 10.5, ["fill": page.colors.small])
            bottom += 14
        }
        if route.stops.isEmpty {
            page.text(words.noStops, size.margin, 120, size: 15, ["fill": page.colors.faintInk])
            bottom = 200 - size.margin
        }
        text = page.finish(width: size.width, height: bottom + size.margin).text
    }

    /// The numbers of places: from the first to the last if there is no gap, else the first three.
    private static func numbers(_ places: [Int]) -> String {
        guard places.count > 1 else { return "\(places[0] + 1)" }
        if places[places.count - 1] - places[0] == places.count - 1 {
            return "\(places[0] + 1)–\(places[places.count - 1] + 1)"
        }
        return places.prefix(3).map { String($0 + 1) }.joined(separator: ", ") + (places.count > 3 ? ", …" : "")
    }

    /// The lines that name stops without a recommendation.
    private static func lines(on stops: [Int], of route: Route, _ words: MapWords) -> [String] {
        if stops.isEmpty { return [] }
        let names = stops.prefix(100).map { "\($0 + 1) \(route.stops[$0].label)" }.joined(separator: ", ")
        let more = stops.count > 100 ? " " + words.more(stops.count - 100) : ""
        return TextWidth.wrapped(
            words.withoutRecommendation(names + more), size: 13, width: size.width - 2 * size.margin, lines: 20)
    }

    /// The number of a stop in its trip, from 1.
    func number(of stop: Int) -> Int { stop - trips[trip(of: stop)].stops.lowerBound + 1 }

    func trip(of stop: Int) -> Int {
        trips.count == 1 ? 0 : trips.partitioningIndex { $0.stops.upperBound > stop }
    }

    /// Draws the map of a box with the list of all stops, and returns its lower end.
    private mutating func draw(_ box: BoundingBox, tallest: Double) -> Double {
        let size = Self.size
        let width = size.width - 2 * size.margin - size.sidebar - 20
        let list = StopList(self, tallest: tallest)
        let frame = MapFrame(
            box, left: size.margin, top: size.top, width: width,
            heights: max(380, min(list.height, tallest))...tallest, margin: 54)
        let stops = Array(route.stops.indices)
        let all = marks(of: stops, on: frame, keepingFree: [scale(stops, on: frame).area], elsewhere: [])
        let insets = map.recommendations.isEmpty ? insets(all, on: frame) : []
        // Without insets they are those of the map: of 100 000 stops they take a while.
        let (view, dots) = draw(frame, stops, insets, marks: insets.isEmpty ? all : nil, id: "map")
        var bottom = frame.panel.bottom
        for inset in insets {
            _ = draw(inset.frame, inset.stops, letter: inset.letter, id: "map\(inset.letter)")
            bottom = max(bottom, inset.frame.panel.bottom)
        }
        return sidebar(
            frame, list, RouteLegend(self, dots: dots), words.sources(frame.projection, view), below: bottom)
    }

    /// The marks of stops on a map.
    func marks(
        of stops: [Int], on frame: MapFrame, keepingFree areas: [PageRectangle], elsewhere: Set<Int>
    ) -> MapMarks {
        MapMarks(
            stops.map { ($0, trip(of: $0), frame.point(route.stops[$0].coordinate)) }, within: frame.panel,
            taken: areas, elsewhere: elsewhere, number: number)
    }

    /// The scale of a map, where it covers no stop.
    private func scale(_ stops: [Int], on frame: MapFrame) -> ScaleBar {
        ScaleBar(frame, places: stops.map { frame.point(route.stops[$0].coordinate) })
    }

    /// Draws the map of stops, without those that insets show, and returns its ground and the number of stops without a
    /// number that no inset shows.
    private mutating func draw(
        _ frame: MapFrame, _ stops: [Int], _ insets: [Inset] = [], marks known: MapMarks? = nil, letter: String? = nil,
        id: String
    ) -> (ground: BackdropView, dots: Int) {
        let scale = scale(stops, on: frame)
        let elsewhere = Set(insets.flatMap(\.stops))
        let own = letter.map { _ in [Inset.mark(in: frame.panel)] } ?? []
        let kept = [scale.area] + own + insets.flatMap { [$0.place, $0.mark(on: frame.panel)] }
        let marks = known ?? marks(of: stops, on: frame, keepingFree: kept, elsewhere: elsewhere)
        let view = BackdropView(frame, under: marks.all.prefix(300).map(\.point))
        let ground = GroundView(map.ground, under: frame, map.groundStyle)
        page.begin(
            view, ground, of: frame, keepingFree: kept + marks.all.prefix(1000).filter(\.isNumbered).map(\.area), id: id
        )
        let lines = RouteLines(self, legs, on: frame)
        draw(lines)
        var labels = MapLabels(within: frame.panel, lines: lines.samples + marks.leaders(12))
        for area in marks.areas + kept { labels.take(area) }
        // Marks cover names; names of stops are placed before those of places, and cover them.
        let names = stopNames(marks.all, &labels)
        places(frame, marks, &labels)
        if let ground { GroundNames(ground, beside: labels).draw(on: &page, map.groundStyle) }
        dots(map.recommendations.map { frame.point($0.coordinate) })
        self.stops(marks.all, names)
        for inset in insets { page.place(of: inset, on: frame.panel) }
        if let letter, let area = own.first { page.letter(letter, area) }
        page.end(frame, scale)
        let dots = marks.all.lazy.filter { !$0.isNumbered }.flatMap(\.members).count { !elsewhere.contains($0) }
        return (view, dots)
    }
}

extension ColorLegend.Quantity {
    /// What a colouring of routes shows; nil for one colour a leg.
    init?(_ coloring: RouteColoring) {
        switch coloring {
        case .leg: return nil
        case .progress: self = .progress
        case .speed: self = .speed
        case .grade: self = .grade
        case .elevation: self = .elevation
        case .timeOfDay: self = .timeOfDay
        }
    }
}

extension RouteMap {
    fileprivate func heading(of trips: [RouteDrawing.Trip], _ route: Route, _ words: MapWords) -> String {
        if let title { return title }
        if trips.count > 1 { return trips.map(\.name).joined(separator: ", ") }
        guard let first = route.stops.first, let last = route.stops.last else { return words.route }
        return route.stops.count == 1 ? first.label : "\(first.label) → \(last.label)"
    }
}
