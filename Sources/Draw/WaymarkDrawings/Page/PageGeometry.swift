/// A point of a drawing, in its units: x to the right, y down.
struct PagePoint: Hashable {
    var x: Double
    var y: Double

    static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Self, factor: Double) -> Self { Self(x: a.x * factor, y: a.y * factor) }
    static func / (a: Self, divisor: Double) -> Self { Self(x: a.x / divisor, y: a.y / divisor) }

    /// The distance from the origin, and its square.
    var length: Double { squared.squareRoot() }
    var squared: Double { x * x + y * y }

    /// The interpolated point towards another: 0 is this point, 1 the other.
    func towards(_ other: PagePoint, _ fraction: Double) -> PagePoint { self + (other - self) * fraction }

    /// Whether another point is nearer than a length in both directions.
    func isNear(_ other: PagePoint, _ length: Double) -> Bool {
        abs(x - other.x) < length && abs(y - other.y) < length
    }
}

extension Sequence {
    /// The elements without those nearer than a length to the last one kept, which is detail that no one sees.
    func thinned(_ length: Double, _ point: (Element) -> PagePoint) -> [Element] {
        reduce(into: []) { kept, element in
            if kept.last.map({ !point($0).isNear(point(element), length) }) ?? true { kept.append(element) }
        }
    }
}

struct PageRectangle: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    init(left: Double, top: Double, width: Double, height: Double) {
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    init(around center: PagePoint, width: Double, height: Double) {
        self.init(left: center.x - width / 2, top: center.y - height / 2, width: width, height: height)
    }

    /// The smallest rectangle around points; nil for none.
    init?(enclosing points: some Sequence<PagePoint>) {
        var iterator = points.makeIterator()
        guard var low = iterator.next() else { return nil }
        var high = low
        while let point = iterator.next() {
            (low.x, high.x) = (min(low.x, point.x), max(high.x, point.x))
            (low.y, high.y) = (min(low.y, point.y), max(high.y, point.y))
        }
        self.init(left: low.x, top: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// The rectangle without a margin, or, with a negative one, with more around it.
    func inset(by margin: Double) -> PageRectangle {
        PageRectangle(left: left + margin, top: top + margin, width: width - 2 * margin, height: height - 2 * margin)
    }

    var right: Double { left + width }
    var bottom: Double { top + height }

    func intersects(_ other: PageRectangle) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func contains(_ point: PagePoint) -> Bool {
        point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
    }

    func contains(_ other: PageRectangle) -> Bool {
        other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
    }

    /// Whether the box of a segment touches the rectangle.
    func touches(_ a: PagePoint, _ b: PagePoint) -> Bool {
        min(a.x, b.x) <= right && max(a.x, b.x) >= left && min(a.y, b.y) <= bottom && max(a.y, b.y) >= top
    }
}

/// A square of a grid over a drawing, in one of several layers.
struct GridCell: Hashable {
    let x: Int
    let y: Int
    let layer: Int

    /// The square around a point.
    init(_ point: PagePoint, side: Double, layer: Int = 0) {
        func number(_ length: Double) -> Int { Int((max(-1e6, min(1e6, length)) / side).rounded(.down)) }
        (x, y, self.layer) = (number(point.x), number(point.y), layer)
    }

    private init(x: Int, y: Int, layer: Int) { (self.x, self.y, self.layer) = (x, y, layer) }

    /// The square, and the eight around it.
    var around: some Sequence<GridCell> {
        (-1...1).lazy.flatMap { dx in (-1...1).lazy.map { dy in GridCell(x: x + dx, y: y + dy, layer: layer) } }
    }

    /// The squares that an area touches.
    static func covering(_ area: PageRectangle, side: Double) -> some Sequence<GridCell> {
        let low = GridCell(PagePoint(x: area.left, y: area.top), side: side)
        let high = GridCell(PagePoint(x: max(area.left, area.right), y: max(area.top, area.bottom)), side: side)
        return (low.x...high.x).lazy.flatMap { x in
            (low.y...high.y).lazy.map { y in GridCell(x: x, y: y, layer: 0) }
        }
    }
}

/// The transformation from a plane to a drawing: the plane's y goes up, that of the drawing down.
struct PlaneFrame {
    /// A point of the plane.
    let origin: (x: Double, y: Double)
    /// Its position on the drawing.
    let offset: PagePoint
    /// Drawing units per unit of the plane, to the right and up.
    let scale: (x: Double, y: Double)

    func point(x: Double, y: Double) -> PagePoint {
        PagePoint(x: offset.x + (x - origin.x) * scale.x, y: offset.y + (origin.y - y) * scale.y)
    }
}
