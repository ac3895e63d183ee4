import WaymarkGeodesy
import WaymarkRegions
import WaymarkRoutes

/// A panel under construction: a map of stops and the places recommended for them, and the list of these next to it.
struct RecommendationPanel {
    let plan: PanelPlan.Panel
    let frame: MapFrame
    let list: PlaceList
    /// The upper corner of the list.
    let listOrigin: PagePoint
    let bottom: Double

    init(_ plan: PanelPlan.Panel, _ map: RouteMap, _ route: Route, top: Double, isAlone: Bool) {
        let size = RouteDrawing.size
        let mapWidth = isAlone ? 620.0 : 540
        let listWidth = size.width - 2 * size.margin - mapWidth - 24
        list = PlaceList(plan, map, route, width: listWidth)
        let low = isAlone ? max(460, min(list.height, 620)) : max(250, min(list.height, 420))
        let heights = low...max(low, isAlone ? 760 : 340)
        frame = MapFrame(plan.box, left: size.margin, top: top, width: mapWidth, heights: heights, margin: 48)
        listOrigin = PagePoint(x: size.margin + mapWidth + 24, y: top)
        bottom = max(frame.panel.bottom, top + list.height)
        self.plan = plan
    }
}

extension RouteDrawing {
    /// Draws a panel: its map, and its list. Returns its ground.
    mutating func draw(_ panel: RecommendationPanel, number: Int) -> BackdropView {
        let frame = panel.frame
        let scale = ScaleBar(
            frame,
            places: panel.plan.stops.map { frame.point(route.stops[$0].coordinate) }
                + panel.plan.places.map { frame.point(map.recommendations[$0].coordinate) })
        func points(_ stops: [Int]) -> [(stop: Int, group: Int, point: PagePoint)] {
            stops.map { ($0, 0, frame.point(route.stops[$0].coordinate)) }
        }
        let own = Set(panel.plan.stops)
        let marks = StopMarks(
            points(panel.plan.stops), within: frame.panel, taken: [scale.area], number: number(of:))
        // Other stops that happen to be in sight are drawn small, where they cover no mark.
        let sight = frame.sight
        let passing = route.stops.indices.filter { !own.contains($0) && sight.contains(route.stops[$0].coordinate) }
        let others = StopMarks(
            points(passing).filter { frame.panel.contains($0.point) }, within: frame.panel,
            taken: [scale.area]
                + marks.all.flatMap { [$0.area, PageRectangle(around: $0.point, width: 8, height: 8)] },
            number: number(of:)
        ).all.filter { $0.isNumbered && !$0.isAside }
        let legs = Set(own.flatMap { [$0 - 1, $0] }).filter(route.legs.indices.contains).sorted()
        let drawn = RouteLines(self, legs, on: frame)
        let places = panel.plan.places.map { place in
            let recommendation = map.recommendations[place]
            return (number: place + 1, name: recommendation.ownName, point: frame.point(recommendation.coordinate))
        }
        let taken =
            marks.all.flatMap { [$0.area, PageRectangle(around: $0.point, width: 8, height: 8)] } + others.map(\.area)
            + [scale.area]
        let placeMarks = PlaceMarks(places, within: frame.panel, taken: taken)
        let view = frame.backdrop(
            under: points(panel.plan.stops).map(\.point) + places.map(\.point), isExact: true)
        page.begin(view, of: frame, keepingFree: taken + placeMarks.all.map(\.area), id: "map\(number)")
        surroundings(frame, keepingFree: taken + placeMarks.all.map(\.area))
        draw(drawn)
        let leaders = placeMarks.all.filter(\.isAside)
        var labels = MapLabels(
            within: frame.panel,
            lines: drawn.samples + marks.leaders
                + leaders.flatMap { mark in (0...8).map { mark.point.towards(mark.center, Double($0) / 8) } })
        for area in taken { labels.take(area) }
        for mark in placeMarks.all {
            labels.take(mark.area)
            labels.take(PageRectangle(left: mark.point.x - 3, top: mark.point.y - 3, width: 6, height: 6))
        }
        let stopLabels = stopNames(marks.all, &labels)
        draw(leaders)
        names(placeMarks, &labels)
        stops(others, [], fill: DrawingColor.grey)
        stops(marks.all, stopLabels)
        numbers(placeMarks)
        page.end(frame, scale)
        panel.list.draw(on: &page, left: panel.listOrigin.x, top: panel.listOrigin.y)
        return view
    }

