import WaymarkRoutes
import WaymarkText

/// The list next to a panel: each stop, and the places recommended for it by number, with distance and reason.
struct PlaceList {
    private enum Row {
        case stop(number: String, name: String)
        case place(number: String, name: String, distance: String, lines: [String])

        var height: Double {
            switch self {
            case .stop: 32
            case .place(_, _, _, let lines): 26 + PlaceList.lineHeight * Double(lines.count) + 4
            }
        }
    }

    private let rows: [Row]
    private let width: Double
    private static let lineHeight = 15.0
    private static let (nameSize, textSize, indent) = (13.5, 11.5, 30.0)

    init(_ panel: PanelPlan.Panel, _ map: RouteMap, _ route: Route, width: Double) {
        self.width = width
        var rows: [Row] = []
        for stop in panel.stops {
            rows.append(
                .stop(
                    number: String(stop + 1),
                    name: TextWidth.shortened(route.stops[stop].label, size: 15, .bold, width: width - 50)))
            for place in panel.places where map.recommendations[place].stop == stop {
                let recommendation = map.recommendations[place]
                let distance = LengthText.of(meters: recommendation.distance.value)
                let room = width - Self.indent - 12 - TextWidth.of(distance, size: Self.textSize)
                rows.append(
                    .place(
                        number: String(place + 1),
                        name: TextWidth.shortened(recommendation.name, size: Self.nameSize, .bold, width: room),
                        distance: distance,
                        lines: TextWidth.wrapped(
                            recommendation.reason, size: Self.textSize, width: width - Self.indent, lines: 4)))
            }
        }
        self.rows = rows
    }

    var height: Double { rows.reduce(0) { $0 + $1.height } }

    func draw(on page: inout SVGPage, left: Double, top: Double) {
        var y = top
        for row in rows {
            switch row {
            case .stop(let number, let name):
                let right = mark(
                    number, on: &page, left: left, middle: y + 11, height: 22, size: 11.5, fill: page.colors.pin,
                    ink: page.colors.pinInk)
                page.text(name, right + 9, y + 16, size: 15, ["font-weight": "700", "fill": page.colors.ink])
            case .place(let number, let name, let distance, let lines):
                _ = mark(
                    number, on: &page, left: left, middle: y + 9, height: 18, size: 10.5, fill: page.colors.place,
                    ink: page.colors.placeInk)
                page.text(
                    name, left + Self.indent, y + 14, size: Self.nameSize,
                    ["font-weight": "600", "fill": page.colors.ink])
                page.text(
                    distance, left + width, y + 14, size: Self.textSize,
                    ["text-anchor": "end", "fill": page.colors.placeName])
                for (i, line) in lines.enumerated() {
                    page.text(
                        line, left + Self.indent, y + 31 + Self.lineHeight * Double(i), size: Self.textSize,
                        ["fill": page.colors.faintInk])
                }
            }
            y += row.height
        }
    }

    /// Draws a number in a mark, and returns the right end of the mark.
    private func mark(
        _ number: String, on page: inout SVGPage, left: Double, middle: Double, height: Double, size: Double,
        fill: String, ink: String
    ) -> Double {
        let width = max(height, TextWidth.of(number, size: size, .bold) + 9)
        let area = PageRectangle(left: left, top: middle - height / 2, width: width, height: height)
        page.pill(number, area, size: size, fall: size * 0.36, fill: fill, ink: ink)
        return area.right
    }
}
