/// A point of a drawing, in its units: x to the right, y down.
struct PagePoint: Hashable {
    var x: Double
    var y: Double

    /// The interpolated point towards another: 0 is this point, 1 the other.
    func towards(_ other: PagePoint, _ fraction: Double) -> PagePoint {
        PagePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}
