import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkText
import WaymarkTimes

/// One map while it is drawn, from the ground up.
struct MapDrawing {
    private(set) var text = ""
    private let map: RouteMap
    private let route: Route
    private let line: RouteLine
    private let totals: RouteTotals

    private static let page = (width: 1000.0, margin: 24.0, top: 84.0, sidebar: 262.0)
    private static let font =
        "Pretendard, 'Noto Sans CJK KR', 'Noto Sans KR', 'Apple SD Gothic Neo', 'Malgun Gothic', system-ui, sans-serif"

    init(_ map: RouteMap, _ route: Route) {
        line = RouteLine(route)
        var map = map
        map.gradient = map.gradient?.measured(on: .greatCircle, along: line)
        (self.map, self.route) = (map, route)
        totals = route.totals
        draw()
    }

    private mutating func draw() {
        let page = Self.page
        let room = page.width - 2 * page.margin - page.sidebar - 20
        guard let box = route.boundingBox else {
            begin(height: 200)
            header()
            text += "<text x=\"\(Self.number(page.margin))\" y=\"120\" font-size=\"15\" fill=\"#5b6778\">"
            text += "There are no stops.</text>\n</svg>\n"
            return
        }
        let frame = MapFrame(
            box, left: page.margin, top: page.top, width: room, heights: 460...860, margin: 54)
        begin(height: frame.panel.bottom + page.margin)
        header()
        let scale = ScaleBar(frame)
        ground(frame, box, keepingFree: scale.area)
        let drawn = route.legs.enumerated().map { i, outcome in legLine(i, outcome, frame) }
        lines(drawn)
        let marks = StopMarks(route.stops.map { frame.point($0.coordinate) })
        var labels = MapLabels(within: frame.panel, lines: drawn.flatMap(\.samples))
        for mark in marks.all { labels.take(mark.isNumbered ? mark.area : mark.dot) }
        labels.take(scale.area)
        // Marks over names, names of stops before those of places.
        let names = stopNames(marks, &labels)
        places(frame, marks, &labels)
        text += names
        stops(marks)
        text += "</g>\n" + edge(frame) + scale.text
        sidebar(frame)
        text += "</svg>\n"
    }

    // MARK: Page

    private mutating func begin(height: Double) {
        let size = "\(Self.number(Self.page.width)) \(Self.number(height))"
        text +=
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" width=\"\(Self.number(Self.page.width))\" "
        text += "height=\"\(Self.number(height))\" role=\"img\" font-family=\"\(Self.font)\">\n"
        text += "<title>\(XMLText.escaped(heading))</title>\n<desc>\(XMLText.escaped(summary))</desc>\n"
        text += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    }

    private static func name(_ stop: Stop) -> String { stop.name.isEmpty ? stop.id : stop.name }

    private var heading: String {
        if let title = map.title { return title }
        guard let first = route.stops.first, let last = route.stops.last else { return "Route" }
        return route.stops.count == 1 ? Self.name(first) : "\(Self.name(first)) → \(Self.name(last))"
    }

    /// How many stops, how far, how long, and what is missing.
    private var summary: String {
        var parts = [Self.count(route.stops.count, "stop")]
        for kind in Leg.DistanceKind.allCases {
            guard let distance = totals.distances[kind] else { continue }
            let name = kind == .greatCircle ? "great-circle" : kind == .track ? "on tracks" : "on roads and paths"
            parts.append("\(Self.length(distance.value)) \(name)")
        }
        if let duration = totals.duration, duration > .zero { parts.append(Self.time(duration) + " under way") }
        if totals.missing > 0 { parts.append("\(Self.count(totals.missing, "leg")) missing") }
        return parts.joined(separator: "  ·  ")
    }

    private mutating func header() {
        let x = Self.number(Self.page.margin)
        let title = MapLabels.shortened(heading, size: 25, width: Self.page.width - 2 * Self.page.margin)
        text +=
            "<text x=\"\(x)\" y=\"42\" font-size=\"25\" font-weight=\"700\" fill=\"#17213a\">\(XMLText.escaped(title))</text>\n"
        text += "<text x=\"\(x)\" y=\"66\" font-size=\"14\" fill=\"#5b6778\">\(XMLText.escaped(summary))</text>\n"
    }

