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
    /// The colour of each leg without a gradient.
    let colors: [RGBColor]

    static let size = (width: 1000.0, margin: 24.0, top: 84.0, sidebar: 262.0)
    static let style = DrawingStyle.route

    init(_ map: RouteMap, _ route: Route, _ line: RouteLine) {
        self.line = line
        var map = map
        map.gradient = map.gradient?.measured(on: .greatCircle, along: line)
        (self.map, self.route) = (map, route)
        totals = route.totals
        colors = Route.legColors(route.legs.count)
        let size = Self.size
        let frame = route.boundingBox.map { box in
            MapFrame(
                box, left: size.margin, top: size.top, width: size.width - 2 * size.margin - size.sidebar - 20,
                heights: 460...860, margin: 54)
        }
        let (heading, summary) = (map.heading(of: route), totals.summary(stops: route.stops.count))
        page = SVGPage(
            width: units(size.width), height: units(frame.map { $0.panel.bottom + size.margin } ?? 200),
            style: Self.style, title: (heading, summary))
        header(heading, summary)
        if let frame { draw(on: frame) } else { drawEmpty() }
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

    private mutating func drawEmpty() {
        page.add(
            "text", ["x": units(Self.size.margin), "y": "120", "font-size": "15", "fill": Self.style.faintInk],
            text: "There are no stops.")
    }

    private mutating func draw(on frame: MapFrame) {
        let scale = ScaleBar(frame)
        ground(frame, keepingFree: scale.area)
        let drawn = route.legs.enumerated().map { i, outcome in legLine(i, outcome, frame) }
        lines(drawn)
        let marks = StopMarks(route.stops.map { frame.point($0.coordinate) })
        var labels = MapLabels(within: frame.panel, lines: drawn.flatMap(\.samples))
        for mark in marks.all { labels.take(mark.isNumbered ? mark.area : mark.dot) }
        labels.take(scale.area)
        // Marks cover names; names of stops are placed before those of places, and cover them.
        let names = stopNames(marks, &labels)
        places(frame, marks, &labels)
        stops(marks, names)
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
    /// Begins the map: its background, and meridians and parallels with names, except in the area of the scale bar.
    mutating func ground(_ frame: MapFrame, keepingFree area: PageRectangle) {
        let panel = frame.panel
        let (x, y, width, height) = (units(panel.left), units(panel.top), units(panel.width), units(panel.height))
        page.xml.begin("clipPath", ["id": "map"])
        page.xml.add("rect", ["x": x, "y": y, "width": width, "height": height, "rx": "10"])
        page.xml.end("clipPath")
        page.xml.endLine()
        page.begin(["clip-path": "url(#map)"])
        page.add(
            "rect", ["x": x, "y": y, "width": width, "height": height, "rx": "10", "fill": DrawingColor.ground])
        let graticule = MapGraticule(frame)
        page.begin(["fill": "none", "stroke": DrawingColor.grid, "stroke-width": "1"])
        for line in graticule.lines { page.add("path", ["d": outline(line)]) }
        page.end()
        page.begin(["font-size": "10.5", "fill": DrawingColor.grey])
        for label in graticule.labels {
            let x = label.isAtLeft ? label.point.x + 6 : label.point.x + 3
            let y = label.isAtLeft ? label.point.y - 3 : label.point.y - 6
            let width = MapLabels.width(of: label.text, size: 10.5)
            if area.intersects(PageRectangle(left: x, top: y - 10, width: width, height: 12)) { continue }
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
