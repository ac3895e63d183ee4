import WaymarkGradients
import WaymarkRoutes
import WaymarkText

/// The legend of lines and marks on a route's map, from the top of its box down.
struct RouteLegend {
    private enum Sample {
        case scale([RGBColor])
        case standIn
        case missing
        case gap
        case places
        case dot
    }

    private let rows: [(sample: Sample, words: String)]

    /// The legend of a drawing with a number of stops that are dots.
    init(_ drawing: RouteDrawing, dots: Int) {
        let (map, totals, words) = (drawing.map, drawing.totals, drawing.words)
        var rows: [(sample: Sample, words: String)] = []
        if totals.found > 0, let gradient = map.gradient {
            if let legend = drawing.colorLegend {
                rows.append((legend.range == nil ? .gap : .scale(legend.colors), legend.text(words)))
            } else {
                let given = (0..<24).map { gradient.color(at: (Double($0) + 0.5) / 24).rgb }
                rows.append((.scale(given), map.gradientName ?? words.progress))
            }
            if !gradient.missing.isEmpty, drawing.colorLegend?.range != nil { rows.append((.gap, words.unknown)) }
        } else if totals.found > 0, drawing.trips.count == 1 {
            let colors = drawing.colors
            let legs = (0..<24).map { colors[min(colors.count - 1, (2 * $0 + 1) * colors.count / 48)] }
            rows.append((.scale(legs), words.legs))
        }
        if totals.fallback > 0 { rows.append((.standIn, words.fallbackLeg)) }
        if drawing.missing > 0 { rows.append((.missing, words.missingLeg)) }
        if !map.places.isEmpty { rows.append((.places, map.placesName ?? words.attractions)) }
        if !map.recommendations.isEmpty { rows.append((.places, words.recommended)) }
        if dots > 0 { rows.append((.dot, words.withoutNumber(dots))) }
        self.rows = rows
    }

    private static let (top, rowHeight) = (16.0, 22.0)

    /// The height of the box, including a line of text under the rows.
    var height: Double { Self.top + Self.rowHeight * Double(rows.count) + 10 }

    /// Draws it, from the top of the page down.
    func draw(on page: inout SVGPage, left: Double, width: Double) {
        page.add("path", ["d": "M\(units(left)) 0h\(units(width))", "stroke": DrawingColor.grid])
        for (i, row) in rows.enumerated() {
            let y = Self.top + Self.rowHeight * Double(i)
            draw(row.sample, on: &page, left: left, y: y)
            page.text(TextWidth.shortened(row.words, size: 12, width: width - 62), left + 62, y + 4)
        }
    }

    private func draw(_ sample: Sample, on page: inout SVGPage, left: Double, y: Double) {
        let (path, point) = ("M\(units(left + 2)) \(units(y))h46", PagePoint(x: left + 25, y: y))
        func line(_ color: String, width: String, dashes: String) {
            page.xml.add(
                "path",
                [
                    "d": path, "fill": "none", "stroke": color, "stroke-width": width, "stroke-linecap": "round",
                    "stroke-dasharray": dashes,
                ])
        }
        switch sample {
        case .scale(let colors): page.bar(of: colors, left: left + 2, middle: y, width: 46)
        case .standIn:
            page.xml.add(
                "path",
                [
                    "d": path, "fill": "none", "stroke": DrawingColor.standIn, "stroke-width": "4",
                    "stroke-dasharray": "7 5",
                ])
        case .missing: line(DrawingColor.missing, width: "2", dashes: "1 6")
        case .gap: line(DrawingColor.gap, width: "4", dashes: "0")
        case .places: page.dot(point, radius: 3.5, ["fill": DrawingColor.place], endsLine: false)
        case .dot: page.dot(point, radius: 3.5, ["fill": DrawingColor.ink], endsLine: false)
        }
    }
}
