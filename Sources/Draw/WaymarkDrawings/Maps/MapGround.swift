extension SVGPage {
    /// Begins a map: its background, and meridians and parallels with names, except over areas to be kept free.
    ///
    /// - Parameters:
    ///   - view: Land and sea.
    ///   - ground: Streets, water and green, in place of land and sea where it is nearer than they are exact; nil for none.
    ///   - frame: The map.
    ///   - areas: Where no names of meridians and parallels are.
    ///   - id: A name of the map, unique in the document.
    mutating func begin(
        _ view: BackdropView, _ ground: GroundView? = nil, of frame: MapFrame, keepingFree areas: [PageRectangle],
        id: String
    ) {
        beginClipped(to: frame.panel, id: id, corner: 10)
        let isNear = ground.map { $0.window.zoom > GroundView.farthestAlone } ?? false
        if isNear { rectangle(frame.panel, ["fill": colors.land]) } else { draw(view, in: frame.panel) }
        ground?.draw(on: &self, id: id)
        if isNear { return }
        let graticule = MapGraticule(frame)
        begin(["fill": "none", "stroke": colors.edge, "stroke-opacity": "0.5", "stroke-width": "1"])
        for line in graticule.lines { add("path", ["d": outline(line)]) }
        end()
        begin(["font-size": "10.5", "fill": colors.small])
        for label in graticule.labels {
            let (x, y) = (label.origin.x, label.origin.y)
            let width = TextWidth.of(label.text, size: 10.5)
            let box = PageRectangle(left: x, top: y - 10, width: width, height: 12)
            if !areas.contains(where: box.intersects) { text(label.text, x, y) }
        }
        end()
    }

    /// Ends a map, with its border and its scale.
    mutating func end(_ frame: MapFrame, _ scale: ScaleBar) {
        end()
        rectangle(frame.panel, corner: 10, ["fill": "none", "stroke": colors.edge])
        scale.draw(on: &self)
    }

    /// The heading of a page, and the line below it.
    mutating func header(_ heading: String, _ summary: String, width: Double = RouteDrawing.size.width) {
        let margin = RouteDrawing.size.margin
        let title = TextWidth.shortened(heading, size: 25, .bold, width: width - 2 * margin)
        text(title, margin, 42, size: 25, ["font-weight": "700", "fill": colors.ink])
        text(summary, margin, 66, size: 14, ["fill": colors.faintInk])
    }
}
