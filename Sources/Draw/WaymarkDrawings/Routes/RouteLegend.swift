import WaymarkGradients
import WaymarkRoutes
import WaymarkText

/// The legend of lines and marks on a route's map, from the top of its box down.
struct RouteLegend {
    private enum Sample {
        case scale([RGBColor])
        case line(String, width: String, dashes: String)
        case fallback
        case dot(String)
    }

    private let rows: [(sample: Sample, words: String)]

    /// The legend of a drawing with a number of stops that are dots.
    init(_ drawing: RouteDrawing, dots: Int) {
        let (map, totals, words) = (drawing.map, drawing.totals, drawing.words)
        let colors = drawing.page.colors
        let gap = Sample.line(colors.gap, width: "4", dashes: "0")
        var rows: [(sample: Sample, words: String)] = []
        if totals.found > 0, let gradient = map.gradient {
            if let legend = drawing.colorLegend {
                rows.append((legend.range == nil ? gap : .scale(legend.colors), legend.text(words)))
            } else {
                let given = (0..<24).map { gradient.color(at: (Double($0) + 0.5) / 24).rgb }
                rows.append((.scale(given), map.gradientName ?? words.progress))
            }
            if !gradient.missing.isEmpty, drawing.colorLegend?.range != nil { rows.append((gap, words.unknown)) }
        } else if totals.found > 0, drawing.trips.count == 1 {
            let all = drawing.colors
            let legs = (0..<24).map { all[min(all.count - 1, (2 * $0 + 1) * all.count / 48)] }
            rows.append((.scale(legs), words.legs))
        }
        if totals.fallback > 0 { rows.append((.fallback, words.fallbackLeg)) }
        if drawing.missing > 0 {
            rows.append((.line(colors.missing, width: "2", dashes: "1 6"), words.missingLeg))
        }
        let place = Sample.dot(colors.place)
        if !map.places.isEmpty { rows.append((place, map.placesName ?? words.attractions)) }
        if !map.recommendations.isEmpty { rows.append((place, words.recommended)) }
        if dots > 0 { rows.append((.dot(colors.pin), words.withoutNumber(dots))) }
        self.rows = rows
    }

    private static let (top, rowHeight) = (16.0, 22.0)

    /// The height of the box, including a line of text under the rows.
    var height: Double { Self.top + Self.rowHeight * Double(rows.count) + 10 }

    /// Draws it, from the top of the page down.
    func draw(on page: inout SVGPage, left: Double, width: Double) {
        page.add("path", ["d": "M\(units(left)) 0h\(units(width))", "stroke": page.colors.grid])
        for (i, row) in rows.enumerated() {
            let y = Self.top + Self.rowHeight * Double(i)
            draw(row.sample, on: &page, left: left, y: y)
            page.text(TextWidth.shortened(row.words, size: 12, width: width - 62), left + 62, y + 4)
        }
    }

    private func draw(_ sample: Sample, on page: inout SVGPage, left: Double, y: Double) {
        let path = "M\(units(left + 2)) \(units(y))h46"
        switch sample {
        case .scale(let colors): page.bar(of: colors, left: left + 2, middle: y, width: 46)
        case .line(let color, let width, let dashes):
            page.xml.add(
                "path",
                [
                    "d": path, "fill": "none", "stroke": color, "stroke-width": width, "stroke-linecap": "round",
                    "stroke-dasharray": dashes,
                ])
        case .fallback:
            let color = page.colors.standIn
            page.xml.add(
                "path", ["d": path, "fill": "none", "stroke": color, "stroke-width": "4", "stroke-dasharray": "7 5"])
        case .dot(let color):
            page.dot(PagePoint(x: left + 25, y: y), radius: 3.5, ["fill": color], endsLine: false)
        }
    }
}
