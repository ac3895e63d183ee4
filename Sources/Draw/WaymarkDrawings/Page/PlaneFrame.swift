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
