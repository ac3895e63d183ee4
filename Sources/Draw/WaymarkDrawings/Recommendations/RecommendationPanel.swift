import WaymarkGeodesy
import WaymarkRegions
import WaymarkRoutes

/// A panel under construction: a map of stops and the places recommended for them, and the list of these next to it.
struct RecommendationPanel {
    let plan: PanelPlan.Panel
    let frame: MapFrame
    let list: PlaceList
    let bottom: Double

    init(_ plan: PanelPlan.Panel, _ map: RouteMap, _ route: Route, top: Double, isAlone: Bool) {
        let size = RouteDrawing.size
        let mapWidth = isAlone ? 620.0 : 540
        let listWidth = size.width - 2 * size.margin - mapWidth - 24
        list = PlaceList(plan, map, route, width: listWidth)
        let low = isAlone ? max(460, min(list.height, 620)) : max(250, min(list.height, 420))
        let heights = low...max(low, isAlone ? 760 : 340)
        frame = MapFrame(plan.box, left: size.margin, top: top, width: mapWidth, heights: heights, margin: 48)
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
                + panel.plan.places.map { point(of: $0, frame) })
        func points(_ stops: [Int]) -> [(stop: Int, group: Int, point: PagePoint)] {
            stops.map { ($0, 0, frame.point(route.stops[$0].coordinate)) }
        }
        let own = Set(panel.plan.stops)
        let marks = MapMarks(
            points(panel.plan.stops), within: frame.panel, taken: [scale.area], number: number(of:))
        let covered = marks.all.flatMap { [$0.area, PageRectangle(around: $0.point, width: 8, height: 8)] }
        // Other stops that happen to be in sight are drawn small, where they cover no mark.
        let sight = frame.sight
        let passing = route.stops.indices.filter { !own.contains($0) && sight.contains(route.stops[$0].coordinate) }
        let others = MapMarks(
            points(passing).filter { frame.panel.contains($0.point) }, within: frame.panel,
            taken: [scale.area] + covered, number: number(of:)
        ).all.filter { $0.isNumbered && !$0.isAside }
        let legs = Set(own.flatMap { [$0 - 1, $0] }).filter(route.legs.indices.contains).sorted()
        let drawn = RouteLines(self, legs, on: frame)
        let places = panel.plan.places.map { place in
            (recommendation: place, name: map.recommendations[place].ownName, point: point(of: place, frame))
        }
        let taken = covered + others.map(\.area) + [scale.area]
        let placeMarks = MapMarks(places: places, within: frame.panel, taken: taken)
        let view = BackdropView(
            frame, under: points(panel.plan.stops).map(\.point) + places.map(\.point), isExact: true)
        let ground = GroundView(map.ground, under: frame, map.groundStyle)
        page.begin(view, ground, of: frame, keepingFree: taken + placeMarks.areas, id: "map\(number)")
        surroundings(frame, keepingFree: taken + placeMarks.areas)
        draw(drawn)
        var labels = MapLabels(
            within: frame.panel, lines: drawn.samples + marks.leaders(12) + placeMarks.leaders(8))
        for area in taken { labels.take(area) }
        for mark in placeMarks.all {
            labels.take(mark.area)
            labels.take(PageRectangle(around: mark.point, width: 6, height: 6))
        }
        let stopLabels = stopNames(marks.all, &labels)
        draw(placeMarks.all.filter(\.isAside))
        names(placeMarks, &labels)
        if let ground { GroundNames(ground, beside: labels).draw(on: &page, map.groundStyle) }
        stops(others, [], fill: page.colors.grey)
        stops(marks.all, stopLabels)
        numbers(placeMarks.all.map { ($0, page.colors.place) }, edge: 1.5, fall: 3.8, ink: page.colors.placeInk)
        page.end(frame, scale)
        panel.list.draw(on: &page, left: frame.panel.right + 24, top: frame.panel.top)
        return view
    }

    private func point(of recommendation: Int, _ frame: MapFrame) -> PagePoint {
        frame.point(map.recommendations[recommendation].coordinate)
    }

    /// The borders of regions and the marks of other places, all of them faint.
    private mutating func surroundings(_ frame: MapFrame, keepingFree taken: [PageRectangle]) {
        let panel = frame.panel
        if let borders = map.borders {
            page.begin([
                "fill": "none", "stroke": page.colors.grey, "stroke-opacity": "0.6", "stroke-width": "1",
                "stroke-dasharray": "5 3",
            ])
            borders.shapes.forEachRegion { _, polygons in
                for ring in polygons.lazy.flatMap(\.rings) {
                    let points = ring.compactMap { vertex in
                        (try? Coordinate(latitude: vertex.y, longitude: vertex.x)).map { frame.point($0) }
                    }
                    if PageRectangle(enclosing: points)?.intersects(panel) ?? false {
                        page.xml.add("path", ["d": outline(points + points.prefix(1))])
                    }
                }
            }
            page.end()
        }
        let sight = frame.sight
        let others = map.surroundings.filter(sight.contains).map { frame.point($0) }.filter { point in
            panel.contains(point) && !taken.contains { $0.contains(point) }
        }
        guard !others.isEmpty else { return }
        page.begin(["fill": page.colors.place, "fill-opacity": "0.35"])
        for point in others { page.dot(point, radius: 2.4) }
        page.end()
    }

    private mutating func draw(_ leaders: [MapMarks.Mark]) {
        guard !leaders.isEmpty else { return }
        page.begin(["stroke": page.colors.place, "stroke-width": "1.2", "fill": page.colors.place])
        for mark in leaders {
            page.xml.add("path", ["d": outline([mark.point, mark.center])])
            page.dot(mark.point, radius: 2.2)
        }
        page.end()
    }

    /// The names of places that fit next to their marks; the list has all of them.
    private mutating func names(_ marks: MapMarks, _ labels: inout MapLabels) {
        page.beginNames(11.5, fill: page.colors.placeName, edge: 3.5)
        for mark in marks.all {
            let name = TextWidth.shortened(map.recommendations[mark.members[0]].ownName, size: 11.5, width: 150)
            let width = TextWidth.of(name, size: 11.5)
            let radius = mark.area.width / 2 - 1
            if let origin = labels.place(width: width, height: 15, beside: mark.center, radius: radius) {
                page.text(name, origin.x, origin.y)
            }
        }
        page.end()
    }
}
