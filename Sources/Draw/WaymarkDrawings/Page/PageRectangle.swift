/// A rectangle of a drawing.
struct PageRectangle: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

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
}
