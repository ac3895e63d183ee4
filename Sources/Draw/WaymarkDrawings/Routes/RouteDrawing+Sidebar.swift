import WaymarkGradients
import WaymarkRoutes
import WaymarkText

extension RouteDrawing {
    /// The list of stops next to the map, and the legend under it.
    mutating func sidebar(_ frame: MapFrame) {
        let left = frame.panel.right + 20
        let legend = RouteLegend(map, totals, legColors: colors)
        var y = frame.panel.top + 8
        let lowest = frame.panel.bottom - legend.height - 24
        let height = 36.0
        let rows = max(1, Int((lowest - y) / height))
        let shown = route.stops.count <= rows ? route.stops.count : rows - 1
        page.begin(["font-size": "13", "fill": Self.style.ink])
        for i in 0..<shown {
            if i < route.legs.count { leg(i, colors[i], left: left, top: y + 20, height: height - 20) }
            stop(i, left: left, top: y)
            y += height
        }
        if shown < route.stops.count {
            page.add(
                "text", ["x": units(left), "y": units(y + 14.5), "fill": Self.style.faintInk],
                text: words.more(route.stops.count - shown))
        }
        page.end()
        page.begin([
            "transform": "translate(0 \(units(frame.panel.bottom - legend.height)))", "font-size": "12",
            "fill": DrawingColor.legend,
        ])
        legend.draw(on: &page, left: left, width: Self.size.sidebar)
        page.add(
            "text",
            ["x": units(left), "y": units(legend.height - 4), "font-size": "10.5", "fill": DrawingColor.grey],
            text: words.sources(frame.projection))
        page.end()
    }

    /// A stop in the list.
    private mutating func stop(_ i: Int, left: Double, top: Double) {
        let number = String(i + 1)
        let width = max(20, MapLabels.width(of: number, size: 10.5) + 10)
        page.xml.add(
            "rect",
            [
                "x": units(left), "y": units(top), "width": units(width), "height": "20", "rx": "10",
                "fill": Self.style.ink,
            ])
        page.xml.add(
            "text",
            [
                "x": units(left + width / 2), "y": units(top + 14), "font-size": "10.5", "font-weight": "700",
                "fill": DrawingColor.white, "text-anchor": "middle",
            ], text: number)
        let places = recommended[i]
        if let places {
            page.xml.add(
                "text",
                [
                    "x": units(left + Self.size.sidebar), "y": units(top + 14), "font-size": "11.5",
                    "text-anchor": "end", "fill": DrawingColor.placeName,
                ], text: places)
        }
        let taken = places.map { MapLabels.width(of: $0, size: 11.5) + 8 } ?? 0
        page.add(
            "text", ["x": units(left + width + 8), "y": units(top + 14.5)],
            text: MapLabels.shortened(route.stops[i].label, size: 13, width: Self.size.sidebar - width - 8 - taken))
    }

    /// The leg after a stop in the list.
    private mutating func leg(_ i: Int, _ own: RGBColor, left: Double, top: Double, height: Double) {
        let path = "M\(units(left + 10)) \(units(top))v\(units(height))"
        var text = words.missing
        if let leg = route.legs[i].leg {
            let middle = line.extent(ofLeg: i).map { ($0.lowerBound.value + $0.upperBound.value) / 2 } ?? 0
            let fraction = line.length > .zero ? middle / line.length.value : 0
            let color = (map.gradient?.color(at: max(0, min(1, fraction))).rgb ?? own).description
            page.xml.add(
                "path",
                leg.isFallback
                    ? ["d": path, "stroke": color, "stroke-width": "4", "stroke-dasharray": "5 3"]
                    : ["d": path, "stroke": color, "stroke-width": "4"])
            text = LengthText.of(meters: leg.distance.value)
        } else {
            page.xml.add(
                "path",
                [
                    "d": path, "stroke": DrawingColor.grey, "stroke-width": "2", "stroke-dasharray": "1 4",
                    "stroke-linecap": "round",
                ])
        }
        page.xml.add(
            "text",
            ["x": units(left + 28), "y": units(top + 11), "font-size": "10.5", "fill": DrawingColor.grey], text: text)
    }
}