    // MARK: Map

    private mutating func ground(_ frame: MapFrame, _ box: BoundingBox, keepingFree area: MapRectangle) {
        let panel = frame.panel
        let corner = "x=\"\(Self.number(panel.left))\" y=\"\(Self.number(panel.top))\""
        let size = "width=\"\(Self.number(panel.width))\" height=\"\(Self.number(panel.height))\" rx=\"10\""
        text += "<clipPath id=\"map\"><rect \(corner) \(size)/></clipPath>\n"
        text += "<g clip-path=\"url(#map)\">\n<rect \(corner) \(size) fill=\"#f4f7fa\"/>\n"
        let graticule = MapGraticule(frame, south: box.south, north: box.north, span: box.longitudeSpan)
        text += "<g fill=\"none\" stroke=\"#d9e1ea\" stroke-width=\"1\">\n"
        for line in graticule.lines { text += "<path d=\"\(Self.path(line))\"/>\n" }
        text += "</g>\n<g font-size=\"10.5\" fill=\"#8a97a8\">\n"
        for label in graticule.labels {
            let x = label.isAtLeft ? label.point.x + 6 : label.point.x + 3
            let y = label.isAtLeft ? label.point.y - 3 : label.point.y - 6
            let width = MapLabels.width(of: label.text, size: 10.5)
            if area.intersects(MapRectangle(left: x, top: y - 10, width: width, height: 12)) { continue }
            text += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(label.text)</text>\n"
        }
        text += "</g>\n"
    }

    private func edge(_ frame: MapFrame) -> String {
        let panel = frame.panel
        return
            "<rect x=\"\(Self.number(panel.left))\" y=\"\(Self.number(panel.top))\" width=\"\(Self.number(panel.width))\" "
            + "height=\"\(Self.number(panel.height))\" rx=\"10\" fill=\"none\" stroke=\"#c3cedb\"/>\n"
    }

    /// A leg's line, or that between its stops where it is missing.
    private func legLine(_ i: Int, _ outcome: LegOutcome, _ frame: MapFrame) -> MapLine {
        if let leg = outcome.leg {
            return MapLine(leg.coordinates, on: frame, from: line.extent(ofLeg: i)?.lowerBound.value ?? 0)
        }
        return MapLine([route.stops[i].coordinate, route.stops[i + 1].coordinate], on: frame)
    }

    private mutating func lines(_ drawn: [MapLine]) {
        text +=
            "<g fill=\"none\" stroke=\"#8a97a8\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-dasharray=\"1 6\">\n"
        for (line, outcome) in zip(drawn, route.legs) where outcome.leg == nil {
            for part in line.parts { text += "<path d=\"\(Self.path(part.map(\.point)))\"/>\n" }
        }
        text +=
            "</g>\n<g fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
        for (line, outcome) in zip(drawn, route.legs) where outcome.leg != nil {
            for part in line.parts { text += "<path d=\"\(Self.path(part.map(\.point)))\"/>\n" }
        }
        text += "</g>\n<g fill=\"none\" stroke-width=\"4\" stroke-linejoin=\"round\">\n"
        let colors = RouteMap.legColors(route.legs.count)
        for (i, (line, outcome)) in zip(drawn, route.legs).enumerated() {
            guard let leg = outcome.leg else { continue }
            let style = leg.isFallback ? " stroke-dasharray=\"7 5\"" : " stroke-linecap=\"round\""
            for part in line.parts {
                for (points, color) in colored(part, colors[i]) {
                    text += "<path d=\"\(Self.path(points))\" stroke=\"\(color)\"\(style)/>\n"
                }
            }
        }
        text += "</g>\n"
    }

