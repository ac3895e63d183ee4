import WaymarkGeodesy

extension PlanePart {
    /// A point of the part, near the middle of its widest place.
    ///
    /// The centre of gravity or the middle of a chord, unless another point is more than 10 % farther from the border.
    /// Found by halving squares, best first, with a bound on their number.
    ///
    /// - SeeAlso: polylabel, by mapbox.
    var pointInside: MapPoint {
        let search = WidestPlace(self)
        var candidates = chords.map(\.middle)
        if let best = search.best(startingAt: candidates) { candidates.insert(best, at: 0) }
        let points = candidates.map { MapPoint(longitude: Self.wrapped($0.x), latitude: $0.y) }
        // Too thin for any: a point of the border.
        return points.first(where: contains)
            ?? MapPoint(longitude: Self.wrapped(rings[0][0].x), latitude: rings[0][0].y)
    }

    /// The widest piece inside the part of each of some parallels, widest first.
    private var chords: [(middle: Point, width: Double)] {
        var chords: [(middle: Point, width: Double)] = []
        for eighth in [4, 2, 6, 1, 3, 5, 7] as [Int64] {
            let y = minY + (maxY - minY) * eighth / 8
            var crossings: [Double] = []
            for ring in rings {
                var a = ring[ring.count - 1]
                for b in ring {
                    if (a.y > y) != (b.y > y) {
                        crossings.append(Double(a.x) + Double(b.x - a.x) * (Double(y - a.y) / Double(b.y - a.y)))
                    }
                    a = b
                }
            }
            crossings.sort()
            var widest: (middle: Double, width: Double)?
            for i in stride(from: 1, to: crossings.count, by: 2) {
                let width = crossings[i] - crossings[i - 1]
                if width > widest?.width ?? 0 { widest = ((crossings[i] + crossings[i - 1]) / 2, width) }
            }
            guard let widest else { continue }
            let place = chords.firstIndex { $0.width < widest.width } ?? chords.count
            chords.insert((Point(x: Int64(widest.middle.rounded()), y: y), widest.width), at: place)
        }
        return chords
    }
}

/// A search for the point of a part that is farthest from its border, on a plane with the same scale east and north.
private struct WidestPlace {
    private struct Edge {
        var (ax, ay, bx, by): (Double, Double, Double, Double)
    }

    private struct Square {
        var (x, y, half): (Double, Double, Double)
        /// No point of the square is farther from the border, inside, than this.
        var bound: Double
    }

    private let origin: PlanePart.Point
    private let (width, height): (Double, Double)
    /// Length of a degree east over that of a degree north.
    private let scale: Double
    private var edges: [Edge] = []

    init(_ part: PlanePart) {
        origin = PlanePart.Point(x: part.minX, y: part.minY)
        // The ratio at a pole would be 0, and nothing could be divided by it.
        scale = max(0.001, sinCos(degrees: Double(part.minY + part.maxY) * 0.5e-7).cos)
        (width, height) = (Double(part.maxX - part.minX) * scale, Double(part.maxY - part.minY))
        edges.reserveCapacity(part.rings.reduce(0) { $0 + $1.count })
        for ring in part.rings {
            var (ax, ay) = flat(ring[ring.count - 1])
            for point in ring {
                let (bx, by) = flat(point)
                edges.append(Edge(ax: ax, ay: ay, bx: bx, by: by))
                (ax, ay) = (bx, by)
            }
        }
    }

    private func flat(_ point: PlanePart.Point) -> (Double, Double) {
        (Double(point.x - origin.x) * scale, Double(point.y - origin.y))
    }

    /// The distance to the border, below 0 outside.
    private func depth(_ x: Double, _ y: Double) -> Double {
        var (isInside, least) = (false, Double.infinity)
        for edge in edges {
            let (dx, dy) = (edge.bx - edge.ax, edge.by - edge.ay)
            let (px, py) = (x - edge.ax, y - edge.ay)
            if (edge.ay > y) != (edge.by > y), px < dx * py / dy { isInside.toggle() }
            let squared = dx * dx + dy * dy
            let t = squared > 0 ? min(1, max(0, (px * dx + py * dy) / squared)) : 0
            let (ex, ey) = (px - t * dx, py - t * dy)
            least = min(least, ex * ex + ey * ey)
        }
        return isInside ? least.squareRoot() : -least.squareRoot()
    }

    /// The centre of gravity; nil for a part without width.
    private var center: (Double, Double)? {
        var (twice, x, y) = (0.0, 0.0, 0.0)
        // Rings go opposite ways, so holes count against the outer one.
        for edge in edges {
            let cross = edge.ax * edge.by - edge.bx * edge.ay
            twice += cross
            x += (edge.ax + edge.bx) * cross
            y += (edge.ay + edge.by) * cross
        }
        return twice == 0 ? nil : (x / (3 * twice), y / (3 * twice))
    }

    /// The point found; nil if none lies inside.
    func best(startingAt starts: [PlanePart.Point]) -> PlanePart.Point? {
        guard width > 0, height > 0 else { return nil }
        var best = (x: 0.0, y: 0.0, depth: 0.0)
        func isEnough(_ depth: Double) -> Bool { depth <= best.depth * 1.1 + 0.5 }
        for (x, y) in [center].compactMap({ $0 }) + starts.map(flat) {
            let depth = depth(x, y)
            if !isEnough(depth) { best = (x, y, depth) }
        }
        var remaining = max(32, min(400, 2_000_000 / edges.count))
        var squares: [Square] = []
        func add(_ x: Double, _ y: Double, _ half: Double) {
            let depth = depth(x, y)
            if !isEnough(depth) { best = (x, y, depth) }
            let bound = depth + half * 2.0.squareRoot()
            if !isEnough(bound) { squares.append(Square(x: x, y: y, half: half, bound: bound)) }
            remaining -= 1
        }
        let half = max(min(width, height), max(width, height) / 16) / 2
        for row in 0..<Int((height / (2 * half)).rounded(.up)) {
            for column in 0..<Int((width / (2 * half)).rounded(.up)) {
                add(Double(2 * column + 1) * half, Double(2 * row + 1) * half, half)
            }
        }
        while remaining > 0, let next = squares.indices.max(by: { squares[$0].bound < squares[$1].bound }) {
            let square = squares[next]
            if isEnough(square.bound) { break }
            squares.swapAt(next, squares.count - 1)
            squares.removeLast()
            let half = square.half / 2
            for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                add(square.x + dx, square.y + dy, half)
            }
        }
        guard best.depth > 0 else { return nil }
        return PlanePart.Point(
            x: origin.x + Int64((best.x / scale).rounded()), y: origin.y + Int64(best.y.rounded()))
    }
}
