import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes

/// The map of a route while it is drawn, from background to foreground.
struct RouteDrawing {
    /// The finished document.
    private(set) var text = ""
    var page: SVGPage
    let map: RouteMap
    let route: Route
    let line: RouteLine
    let totals: RouteTotals
    let words: MapWords
    /// The colour of each leg without a gradient.
    let colors: [RGBColor]
    /// The numbers of places recommended for stops, as text.
    let recommended: [Int: String]

    static let size = (width: 1000.0, margin: 24.0, top: 84.0, sidebar: 262.0, gap: 36.0)
    static let style = DrawingStyle.route

    init(_ map: RouteMap, _ route: Route, _ line: RouteLine) {
        self.line = line
        var map = map
        map.gradient = map.gradient?.measured(on: .greatCircle, along: line)
        (self.map, self.route) = (map, route)
        totals = route.totals
        words = MapWords(map.language)
        colors = Route.legColors(route.legs.count)
        let size = Self.size
        let recommended = map.recommendations
        self.recommended = Dictionary(grouping: recommended.indices) { recommended[$0].stop }.mapValues(Self.numbers)
        let plan = PanelPlan(recommended, route.stops.map(\.coordinate))
        let frame =
            !recommended.isEmpty && !plan.needsOverview
            ? nil
            : route.boundingBox.map { box in
                MapFrame(
                    box.grown(to: recommended.lazy.map(\.coordinate)), left: size.margin, top: size.top,
                    width: size.width - 2 * size.margin - size.sidebar - 20,
                    heights: recommended.isEmpty ? 460...860 : 380...700, margin: 54)
            }
        var bottom = frame?.panel.bottom ?? size.top - size.gap
        let panels = plan.panels.map { panel in
            let panel = RecommendationPanel(
                panel, map, route, top: bottom + size.gap, isAlone: !plan.needsOverview)
            bottom = panel.bottom
            return panel
        }
        let others = recommended.isEmpty ? [] : Self.lines(on: plan.others, of: route, words)
        let (heading, summary) = (
            map.heading(of: route), words.summary(totals, stops: route.stops.count, recommended: recommended.count)
        )
        let note = bottom + 18 * Double(others.count)
        let height = frame == nil && panels.isEmpty ? 200 : note + size.margin + (panels.isEmpty ? 0 : 14)
        page = SVGPage(
            width: units(size.width), height: units(height), style: Self.style, title: (heading, summary))
        header(heading, summary)
        if let frame { draw(on: frame) }
        if frame == nil, panels.isEmpty { drawEmpty() }
        for (number, panel) in panels.enumerated() { draw(panel, number: number + 1) }
        for (i, line) in others.enumerated() {
            page.add(
                "text",
                [
                    "x": units(size.margin), "y": units(bottom + 24 + 18 * Double(i)), "font-size": "13",
                    "fill": Self.style.faintInk,
                ], text: line)
        }
        if !panels.isEmpty {
            page.add(
                "text",
                [
                    "x": units(size.margin), "y": units(note + 22), "font-size": "10.5", "fill": DrawingColor.grey,
                ], text: words.land)
        }
        text = page.finish().text
    }

    private mutating func header(_ heading: String, _ summary: String) {
        let (size, style) = (Self.size, Self.style)
        let title = MapLabels.shortened(heading, size: 25, width: size.width - 2 * size.margin)
        page.add(
            "text", ["x": units(size.margin), "y": "42", "font-size": "25", "font-weight": "700", "fill": style.ink],
            text: title)
        page.add(
            "text", ["x": units(size.margin), "y": "66", "font-size": "14", "fill": style.faintInk], text: summary)
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
        return MapLabels.wrapped(
            words.withoutRecommendation(names + more), size: 13, width: size.width - 2 * size.margin, lines: 20)
    }

    private mutating func drawEmpty() {
        page.add(
            "text", ["x": units(Self.size.margin), "y": "120", "font-size": "15", "fill": Self.style.faintInk],
            text: words.noStops)
    }

    private mutating func draw(on frame: MapFrame) {
        let scale = ScaleBar(frame)
        let marks = StopMarks(route.stops.enumerated().map { ($0, frame.point($1.coordinate)) })
        ground(
            frame, keepingFree: [scale.area] + marks.all.prefix(300).filter(\.isNumbered).map(\.area),
            places: marks.all.prefix(300).map(\.center))
        let drawn = route.legs.indices.map { (leg: $0, line: legLine($0, frame)) }
        lines(drawn)
        var labels = MapLabels(within: frame.panel, lines: drawn.flatMap(\.line.samples))
        for mark in marks.all { labels.take(mark.isNumbered ? mark.area : mark.dot) }
        labels.take(scale.area)
        // Marks cover names; names of stops are placed before those of places, and cover them.
        let names = stopNames(marks, &labels)
        places(frame, marks, &labels)
        dots(map.recommendations.map { frame.point($0.coordinate) })
        stops(marks.all, names)
        page.end()
        edge(frame)
        scale.draw(on: &page)
        sidebar(frame)
    }
}

extension RouteMap {
    /// The heading of the map.
    fileprivate func heading(of route: Route) -> String {
        if let title { return title }
        guard let first = route.stops.first, let last = route.stops.last else { return "Route" }
        return route.stops.count == 1 ? first.label : "\(first.label) → \(last.label)"
    }
}

extension RouteDrawing {
    /// Begins the map: its background, and meridians and parallels with names, except over areas to be kept free.
    ///
    /// - Parameters:
    ///   - frame: The map.
    ///   - areas: Where no names of meridians and parallels are.
    ///   - places: What is shown, so that no coast puts it into the sea.
    ///   - isExact: Whether only a coast is drawn that is where it is.
    ///   - number: The panel's number, or 0; it identifies the clip.
    mutating func ground(
        _ frame: MapFrame, keepingFree areas: [PageRectangle], places: [PagePoint], isExact: Bool = false,
        number: Int = 0
    ) {
        let panel = frame.panel
        page.beginClipped(to: panel, id: number == 0 ? "map" : "map\(number)", corner: "10")
        page.draw(frame.backdrop(under: places, isExact: isExact), in: panel)
        let graticule = MapGraticule(frame)
        page.begin(["fill": "none", "stroke": DrawingColor.edge, "stroke-opacity": "0.5", "stroke-width": "1"])
        for line in graticule.lines { page.add("path", ["d": outline(line)]) }
        page.end()
        page.begin(["font-size": "10.5", "fill": DrawingColor.grey])
        for label in graticule.labels {
            let x = label.isAtLeft ? label.point.x + 6 : label.point.x + 3
            let y = label.isAtLeft ? label.point.y - 3 : label.point.y - 6
            let width = MapLabels.width(of: label.text, size: 10.5)
            let box = PageRectangle(left: x, top: y - 10, width: width, height: 12)
            if areas.contains(where: box.intersects) { continue }
            page.add("text", ["x": units(x), "y": units(y)], text: label.text)
        }
        page.end()
    }

    /// The border of the map.
    mutating func edge(_ frame: MapFrame) {
        let panel = frame.panel
        page.add(
            "rect",
            [
                "x": units(panel.left), "y": units(panel.top), "width": units(panel.width),
                "height": units(panel.height), "rx": "10", "fill": "none", "stroke": DrawingColor.edge,
            ])
    }
}
