/// Places the names of points so that none covers another.
struct MapLabels {
    private var taken = RectangleGrid()
    private let panel: PageRectangle
    /// The squares of the drawing with a line; names preferably do not cover them.
    private let crossed: Set<GridCell>
    private static let side = 6.0

    init(within panel: PageRectangle, lines: [PagePoint]) {
        self.panel = panel.inset(by: 4)
        crossed = Set(lines.lazy.filter(panel.contains).map { GridCell($0, side: Self.side) })
    }

    /// Keeps an area free.
    mutating func take(_ area: PageRectangle) { taken.insert(area) }

    /// Takes areas for one name; false if one is not free, or crossed by a line.
    mutating func take(all areas: [PageRectangle]) -> Bool {
        let areFree = areas.allSatisfy { area in
            panel.contains(area) && !taken.intersects(area)
                && !GridCell.covering(area, side: Self.side).contains(where: crossed.contains)
        }
        if areFree { for area in areas { taken.insert(area) } }
        return areFree
    }

    /// The best free place next to a point for a name of a given size, as the left end of its baseline; nil if there is
    /// none.
    mutating func place(width: Double, height: Double, beside point: PagePoint, radius: Double) -> PagePoint? {
        let gap = radius + 4
        // Right, left, above, below, then the corners, in order of readability.
        let (w, h) = (width, height)
        let corner = gap * 0.75
        let corners = [
            (gap, -h / 2), (-gap - w, -h / 2), (-w / 2, -gap - h), (-w / 2, gap), (corner, -corner - h),
            (corner, corner), (-corner - w, -corner - h), (-corner - w, corner),
        ]
        var best: (cost: Int, area: PageRectangle)?
        for (rank, (dx, dy)) in corners.enumerated() {
            let area = PageRectangle(left: point.x + dx, top: point.y + dy, width: w, height: h)
            guard panel.contains(area), !taken.intersects(area) else { continue }
            let cost = rank + 4 * GridCell.covering(area, side: Self.side).count(where: crossed.contains)
            if cost < best?.cost ?? .max { best = (cost, area) }
        }
        guard let best else { return nil }
        taken.insert(best.area)
        return PagePoint(x: best.area.left, y: best.area.top + height * 0.78)
    }
}
