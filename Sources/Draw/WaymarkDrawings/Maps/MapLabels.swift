/// Places the names of points so that none covers another.
struct MapLabels {
    private var taken = RectangleGrid()
    private let panel: PageRectangle
    /// Points of lines, by squares of the drawing; names preferably do not cover them.
    private var line: [Square: Int] = [:]

    private struct Square: Hashable {
        var x: Int
        var y: Int

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (Int((x / 6).rounded(.down)), Int((y / 6).rounded(.down))) }
    }

    init(within panel: PageRectangle, lines: [PagePoint]) {
        self.panel = panel.inset(by: 4)
        for point in lines where panel.contains(point) { line[Square(point.x, point.y), default: 0] += 1 }
    }

    /// Keeps an area free.
    mutating func take(_ area: PageRectangle) { taken.insert(area) }

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
            let cost = rank + 4 * covered(area)
            if cost < best?.cost ?? .max { best = (cost, area) }
        }
        guard let best else { return nil }
        taken.insert(best.area)
        return PagePoint(x: best.area.left, y: best.area.top + height * 0.78)
    }

    /// The number of squares with a line in an area.
    private func covered(_ area: PageRectangle) -> Int {
        let (low, high) = (Square(area.left, area.top), Square(area.right, area.bottom))
        guard low.x <= high.x, low.y <= high.y else { return 0 }
        var count = 0
        for x in low.x...high.x {
            for y in low.y...high.y where line[Square(Double(x) * 6 + 3, Double(y) * 6 + 3)] != nil { count += 1 }
        }
        return count
    }
}
