import WaymarkText

/// An outline in whole units that draws no piece twice, however many lines there are.
struct PixelPath {
    private struct Piece: Hashable {
        let from: SIMD2<Int32>
        let to: SIMD2<Int32>
    }

    /// How far a line may be from its points: the more lines there are, the less of each can be seen.
    private let tolerance: Double
    private var path = SVGPath(decimals: 0)
    private var drawn: Set<Piece> = []

    var text: String { path.text }
    var isEmpty: Bool { path.isEmpty }

    init(tolerance: Double) { self.tolerance = tolerance }

    mutating func append(_ whole: [PagePoint]) {
        let line = thinned(whole)
        func pixel(_ point: PagePoint) -> SIMD2<Int32> {
            SIMD2(Int32(max(-1e6, min(1e6, point.x)).rounded()), Int32(max(-1e6, min(1e6, point.y)).rounded()))
        }
        guard var last = line.first.map(pixel) else { return }
        var isDown = false
        for point in line.dropFirst().lazy.map(pixel) where point != last {
            let isForward = (last.x, last.y) < (point.x, point.y)
            if drawn.insert(isForward ? Piece(from: last, to: point) : Piece(from: point, to: last)).inserted {
                if !isDown { path.move(Double(last.x), Double(last.y)) }
                path.next(Double(point.x), Double(point.y))
                isDown = true
            } else {
                isDown = false
            }
            last = point
        }
    }

    /// The points that the line must pass (Ramer 1972, Douglas and Peucker 1973).
    private func thinned(_ line: [PagePoint]) -> [PagePoint] {
        guard line.count > 2 else { return line }
        var isKept = Array(repeating: false, count: line.count)
        (isKept[0], isKept[line.count - 1]) = (true, true)
        var open = [(0, line.count - 1)]
        while let (first, last) = open.popLast() {
            let (a, b) = (line[first], line[last])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let square = dx * dx + dy * dy
            var (farthest, most) = (first, tolerance * tolerance)
            for i in first + 1..<max(first + 1, last) {
                let (x, y) = (line[i].x - a.x, line[i].y - a.y)
                let along = square > 0 ? max(0, min(1, (x * dx + y * dy) / square)) : 0
                let (offX, offY) = (x - along * dx, y - along * dy)
                let off = offX * offX + offY * offY
                if off > most { (farthest, most) = (i, off) }
            }
            if farthest > first {
                isKept[farthest] = true
                open += [(first, farthest), (farthest, last)]
            }
        }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    /// Adds a dot for lines with round ends.
    mutating func dot(_ point: PagePoint) {
        path.move(point.x, point.y)
        path.next(point.x, point.y)
    }
}
