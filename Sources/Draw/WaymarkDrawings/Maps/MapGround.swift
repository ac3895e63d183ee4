extension SVGPage {
    /// Begins a map: its background, and meridians and parallels with names, except over areas to be kept free.
    ///
    /// - Parameters:
    ///   - view: Land and sea.
    ///   - frame: The map.
    ///   - areas: Where no names of meridians and parallels are.
    ///   - id: A name of the map, unique in the document.
    mutating func begin(_ view: BackdropView, of frame: MapFrame, keepingFree areas: [PageRectangle], id: String) {
        beginClipped(to: frame.panel, id: id, corner: "10")
        draw(view, in: frame.panel)
        let graticule = MapGraticule(frame)
        begin(["fill": "none", "stroke": DrawingColor.edge, "stroke-opacity": "0.5", "stroke-width": "1"])
        for line in graticule.lines { add("path", ["d": outline(line)]) }
        end()
        begin(["font-size": "10.5", "fill": DrawingColor.small])
        for label in graticule.labels {
            let x = label.isAtLeft ? label.point.x + 6 : label.point.x + 3
            let y = label.isAtLeft ? label.point.y - 3 : label.point.y - 6
            let width = TextWidth.of(label.text, size: 10.5)
            let box = PageRectangle(left: x, top: y - 10, width: width, height: 12)
            if areas.contains(where: box.intersects) { continue }
            add("text", ["x": units(x), "y": units(y)], text: label.text)
        }
        end()
    }

    /// Ends a map, with its border and its scale.
    mutating func end(_ frame: MapFrame, _ scale: ScaleBar) {
        end()
        let panel = frame.panel
        add(
            "rect",
            [
                "x": units(panel.left), "y": units(panel.top), "width": units(panel.width),
                "height": units(panel.height), "rx": "10", "fill": "none", "stroke": DrawingColor.edge,
            ])
        scale.draw(on: &self)
    }

    /// The heading of a page, and the line below it.
    mutating func header(_ heading: String, _ summary: String, width: Double = RouteDrawing.size.width) {
        let (size, style) = (RouteDrawing.size, DrawingStyle.route)
        let title = TextWidth.shortened(heading, size: 25, .bold, width: width - 2 * size.margin)
        add(
            "text", ["x": units(size.margin), "y": "42", "font-size": "25", "font-weight": "700", "fill": style.ink],
            text: title)
        add("text", ["x": units(size.margin), "y": "66", "font-size": "14", "fill": style.faintInk], text: summary)
    }
}
