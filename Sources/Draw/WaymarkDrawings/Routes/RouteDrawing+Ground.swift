import WaymarkGeodesy

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
