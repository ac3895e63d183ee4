import WaymarkGradients
import WaymarkRoutes

/// The legend of lines and marks on a route's map, from the top of its box down.
struct RouteLegend {
    private enum Sample {
        case colors([RGBColor])
        case standIn
        case missing
        case places
    }

    private let rows: [(sample: Sample, words: String)]

    init(_ map: RouteMap, _ totals: RouteTotals, legColors colors: [RGBColor]) {
        var rows: [(sample: Sample, words: String)] = []
        if totals.found > 0 {
            let samples = (0..<24).map { step -> RGBColor in
                let fraction = (Double(step) + 0.5) / 24
                if let gradient = map.gradient { return gradient.color(at: fraction).rgb }
                return colors[min(colors.count - 1, Int(fraction * Double(colors.count)))]
            }
            let words = map.gradientName ?? (map.gradient == nil ? "Legs, first to last" : "Start to end")
            rows.append((.colors(samples), words))
        }
        if totals.fallback > 0 { rows.append((.standIn, "Fallback leg")) }
        if totals.missing > 0 { rows.append((.missing, "Missing leg")) }
        if !map.places.isEmpty { rows.append((.places, map.placesName)) }
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
            page.add("text", ["x": units(left + 62), "y": units(y + 4)], text: row.words)
        }
    }

    private func draw(_ sample: Sample, on page: inout SVGPage, left: Double, y: Double) {
        let path = "M\(units(left + 2)) \(units(y))h46"
        switch sample {
        case .colors(let colors):
            for (step, color) in colors.enumerated() {
                page.xml.add(
                    "rect",
                    [
                        "x": units(left + 1 + Double(step) * 2), "y": units(y - 3), "width": "2.2", "height": "6",
                        "fill": color.description,
                    ])
            }
        case .standIn:
            page.xml.add(
                "path",
                [
                    "d": path, "fill": "none", "stroke": DrawingColor.standIn, "stroke-width": "4",
                    "stroke-dasharray": "7 5",
                ])
        case .missing:
            page.xml.add(
                "path",
                [
                    "d": path, "fill": "none", "stroke": DrawingColor.grey, "stroke-width": "2",
                    "stroke-linecap": "round", "stroke-dasharray": "1 6",
                ])
        case .places:
            page.xml.add(
                "circle", ["cx": units(left + 25), "cy": units(y), "r": "3.5", "fill": DrawingColor.place])
        }
    }
}