    /// A line cut where its colour has changed so far that it can be seen.
    private func colored(_ part: [MapLine.Vertex], _ own: RGBColor) -> [(points: [PlanePoint], color: RGBColor)] {
        let length = self.line.length.value
        guard let gradient = map.gradient, length > 0 else { return [(part.map(\.point), own)] }
        var pieces: [(points: [PlanePoint], color: RGBColor)] = []
        var (points, first): ([PlanePoint], Oklab?) = ([], nil)
        for (a, b) in zip(part, part.dropFirst()) {
            // Long straight pieces are cut too, so that their colour can change.
            let steps = max(1, min(400, Int(max(abs(a.point.x - b.point.x), abs(a.point.y - b.point.y)) / 3)))
            for step in 0..<steps {
                func at(_ fraction: Double) -> PlanePoint {
                    PlanePoint(
                        x: a.point.x + (b.point.x - a.point.x) * fraction,
                        y: a.point.y + (b.point.y - a.point.y) * fraction)
                }
                let middle = a.along + (b.along - a.along) * (Double(step) + 0.5) / Double(steps)
                let color = gradient.color(at: max(0, min(1, middle / length)))
                if let begun = first, begun.difference(to: color) > 0.012, let last = points.last {
                    pieces.append((points, begun.rgb))
                    (points, first) = ([last], color)
                }
                if first == nil { (points, first) = ([at(Double(step) / Double(steps))], color) }
                let end = at(Double(step + 1) / Double(steps))
                if steps == 1 || step == steps - 1 {
                    points.append(end)
                } else if points.count < 2 {
                    points.append(end)
                } else {
                    points[points.count - 1] = end
                }
            }
        }
        if let first { pieces.append((points, first.rgb)) }
        return pieces
    }

    // MARK: Stops and places

    private func stopNames(_ marks: StopMarks, _ labels: inout MapLabels) -> String {
        // With more stops than that, names would hide the map.
        guard marks.all.count <= 300 else { return "" }
        var names = "<g font-size=\"13\" font-weight=\"600\" fill=\"#17213a\" stroke=\"#f4f7fa\" stroke-width=\"4\" "
        names += "stroke-linejoin=\"round\" paint-order=\"stroke\">\n"
        for mark in marks.all where mark.isNumbered {
            let first = Self.name(route.stops[mark.stops[0]])
            let name = MapLabels.shortened(first, size: 13, width: 170)
            let width = MapLabels.width(of: name, size: 13)
            guard let placed = labels.place(width: width, height: 17, beside: mark.center, radius: mark.area.width / 2)
            else { continue }
            names += "<text x=\"\(Self.number(placed.origin.x))\" y=\"\(Self.number(placed.origin.y))\">"
            names += "\(XMLText.escaped(name))</text>\n"
        }
        return names + "</g>\n"
    }

    private mutating func stops(_ marks: StopMarks) {
        text += "<g font-size=\"11.5\" font-weight=\"700\" fill=\"#ffffff\" text-anchor=\"middle\">\n"
        for mark in marks.all where !mark.isNumbered {
            text +=
                "<circle cx=\"\(Self.number(mark.center.x))\" cy=\"\(Self.number(mark.center.y))\" r=\"3\" fill=\"#17213a\" "
            text += "stroke=\"#ffffff\"/>\n"
        }
        for mark in marks.all where mark.isNumbered {
            let area = mark.area
            text +=
                "<rect x=\"\(Self.number(area.left))\" y=\"\(Self.number(area.top))\" width=\"\(Self.number(area.width))\" "
            text += "height=\"\(Self.number(area.height))\" rx=\"\(Self.number(area.height / 2))\" "
            text += "fill=\"#17213a\" stroke=\"#ffffff\" stroke-width=\"2\"/>"
            text +=
                "<text x=\"\(Self.number(mark.center.x))\" y=\"\(Self.number(mark.center.y + 4))\">\(mark.text)</text>\n"
        }
        text += "</g>\n"
    }

