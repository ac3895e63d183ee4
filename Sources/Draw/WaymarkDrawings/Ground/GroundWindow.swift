import WaymarkGround

import func WaymarkC.log2

/// A part of a drawing that shows a part of the plane of Web Mercator.
struct GroundWindow {
    let panel: PageRectangle
    /// The point of the plane at its upper left corner.
    let corner: WorldPoint
    /// Drawing units of the width of the world.
    let unitsOfWorld: Double

    /// The zoom, in the scale of maps with tiles of 256 units.
    var zoom: Double { log2(unitsOfWorld / 256) }

    /// The point at its lower right corner.
    var end: WorldPoint {
        WorldPoint(x: corner.x + panel.width / unitsOfWorld, y: corner.y + panel.height / unitsOfWorld)
    }

    func point(_ point: WorldPoint) -> PixelPoint {
        PixelPoint(
            x: panel.left + (point.x - corner.x) * unitsOfWorld, y: panel.top + (point.y - corner.y) * unitsOfWorld)
    }

    /// The panel, grown by a margin.
    func bounds(grownBy margin: Double) -> PixelBounds {
        PixelBounds(PixelPoint(x: panel.left, y: panel.top), PixelPoint(x: panel.right, y: panel.bottom)).grown(
            by: margin)
    }

    /// Metres on the ground per unit, in the middle.
    var metersOfUnit: Double {
        WorldPoint(x: 0, y: (corner.y + end.y) / 2).metersOfWorld / unitsOfWorld
    }
}

/// An outline in tenths of a unit, with relative steps: half as long as with absolute points.
struct GroundPath {
    private(set) var text = ""

    var isEmpty: Bool { text.isEmpty }

    mutating func append(_ line: some Collection<PixelPoint>, isRing: Bool) {
        func tenths(_ value: Double) -> Int { Int((max(-1e7, min(1e7, value)) * 10).rounded()) }
        guard let first = line.first else { return }
        var (x, y) = (tenths(first.x), tenths(first.y))
        var steps = ""
        for point in line.dropFirst() {
            let (nextX, nextY) = (tenths(point.x), tenths(point.y))
            if nextX == x, nextY == y { continue }
            Self.append(nextX - x, to: &steps, isFirst: steps.isEmpty)
            Self.append(nextY - y, to: &steps, isFirst: false)
            (x, y) = (nextX, nextY)
        }
        if steps.isEmpty { return }
        text += "M"
        Self.append(tenths(first.x), to: &text, isFirst: true)
        Self.append(tenths(first.y), to: &text, isFirst: false)
        text += "l" + steps + (isRing ? "z" : "")
    }

    private static func append(_ tenths: Int, to text: inout String, isFirst: Bool) {
        if !isFirst, tenths >= 0 { text += " " }
        if tenths < 0 { text += "-" }
        let size = tenths.magnitude
        if size >= 10 || size == 0 { text += String(size / 10) }
        if size % 10 > 0 { text += ".\(size % 10)" }
    }
}
