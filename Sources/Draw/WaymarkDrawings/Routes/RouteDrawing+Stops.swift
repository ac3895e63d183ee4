extension RouteDrawing {
    /// The name of a stop, and its position.
    struct StopLabel {
        let text: String
        let origin: PagePoint
    }

    /// The names of stops that fit; nil above 300 marks, whose names would hide the map.
    func stopNames(_ marks: StopMarks, _ labels: inout MapLabels) -> [StopLabel]? {
        guard marks.all.count <= 300 else { return nil }
        var names: [StopLabel] = []
        for mark in marks.all where mark.isNumbered {
            let name = MapLabels.shortened(route.stops[mark.stops[0]].label, size: 13, width: 170)
            let width = MapLabels.width(of: name, size: 13)
            if let origin = labels.place(width: width, height: 17, beside: mark.center, radius: mark.area.width / 2) {
                names.append(StopLabel(text: name, origin: origin))
            }
        }
        return names
    }

    /// Stops with their names and numbers.
    mutating func stops(_ marks: [StopMarks.Mark], _ names: [StopLabel]?, fill: String = DrawingStyle.route.ink) {
        if let names {
            page.begin([
                "font-size": "13", "font-weight": "600", "fill": Self.style.ink, "stroke": DrawingColor.white,
                "stroke-width": "4", "stroke-linejoin": "round", "paint-order": "stroke",
            ])
            for name in names { add(name.text, at: name.origin) }
            page.end()
        }
        page.begin([
            "font-size": "11.5", "font-weight": "700", "fill": DrawingColor.white, "text-anchor": "middle",
        ])
        for mark in marks where !mark.isNumbered {
            page.add(
                "circle",
                [
                    "cx": units(mark.center.x), "cy": units(mark.center.y), "r": "3", "fill": fill,
                    "stroke": DrawingColor.white,
                ])
        }
        for mark in marks where mark.isNumbered {
            let area = mark.area
            page.xml.add(
                "rect",
                [
                    "x": units(area.left), "y": units(area.top), "width": units(area.width),
                    "height": units(area.height), "rx": units(area.height / 2), "fill": fill,
                    "stroke": DrawingColor.white, "stroke-width": "2",
                ])
            add(mark.text, at: PagePoint(x: mark.center.x, y: mark.center.y + 4))
        }
        page.end()
    }

    /// Dots at points of the map.
    mutating func dots(_ points: [PagePoint]) {
        guard !points.isEmpty else { return }
        page.begin(["fill": DrawingColor.place, "stroke": DrawingColor.white, "stroke-width": "1"])
        for point in points { page.add("circle", ["cx": units(point.x), "cy": units(point.y), "r": "3"]) }
        page.end()
    }

    /// Places near the route, the first of them with names that fit.
    mutating func places(_ frame: MapFrame, _ marks: StopMarks, _ labels: inout MapLabels) {
        let visible = map.places.map { ($0, frame.point($0.coordinate)) }.filter { frame.panel.contains($0.1) }
        guard !visible.isEmpty else { return }
        dots(visible.map(\.1))
        page.begin([
            "font-size": "10", "fill": DrawingColor.placeName, "stroke": DrawingColor.white, "stroke-width": "3",
            "stroke-linejoin": "round", "paint-order": "stroke",
        ])
        let dots = visible.prefix(1000).map { _, point in
            PageRectangle(left: point.x - 2, top: point.y - 2, width: 4, height: 4)
        }
        for dot in dots { labels.take(dot) }
        let shown = marks.all.prefix(300).map(\.area)
        var named = 0
        for ((place, point), dot) in zip(visible, dots) where named < 40 {
            // A name under the mark of a stop would look like the stop's name.
            if shown.contains(where: dot.intersects) { continue }
            let name = MapLabels.shortened(place.name, size: 10, width: 110)
            let width = MapLabels.width(of: name, size: 10)
            guard let origin = labels.place(width: width, height: 13, beside: point, radius: 2) else { continue }
            named += 1
            add(name, at: origin)
        }
        page.end()
    }

    mutating func add(_ text: String, at point: PagePoint) {
        page.add("text", ["x": units(point.x), "y": units(point.y)], text: text)
    }
}
