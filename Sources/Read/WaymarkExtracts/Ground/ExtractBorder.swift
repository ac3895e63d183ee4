internal import WaymarkGround

/// A box around shores that an extract cuts, with more around them, on whose border they are joined.
struct ExtractBorder {
    private let (inner, outer): (PixelBounds, PixelBounds)

    init(_ points: [WorldPoint]) {
        let box = PixelBounds(points.lazy.map { PixelPoint(x: $0.x, y: $0.y) })!
        let (width, height) = (max(1e-4, box.width), max(1e-4, box.height))
        inner = box
        outer = PixelBounds(
            PixelPoint(x: box.low.x - width, y: box.low.y - height),
            PixelPoint(x: box.high.x + width, y: box.high.y + height))
    }

    /// Its corners, clockwise on the map from the upper left.
    var corners: [WorldPoint] {
        [
            WorldPoint(x: outer.low.x, y: outer.low.y), WorldPoint(x: outer.high.x, y: outer.low.y),
            WorldPoint(x: outer.high.x, y: outer.high.y), WorldPoint(x: outer.low.x, y: outer.high.y),
        ]
    }

    private func sides(_ point: WorldPoint) -> [Double] {
        [point.x - inner.low.x, inner.high.y - point.y, inner.high.x - point.x, point.y - inner.low.y]
    }

    func distance(_ point: WorldPoint) -> Double { sides(point).min()! }

    /// The point straight out through the nearest side.
    func outside(_ point: WorldPoint) -> WorldPoint {
        let sides = sides(point)
        switch sides.firstIndex(of: sides.min()!)! {
        case 0: return WorldPoint(x: outer.low.x, y: point.y)
        case 1: return WorldPoint(x: point.x, y: outer.high.y)
        case 2: return WorldPoint(x: outer.high.x, y: point.y)
        default: return WorldPoint(x: point.x, y: outer.low.y)
        }
    }

    private var length: Double { 2 * (outer.width + outer.height) }

    /// How far a point of the border is along it, clockwise from the upper left corner.
    func position(_ point: WorldPoint) -> Double {
        if point.y == outer.low.y { return point.x - outer.low.x }
        if point.x == outer.high.x { return outer.width + point.y - outer.low.y }
        if point.y == outer.high.y { return outer.width + outer.height + outer.high.x - point.x }
        return 2 * outer.width + outer.height + outer.high.y - point.y
    }

    func way(from start: Double, to end: Double) -> Double {
        let way = (end - start).truncatingRemainder(dividingBy: length)
        return way < 0 ? way + length : way
    }

    /// The corners that one passes clockwise from a position to another.
    func corners(from start: Double, to end: Double) -> [WorldPoint] {
        let way = way(from: start, to: end)
        return corners.map { (corner: $0, way: self.way(from: start, to: position($0))) }
            .filter { $0.way < way }.sorted { $0.way < $1.way }.map(\.corner)
    }
}
