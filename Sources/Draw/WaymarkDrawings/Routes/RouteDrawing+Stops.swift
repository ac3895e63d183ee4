extension RouteDrawing {
    /// The names of stops that fit, and their positions; none above 300 marks, whose names would hide the map.
    func stopNames(
        _ marks: [MapMarks.Mark], _ labels: inout MapLabels
    ) -> [(text: String, origin: PagePoint, size: Double)] {
        guard marks.count <= 300 else { return [] }
        var names: [(text: String, origin: PagePoint, size: Double)] = []
        for mark in marks where mark.isNumbered {
            var different: [String] = []
            for stop in mark.members where different.count < 5 {
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
                names.append((name, origin, size))
            }
        }
        return names
    }

    /// Stops with their names and numbers.
    mutating func stops(
        _ marks: [MapMarks.Mark], _ names: [(text: String, origin: PagePoint, size: Double)],
        fill: String? = nil
    ) {
        let colors = marks.map { trips[trip(of: $0.members[0])].color?.description ?? fill ?? page.colors.pin }
        dots(of: marks, colors)
        if let size = names.first?.size {
            page.beginNames(size, weight: "600", fill: page.colors.ink, edge: 4)
            for name in names { page.text(name.text, name.origin.x, name.origin.y) }
            page.end()
        }
        guard let size = marks.first?.size else { return }
        numbers(
            Array(zip(marks, colors)), edge: size.height > 20 ? 2 : 1, fall: size.font * 0.35,
            ink: trips.count > 1 ? "#ffffff" : page.colors.pinInk)
    }

    /// The marks with numbers, each in a colour with a white edge; the baseline is a length below the middle.
    mutating func numbers(_ marks: [(MapMarks.Mark, String)], edge: Double, fall: Double, ink: String) {
        guard let font = marks.first?.0.size.font else { return }
        page.begin([
            "font-size": units(font), "font-weight": "700", "fill": ink, "text-anchor": "middle",
        ])
        for (mark, color) in marks where mark.isNumbered {
            let area = mark.area
            page.rectangle(
                area, corner: area.height / 2,
                ["fill": color, "stroke": page.colors.halo, "stroke-width": units(edge)], endsLine: false)
            page.text(mark.text, mark.center.x, mark.center.y + fall)
        }
        page.end()
    }

    /// The places of marks that stand aside, with lines to them, and of those without numbers.
    private mutating func dots(of marks: [MapMarks.Mark], _ colors: [String]) {
        let aside = zip(marks, colors).filter { $0.0.isNumbered && $0.0.isAside }
        if !aside.isEmpty {
            for (color, width, radius) in [(page.colors.halo, "4", 4.5), (nil, "1.4", 3)] {
                page.begin(["stroke-width": width])
                for (mark, own) in aside {
                    let color = color ?? own
                    page.xml.add("path", ["d": outline([mark.point, mark.center]), "stroke": color])
                    page.dot(mark.point, radius: radius, ["fill": color])
                }
                page.end()
            }
        }
        // One dot for all marks within three units.
        var seen: Set<GridCell> = []
        var paths = [PixelPath](repeating: PixelPath(), count: trips.count)
        for mark in marks where !mark.isNumbered {
            let trip = trip(of: mark.members[0])
            if seen.insert(GridCell(mark.point, side: 3, layer: trip)).inserted { paths[trip].dot(mark.point) }
        }
        page.begin(["fill": "none", "stroke-linecap": "round", "stroke-width": seen.count > 2000 ? "2.4" : "5"])
        for (path, trip) in zip(paths, trips) where !path.isEmpty {
            page.add("path", ["stroke": trip.color?.description ?? page.colors.pin, "d": path.text])
        }
        page.end()
    }

    /// Dots at points of the map.
    mutating func dots(_ points: [PagePoint]) {
        guard !points.isEmpty else { return }
        page.begin(["fill": page.colors.place, "stroke": page.colors.halo, "stroke-width": "1"])
        for point in points { page.dot(point, radius: 3) }
        page.end()
    }

    /// Places near the route, the first of them with names that fit.
    mutating func places(_ frame: MapFrame, _ marks: MapMarks, _ labels: inout MapLabels) {
        let visible = map.places.map { ($0, frame.point($0.coordinate)) }.filter { frame.panel.contains($0.1) }
        guard !visible.isEmpty else { return }
        dots(visible.map(\.1))
        page.beginNames(10, fill: page.colors.placeName, edge: 3)
        let dots = visible.prefix(1000).map { PageRectangle(around: $0.1, width: 4, height: 4) }
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
            page.text(name, origin.x, origin.y)
        }
        page.end()
    }
}
