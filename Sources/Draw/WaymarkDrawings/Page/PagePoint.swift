/// A point of a drawing, in its units: x to the right, y down.
struct PagePoint: Hashable {
    var x: Double
    var y: Double

    /// The point on the way to another, 0 here and 1 there.
    func towards(_ other: PagePoint, _ fraction: Double) -> PagePoint {
        PagePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}
