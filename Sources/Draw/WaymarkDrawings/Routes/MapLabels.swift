/// Places the names of points so that none covers another.
struct MapLabels {
    private var taken: [PageRectangle] = []
    private let panel: PageRectangle
    /// Points of lines, by squares of the drawing; names preferably do not cover them.
    private var line: [Square: Int] = [:]

    private struct Square: Hashable {
        var x: Int
        var y: Int

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (Int((x / 6).rounded(.down)), Int((y / 6).rounded(.down))) }
    }

    init(within panel: PageRectangle, lines: [PagePoint]) {
        self.panel = PageRectangle(
            left: panel.left + 4, top: panel.top + 4, width: panel.width - 8, height: panel.height - 8)
        for point in lines where panel.contains(point) { line[Square(point.x, point.y), default: 0] += 1 }
    }

    /// Keeps an area free.
    mutating func take(_ area: PageRectangle) { taken.append(area) }

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
            guard panel.contains(area), !taken.contains(where: area.intersects) else { continue }
            let cost = rank + 4 * covered(area)
            if cost < best?.cost ?? .max { best = (cost, area) }
        }
        guard let best else { return nil }
        taken.append(best.area)
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

    /// The approximate width of a text: East Asian characters are as wide as they are high.
    static func width(of text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width(of: $1, size: size) }
    }

    private static func width(of scalar: Unicode.Scalar, size: Double) -> Double {
        switch scalar.value {
        case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFF:
            size
        case 0x300...0x36F: 0
        case 0x41...0x5A, 0x6D, 0x77: size * 0.68
        case 0x20, 0x2C, 0x2E, 0x69, 0x6A, 0x6C: size * 0.3
        default: size * 0.56
        }
    }

    /// A text of a maximum width, with an ellipsis if it was cut.
    ///
    /// - Complexity: O(*n*) in the number of characters that fit.
    static func shortened(_ text: String, size: Double, width: Double) -> String {
        let ellipsis = self.width(of: "…", size: size)
        var sum = 0.0
        // Up to here the ellipsis fits too.
        var end = text.startIndex
        for place in text.indices {
            for scalar in text[place].unicodeScalars {
                sum += self.width(of: scalar, size: size)
                if sum > width { return String(text[..<end]) + "…" }
            }
            if sum + ellipsis <= width { end = text.index(after: place) }
        }
        return text
    }
}
