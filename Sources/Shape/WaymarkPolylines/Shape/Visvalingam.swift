import WaymarkGeodesy
import WaymarkText

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
    func size(_ vertex: Int) -> Double {
        triangleSize(points[before[vertex]], points[vertex], points[behind[vertex]])
    }
    var sizes = [Double](repeating: 0, count: count)
    // A vertex whose size changes is inserted again; its older entries are skipped.
    var open = Heap<Triangle>()
    func insert(_ vertex: Int) {
        if isFixed[vertex] { return }
        sizes[vertex] = size(vertex)
        open.insert(Triangle(size: sizes[vertex], vertex: vertex))
    }
    for vertex in 0..<count { insert(vertex) }
    let limit = triangleSize(area: tolerance * tolerance)
    while let smallest = open.popFirst(), smallest.size <= limit {
        let vertex = smallest.vertex
        guard isKept[vertex], sizes[vertex] == smallest.size else { continue }
        isKept[vertex] = false
        behind[before[vertex]] = behind[vertex]
        before[behind[vertex]] = before[vertex]
        insert(before[vertex])
        insert(behind[vertex])
    }
    return isKept
}

/// A vertex and the size of its triangle. Largest in a heap is the smallest triangle, the first of equal ones.
private struct Triangle: Comparable {
    let size: Double
    let vertex: Int

    static func < (a: Self, b: Self) -> Bool { (a.size, a.vertex) > (b.size, b.vertex) }
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
