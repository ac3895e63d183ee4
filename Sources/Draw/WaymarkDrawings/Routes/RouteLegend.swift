import WaymarkGradients
import WaymarkRoutes
import WaymarkText

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
        let words = MapWords(map.language)
        var rows: [(sample: Sample, words: String)] = []
        if totals.found > 0 {
            let samples = (0..<24).map { step -> RGBColor in
                let fraction = (Double(step) + 0.5) / 24
                if let gradient = map.gradient { return gradient.color(at: fraction).rgb }
                return colors[min(colors.count - 1, Int(fraction * Double(colors.count)))]
            }
            rows.append((.colors(samples), map.gradientName ?? (map.gradient == nil ? words.legs : words.progress)))
        }
        if totals.fallback > 0 { rows.append((.standIn, words.fallbackLeg)) }
        if totals.missing > 0 { rows.append((.missing, words.missingLeg)) }
        if !map.places.isEmpty { rows.append((.places, map.placesName)) }
        if !map.recommendations.isEmpty { rows.append((.places, words.recommended)) }
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

/// A bar as long as a round number of metres in the middle of the map.
struct ScaleBar {
    /// What it covers.
    let area: PageRectangle
    /// The position of its left end.
    private let start: PagePoint
    private let width: Double
    private let name: String

    init(_ frame: MapFrame) {
        let metersToUnit = frame.metersToUnit
        // The largest fitting length of 1, 2 or 5 times a power of ten.
        var (length, power) = (0.01, 0.01)
        while power < 1e8 {
            for factor in [1.0, 2, 5] where power * factor / metersToUnit <= 150 {
                length = max(length, power * factor)
            }
            power *= 10
        }
        width = length / metersToUnit
        let (left, bottom) = (frame.panel.right - 18 - width, frame.panel.bottom - 18)
        area = PageRectangle(left: left - 10, top: bottom - 26, width: width + 20, height: 34)
        name = length >= 1000 ? "\(Int(length / 1000)) km" : (DecimalText.of(length, decimals: 2) ?? "") + " m"
        start = PagePoint(x: left, y: bottom - 6)
    }

    func draw(on page: inout SVGPage) {
        page.add(
            "rect",
            [
                "x": units(area.left), "y": units(area.top), "width": units(area.width), "height": units(area.height),
                "rx": "6", "fill": DrawingColor.white, "fill-opacity": "0.82",
            ])
        page.add(
            "path",
            [
                "d": "M\(units(start.x)) \(units(start.y))v6h\(units(width))v-6", "fill": "none",
                "stroke": DrawingColor.legend, "stroke-width": "1.6",
            ])
        page.add(
            "text",
            [
                "x": units(start.x + width / 2), "y": units(start.y), "font-size": "11", "fill": DrawingColor.legend,
                "text-anchor": "middle",
            ], text: name)
    }
}
