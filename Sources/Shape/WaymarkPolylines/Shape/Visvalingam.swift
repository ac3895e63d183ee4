import WaymarkGeodesy

/// Whether each vertex is kept. `fixed` is ascending, with the first and the last vertex; `tolerance` is in radians.
func visvalingam(_ points: Span<UnitVector>, fixed: [Int], tolerance: Double) -> [Bool] {
    let count = points.count
    var isFixed = [Bool](repeating: false, count: count)
    for vertex in fixed { isFixed[vertex] = true }
    var isKept = [Bool](repeating: true, count: count)
    guard count > 2 else { return isKept }

    // The kept vertices before and after each.
    var before = Array(-1..<count - 1)
    var behind = Array(1...count)
    func size(_ vertex: Int, _ before: [Int], _ behind: [Int]) -> Double {
        triangleSize(points[before[vertex]], points[vertex], points[behind[vertex]])
    }
    var queue = SizeQueue(
        (0..<count).map { isFixed[$0] ? nil : size($0, before, behind) })
    let limit = triangleSize(area: tolerance * tolerance)
    while let (vertex, smallest) = queue.first, smallest <= limit {
        queue.removeFirst()
        isKept[vertex] = false
        let neighbours = (before[vertex], behind[vertex])
        behind[neighbours.0] = neighbours.1
        before[neighbours.1] = neighbours.0
        if !isFixed[neighbours.0] { queue.update(neighbours.0, to: size(neighbours.0, before, behind)) }
        if !isFixed[neighbours.1] { queue.update(neighbours.1, to: size(neighbours.1, before, behind)) }
    }
    return isKept
}

/// A number that grows with the area of a triangle of shorter arcs: 0 for area zero, 1 for half the sphere, below 2.
///
/// Source: van Oosterom and Strackee 1983, doi:10.1109/TBME.1983.325207, for the tangent of half the area; comparing
/// needs no arc tangent.
func triangleSize(_ a: UnitVector, _ b: UnitVector, _ c: UnitVector) -> Double {
    // a · (b × c), from differences, which is precise for small triangles.
    let ab = UnitVector(x: b.x - a.x, y: b.y - a.y, z: b.z - a.z)
    let ac = UnitVector(x: c.x - a.x, y: c.y - a.y, z: c.z - a.z)
    return ratio(sine: abs(a.dot(ab.cross(ac))), cosine: 1 + a.dot(b) + b.dot(c) + c.dot(a))
}

/// The same for an area in units of the squared radius.
func triangleSize(area: Double) -> Double {
    guard area < 2 * .pi else { return .infinity }
    let (sine, cosine) = sinCos(degrees: degrees(area / 2))
    return ratio(sine: sine, cosine: cosine)
}

/// Grows with the angle from 0 to 180° that has this sine and cosine, or any positive multiple of them.
private func ratio(sine: Double, cosine: Double) -> Double {
    if cosine >= 0 { return sine + cosine > 0 ? sine / (sine + cosine) : 0 }
    return 1 - cosine / (sine - cosine)
}