    private mutating func places(_ frame: MapFrame, _ marks: StopMarks, _ labels: inout MapLabels) {
        let visible = map.places.map { ($0, frame.point($0.coordinate)) }.filter { frame.panel.contains($0.1) }
        guard !visible.isEmpty else { return }
        text += "<g fill=\"#e8743b\" stroke=\"#ffffff\" stroke-width=\"1\">\n"
        for (_, point) in visible {
            text += "<circle cx=\"\(Self.number(point.x))\" cy=\"\(Self.number(point.y))\" r=\"3\"/>\n"
        }
        text += "</g>\n<g font-size=\"10\" fill=\"#a8501f\" stroke=\"#f4f7fa\" stroke-width=\"3\" "
        text += "stroke-linejoin=\"round\" paint-order=\"stroke\">\n"
        let dots = visible.prefix(1000).map { _, point in
            MapRectangle(left: point.x - 2, top: point.y - 2, width: 4, height: 4)
        }
        for dot in dots { labels.take(dot) }
        let shown = marks.all.prefix(300).map(\.area)
        var named = 0
        for ((place, point), dot) in zip(visible, dots) where named < 40 {
            // What lies under the mark of a stop would seem to be its name.
            if shown.contains(where: dot.intersects) { continue }
            let name = MapLabels.shortened(place.name, size: 10, width: 110)
            let width = MapLabels.width(of: name, size: 10)
            guard let placed = labels.place(width: width, height: 13, beside: point, radius: 2) else { continue }
            named += 1
            text += "<text x=\"\(Self.number(placed.origin.x))\" y=\"\(Self.number(placed.origin.y))\">"
            text += "\(XMLText.escaped(name))</text>\n"
        }
        text += "</g>\n"
    }

    // MARK: Beside the map

    private mutating func sidebar(_ frame: MapFrame) {
        let left = frame.panel.right + 20
        let legend = legend(left: left)
        var y = frame.panel.top + 8
        let lowest = frame.panel.bottom - legend.height - 24
        let height = 36.0
        let rows = max(1, Int((lowest - y) / height))
        let shown = route.stops.count <= rows ? route.stops.count : rows - 1
        let colors = RouteMap.legColors(route.legs.count)
        text += "<g font-size=\"13\" fill=\"#17213a\">\n"
        for i in 0..<shown {
            if i < route.legs.count { leg(i, colors[i], left: left, top: y + 20, height: height - 20) }
            badge(i, left: left, top: y)
            y += height
        }
        if shown < route.stops.count {
            text += "<text x=\"\(Self.number(left))\" y=\"\(Self.number(y + 14.5))\" fill=\"#5b6778\">"
            text += "… and \(route.stops.count - shown) more</text>\n"
        }
        text += "</g>\n"
        text += "<g transform=\"translate(0 \(Self.number(frame.panel.bottom - legend.height)))\" font-size=\"12\" "
        text += "fill=\"#3c485a\">\n" + legend.text
        text +=
            "<text x=\"\(Self.number(left))\" y=\"\(Self.number(legend.height - 4))\" font-size=\"10.5\" fill=\"#8a97a8\">"
        text += "\(frame.projection.name), WGS 84</text>\n</g>\n"
    }

    /// A stop of the list.
    private mutating func badge(_ i: Int, left: Double, top: Double) {
        let number = String(i + 1)
        let width = max(20, MapLabels.width(of: number, size: 10.5) + 10)
        text +=
            "<rect x=\"\(Self.number(left))\" y=\"\(Self.number(top))\" width=\"\(Self.number(width))\" height=\"20\" rx=\"10\" "
        text +=
            "fill=\"#17213a\"/><text x=\"\(Self.number(left + width / 2))\" y=\"\(Self.number(top + 14))\" font-size=\"10.5\" "
        text += "font-weight=\"700\" fill=\"#ffffff\" text-anchor=\"middle\">\(number)</text>"
        let name = MapLabels.shortened(Self.name(route.stops[i]), size: 13, width: Self.page.sidebar - width - 8)
        text +=
            "<text x=\"\(Self.number(left + width + 8))\" y=\"\(Self.number(top + 14.5))\">\(XMLText.escaped(name))</text>\n"
    }

    /// The leg behind a stop of the list.
    private mutating func leg(_ i: Int, _ own: RGBColor, left: Double, top: Double, height: Double) {
        var (color, style, words) = (
            "#8a97a8", "stroke-width=\"2\" stroke-dasharray=\"1 4\" stroke-linecap=\"round\"", "missing"
        )
        if let leg = route.legs[i].leg {
            let middle = line.extent(ofLeg: i).map { ($0.lowerBound.value + $0.upperBound.value) / 2 } ?? 0
            let fraction = line.length > .zero ? middle / line.length.value : 0
            color = (map.gradient?.color(at: max(0, min(1, fraction))).rgb ?? own).description
            style = leg.isFallback ? "stroke-width=\"4\" stroke-dasharray=\"5 3\"" : "stroke-width=\"4\""
            words = Self.length(leg.distance.value)
        }
        text +=
            "<path d=\"M\(Self.number(left + 10)) \(Self.number(top))v\(Self.number(height))\" stroke=\"\(color)\" \(style)/>"
        text +=
            "<text x=\"\(Self.number(left + 28))\" y=\"\(Self.number(top + 11))\" font-size=\"10.5\" fill=\"#8a97a8\">"
        text += "\(words)</text>"
    }

