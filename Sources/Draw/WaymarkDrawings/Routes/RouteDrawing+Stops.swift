extension RouteDrawing {
    /// The name of a stop, and its position.
    struct StopLabel {
        let text: String
        let origin: PagePoint
        let size: Double
    }

    /// The names of stops that fit; none above 300 marks, whose names would hide the map.
    func stopNames(_ marks: [StopMarks.Mark], _ labels: inout MapLabels) -> [StopLabel] {
        guard marks.count <= 300 else { return [] }
        var names: [StopLabel] = []
        for mark in marks where mark.isNumbered {
            var different: [String] = []
            for stop in mark.stops where different.count < 5 {
                let label = route.stops[stop].label
                if !different.contains(label) { different.append(label) }
            }
            let (size, most) = mark.size.height > 20 ? (13.0, 190.0) : (11, 150)
            let name = TextWidth.shortened(
                different.joined(separator: " · "), size: size, .bold, width: different.count > 1 ? most * 1.4 : most)
            let width = TextWidth.of(name, size: size, .bold)
            if let origin = labels.place(
                width: width, height: size + 4, beside: mark.center, radius: mark.area.width / 2)
            {
                names.append(StopLabel(text: name, origin: origin, size: size))
            }
        }
        return names
    }

    /// Stops with their names and numbers.
    mutating func stops(_ marks: [StopMarks.Mark], _ names: [StopLabel], fill: String = DrawingStyle.route.ink) {
        let colors = marks.map { trips[trip(of: $0.stops[0])].color?.description ?? fill }
        dots(of: marks, colors)
        if let size = names.first?.size {
            page.begin([
                "font-size": units(size), "font-weight": "600", "fill": Self.style.ink, "stroke": DrawingColor.white,
                "stroke-width": "4", "stroke-linejoin": "round", "paint-order": "stroke",
            ])
            for name in names { add(name.text, at: name.origin) }
            page.end()
        }
        guard let size = marks.first?.size else { return }
        page.begin([
            "font-size": units(size.font), "font-weight": "700", "fill": DrawingColor.white, "text-anchor": "middle",
        ])
        for (mark, color) in zip(marks, colors) where mark.isNumbered {
            let area = mark.area
            page.xml.add(
                "rect",
                [
                    "x": units(area.left), "y": units(area.top), "width": units(area.width),
                    "height": units(area.height), "rx": units(area.height / 2), "fill": color,
                    "stroke": DrawingColor.white, "stroke-width": size.height > 20 ? "2" : "1",
                ])
            add(mark.text, at: PagePoint(x: mark.center.x, y: mark.center.y + size.font * 0.35))
        }
        page.end()
    }

    /// The places of marks that stand aside, with lines to them, and of those without numbers.
    private mutating func dots(of marks: [StopMarks.Mark], _ colors: [String]) {
        let aside = zip(marks, colors).filter { $0.0.isNumbered && $0.0.isAside }
        if !aside.isEmpty {
            for (color, width, radius) in [(DrawingColor.white, "4", "4.5"), (nil, "1.4", "3")] {
                page.begin(["stroke-width": width])
                for (mark, own) in aside {
                    let color = color ?? own
                    page.xml.add("path", ["d": outline([mark.point, mark.center]), "stroke": color])
                    page.add(
                        "circle", ["cx": units(mark.point.x), "cy": units(mark.point.y), "r": radius, "fill": color])
                }
                page.end()
            }
        }
        // One dot for all marks within three units.
        struct Cell: Hashable {
            let x: Int
            let y: Int
            let trip: Int
        }
        var seen: Set<Cell> = []
        var paths = [PixelPath](repeating: PixelPath(), count: trips.count)
        for mark in marks where !mark.isNumbered {
            let trip = trip(of: mark.stops[0])
            let cell = Cell(
                x: Int((mark.point.x / 3).rounded(.down)), y: Int((mark.point.y / 3).rounded(.down)), trip: trip)
            if seen.insert(cell).inserted { paths[trip].dot(mark.point) }
        }
        page.begin(["fill": "none", "stroke-linecap": "round", "stroke-width": seen.count > 2000 ? "2.4" : "5"])
        for (path, trip) in zip(paths, trips) where !path.isEmpty {
            page.add("path", ["stroke": trip.color?.description ?? Self.style.ink, "d": path.text])
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
            let name = TextWidth.shortened(place.name, size: 10, width: 110)
            let width = TextWidth.of(name, size: 10)
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
