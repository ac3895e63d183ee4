import WaymarkText

/// An outline in whole units that draws no piece twice, however many lines there are.
struct PixelPath {
    private var path = SVGPath(decimals: 0)
    /// The ends of each piece.
    private var drawn: Set<SIMD4<Int32>> = []

    var text: String { path.text }
    var isEmpty: Bool { path.isEmpty }

    mutating func append(_ line: [PagePoint]) {
        func pixel(_ point: PagePoint) -> SIMD2<Int32> {
            SIMD2(Int32(max(-1e6, min(1e6, point.x)).rounded()), Int32(max(-1e6, min(1e6, point.y)).rounded()))
        }
        guard var last = line.first.map(pixel) else { return }
        var isDown = false
        for point in line.dropFirst().lazy.map(pixel) where point != last {
            let isForward = (last.x, last.y) < (point.x, point.y)
            let (low, high) = isForward ? (last, point) : (point, last)
            if drawn.insert(SIMD4(lowHalf: low, highHalf: high)).inserted {
                if !isDown { path.move(Double(last.x), Double(last.y)) }
                path.next(Double(point.x), Double(point.y))
                isDown = true
            } else {
                isDown = false
            }
            last = point
        }
    }

    /// Adds a dot for lines with round ends.
    mutating func dot(_ point: PagePoint) {
        path.move(point.x, point.y)
        path.next(point.x, point.y)
    }
}