    /// The borders of regions and the marks of other places, all of them faint.
    private mutating func surroundings(_ frame: MapFrame, keepingFree taken: [PageRectangle]) {
        let panel = frame.panel
        if let borders = map.borders {
            page.begin([
                "fill": "none", "stroke": DrawingColor.grey, "stroke-opacity": "0.6", "stroke-width": "1",
                "stroke-dasharray": "5 3",
            ])
            var paths: [[PagePoint]] = []
            borders.shapes.forEachRegion { _, polygons in
                for ring in polygons.lazy.flatMap(\.rings) {
                    let points = ring.compactMap { vertex in
                        (try? Coordinate(latitude: vertex.y, longitude: vertex.x)).map { frame.point($0) }
                    }
                    let (xs, ys) = (points.map(\.x), points.map(\.y))
                    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
                        continue
                    }
                    let box = PageRectangle(left: left, top: top, width: right - left, height: bottom - top)
                    if box.intersects(panel) { paths.append(points + points.prefix(1)) }
                }
            }
            for path in paths { page.xml.add("path", ["d": outline(path)]) }
            page.end()
        }
        let sight = frame.sight
        let others = map.surroundings.filter(sight.contains).map { frame.point($0) }.filter { point in
            panel.contains(point) && !taken.contains { $0.contains(point) }
        }
        guard !others.isEmpty else { return }
        page.begin(["fill": DrawingColor.place, "fill-opacity": "0.35"])
        for point in others { page.add("circle", ["cx": units(point.x), "cy": units(point.y), "r": "2.4"]) }
        page.end()
    }

    private mutating func draw(_ leaders: [PlaceMarks.Mark]) {
        guard !leaders.isEmpty else { return }
        page.begin(["stroke": DrawingColor.place, "stroke-width": "1.2", "fill": DrawingColor.place])
        for mark in leaders {
            page.xml.add("path", ["d": outline([mark.point, mark.center])])
            page.add("circle", ["cx": units(mark.point.x), "cy": units(mark.point.y), "r": "2.2"])
        }
        page.end()
    }

    /// The names of places that fit next to their marks; the list has all of them.
    private mutating func names(_ marks: PlaceMarks, _ labels: inout MapLabels) {
        page.begin([
            "font-size": "11.5", "fill": DrawingColor.placeName, "stroke": DrawingColor.white, "stroke-width": "3.5",
            "stroke-linejoin": "round", "paint-order": "stroke",
        ])
        for mark in marks.all {
            let name = TextWidth.shortened(mark.name, size: 11.5, width: 150)
            let width = TextWidth.of(name, size: 11.5)
            if let origin = labels.place(width: width, height: 15, beside: mark.center, radius: mark.area.width / 2 - 1)
            {
                add(name, at: origin)
            }
        }
        page.end()
    }

    private mutating func numbers(_ marks: PlaceMarks) {
        page.begin([
            "font-size": "10.5", "font-weight": "700", "fill": DrawingColor.white, "text-anchor": "middle",
        ])
        for mark in marks.all {
            let area = mark.area
            page.xml.add(
                "rect",
                [
                    "x": units(area.left), "y": units(area.top), "width": units(area.width),
                    "height": units(area.height), "rx": units(area.height / 2), "fill": DrawingColor.place,
                    "stroke": DrawingColor.white, "stroke-width": "1.5",
                ])
            add(mark.text, at: PagePoint(x: mark.center.x, y: mark.center.y + 3.8))
        }
        page.end()
    }
}