    /// What lines and marks mean, from the top of its own box down.
    private func legend(left: Double) -> (text: String, height: Double) {
        var (text, y) = ("", 16.0)
        func row(_ sample: String, _ words: String) {
            text +=
                sample
                + "<text x=\"\(Self.number(left + 62))\" y=\"\(Self.number(y + 4))\">\(XMLText.escaped(words))</text>\n"
            y += 22
        }
        func stroke(_ color: String, _ style: String) -> String {
            "<path d=\"M\(Self.number(left + 2)) \(Self.number(y))h46\" fill=\"none\" stroke=\"\(color)\" \(style)/>"
        }
        text += "<path d=\"M\(Self.number(left)) 0h\(Self.number(Self.page.sidebar))\" stroke=\"#d9e1ea\"/>\n"
        if totals.found > 0 {
            let colors = RouteMap.legColors(route.legs.count)
            let samples = (0..<24).map { step -> RGBColor in
                let fraction = (Double(step) + 0.5) / 24
                if let gradient = map.gradient { return gradient.color(at: fraction).rgb }
                return colors[min(colors.count - 1, Int(fraction * Double(colors.count)))]
            }
            let bar = samples.enumerated().map { step, color in
                "<rect x=\"\(Self.number(left + 1 + Double(step) * 2))\" y=\"\(Self.number(y - 3))\" width=\"2.2\" height=\"6\" "
                    + "fill=\"\(color)\"/>"
            }
            row(bar.joined(), map.gradientName ?? (map.gradient == nil ? "Legs, first to last" : "Start to end"))
        }
        if totals.fallback > 0 {
            row(
                stroke("#3f4889", "stroke-width=\"4\" stroke-dasharray=\"7 5\""),
                "Stand-in for a leg that was not given")
        }
        if totals.missing > 0 {
            row(
                stroke("#8a97a8", "stroke-width=\"2\" stroke-linecap=\"round\" stroke-dasharray=\"1 6\""), "Missing leg"
            )
        }
        if !map.places.isEmpty {
            row(
                "<circle cx=\"\(Self.number(left + 25))\" cy=\"\(Self.number(y))\" r=\"3.5\" fill=\"#e8743b\"/>",
                map.placesName)
        }
        return (text, y + 10)
    }

    // MARK: Words and numbers

    private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static func length(_ meters: Double) -> String {
        if meters < 999.5 { return (DecimalText.of(meters, decimals: 0) ?? "?") + " m" }
        let kilometers = meters / 1000
        guard let number = DecimalText.of(kilometers, decimals: kilometers < 99.95 ? 1 : 0) else { return "? km" }
        // Thousands apart by a narrow space.
        guard kilometers >= 9999.5 else { return number + " km" }
        var grouped = ""
        for (i, digit) in number.enumerated() {
            if i > 0, (number.count - i) % 3 == 0 { grouped += "\u{202F}" }
            grouped.append(digit)
        }
        return grouped + " km"
    }

    private static func time(_ duration: Duration) -> String {
        let minutes = Int(min(duration.inSeconds / 60, 1e12).rounded())
        if minutes < 60 { return "\(minutes) min" }
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours < 48 ? "\(hours) h \(rest) min" : "\(hours / 24) d \(hours % 24) h"
    }

    static func number(_ value: Double) -> String { DecimalText.of(value, decimals: 1) ?? "0" }

    static func path(_ points: [PlanePoint]) -> String {
        var text = ""
        for point in points {
            text +=
                (text.isEmpty ? "M" : " ") + number(max(-1e6, min(1e6, point.x))) + " "
                + number(max(-1e6, min(1e6, point.y)))
        }
        return text
    }
}
