import WaymarkGeodesy

/// Finds places for marks so that none covers another: a crowded mark stands aside, and a leader line joins it to its point.
struct MarkPlacer {
    private let room: PageRectangle
    private var taken = RectangleGrid()
    /// Around the points of all marks.
    private var dots = RectangleGrid()
    private var leaders: [(from: PagePoint, to: PagePoint)] = []

    private static let distances = [0.9, 1.2, 1.55, 2, 2.55, 3.2, 4.1, 5.2, 6.8, 9, 12.3]
    private static let directions = (0..<16).map { step in
        let angle = sinCos(degrees: Double(step) * 22.5)
        return PagePoint(x: angle.cos, y: angle.sin)
    }

    /// A placer of marks at points, which keep free of each other's points and of areas that are `taken`.
    init(_ points: some Sequence<PagePoint>, within panel: PageRectangle, taken: [PageRectangle] = []) {
        room = panel.inset(by: 3)
        for area in taken { self.taken.insert(area) }
        for point in Set(points) { dots.insert(Self.dot(point)) }
    }

    private static func dot(_ point: PagePoint) -> PageRectangle { PageRectangle(around: point, width: 8, height: 8) }

    /// The middle of a mark for a point: the point itself or, unless it stays put, a place near it; nil if there is none.
    ///
    /// - Complexity: O(*m*) for *m* marks that stand aside.
    mutating func place(at point: PagePoint, width: Double, height: Double, staysPut: Bool = false) -> PagePoint? {
        guard let center = best(at: point, width, height, staysPut) else { return nil }
        taken.insert(PageRectangle(around: center, width: width, height: height))
        if center != point {
            taken.insert(Self.dot(point))
            leaders.append((point, center))
        }
        return center
    }

    /// The free position that is nearest and whose leader line crosses and covers little.
    private func best(at point: PagePoint, _ width: Double, _ height: Double, _ staysPut: Bool) -> PagePoint? {
        let own = Self.dot(point)
        func isFree(_ center: PagePoint) -> Bool {
            let area = PageRectangle(around: center, width: width, height: height)
            return room.contains(area) && !taken.intersects(area) && !dots.intersects(area, besides: own)
        }
        if isFree(point) { return point }
        if staysPut { return nil }
        var best: (cost: Double, center: PagePoint)?
        let unit = 0.5 * (width + height) / 2 + 0.5 * 22
        for distance in Self.distances.lazy.map({ $0 * unit }) {
            if let best, distance >= best.cost { break }
            for direction in Self.directions {
                let center = point + direction * distance
                guard isFree(center) else { continue }
                let crossed = leaders.count { Self.cross($0, (point, center)) }
                let covered = (1...4).count { taken.contains(point.towards(center, Double($0) / 5)) }
                let cost = distance + 60 * Double(crossed) + 12 * Double(covered)
                if cost < best?.cost ?? .infinity { best = (cost, center) }
            }
        }
        return best?.center
    }

    private static func cross(_ a: (from: PagePoint, to: PagePoint), _ b: (from: PagePoint, to: PagePoint)) -> Bool {
        func side(_ line: (from: PagePoint, to: PagePoint), _ point: PagePoint) -> Bool {
            (line.to.x - line.from.x) * (point.y - line.from.y) > (line.to.y - line.from.y) * (point.x - line.from.x)
        }
        return side(a, b.from) != side(a, b.to) && side(b, a.from) != side(b, a.to)
    }
}

/// Rectangles of a drawing by squares of it, to be found quickly.
struct RectangleGrid {
    private var squares: [GridCell: [PageRectangle]] = [:]
    private static let side = 32.0

    mutating func insert(_ area: PageRectangle) {
        for square in GridCell.covering(area, side: Self.side) { squares[square, default: []].append(area) }
    }

    /// Whether any rectangle, except those equal to one, shares an area with another.
    func intersects(_ area: PageRectangle, besides own: PageRectangle? = nil) -> Bool {
        GridCell.covering(area, side: Self.side).contains { square in
            squares[square]?.contains { $0 != own && $0.intersects(area) } ?? false
        }
    }

    func contains(_ point: PagePoint) -> Bool {
        squares[GridCell(point, side: Self.side)]?.contains { $0.contains(point) } ?? false
    }
}
